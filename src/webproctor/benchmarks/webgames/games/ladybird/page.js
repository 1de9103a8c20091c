import { view, main, say, note, el, on } from '/kit/kit.js';

const ARROWS = { up: '⬆️', left: '⬅️', down: '⬇️', right: '➡️' };
const walls = new Set(view.walls.map(String));
let moves = [];

const cell = (row, column) => {
  const here = String([row, column]);
  const held = here === String(view.start) ? '🐞' : here === String(view.flower) ? '🌸' : '';
  return el('div', { class: `cell emoji${walls.has(here) ? ' wall' : ''}` }, held);
};
const range = Array.from({ length: view.size }, (_, n) => n);
const map = el('div', { class: 'map', role: 'img', 'aria-label': 'The map', style: { gridTemplateColumns: `repeat(${view.size}, 30px)` } },
  ...range.flatMap((row) => range.map((column) => cell(row, column))));

const shown = el('p', { class: 'emoji moves', 'aria-live': 'polite' });
const go = el('button', { class: 'first', id: 'go', onclick: async () => {
  if ((await say('fly', { moves })).wrong) note('That way does not end at the flower.', 'bad');
} }, 'Go');
const undo = el('button', { onclick: () => { moves.pop(); show(); } }, 'Undo');
const clear = el('button', { onclick: () => { moves = []; show(); } }, 'Clear');

const add = (move) => { moves.push(move); show(); };
const show = () => {
  shown.textContent = moves.map((move) => ARROWS[move]).join('') || 'No moves yet.';
  for (const button of [go, undo, clear]) button.disabled = !moves.length;
};

main.append(el('div', { class: 'card planner' }, map, el('div', { class: 'stack' },
  el('div', { class: 'pad' }, ...Object.entries(ARROWS).map(([move, arrow]) => el('button', {
    class: `emoji ${move}`, 'aria-label': move, 'data-id': move, onclick: () => add(move) }, arrow))),
  el('div', { class: 'row' }, go, undo, clear), shown)));
on(window, 'keydown', (event) => {
  const move = event.key.replace('Arrow', '').toLowerCase();
  if (event.key.startsWith('Arrow') && move in ARROWS) { event.preventDefault(); add(move); }
});
show();
