import { view, main, send, note, el, load } from '/kit/kit.js';
import { roundLine, showRound, noteAnswer } from '/kit/rounds.js';

const cell = (row, column) => el('button', {
  class: 'cell', 'aria-pressed': 'false', 'aria-label': `Row ${row + 1}, column ${column + 1}`,
  onclick: async (event) => {
    const node = event.currentTarget;
    node.setAttribute('aria-pressed', String(node.getAttribute('aria-pressed') !== 'true'));
    const reply = await send('toggle', { number, row, column });
    if (reply.round !== undefined) {
      noteAnswer(reply, 'That is not the picture.');
      next(reply);
    } else note(reply.wrong ? 'As many cells are black as in the picture, but not the same ones.' : '', 'bad');
  },
});
const range = Array.from({ length: view.size }, (_, n) => n);
const cells = range.flatMap((row) => range.map((column) => cell(row, column)));
const grid = el('div', { class: 'grid', style: { gridTemplateColumns: `repeat(${view.size}, 1fr)`, width: `${view.side}px`, height: `${view.side}px` } }, ...cells);
const pattern = el('img', { id: 'pattern', alt: 'A pattern of black and white cells', width: view.side, height: view.side });

let number = view.number;
const next = (reply) => {
  number = reply.number;
  cells.forEach((one) => one.setAttribute('aria-pressed', 'false'));
  showRound(reply);
  load(pattern, `pattern-${reply.number}.png`);
};

main.append(el('div', { class: 'card' }, roundLine, el('div', { class: 'boards' },
  el('section', {}, el('h2', {}, 'The picture'), pattern),
  el('section', {}, el('h2', {}, 'Your grid'), grid))));
next(view);
