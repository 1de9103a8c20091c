import { view, main, send, el, on, clock } from '/kit/kit.js';

let pressedAt = null;
let stopTimers = () => {};
const readout = el('output', { id: 'readout' }, '0.0 s');
const button = el('button', { class: 'round primary', 'data-id': 'hold' }, `Hold for ${view.seconds.toFixed(1)} s`);
main.append(el('div', { class: 'card centre' }, button, readout));

const release = () => {
  stopTimers();
  pressedAt = null;
  readout.textContent = '0.0 s';
};

const press = (event) => {
  if (pressedAt !== null || event.repeat) return;
  pressedAt = clock.now();
  const stopReadout = clock.every(100, () => { readout.textContent = `${((clock.now() - pressedAt) / 1000).toFixed(1)} s`; });
  const stopTimeout = clock.after(view.seconds * 1000, () => { stopTimers(); send('held'); });
  stopTimers = () => { stopReadout(); stopTimeout(); };
};

on(button, 'pointerdown', (event) => { button.setPointerCapture(event.pointerId); press(event); });
for (const type of ['pointerup', 'pointercancel', 'blur']) on(button, type, release);
on(button, 'keydown', (event) => { if (event.key === ' ' || event.key === 'Enter') press(event); });
on(button, 'keyup', release);
