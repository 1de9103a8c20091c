import { view, main, send, el, on } from '/kit/kit.js';

const held = new Set();
const shown = el('p', { class: 'soft', id: 'held' });
main.append(el('div', { class: 'card centre' },
  el('p', { id: 'keys' }, ...view.keys.flatMap((key, n) => [n ? ' + ' : '', el('kbd', {}, key)])), shown));

const show = () => { shown.textContent = held.size ? `Pressed: ${[...held].join(' + ')}` : 'No key is pressed.'; };

on(window, 'keydown', (event) => {
  if (event.repeat) return;
  if (event.ctrlKey || event.altKey) event.preventDefault();
  held.add(event.key.length === 1 ? event.key.toUpperCase() : event.key);
  show();
  send('pressed');
});
on(window, 'keyup', (event) => { held.delete(event.key.length === 1 ? event.key.toUpperCase() : event.key); show(); });
addEventListener('blur', () => { held.clear(); show(); });
show();
