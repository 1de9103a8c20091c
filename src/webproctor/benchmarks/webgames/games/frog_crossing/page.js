import { view, main, send, showStatus, el, on, clock } from '/kit/kit.js';

const { side, lanes } = view;
const HOPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const cells = Array.from({ length: side * side }, (_, i) => {
  const row = Math.floor(i / side);
  const kind = row === 0 ? 'meadow' : lanes.some((lane) => lane.row === row) ? 'road' : 'grass';
  return el('span', { class: `cell ${kind}`, 'data-id': `cell-${row}-${i % side}` });
});
const began = clock.now();
let frog = view.frog, beat = 0, lastHop = -1, hops = 0, over = false;

// Row, column and direction of every car at a beat.
const carsAt = (n) => lanes.flatMap(({ row, direction, cars }) =>
  cars.map((column) => [row, ((column + direction * n) % side + side) % side, direction]));
const isHit = (n) => carsAt(n).some(([row, column]) => row === frog[0] && column === frog[1]);

const draw = () => {
  for (const cell of cells) cell.replaceChildren();
  const add = (row, column, emoji, kind) => cells[row * side + column].append(el('span', { class: kind }, emoji));
  for (const [row, column, direction] of carsAt(beat)) add(row, column, '🚗', direction > 0 ? 'car right' : 'car');
  add(...frog, over ? '💥' : '🐸', 'frog');
};
const end = () => {
  over = true;
  stop();
  draw();
  showStatus('The frog was run over. Reload the page to start again.', 'bad');
};

// Advance the cars to a beat; on a busy page several beats may pass at once.
const advance = (until) => {
  while (!over && beat < until) {
    beat += 1;
    over = isHit(beat);
  }
  if (over) end();
};
const beatAt = (time) => Math.floor((time - began) / view.beat + 1e-6);
const stop = clock.frame(() => {
  const now = beatAt(clock.now());
  if (now === beat) return;
  advance(now);
  draw();
});

// A hop belongs to the beat in which its key was pressed, even if the page handles it later.
on(window, 'keydown', async (event) => {
  const hop = HOPS[event.key];
  if (!hop) return;
  event.preventDefault();
  const now = beatAt(clock.timeOf(event));
  advance(now);
  const [row, column] = [frog[0] + hop[0], frog[1] + hop[1]];
  const tooEarly = now < lastHop || now === lastHop && !view.unlimited_hops;
  if (over || tooEarly || Math.min(row, column) < 0 || Math.max(row, column) >= side) return;
  frog = [row, column];
  lastHop = now;
  hops += 1;
  const hopNumber = hops;
  for (let n = now; n <= beat; n++) over ||= isHit(n);
  if (over) end();
  else draw();
  const reply = await send('hop', { began });
  if (reply.won) {
    over = true;
    stop();
    showStatus('The frog has crossed the road.', 'good');
  } else if (reply.crashed && !over) end();
  else if (reply.frog && hopNumber === hops) {
    frog = reply.frog;
    draw();
  }
});

draw();
main.append(el('div', { class: 'card centre' },
  el('div', { class: 'field emoji', role: 'img', 'aria-label': 'The road: frog, cars and the goal at the top', style: { gridTemplateColumns: `repeat(${side}, 46px)` } }, cells)));
