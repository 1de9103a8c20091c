import { view, main, say, note, el, canvas, drag, at } from '/kit/kit.js';

const [width, height] = view.size;
const { node, pen } = canvas(width, height, {
  class: 'board', 'data-id': 'board', role: 'img', 'aria-label': 'A blue disc and an orange box, only drawn: to be dragged by sight',
});
let disc = view.disc, start = disc, held = null;
main.append(el('div', { class: 'card centre' }, node));

const draw = () => {
  pen.clearRect(0, 0, width, height);
  pen.fillStyle = '#ffe3bd';
  pen.strokeStyle = '#d97a06';
  pen.lineWidth = 3;
  pen.fillRect(...view.box);
  pen.strokeRect(...view.box);
  pen.fillStyle = '#2f55d4';
  pen.beginPath();
  pen.arc(...disc, view.radius, 0, 2 * Math.PI);
  pen.fill();
};

const within = (value, low, high) => Math.min(Math.max(value, low), high);
const follow = (event) => {
  const { x, y } = at(event, node);
  disc = [
    within(held.x + x, view.radius, width - view.radius),
    within(held.y + y, view.radius, height - view.radius),
  ];
  draw();
};

drag(node, {
  start: (event) => {
    const { x, y } = at(event, node);
    if ((x - disc[0]) ** 2 + (y - disc[1]) ** 2 > view.radius ** 2) return false;
    start = disc;
    held = { x: disc[0] - x, y: disc[1] - y };
  },
  move: follow,
  end: async (event) => {
    follow(event);
    held = null;
    if (String(disc) === String(start)) return;
    const box = node.getBoundingClientRect();
    const reply = await say('drop', { left: box.left + node.clientLeft, top: box.top + node.clientTop });
    if (reply.disc && !held) disc = reply.disc;
    if (!reply.refused) note(reply.won ? 'Caught!' : 'Not yet: the whole disc must be inside the box.', reply.won ? 'good' : '');
    draw();
  },
});

draw();
