import { view, main, send, showStatus, el, loadImage } from '/kit/kit.js';
import { roundLine, showRound, showFeedback } from '/kit/rounds.js';

const cell = (row, column) => el('button', {
  class: 'cell', 'aria-pressed': 'false', 'aria-label': `Row ${row + 1}, column ${column + 1}`,
  onclick: async (event) => {
    if (event.detail > 1) return; // A double click is one click: the first one may end the round.
    const node = event.currentTarget;
    node.setAttribute('aria-pressed', String(node.getAttribute('aria-pressed') !== 'true'));
    const reply = await send('toggle', { number, row, column });
    if (reply.round !== undefined) {
      showFeedback(reply, 'That does not match the image.');
      startRound(reply);
    } else showStatus(reply.wrong ? 'Your grid has as many black cells as the image, but not the same ones.' : '', 'bad');
  },
});
const range = Array.from({ length: view.size }, (_, n) => n);
const cells = range.flatMap((row) => range.map((column) => cell(row, column)));
const grid = el('div', { class: 'grid', style: { gridTemplateColumns: `repeat(${view.size}, 1fr)`, width: `${view.side}px`, height: `${view.side}px` } }, ...cells);
const pattern = el('img', { id: 'pattern', alt: 'A pattern of black and white cells', width: view.side, height: view.side });

let number = view.number;
const startRound = (reply) => {
  number = reply.number;
  cells.forEach((node) => node.setAttribute('aria-pressed', 'false'));
  showRound(reply);
  loadImage(pattern, `pattern-${reply.number}.png`);
};

main.append(el('div', { class: 'card' }, roundLine, el('div', { class: 'boards' },
  el('section', {}, el('h2', {}, 'Image'), pattern),
  el('section', {}, el('h2', {}, 'Your grid'), grid))));
startRound(view);
