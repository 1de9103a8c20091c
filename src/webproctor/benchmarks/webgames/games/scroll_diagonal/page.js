import { view, main, el } from '/kit/kit.js';
import { whenSeen } from '/kit/scrolling.js';

const last = 2 * (view.length - 1);
const box = (row, column) => {
  const left = Math.round(100 * (last - row - column) / last);
  return el('div', { class: 'step', 'data-id': 'box', style: { background: `hsl(${(view.hue + 200 - 2 * left) % 360} 65% 88%)` } },
    row + column === last ? 'This is the corner.' : `${left} % to go`);
};
const size = Array.from({ length: view.length }, (_, n) => n);
const rows = size.map((row) => el('div', { class: 'line' }, ...size.map((column) => box(row, column))));
main.append(...rows);
whenSeen(rows.at(-1).lastChild, 0.5);
