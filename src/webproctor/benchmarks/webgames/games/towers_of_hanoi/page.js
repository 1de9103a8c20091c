import { view, main, send, showStatus, el } from '/kit/kit.js';

const NAMES = ['Left peg', 'Middle peg', 'Right peg'];
let state = view;
let selected = null;  // The index of the peg whose top disk is moved next.

const board = el('div', { class: 'pegs' });
const moveCount = el('p', { class: 'muted', id: 'moves' });
const restart = el('button', { onclick: () => inTurn(startAgain) }, 'Start again');
main.append(el('div', { class: 'card centre' }, board, el('div', { class: 'row' }, moveCount, restart)));

const startAgain = async () => {
  selected = null;
  show(await send('restart'));
  showStatus('');
};
const press = async (peg) => {
  if (selected === null) {
    if (state.pegs[peg].length) selected = peg;
    return show(state);
  }
  const start = selected;
  selected = null;
  if (start === peg) return show(state);
  const reply = await send('move', { start, end: peg });
  showStatus('');
  if (reply.illegal) showStatus('A larger disk cannot be placed on a smaller one.', 'bad');
  if (reply.minimum_moves) showStatus(`You used ${reply.moves} moves, but ${reply.minimum_moves} are enough. Start again.`, 'bad');
  show(reply.pegs ? reply : state);
};
// A fast player presses the next peg before the reply: every press waits for those before.
let lastPress = Promise.resolve();
const inTurn = (work) => { lastPress = lastPress.catch(() => {}).then(work); };

const disk = (size) => el('span', { class: 'disk', style: { width: `${30 + 26 * size}px` } }, String(size));

const show = (newState) => {
  state = newState;
  moveCount.textContent = `Moves: ${state.moves}`;
  board.replaceChildren(...state.pegs.map((disks, peg) => el('button', {
    class: `peg${selected === peg ? ' selected' : ''}${view.goal === peg ? ' goal' : ''}`,
    'data-id': `peg${peg}`,
    'aria-pressed': String(selected === peg),
    onclick: () => inTurn(() => press(peg)),
  }, el('span', { class: 'disks' }, [...disks].reverse().map(disk)),
  el('span', { class: 'name' }, view.goal === peg ? '🏁 Goal' : NAMES[peg]))));
};

show(view);
