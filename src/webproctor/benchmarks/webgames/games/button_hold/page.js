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
// The release of another key, which was pressed before, does not end the press.
const isPressKey = ({ key }) => key === ' ' || key === 'Enter';
on(button, 'keydown', (event) => { if (isPressKey(event)) press(event); });
on(button, 'keyup', (event) => { if (isPressKey(event)) release(); });
