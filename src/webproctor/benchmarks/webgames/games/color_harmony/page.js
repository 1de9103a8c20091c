import { view, main, send, el, canvas, loadImage } from '/kit/kit.js';
import { roundLine, showRound, showFeedback } from '/kit/rounds.js';

const { node, context } = canvas(120, 120, { role: 'img', 'aria-label': 'Your colour' });
const target = el('img', { alt: 'The target colour', width: 120, height: 120, id: 'target' });

const sliders = ['Red', 'Green', 'Blue'].map((name, n) => el('input', {
  type: 'range', id: name, min: '0', max: '255', 'data-id': `channel${n}`, disabled: n === 2 && !view.blue_adjustable,
  oninput: () => showMixedColour(),
}));
const mixedColour = () => sliders.map((slider) => Number(slider.value));
const showMixedColour = () => {
  context.fillStyle = `rgb(${mixedColour().join(' ')})`;
  context.fillRect(0, 0, 120, 120);
};

const check = async () => {
  const reply = await send('check', { number, mixed: mixedColour() });
  if (reply.round === undefined) return;
  showFeedback(reply, 'That is not close enough to the target colour.');
  showTarget(reply);
};
let number = view.number;
const showTarget = (reply) => {
  number = reply.number;
  sliders.forEach((slider, n) => { slider.value = String(reply.initial[n]); });
  showMixedColour();
  showRound(reply);
  loadImage(target, `target-${reply.number}.png`);
};

main.append(el('div', { class: 'card centre' }, roundLine,
  el('div', { class: 'swatches' },
    el('figure', {}, node, el('figcaption', {}, 'Yours')),
    el('figure', {}, target, el('figcaption', {}, 'Target'))),
  ...sliders.map((slider) => el('div', { class: 'channel' }, el('label', { for: slider.id }, slider.id), slider)),
  el('button', { class: 'primary', id: 'check', onclick: check }, 'Check')));
showTarget(view);
