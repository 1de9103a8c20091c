import { view, viewing, mirrorState, main, send, el, clock, runSteps } from '/kit/kit.js';
import { trackMouse } from '/kit/moves.js';

const MARGIN = 20, FLEE_DISTANCE = 100, ACCELERATION = 0.5, DAMPING = 0.95;
const [width, height] = view.size;
const [penX, penY, penSide] = view.pen;
const px = (value) => `${value}px`;
const sheep = view.sheep.map(([x, y]) => ({ x, y, speedX: 0, speedY: 0, node: el('span', { class: 'sheep emoji' }, '🐑') }));
const field = el('div', { class: 'field', 'data-id': 'field', style: { width: px(width), height: px(height) } },
  el('div', { class: 'pen', style: { left: px(penX), top: px(penY), width: px(penSide), height: px(penSide) } }, 'pen'),
  sheep.map(({ node }) => node));
const count = el('p', { class: 'count', role: 'status' });
main.append(field, count);

const mouse = trackMouse(field);
let step = 0, cursor = null;
const began = clock.now();
mouse.restart(began);

const reflect = (position, speed, size) => {
  if (position < MARGIN) return [MARGIN, -speed * 0.5];
  if (position > size - MARGIN) return [size - MARGIN, -speed * 0.5];
  return [position, speed];
};
const isInPen = ({ x, y }) => penX < x && x < penX + penSide && penY < y && y < penY + penSide;

const draw = () => {
  for (const { node, x, y } of sheep) node.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  count.textContent = `${sheep.filter(isInPen).length} of ${sheep.length} in the pen`;
  publish();
};
const publish = mirrorState(
  () => sheep.map(({ x, y }) => [x, y]),
  (positions) => {
    positions.forEach(([x, y], n) => Object.assign(sheep[n], { x, y }));
    draw();
  },
);

// The same arithmetic as in game.py, which simulates the game to check the result.
const move = () => {
  const moved = mouse.newPosition(step);
  if (moved) cursor = moved.x >= 0 && moved.x <= width && moved.y >= 0 && moved.y <= height ? moved : null;
  for (const animal of sheep) {
    if (cursor) {
      let dx = animal.x - cursor.x, dy = animal.y - cursor.y, distance = Math.sqrt(dx * dx + dy * dy);
      if (distance < 0.001) [dx, dy, distance] = [1, 0, 1];
      if (distance < FLEE_DISTANCE) {
        const push = (1 - distance / FLEE_DISTANCE) * ACCELERATION / distance;
        animal.speedX += dx * push;
        animal.speedY += dy * push;
      }
    }
    animal.speedX *= DAMPING;
    animal.speedY *= DAMPING;
    [animal.x, animal.speedX] = reflect(animal.x + animal.speedX, animal.speedX, width);
    [animal.y, animal.speedY] = reflect(animal.y + animal.speedY, animal.speedY, height);
  }
  step += 1;
  if (sheep.every(isInPen)) finish();
};

const finish = () => {
  stop();
  draw();
  send('finished', { steps: step, moves: mouse.moves, began });
};
const stop = viewing ? () => {} : runSteps(60, move, draw);
draw();
