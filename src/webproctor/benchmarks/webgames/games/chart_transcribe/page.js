import { view, main, send, showStatus, el } from '/kit/kit.js';
import { chart } from '/kit/chart.js';

const readValues = async (column, left) => (await send('point', { column, left })).tip;
const { node, show } = chart(view, 'Bar chart of two series by hour.', readValues);
show('chart.png');

const text = el('textarea', { id: 'lines', rows: 8, cols: 22, spellcheck: false, placeholder: '00:00,12,34' });
const check = async (event) => {
  event.preventDefault();
  if ((await send('check', { text: text.value })).wrong) showStatus('That is not correct.', 'bad');
};
const legendItem = (name, colour) => el('span', { class: 'row legend-item' }, el('i', { style: { background: colour } }), name);

main.append(el('div', { class: 'card columns' },
  el('div', {}, node, el('div', { class: 'row legend' }, Object.entries(view.colours).map(([name, colour]) => legendItem(name, colour)))),
  el('form', { class: 'stack', onsubmit: check }, el('label', { for: 'lines' }, 'The chart as text'), text,
    el('button', { class: 'primary' }, 'Check'))));
