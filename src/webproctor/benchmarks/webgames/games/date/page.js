import { view, main, send, showStatus, el } from '/kit/kit.js';

const date = view.days_ago ? `the date ${view.days_ago} days before today` : "today's date";
const field = el('input', {
  id: 'date', type: 'text', autocomplete: 'off', placeholder: view.example ? '1993-04-30' : '',
});

const check = async (event) => {
  event.preventDefault();
  const reply = await send('check', { text: field.value });
  showStatus(reply.wrong ? 'That is not correct. Enter the date as YYYY-MM-DD.' : '', 'bad');
};

const hint = async () => showStatus((await send('hint')).text);

main.append(el('form', { class: 'card stack', onsubmit: check },
  el('label', { for: 'date' }, `In UTC, what is ${date}?`),
  field,
  el('div', { class: 'row' },
    el('button', { class: 'primary' }, 'Check'),
    view.hint ? el('button', { type: 'button', id: 'hint', onclick: hint }, 'Hint') : null)));
field.focus();
