import { view, main, send, el } from '/kit/kit.js';
import { chart } from '/kit/chart.js';
import { roundLine, showRound, noteAnswer } from '/kit/rounds.js';

const ask = async (slot, left) => (await send('point', { slot, left })).tip;
const { node, show } = chart(view, 'Line chart of a share price over one day.', ask);

const price = el('input', { id: 'price', type: 'number', step: '0.01' });
const time = el('select', { id: 'time' }, view.labels.map((label) => el('option', {}, label)));
const check = async (event) => {
  event.preventDefault();
  const reply = await send('check', { number, price: Number(price.value), time: time.value });
  if (reply.round === undefined) return;
  noteAnswer(reply, 'That is not the highest price with its time.');
  next(reply);
};
let number = view.number;
const next = (reply) => {
  number = reply.number;
  price.value = '';
  showRound(reply);
  show(`chart-${reply.number}.png`);
};

main.append(el('div', { class: 'card' }, roundLine, node,
  el('form', { class: 'row answer', onsubmit: check },
    el('label', { for: 'price' }, 'Highest price in $'), price,
    el('label', { for: 'time' }, 'Time'), time, el('button', { class: 'first' }, 'Check'))));
next(view);
