import { view, main, send, showStatus, el, on, loadImage } from '/kit/kit.js';

const ARROWS = { up: '⬆️', left: '⬅️', down: '⬇️', right: '➡️' };
let moves = [], mapIndex = 0;

const map = el('img', { class: 'map', alt: 'A map with walls, a ladybird and a flower' });
const mapNumber = el('p', { class: 'muted' });
const moveList = el('p', { class: 'emoji moves', 'aria-live': 'polite' });
const go = el('button', { class: 'primary', id: 'go', onclick: async () => {
  const reply = await send('submit', { moves, map: mapIndex });
  if (reply.wrong) showStatus('That is not correct. The path does not end at the flower.', 'bad');
  if (reply.map !== undefined) showMap(reply);
} }, 'Go');
const undo = el('button', { onclick: () => { moves.pop(); showMoves(); } }, 'Undo');
const clear = el('button', { onclick: () => { moves = []; showMoves(); } }, 'Clear');

const add = (move) => { moves.push(move); showMoves(); };
const showMoves = () => {
  moveList.textContent = moves.map((move) => ARROWS[move]).join('') || 'No moves yet.';
  for (const button of [go, undo, clear]) button.disabled = !moves.length;
};
const showMap = (reply) => {
  moves = [];
  mapIndex = reply.map;
  showMoves();
  loadImage(map, `map-${reply.map}.png`);
  mapNumber.textContent = reply.maps > 1 ? `Map ${reply.map + 1} of ${reply.maps}` : '';
  showStatus(reply.map ? 'Correct. Here is the next map.' : '', 'good');
};

main.append(el('div', { class: 'card planner' }, map, el('div', { class: 'stack' },
  mapNumber,
  el('div', { class: 'arrows' }, ...Object.entries(ARROWS).map(([move, arrow]) => el('button', {
    class: `emoji ${move}`, 'aria-label': move, 'data-id': move, onclick: () => add(move) }, arrow))),
  el('div', { class: 'row' }, go, undo, clear), moveList)));
on(window, 'keydown', (event) => {
  const move = event.key.replace('Arrow', '').toLowerCase();
  if (event.key.startsWith('Arrow') && move in ARROWS) { event.preventDefault(); add(move); }
});
showMap(view);
