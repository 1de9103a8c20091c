import { view, main, say, note, el } from '/kit/kit.js';
import { chart } from '/kit/chart.js';

let line = view.line;

const paint = (pen) => {
  pen.strokeStyle = '#2f55d4';
  pen.fillStyle = '#2f55d4';
  pen.lineWidth = 2;
  pen.beginPath();
  line.forEach((y, n) => pen.lineTo(view.slots[n], y));
  pen.stroke();
  if (!view.dots) return;
  line.forEach((y, n) => {
    pen.beginPath();
    pen.arc(view.slots[n], y, 4, 0, 7);
    pen.fill();
  });
};
const ask = async (slot, left) => (await say('point', { slot, left })).tip;
const node = chart(view, 'Line chart of a share price over one day.', paint, ask);

const price = el('input', { id: 'price', type: 'number', step: '0.01' });
const time = el('select', { id: 'time' }, view.labels.map((label) => el('option', {}, label)));
const check = async (event) => {
  event.preventDefault();
  const reply = await say('check', { price: Number(price.value), time: time.value });
  if (!reply.wrong) return;
  note(reply.line ? 'Wrong too often: the chart shows new prices.' : 'That is not the highest price with its time.', 'bad');
  if (reply.line) line = reply.line;
};

main.append(el('div', { class: 'card' }, node,
  el('form', { class: 'row answer', onsubmit: check },
    el('label', { for: 'price' }, 'Highest price in $'), price,
    el('label', { for: 'time' }, 'Time'), time, el('button', { class: 'first' }, 'Check'))));
