import { view, main, send, note, el, drag, at, load } from '/kit/kit.js';

const [width, height] = view.size;
const layer = (alt) => el('img', { width, height, alt, draggable: false });
const box = layer('An orange box and a blue disc, to be dragged by sight');
const disc = layer('');
const board = el('div', { class: 'board', 'data-id': 'board', style: { width: `${width + 2}px`, height: `${height + 2}px` } }, box, disc);
main.append(el('div', { class: 'card centre' }, board));
load(box, 'box.png');
load(disc, 'disc.png');

// The disc's offset from its initial position; the start and end point of the current drag.
let moved = [0, 0], held = null;

const draw = () => {
  const [x, y] = held?.grabbed ? [moved[0] + held.to.x - held.from.x, moved[1] + held.to.y - held.from.y] : moved;
  disc.style.transform = `translate(${x}px, ${y}px)`;
};
const tell = (kind) => {
  const { left, top } = board.getBoundingClientRect();
  return send(kind, { left: left + board.clientLeft, top: top + board.clientTop });
};

drag(board, {
  start: async (event) => {
    const here = held = { from: at(event, board), to: at(event, board), grabbed: false };
    const reply = await tell('grab');
    if (held !== here) return;
    here.grabbed = reply.grabbed;
    note(reply.grabbed ? '' : 'That is not on the disc.', 'bad');
    draw();
  },
  move: (event) => {
    if (!held) return;
    held.to = at(event, board);
    draw();
  },
  end: async () => {
    const reply = await tell('drop');
    held = null;
    if (!reply.moved) return draw();
    moved = reply.moved;
    if (reply.won) note('Caught!', 'good');
    else if (reply.grabbed) note('Not yet: the whole disc must be inside the box.', 'bad');
    draw();
  },
});
