import { view, main, send, note, el, clock } from '/kit/kit.js';

let end = 0, stage = 0;
let stop = () => {};
const button = el('button', { class: 'first cube', 'data-id': 'button', onclick: () => press() });
const left = el('p', { class: 'soft', id: 'left' });
main.append(el('div', { class: 'card centre' }, el('div', { class: 'field' }, button), left));

const count = () => { left.textContent = `${Math.max(0, Math.ceil((end - clock.now()) / 1000))} s left`; };

const show = (next) => {
  stage = next.stage;
  button.textContent = String(next.stage + 1);
  Object.assign(button.style, { left: `${next.x}px`, top: `${next.y}px` });
  if (next.stage) return;
  stop();
  left.textContent = `${view.seconds} s from the first press`;
  if (next.late) note("Time's up. Press the first button to try again.", 'bad');
};

const press = async () => {
  const now = clock.now();
  const pressed = stage;
  const next = await send('press', { stage: pressed });
  if (next.won) { stop(); button.remove(); return; }
  if (next.stage === undefined) return;
  if (pressed === 0 && next.stage === 1) {
    stop();
    note('');
    end = now + view.seconds * 1000;
    const late = clock.after(view.seconds * 1000, async () => show(await send('late')));
    const tick = clock.every(200, count);
    stop = () => { late(); tick(); };
    count();
  }
  show(next);
};

show(view);
