import { view, main, send, showStatus, el, on, eventPosition, clock } from '/kit/kit.js';

// The target's centre moves between these shares of the arena's width, as in game.py.
const [LEFT_END, RIGHT_END] = [0.05, 0.95];
let motion = view;

const target = el('div', {
  class: 'target', 'data-id': 'target', style: { width: `${view.size}px`, height: `${view.size}px` },
});
const arena = el('div', { class: 'arena', style: { width: `${view.width}px`, height: `${view.height}px` } }, target);
const score = el('p', { class: 'muted' });
main.append(el('div', { class: 'card centre' }, arena, score));

const move = () => {
  const phase = (motion.phase + motion.rate * (clock.now() / 1000 - motion.last_hit)) % 2;
  const position = phase <= 1 ? phase : 2 - phase;
  const x = view.width * (LEFT_END + (RIGHT_END - LEFT_END) * position);
  target.style.transform = `translate(${x - view.size / 2}px, ${(view.height - view.size) / 2}px)`;
  score.textContent = `Hits: ${motion.done} of ${view.hits}`;
};

on(target, 'pointerdown', async (event) => {
  const { x, y } = eventPosition(event, arena);
  motion = await send('hit', { x, y });
  showStatus(motion.missed ? 'Missed.' : 'Hit!', motion.missed ? 'bad' : 'good');
  if (motion.done === view.hits) stop();
  move();
});

const stop = clock.frame(move);
move();
