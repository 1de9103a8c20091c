// A chart drawn by the server as an image, with a label for the column that the mouse or the arrow keys
// point at. `layout` is the view from materials/chart.py; `readValues(column, left)` resolves to the lines
// of the label. `show(file)` shows an image of the chart.
import { el, on, loadImage } from '/kit/kit.js';

export const chart = (layout, name, readValues) => {
  const { width, height, left, floor, columns } = layout;
  const columnWidth = (width - left) / columns;
  const image = el('img', {
    id: 'chart', 'data-id': 'chart', tabIndex: 0, width, height, draggable: false,
    alt: `${name} Point at it, or press the arrow keys, to read values.`,
  });
  const highlight = el('div', {
    class: 'column', hidden: true, style: { width: `${columnWidth}px`, height: `${floor - 10}px` },
  });
  const tip = el('div', { id: 'tip', role: 'status', hidden: true });
  let current = -1, lastRequest = 0;

  const select = async (column) => {
    if (column === current || column < 0 || column >= columns) return;
    current = column;
    const centre = left + columnWidth * (column + 0.5);
    highlight.hidden = false;
    highlight.style.left = `${centre - columnWidth / 2}px`;
    const request = ++lastRequest;
    const lines = await readValues(column, image.getBoundingClientRect().left);
    if (request !== lastRequest || !lines) return;
    tip.replaceChildren(...lines.map((line) => el('div', {}, line)));
    tip.hidden = false;
    tip.style.left = `${Math.min(Math.max(centre, 70), width - 70)}px`;
  };
  on(image, 'pointermove', (event) => {
    select(Math.floor((event.clientX - image.getBoundingClientRect().left - left) / columnWidth));
  });
  on(image, 'keydown', (event) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    select(current + direction);
  });
  const show = (file) => {
    current = -1;
    lastRequest += 1;
    tip.hidden = true;
    highlight.hidden = true;
    loadImage(image, file);
  };
  return { node: el('div', { class: 'chart' }, image, highlight, tip), show };
};
