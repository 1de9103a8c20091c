import { view, main, send, showStatus, el, drag, eventPosition, loadImage } from '/kit/kit.js';

const [width, height] = view.size;
const layer = (alt) => el('img', { width, height, alt, draggable: false });
const box = layer('An orange box and a blue disc');
const disc = layer('');
const board = el('div', { class: 'board', 'data-id': 'board', style: { width: `${width + 2}px`, height: `${height + 2}px` } }, box, disc);
main.append(el('div', { class: 'card centre' }, board));
loadImage(box, 'box.png');
loadImage(disc, 'disc.png');

// The disc's offset from its initial position; the start and end point of the current drag.
let offset = [0, 0], currentDrag = null;

const draw = () => {
  let [x, y] = offset;
  if (currentDrag?.grabbed) {
    x += currentDrag.end.x - currentDrag.start.x;
    y += currentDrag.end.y - currentDrag.start.y;
  }
  disc.style.transform = `translate(${x}px, ${y}px)`;
};
const sendInput = (kind) => {
  const { left, top } = board.getBoundingClientRect();
  return send(kind, { left: left + board.clientLeft, top: top + board.clientTop });
};

drag(board, {
  start: async (event) => {
    const start = eventPosition(event, board);
    const thisDrag = currentDrag = { start, end: start, grabbed: false };
    const reply = await sendInput('grab');
    if (currentDrag !== thisDrag) return;
    thisDrag.grabbed = reply.grabbed;
    showStatus(reply.grabbed ? '' : 'That is not on the disc.', 'bad');
    draw();
  },
  move: (event) => {
    if (!currentDrag) return;
    currentDrag.end = eventPosition(event, board);
    draw();
  },
  end: async () => {
    const reply = await sendInput('drop');
    currentDrag = null;
    if (!reply.offset) return draw();
    offset = reply.offset;
    if (reply.won) showStatus('Caught!', 'good');
    else if (reply.grabbed) showStatus('Not yet: the whole disc must be inside the box.', 'bad');
    draw();
  },
});
