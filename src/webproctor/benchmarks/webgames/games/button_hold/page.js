import { view, main, send, el, on, clock } from '/kit/kit.js';

let since = null;
let stop = () => {};
const readout = el('output', { id: 'readout' }, '0.0 s');
const button = el('button', { class: 'round first', 'data-id': 'hold' }, `Hold for ${view.seconds.toFixed(1)} s`);
main.append(el('div', { class: 'card centre' }, button, readout));

const release = () => {
  stop();
  since = null;
  readout.textContent = '0.0 s';
};

const press = (event) => {
  if (since !== null || event.repeat) return;
  since = clock.now();
  const tick = clock.every(100, () => { readout.textContent = `${((clock.now() - since) / 1000).toFixed(1)} s`; });
  const done = clock.after(view.seconds * 1000, () => { stop(); send('held'); });
  stop = () => { tick(); done(); };
};

on(button, 'pointerdown', (event) => { button.setPointerCapture(event.pointerId); press(event); });
for (const kind of ['pointerup', 'pointercancel', 'blur']) on(button, kind, release);
on(button, 'keydown', (event) => { if (event.key === ' ' || event.key === 'Enter') press(event); });
on(button, 'keyup', release);
