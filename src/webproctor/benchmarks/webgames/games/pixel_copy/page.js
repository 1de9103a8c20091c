import { view, main, say, el, fileUrl } from '/kit/kit.js';

const cell = (row, column) => el('button', {
  class: 'cell', 'aria-pressed': 'false', 'aria-label': `Row ${row + 1}, column ${column + 1}`,
  onclick: (event) => {
    const node = event.currentTarget;
    node.setAttribute('aria-pressed', String(node.getAttribute('aria-pressed') !== 'true'));
    say('toggle', { row, column });
  },
});
const range = Array.from({ length: view.size }, (_, n) => n);
const grid = el('div', { class: 'grid', style: { gridTemplateColumns: `repeat(${view.size}, 1fr)`, width: `${view.side}px`, height: `${view.side}px` } },
  ...range.flatMap((row) => range.map((column) => cell(row, column))));

main.append(el('div', { class: 'card boards' },
  el('section', {}, el('h2', {}, 'The picture'), el('img', { id: 'pattern', src: fileUrl('pattern.png'), alt: 'A pattern of black and white cells', width: view.side, height: view.side })),
  el('section', {}, el('h2', {}, 'Your grid'), grid)));
