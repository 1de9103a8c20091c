// A chart on a canvas, with a label where the mouse or the arrow keys point. `frame` is what
// materials/chart.py gives; `paint(pen)` draws the data; `ask(slot, left)` resolves to the lines of
// the label.
import { el, on, canvas } from '/kit/kit.js';

export const chart = (frame, name, paint, ask) => {
  const { width, height, floor, slots, labels, marks } = frame;
  const { node, pen } = canvas(width, height, {
    'data-id': 'chart', tabIndex: 0, role: 'img', 'aria-label': `${name} Point at it, or press the arrow keys, to read values.`,
  });
  const tip = el('div', { id: 'tip', role: 'status', hidden: true });
  let slot = -1, asked = 0;

  const draw = () => {
    pen.clearRect(0, 0, width, height);
    pen.font = '13px "Webproctor Sans"';
    pen.fillStyle = '#59637a';
    pen.lineWidth = 1;
    pen.textAlign = 'right';
    for (const [y, text] of marks) {
      pen.strokeStyle = '#e3e7ee';
      pen.beginPath();
      pen.moveTo(52, y + 0.5);
      pen.lineTo(width, y + 0.5);
      pen.stroke();
      pen.fillText(text, 46, y + 4);
    }
    pen.textAlign = 'center';
    const every = Math.ceil(labels.length * 46 / (width - 56));
    labels.forEach((label, n) => { if (n % every === 0) pen.fillText(label, slots[n], floor + 20); });
    if (slot >= 0) {
      pen.fillStyle = '#eef2fd';
      const wide = slots[1] - slots[0];
      pen.fillRect(slots[slot] - wide / 2, 10, wide, floor - 10);
    }
    paint(pen);
  };

  const point = async (to) => {
    if (to === slot || to < 0 || to >= slots.length) return;
    slot = to;
    draw();
    const turn = ++asked;
    const reply = await ask(slot, node.getBoundingClientRect().left);
    if (turn !== asked || !reply) return;
    tip.replaceChildren(...reply.map((line) => el('div', {}, line)));
    tip.hidden = false;
    tip.style.left = `${Math.min(Math.max(slots[to], 70), width - 70)}px`;
  };
  on(node, 'pointermove', (event) => {
    const x = event.clientX - node.getBoundingClientRect().left;
    const wide = slots[1] - slots[0];
    point(Math.floor((x - slots[0]) / wide + 0.5));
  });
  on(node, 'keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    point(slot + by);
  });
  document.fonts.load('13px "Webproctor Sans"').then(draw);
  draw();
  return el('div', { class: 'chart' }, node, tip);
};
