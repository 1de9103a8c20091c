import { view, main, send, note, el } from '/kit/kit.js';

const area = el('textarea', { id: 'copy', rows: 19, spellcheck: false, autocomplete: 'off' });

const check = async (event) => {
  event.preventDefault();
  const { wrong, line } = await send('check', { text: area.value });
  if (wrong) note(line ? `Not the same yet: look at line ${line}.` : 'Not the same.', 'bad');
};

main.append(el('form', { class: 'mirror', onsubmit: check },
  el('div', { class: 'card' }, el('h2', {}, 'The text'), el('pre', { id: 'text' }, view.text)),
  el('div', { class: 'card stack' }, el('label', { for: 'copy' }, 'Your copy'), area,
    el('button', { class: 'first' }, 'Check'))));
