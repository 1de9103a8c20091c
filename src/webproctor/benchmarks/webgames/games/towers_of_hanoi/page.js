import { view, main, send, note, el } from '/kit/kit.js';

const NAMES = ['Left peg', 'Middle peg', 'Right peg'];
let state = view;
let picked = null;

const board = el('div', { class: 'pegs' });
const moves = el('p', { class: 'soft', id: 'moves' });
const restart = el('button', { onclick: async () => { picked = null; show(await send('start')); note(''); } },
  'Start again');
main.append(el('div', { class: 'card centre' }, board, el('div', { class: 'row' }, moves, restart)));

const press = async (peg) => {
  if (picked === null) {
    if (state.pegs[peg].length) picked = peg;
    return show(state);
  }
  const start = picked;
  picked = null;
  if (start === peg) return show(state);
  const reply = await send('move', { start, end: peg });
  note('');
  if (reply.illegal) note('A larger disk cannot lie on a smaller one.', 'bad');
  if (reply.long) note(`Done in ${reply.moves} moves, but ${reply.long} would do. Start again.`, 'bad');
  show(reply);
};

const disk = (size) => el('span', { class: 'disk', style: { width: `${30 + 26 * size}px` } }, String(size));

const show = (next) => {
  state = next;
  moves.textContent = `Moves: ${state.moves}`;
  board.replaceChildren(...state.pegs.map((disks, peg) => el('button', {
    class: `peg${picked === peg ? ' picked' : ''}${view.goal === peg ? ' goal' : ''}`,
    'data-id': `peg${peg}`,
    'aria-pressed': String(picked === peg),
    onclick: () => press(peg),
  }, el('span', { class: 'disks' }, [...disks].reverse().map(disk)),
  el('span', { class: 'name' }, view.goal === peg ? '🏁 Goal' : NAMES[peg]))));
};

show(view);
