// A chart image drawn by the server, with a label for the column that the mouse or the arrow keys point
// at. `frame` is the view from materials/chart.py; `ask(slot, left)` resolves to the lines of the label.
// `show(file)` shows an image of the chart.
import { el, on, load } from '/kit/kit.js';

export const chart = (frame, name, ask) => {
  const { width, height, left, floor, columns } = frame;
  const wide = (width - left) / columns;
  const image = el('img', {
    id: 'chart', 'data-id': 'chart', tabIndex: 0, width, height, draggable: false,
    alt: `${name} Point at it, or press the arrow keys, to read values.`,
  });
  const column = el('div', { class: 'column', hidden: true, style: { width: `${wide}px`, height: `${floor - 10}px` } });
  const tip = el('div', { id: 'tip', role: 'status', hidden: true });
  let slot = -1, asked = 0;

  const point = async (to) => {
    if (to === slot || to < 0 || to >= columns) return;
    slot = to;
    const middle = left + wide * (slot + 0.5);
    column.hidden = false;
    column.style.left = `${middle - wide / 2}px`;
    const turn = ++asked;
    const reply = await ask(slot, image.getBoundingClientRect().left);
    if (turn !== asked || !reply) return;
    tip.replaceChildren(...reply.map((line) => el('div', {}, line)));
    tip.hidden = false;
    tip.style.left = `${Math.min(Math.max(middle, 70), width - 70)}px`;
  };
  on(image, 'pointermove', (event) => {
    point(Math.floor((event.clientX - image.getBoundingClientRect().left - left) / wide));
  });
  on(image, 'keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    point(slot + by);
  });
  const show = (file) => {
    slot = -1;
    asked += 1;
    tip.hidden = true;
    column.hidden = true;
    load(image, file);
  };
  return { node: el('div', { class: 'chart' }, image, column, tip), show };
};
