import { view, main, send, el, canvas, load } from '/kit/kit.js';
import { roundLine, showRound, noteAnswer } from '/kit/rounds.js';

const { node, pen } = canvas(120, 120, { role: 'img', 'aria-label': 'Your colour' });
const target = el('img', { alt: 'The target colour', width: 120, height: 120, id: 'target' });

const sliders = ['Red', 'Green', 'Blue'].map((name, n) => el('input', {
  type: 'range', id: name, min: '0', max: '255', 'data-id': `channel${n}`, disabled: n === 2 && !view.blue,
  oninput: () => paint(),
}));
const mixed = () => sliders.map((one) => Number(one.value));
const paint = () => {
  pen.fillStyle = `rgb(${mixed().join(' ')})`;
  pen.fillRect(0, 0, 120, 120);
};

const check = async () => {
  const reply = await send('check', { number, mixed: mixed() });
  if (reply.round === undefined) return;
  noteAnswer(reply, 'That is not near enough to the target colour.');
  next(reply);
};
let number = view.number;
const next = (reply) => {
  number = reply.number;
  sliders.forEach((one, n) => { one.value = String(reply.start[n]); });
  paint();
  showRound(reply);
  load(target, `target-${reply.number}.png`);
};

main.append(el('div', { class: 'card centre' }, roundLine,
  el('div', { class: 'swatches' },
    el('figure', {}, node, el('figcaption', {}, 'Yours')),
    el('figure', {}, target, el('figcaption', {}, 'Target'))),
  ...sliders.map((one) => el('div', { class: 'channel' }, el('label', { for: one.id }, one.id), one)),
  el('button', { class: 'first', id: 'check', onclick: check }, 'Check')));
next(view);
