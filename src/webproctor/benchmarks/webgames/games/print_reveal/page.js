import { main, send, sendSync, showStatus, el } from '/kit/kit.js';

const field = el('input', { id: 'code', class: 'mono', autocomplete: 'off' });
const printout = el('section', { class: 'printout' });

const check = async (event) => {
  event.preventDefault();
  showStatus((await send('check', { code: field.value })).wrong ?? '', 'bad');
};

addEventListener('beforeprint', () => {
  const { code } = sendSync('printing');
  printout.replaceChildren(el('h2', {}, 'For the printed page'), el('p', {}, 'The code is ', el('b', { class: 'mono' }, code)));
});
addEventListener('afterprint', () => printout.replaceChildren());

main.append(
  el('form', { class: 'card stack screen', onsubmit: check },
    el('p', {}, 'There is more on this page than a screen can show.'),
    el('button', { type: 'button', id: 'print', onclick: () => print() }, 'Print'),
    el('label', { for: 'code' }, 'Code on the printed page'), field,
    el('button', { class: 'primary' }, 'Check')),
  printout);
