import { view, main, say, note, el, on, clock } from '/kit/kit.js';

const { side, lanes } = view;
const HOPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const cells = Array.from({ length: side * side }, (_, i) => {
  const row = Math.floor(i / side);
  const kind = row === 0 ? 'meadow' : lanes.some((lane) => lane.row === row) ? 'road' : 'grass';
  return el('span', { class: `cell ${kind}`, 'data-id': `cell-${row}-${i % side}` });
});
let frog = view.frog, beat = 0, hopped = -1, over = false;

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

const stop = clock.every(view.beat, () => {
  beat += 1;
  if (hit(beat)) end();
  else draw();
});

on(window, 'keydown', async (event) => {
  const hop = HOPS[event.key];
  if (!hop) return;
  event.preventDefault();
  const [row, column] = [frog[0] + hop[0], frog[1] + hop[1]];
  if (over || hopped === beat || Math.min(row, column) < 0 || Math.max(row, column) >= side) return;
  frog = [row, column];
  hopped = beat;
  const crashed = hit(beat);
  if (crashed) end();
  else draw();
  const reply = await say('hop', { key: event.key, beat });
  if (reply.over && !over) end();
  if (!reply.won) return;
  over = true;
  stop();
  note('Over the road!', 'good');
});

draw();
main.append(el('div', { class: 'card centre' },
  el('div', { class: 'field emoji', role: 'img', 'aria-label': 'The road: frog, cars and the goal at the top', style: { gridTemplateColumns: `repeat(${side}, 46px)` } }, cells)));
