import { view, main, send, note, el, on, at, clock } from '/kit/kit.js';

const [LOW, HIGH] = [0.05, 0.95];
let motion = view;

const target = el('div', {
  class: 'target', 'data-id': 'target', style: { width: `${view.size}px`, height: `${view.size}px` },
});
const arena = el('div', { class: 'arena', style: { width: `${view.width}px`, height: `${view.height}px` } }, target);
const score = el('p', { class: 'soft' });
main.append(el('div', { class: 'card centre' }, arena, score));

const move = () => {
  const way = (motion.phase + motion.rate * (clock.now() / 1000 - motion.since)) % 2;
  const x = view.width * (LOW + (HIGH - LOW) * (way <= 1 ? way : 2 - way));
  target.style.transform = `translate(${x - view.size / 2}px, ${(view.height - view.size) / 2}px)`;
  score.textContent = `Hits: ${motion.done} of ${view.hits}`;
};

on(target, 'pointerdown', async (event) => {
  const { x, y } = at(event, arena);
  motion = await send('hit', { x, y });
  note(motion.missed ? 'Just missed.' : 'Hit!', motion.missed ? 'bad' : 'good');
  if (motion.done === view.hits) stop();
  move();
});

const stop = clock.frame(move);
move();
