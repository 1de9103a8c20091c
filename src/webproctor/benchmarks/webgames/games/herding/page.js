import { view, viewing, mirrored, main, send, el, clock, steps } from '/kit/kit.js';
import { tracked } from '/kit/moves.js';

const MARGIN = 20, FEAR = 100, PUSH = 0.5, DRAG = 0.95;
const [width, height] = view.size;
const [penX, penY, penSide] = view.pen;
const px = (value) => `${value}px`;
const sheep = view.sheep.map(([x, y]) => ({ x, y, right: 0, down: 0, node: el('span', { class: 'sheep emoji' }, '🐑') }));
const field = el('div', { class: 'field', 'data-id': 'field', style: { width: px(width), height: px(height) } },
  el('div', { class: 'pen', style: { left: px(penX), top: px(penY), width: px(penSide), height: px(penSide) } }, 'pen'),
  sheep.map((one) => one.node));
const count = el('p', { class: 'count', role: 'status' });
main.append(field, count);

const mouse = tracked(field);
let step = 0, cursor = null;
const began = clock.now();
mouse.restart(began);

const kept = (at, speed, size) => {
  if (at < MARGIN) return [MARGIN, -speed * 0.5];
  if (at > size - MARGIN) return [size - MARGIN, -speed * 0.5];
  return [at, speed];
};
const isIn = (one) => penX < one.x && one.x < penX + penSide && penY < one.y && one.y < penY + penSide;

const draw = () => {
  for (const { node, x, y } of sheep) node.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  count.textContent = `${sheep.filter(isIn).length} of ${sheep.length} in the pen`;
  publish();
};
const publish = mirrored(
  () => sheep.map(({ x, y }) => [x, y]),
  (places) => {
    places.forEach(([x, y], n) => Object.assign(sheep[n], { x, y }));
    draw();
  },
);

// The same arithmetic as in game.py, which simulates the whole game again.
const move = () => {
  const moved = mouse.reach(step);
  if (moved) cursor = moved.x >= 0 && moved.x <= width && moved.y >= 0 && moved.y <= height ? moved : null;
  for (const one of sheep) {
    if (cursor) {
      let dx = one.x - cursor.x, dy = one.y - cursor.y, far = Math.sqrt(dx * dx + dy * dy);
      if (far < 0.001) [dx, dy, far] = [1, 0, 1];
      if (far < FEAR) {
        const push = (1 - far / FEAR) * PUSH / far;
        one.right += dx * push;
        one.down += dy * push;
      }
    }
    one.right *= DRAG;
    one.down *= DRAG;
    [one.x, one.right] = kept(one.x + one.right, one.right, width);
    [one.y, one.down] = kept(one.y + one.down, one.down, height);
  }
  step += 1;
  if (sheep.every(isIn)) home();
};

const home = () => {
  stop();
  draw();
  const box = field.getBoundingClientRect();
  send('home', { steps: step, moves: mouse.moves, began, left: box.left + field.clientLeft, top: box.top + field.clientTop });
};
const stop = viewing ? () => {} : steps(60, move, draw);
draw();
