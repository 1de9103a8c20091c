import { view, main, el } from '/kit/kit.js';
import { whenInView } from '/kit/scrolling.js';

const maxDistance = 2 * (view.length - 1);
const box = (row, column) => {
  const percent = Math.round(100 * (maxDistance - row - column) / maxDistance);
  return el('div', { class: 'box', 'data-id': 'box', style: { background: `hsl(${(view.hue + 200 - 2 * percent) % 360} 65% 88%)` } },
    row + column === maxDistance ? 'This is the corner.' : `${percent} % to go`);
};
const indices = Array.from({ length: view.length }, (_, n) => n);
const lines = indices.map((row) => el('div', { class: 'line' }, ...indices.map((column) => box(row, column))));
// The gaps grow with the viewport, so that the distance to scroll is always the same.
main.style.setProperty('--gaps', view.length - 1);
main.append(...lines);
whenInView(lines.at(-1).lastChild, 0.5);
