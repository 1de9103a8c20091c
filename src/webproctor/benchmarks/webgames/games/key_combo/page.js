import { view, main, send, el, on } from '/kit/kit.js';

const pressed = new Set();
const status = el('p', { class: 'muted', id: 'pressed' });
main.append(el('div', { class: 'card centre' },
  el('p', { id: 'keys' }, ...view.keys.flatMap((key, n) => [n ? ' + ' : '', el('kbd', {}, key)])), status));

const show = () => { status.textContent = pressed.size ? `Pressed: ${[...pressed].join(' + ')}` : 'No key is pressed.'; };
const nameOf = ({ key }) => (key.length === 1 ? key.toUpperCase() : key);

on(window, 'keydown', (event) => {
  if (event.repeat) return;
  if (event.ctrlKey || event.altKey) event.preventDefault();
  pressed.add(nameOf(event));
  show();
  send('pressed');
});
on(window, 'keyup', (event) => { pressed.delete(nameOf(event)); show(); });
addEventListener('blur', () => { pressed.clear(); show(); });
show();
