import { view, main, say, el } from '/kit/kit.js';

// A box's top for a value: more is higher up.
const top = (value) => `${10 + 2.4 * (100 - value)}px`;

const board = el('div', { class: 'board' });
const sliders = view.targets.map((target, n) => {
  const box = el('div', { class: 'box', style: { top: top(view.start) } });
  board.append(el('div', { class: 'lane' },
    el('div', { class: 'outline', style: { top: top(target) } }), box));
  return el('input', {
    type: 'range', min: '0', max: '100', value: String(view.start), 'data-id': `slider${n}`,
    'aria-label': `Slider ${n + 1}`, 'aria-orientation': 'vertical',
    oninput: (event) => {
      const value = Number(event.target.value);
      box.style.top = top(value);
      say('slide', { slider: n, value });
    },
  });
});
main.append(el('div', { class: 'card row symphony' }, el('div', { class: 'sliders' }, ...sliders), board));
