import { view, main, send, el } from '/kit/kit.js';
import { chart } from '/kit/chart.js';
import { roundLine, showRound, showFeedback } from '/kit/rounds.js';

const readValues = async (column, left) => (await send('point', { column, left })).tip;
const { node, show: showImage } = chart(view, 'Line chart of a share price over one day.', readValues);

const price = el('input', { id: 'price', type: 'number', step: '0.01' });
const time = el('select', { id: 'time' }, view.labels.map((label) => el('option', {}, label)));
const check = async (event) => {
  event.preventDefault();
  const reply = await send('check', { number, price: Number(price.value), time: time.value });
  if (reply.round === undefined) return;
  showFeedback(reply, 'That is not the highest price and its time.');
  showChart(reply);
};
let number = view.number;
const showChart = (reply) => {
  number = reply.number;
  price.value = '';
  showRound(reply);
  showImage(`chart-${reply.number}.png`);
};

main.append(el('div', { class: 'card' }, roundLine, node,
  el('form', { class: 'row answer', onsubmit: check },
    el('label', { for: 'price' }, 'Highest price in $'), price,
    el('label', { for: 'time' }, 'Time'), time, el('button', { class: 'primary' }, 'Check'))));
showChart(view);
