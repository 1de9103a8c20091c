import { view, main, send, note, el, on, clock } from '/kit/kit.js';

const { side, lanes } = view;
const HOPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const cells = Array.from({ length: side * side }, (_, i) => {
  const row = Math.floor(i / side);
  const kind = row === 0 ? 'meadow' : lanes.some((lane) => lane.row === row) ? 'road' : 'grass';
  return el('span', { class: `cell ${kind}`, 'data-id': `cell-${row}-${i % side}` });
});
const began = clock.now();
let frog = view.frog, beat = 0, hopped = -1, hops = 0, over = false;

const cars = (now) => lanes.flatMap(({ row, way, cars: columns }) =>
  columns.map((column) => [row, ((column + way * now) % side + side) % side, way]));
const hit = (now) => cars(now).some(([row, column]) => row === frog[0] && column === frog[1]);

const draw = () => {
  for (const cell of cells) cell.replaceChildren();
  const put = (row, column, sign, kind) => cells[row * side + column].append(el('span', { class: kind }, sign));
  for (const [row, column, way] of cars(beat)) put(row, column, '🚗', way > 0 ? 'car right' : 'car');
  put(...frog, over ? '💥' : '🐸', 'frog');
};
const end = () => {
  over = true;
  stop();
  draw();
  note('The frog was run over. Reload the page to begin again.', 'bad');
};

// Advance the cars to a beat; on a busy page several beats may pass at once.
const drive = (until) => {
  while (!over && beat < until) {
    beat += 1;
    over = hit(beat);
  }
  if (over) end();
};
const beatAt = (time) => Math.floor((time - began) / view.beat + 1e-6);
const stop = clock.frame(() => {
  const now = beatAt(clock.now());
  if (now === beat) return;
  drive(now);
  draw();
});

// A hop belongs to the beat in which its key was pressed, even if the page handles it later.
on(window, 'keydown', async (event) => {
  const hop = HOPS[event.key];
  if (!hop) return;
  event.preventDefault();
  const now = beatAt(clock.of(event));
  drive(now);
  const [row, column] = [frog[0] + hop[0], frog[1] + hop[1]];
  if (over || now < hopped || now === hopped && !view.free || Math.min(row, column) < 0 || Math.max(row, column) >= side) return;
  frog = [row, column];
  hopped = now;
  const mine = hops += 1;
  for (let one = now; one <= beat; one++) over ||= hit(one);
  if (over) end();
  else draw();
  const reply = await send('hop', { began });
  if (reply.won) {
    over = true;
    stop();
    note('Over the road!', 'good');
  } else if (reply.crashed && !over) end();
  else if (reply.frog && mine === hops) {
    frog = reply.frog;
    draw();
  }
});

draw();
main.append(el('div', { class: 'card centre' },
  el('div', { class: 'field emoji', role: 'img', 'aria-label': 'The road: frog, cars and the goal at the top', style: { gridTemplateColumns: `repeat(${side}, 46px)` } }, cells)));
