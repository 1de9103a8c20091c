import { view, main, send, showStatus, el, on, clock } from '/kit/kit.js';

let deadline = 0, stage = 0;
let stopTimers = () => {};
const button = el('button', { class: 'primary cube', 'data-id': 'button', onclick: () => press() });
// A key that is held down is one press.
on(button, 'keydown', (event) => { if (event.repeat) event.preventDefault(); });
const timeLeft = el('p', { class: 'muted', id: 'time-left' });
main.append(el('div', { class: 'card centre' }, el('div', { class: 'field' }, button), timeLeft));

const showTimeLeft = () => { timeLeft.textContent = `${Math.max(0, Math.ceil((deadline - clock.now()) / 1000))} s left`; };

// Show the button of a stage, from 0; a reply with `late` restarts after the time limit.
const show = (reply) => {
  stage = reply.stage;
  button.textContent = String(reply.stage + 1);
  Object.assign(button.style, { left: `${reply.x}px`, top: `${reply.y}px` });
  if (reply.stage) return;
  stopTimers();
  timeLeft.textContent = `${view.seconds} s from the first press`;
  if (reply.late) showStatus('Time is up. Press the first button to try again.', 'bad');
};

const press = async () => {
  const now = clock.now();
  const pressedStage = stage;
  const reply = await send('press', { stage: pressedStage });
  if (reply.won) { stopTimers(); button.remove(); return; }
  if (reply.stage === undefined) return;
  if (pressedStage === 0 && reply.stage === 1) {
    stopTimers();
    showStatus('');
    deadline = now + view.seconds * 1000;
    const stopTimeout = clock.after(view.seconds * 1000, async () => show(await send('late')));
    const stopCountdown = clock.every(200, showTimeLeft);
    stopTimers = () => { stopTimeout(); stopCountdown(); };
    showTimeLeft();
  }
  show(reply);
};

show(view);
