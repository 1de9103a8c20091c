import { view, main, send, note, el, on, load } from '/kit/kit.js';

const ARROWS = { up: '⬆️', left: '⬅️', down: '⬇️', right: '➡️' };
let moves = [], shownMap = 0;

const map = el('img', { class: 'map', alt: 'A map with walls, a ladybird and a flower, to be read by eye' });
const number = el('p', { class: 'soft' });
const shown = el('p', { class: 'emoji moves', 'aria-live': 'polite' });
const go = el('button', { class: 'first', id: 'go', onclick: async () => {
  const reply = await send('fly', { moves, map: shownMap });
  if (reply.wrong) note('That way does not end at the flower.', 'bad');
  if (reply.map !== undefined) next(reply);
} }, 'Go');
const undo = el('button', { onclick: () => { moves.pop(); show(); } }, 'Undo');
const clear = el('button', { onclick: () => { moves = []; show(); } }, 'Clear');

const add = (move) => { moves.push(move); show(); };
const show = () => {
  shown.textContent = moves.map((move) => ARROWS[move]).join('') || 'No moves yet.';
  for (const button of [go, undo, clear]) button.disabled = !moves.length;
};
const next = (reply) => {
  moves = [];
  shownMap = reply.map;
  show();
  load(map, `map-${reply.map}.png`);
  number.textContent = reply.maps > 1 ? `Map ${reply.map + 1} of ${reply.maps}` : '';
  note(reply.map ? 'The ladybird is at the flower. Here is the next map.' : '', 'good');
};

main.append(el('div', { class: 'card planner' }, map, el('div', { class: 'stack' },
  number,
  el('div', { class: 'pad' }, ...Object.entries(ARROWS).map(([move, arrow]) => el('button', {
    class: `emoji ${move}`, 'aria-label': move, 'data-id': move, onclick: () => add(move) }, arrow))),
  el('div', { class: 'row' }, go, undo, clear), shown)));
on(window, 'keydown', (event) => {
  const move = event.key.replace('Arrow', '').toLowerCase();
  if (event.key.startsWith('Arrow') && move in ARROWS) { event.preventDefault(); add(move); }
});
next(view);
