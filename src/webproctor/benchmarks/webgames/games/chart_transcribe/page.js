import { view, main, send, note, el } from '/kit/kit.js';
import { chart } from '/kit/chart.js';

const ask = async (slot, left) => (await send('point', { slot, left })).tip;
const { node, show } = chart(view, 'Bar chart of two series by hour.', ask);
show('chart.png');

const text = el('textarea', { id: 'lines', rows: 8, cols: 22, spellcheck: false, placeholder: '00:00,12,34' });
const check = async (event) => {
  event.preventDefault();
  if ((await send('check', { text: text.value })).wrong) note('That is not what the chart says.', 'bad');
};
const sample = (name, colour) => el('span', { class: 'row sample' }, el('i', { style: { background: colour } }), name);

main.append(el('div', { class: 'card sheet' },
  el('div', {}, node, el('div', { class: 'row legend' }, Object.entries(view.colours).map(([name, colour]) => sample(name, colour)))),
  el('form', { class: 'stack', onsubmit: check }, el('label', { for: 'lines' }, 'The chart as text'), text,
    el('button', { class: 'first' }, 'Check'))));
