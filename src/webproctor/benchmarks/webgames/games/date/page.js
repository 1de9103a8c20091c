import { view, main, send, note, el } from '/kit/kit.js';

const asked = view.back ? `the date ${view.back} days before today` : "today's date";
const field = el('input', {
  id: 'date', type: 'text', autocomplete: 'off', placeholder: view.sample ? '1993-04-30' : '',
});

const check = async (event) => {
  event.preventDefault();
  const reply = await send('check', { text: field.value });
  note(reply.wrong ? 'That is not the date asked for. Write it as YYYY-MM-DD.' : '', 'bad');
};

const hint = async () => note((await send('hint')).text);

main.append(el('form', { class: 'card stack', onsubmit: check },
  el('label', { for: 'date' }, `In UTC, what is ${asked}?`),
  field,
  el('div', { class: 'row' },
    el('button', { class: 'first' }, 'Check'),
    view.hint ? el('button', { type: 'button', id: 'hint', onclick: hint }, 'Hint') : null)));
field.focus();
