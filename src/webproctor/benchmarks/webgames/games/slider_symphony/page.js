import { view, main, send, el, loadImage } from '/kit/kit.js';
import { roundLine, showRound, showFeedback } from '/kit/rounds.js';

// The top of a box for a value; higher values are farther up.
const top = (value) => `${10 + 2.4 * (100 - value)}px`;

const outlines = el('img', { id: 'outlines', alt: 'A lane for each slider, with a dashed outline in it' });
const board = el('div', { class: 'board' }, outlines);
const boxes = Array.from({ length: view.sliders }, (_, n) => el('div', { class: 'box', style: { left: `${76 * n + 6}px` } }));
board.append(...boxes);
const sliders = boxes.map((box, n) => el('input', {
  type: 'range', min: '0', max: '100', 'data-id': `slider${n}`,
  'aria-label': `Slider ${n + 1}`, 'aria-orientation': 'vertical',
  oninput: (event) => { box.style.top = top(Number(event.target.value)); },
}));

const check = async (event) => {
  if (event.detail > 1) return; // A double click checks one round, not two.
  const reply = await send('check', { number, values: sliders.map((slider) => Number(slider.value)) });
  if (reply.round === undefined) return;
  showFeedback(reply, 'Not every box was on its outline.');
  startRound(reply);
};
let number = view.number;  // The index of the current round.
const startRound = (round) => {
  number = round.number;
  sliders.forEach((slider, n) => {
    slider.value = String(view.start);
    boxes[n].style.top = top(view.start);
  });
  showRound(round);
  loadImage(outlines, `board-${number}.png`);
};

main.append(el('div', { class: 'card centre' }, roundLine,
  el('div', { class: 'row symphony' }, el('div', { class: 'sliders' }, ...sliders), board),
  el('button', { class: 'primary', id: 'check', onclick: check }, 'Check')));
startRound(view);
