import { view, main, send, showStatus, el } from '/kit/kit.js';

const copy = el('textarea', { id: 'copy', rows: 19, spellcheck: false, autocomplete: 'off' });

const check = async (event) => {
  event.preventDefault();
  const { wrong, line } = await send('check', { text: copy.value });
  if (wrong) showStatus(line ? `The copy differs from the text in line ${line}.` : 'The copy differs from the text.', 'bad');
};

main.append(el('form', { class: 'mirror', onsubmit: check },
  el('div', { class: 'card' }, el('h2', {}, 'The text'), el('pre', { id: 'text' }, view.text)),
  el('div', { class: 'card stack' }, el('label', { for: 'copy' }, 'Your copy'), copy,
    el('button', { class: 'primary' }, 'Check'))));
