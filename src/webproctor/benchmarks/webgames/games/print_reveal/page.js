import { main, send, sendSync, note, el } from '/kit/kit.js';

const field = el('input', { id: 'code', class: 'mono', autocomplete: 'off' });
const sheet = el('section', { class: 'sheet' });

const check = async (event) => {
  event.preventDefault();
  note((await send('check', { code: field.value })).wrong ?? '', 'bad');
};

addEventListener('beforeprint', () => {
  const { code } = sendSync('printing');
  sheet.replaceChildren(el('h2', {}, 'For the printed page'), el('p', {}, 'The code is ', el('b', { class: 'mono' }, code)));
});
addEventListener('afterprint', () => sheet.replaceChildren());

main.append(
  el('form', { class: 'card stack screen', onsubmit: check },
    el('p', {}, 'There is more on this page than a screen can show.'),
    el('button', { type: 'button', id: 'print', onclick: () => print() }, 'Print'),
    el('label', { for: 'code' }, 'Code on the print'), field,
    el('button', { class: 'first' }, 'Check')),
  sheet);
