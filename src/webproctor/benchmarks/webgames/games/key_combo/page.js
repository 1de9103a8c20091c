import { view, main, send, el, on } from '/kit/kit.js';

// The names of the keys that are down, by physical key: releasing Shift changes the name of a key.
const pressed = new Map();
const status = el('p', { class: 'muted', id: 'pressed' });
main.append(el('div', { class: 'card centre' },
  el('p', { id: 'keys' }, ...view.keys.flatMap((key, n) => [n ? ' + ' : '', el('kbd', {}, key)])), status));

const show = () => { status.textContent = pressed.size ? `Pressed: ${[...pressed.values()].join(' + ')}` : 'No key is pressed.'; };
// With Alt held, some systems produce another character. With Shift held, Linux calls the key Alt "Meta".
const nameOf = ({ key, code, altKey }) => {
  if (key === 'Meta' && code.startsWith('Alt')) return 'Alt';
  if (altKey && /^Key[A-Z]$/.test(code)) return code[3];
  return key.length === 1 ? key.toUpperCase() : key;
};
const idOf = (event) => event.code || nameOf(event);

on(window, 'keydown', (event) => {
  if (event.repeat) return;
  if (event.ctrlKey || event.altKey) event.preventDefault();
  pressed.set(idOf(event), nameOf(event));
  show();
  send('pressed', { keys: [...pressed.values()] });
});
on(window, 'keyup', (event) => { pressed.delete(idOf(event)); show(); });
addEventListener('blur', () => { pressed.clear(); show(); });
show();
