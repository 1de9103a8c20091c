import { view, viewing, mirrored, main, send, note, el, canvas, clock, steps } from '/kit/kit.js';
import { tracked } from '/kit/moves.js';

const WIDTH = 800, HEIGHT = 500, TOP = 465, THICK = 14, STEEP = 0.866, UPRIGHT = 0.12;
const { level } = view;
const [wide, tall] = level.brick;
const COLOURS = ['#e05a4f', '#e08a3c', '#d9b43a', '#5fae57', '#3f9db5', '#5a78d6', '#9a63c9'];
const { node, pen } = canvas(WIDTH, HEIGHT, { class: 'board', role: 'img', 'aria-label': 'Bricks, ball and paddle, only drawn' });
const score = el('span', { role: 'status' });
const start = el('button', { class: 'first', 'data-id': 'start', onclick: begin }, 'Start');
main.append(el('div', { class: 'centre' }, node, el('div', { class: 'row bar' }, start, score)));

const mouse = tracked(node);
let ball, paddle, bricks, left, step, began, over = true;

const reset = (launch) => {
  ball = { x: WIDTH / 2, y: TOP - level.radius - 1, right: launch[0], down: launch[1] };
  paddle = WIDTH / 2;
  bricks = [...view.bricks];
  left = bricks.length;
  step = 0;
};

async function begin() {
  if (viewing) return;
  start.disabled = true;
  publish();
  const { launch } = await send('start');
  if (!launch) return;
  reset(launch);
  over = false;
  began = clock.now();
  mouse.restart(began);
  note('');
  const stop = steps(60, () => {
    move();
    if (!over) return;
    stop();
    if (left) {
      start.disabled = false;
      start.textContent = 'Begin again';
      note('The ball is lost.', 'bad');
    } else {
      const box = node.getBoundingClientRect();
      send('cleared', { steps: step, moves: mouse.moves, began, left: box.left + node.clientLeft, top: box.top + node.clientTop });
    }
    draw();
  }, draw);
}

// The same arithmetic as in field.py, which simulates the whole game again.
const move = () => {
  const before = paddle, { x, y } = ball, r = level.radius, half = level.paddle / 2;
  const moved = mouse.reach(step);
  if (moved) paddle = Math.min(Math.max(moved.x, half), WIDTH - half);
  ball.x += ball.right;
  ball.y += ball.down;
  if (ball.x < r) [ball.x, ball.right] = [r, Math.abs(ball.right)];
  if (ball.x > WIDTH - r) [ball.x, ball.right] = [WIDTH - r, -Math.abs(ball.right)];
  if (ball.y < r) [ball.y, ball.down] = [r, Math.abs(ball.down)];
  hitPaddle(paddle - before);
  hitBrick(x, y);
  step += 1;
  over = ball.y + r > HEIGHT || left === 0;
};

const hitPaddle = (pushed) => {
  const foot = ball.y + level.radius, half = level.paddle / 2, away = ball.x - paddle;
  if (ball.down <= 0 || foot < TOP || foot > TOP + THICK || away < -half || away > half) return;
  let speed = Math.sqrt(ball.right * ball.right + ball.down * ball.down);
  const slant = away / half * STEEP;
  ball.right = speed * slant + level.share * pushed / 16;
  ball.down = -speed * Math.sqrt(1 - slant * slant);
  if (-ball.down < level.least * speed) ball.down = -level.least * speed;
  if (-UPRIGHT * speed < ball.right && ball.right < UPRIGHT * speed) ball.right = ball.right >= 0 ? UPRIGHT * speed : -UPRIGHT * speed;
  speed = Math.sqrt(ball.right * ball.right + ball.down * ball.down);
  if (speed > level.cap) {
    ball.right *= level.cap / speed;
    ball.down *= level.cap / speed;
  }
};

const hitBrick = (x, y) => {
  const n = bricks.findIndex((one) => one && one[0] < ball.x && ball.x < one[0] + wide && one[1] < ball.y && ball.y < one[1] + tall);
  if (n < 0) return;
  const [edge] = bricks[n];
  bricks[n] = null;
  left -= 1;
  if (edge < x && x < edge + wide) ball.down = -ball.down;
  else ball.right = -ball.right;
};

const draw = () => {
  pen.fillStyle = '#10182b';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  bricks.forEach((one, n) => {
    if (!one) return;
    pen.fillStyle = COLOURS[Math.floor(n / level.columns)];
    pen.fillRect(one[0], one[1], wide, tall);
  });
  pen.fillStyle = '#a9c4ff';
  pen.fillRect(paddle - level.paddle / 2, TOP, level.paddle, THICK);
  pen.fillStyle = '#ffffff';
  pen.beginPath();
  pen.arc(ball.x, ball.y, level.radius, 0, 7);
  pen.fill();
  score.textContent = `${bricks.length - left} of ${bricks.length} bricks broken`;
  publish();
};
const publish = mirrored(
  () => [ball.x, ball.y, paddle, bricks.map(Boolean), start.disabled, start.textContent],
  ([x, y, middle, there, disabled, text]) => {
    Object.assign(ball, { x, y });
    paddle = middle;
    bricks = view.bricks.map((one, n) => (there[n] ? one : null));
    left = there.filter(Boolean).length;
    Object.assign(start, { disabled, textContent: text });
    draw();
  },
);

reset([0, 0]);
draw();
