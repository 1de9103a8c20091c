import { view, main, say, note, el } from '/kit/kit.js';
import { chart } from '/kit/chart.js';

const COLOURS = ['#6b3fd4', '#16879c'];
const paint = (pen) => view.bars.forEach((group, n) => group.forEach((y, k) => {
  pen.fillStyle = COLOURS[k];
  pen.fillRect(view.slots[n] + (k ? 2 : -34), y, 32, view.floor - y);
}));
const ask = async (slot, left) => (await say('point', { slot, left })).tip;
const node = chart(view, 'Bar chart of two series by hour.', paint, ask);

const text = el('textarea', { id: 'lines', rows: 8, cols: 22, spellcheck: false, placeholder: '00:00,12,34' });
const check = async (event) => {
  event.preventDefault();
  if ((await say('check', { text: text.value })).wrong) note('That is not what the chart says.', 'bad');
};
const sample = (name, colour) => el('span', { class: 'row sample' }, el('i', { style: { background: colour } }), name);

main.append(el('div', { class: 'card sheet' },
  el('div', {}, node, el('div', { class: 'row legend' }, sample('primary', COLOURS[0]), sample('secondary', COLOURS[1]))),
  el('form', { class: 'stack', onsubmit: check }, el('label', { for: 'lines' }, 'The chart as text'), text,
    el('button', { class: 'first' }, 'Check'))));
