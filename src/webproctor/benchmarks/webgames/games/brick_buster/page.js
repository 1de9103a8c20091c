import { view, viewing, mirrorState, main, send, showStatus, el, canvas, clock, runSteps } from '/kit/kit.js';
import { trackMouse } from '/kit/moves.js';

const WIDTH = 800, HEIGHT = 500, PADDLE_TOP = 465, PADDLE_HEIGHT = 14, MAX_SLANT = 0.866, MIN_SLANT = 0.12;
const { level } = view;
const [brickWidth, brickHeight] = level.brick_size;
const COLOURS = ['#e05a4f', '#e08a3c', '#d9b43a', '#5fae57', '#3f9db5', '#5a78d6', '#9a63c9'];
const { node, context } = canvas(WIDTH, HEIGHT, { class: 'board', role: 'img', 'aria-label': 'Canvas with bricks, a ball and a paddle' });
const progress = el('span', { role: 'status' });
const start = el('button', { class: 'primary', 'data-id': 'start', onclick: begin }, 'Start');
main.append(el('div', { class: 'centre' }, node, el('div', { class: 'row bar' }, start, progress)));

const mouse = trackMouse(node);
// As in field.py: positions in pixels, velocities in pixels per step.
let ball, paddle, bricks, remaining, step, began, over = true;

const reset = (launch) => {
  ball = { x: WIDTH / 2, y: PADDLE_TOP - level.radius - 1, vx: launch[0], vy: launch[1] };
  paddle = WIDTH / 2;
  bricks = [...view.bricks];
  remaining = bricks.length;
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
  showStatus('');
  const stop = runSteps(60, () => {
    simulateStep();
    if (!over) return;
    stop();
    if (remaining) {
      start.disabled = false;
      start.textContent = 'Start again';
      showStatus('The ball is lost.', 'bad');
    } else {
      send('cleared', { steps: step, moves: mouse.moves, began });
    }
    draw();
  }, draw);
}

// The same arithmetic as in field.py, which repeats the simulation of the whole game.
const simulateStep = () => {
  const paddleBefore = paddle, xBefore = ball.x, r = level.radius, half = level.paddle_width / 2;
  const newPosition = mouse.newPosition(step);
  if (newPosition) paddle = Math.min(Math.max(newPosition.x, half), WIDTH - half);
  ball.x += ball.vx;
  ball.y += ball.vy;
  if (ball.x < r) [ball.x, ball.vx] = [r, Math.abs(ball.vx)];
  if (ball.x > WIDTH - r) [ball.x, ball.vx] = [WIDTH - r, -Math.abs(ball.vx)];
  if (ball.y < r) [ball.y, ball.vy] = [r, Math.abs(ball.vy)];
  bounceOffPaddle(paddle - paddleBefore);
  breakBrick(xBefore);
  step += 1;
  over = ball.y + r > HEIGHT || remaining === 0;
};

const bounceOffPaddle = (paddleDx) => {
  const bottom = ball.y + level.radius, half = level.paddle_width / 2, offset = ball.x - paddle;
  if (ball.vy <= 0 || bottom < PADDLE_TOP || bottom > PADDLE_TOP + PADDLE_HEIGHT || offset < -half || offset > half) return;
  let speed = Math.sqrt(ball.vx * ball.vx + ball.vy * ball.vy);
  const slant = offset / half * MAX_SLANT;
  ball.vx = speed * slant + level.paddle_influence * paddleDx / 16;
  ball.vy = -speed * Math.sqrt(1 - slant * slant);
  if (-ball.vy < level.min_upward * speed) ball.vy = -level.min_upward * speed;
  if (-MIN_SLANT * speed < ball.vx && ball.vx < MIN_SLANT * speed) ball.vx = ball.vx >= 0 ? MIN_SLANT * speed : -MIN_SLANT * speed;
  speed = Math.sqrt(ball.vx * ball.vx + ball.vy * ball.vy);
  if (speed > level.max_speed) {
    ball.vx *= level.max_speed / speed;
    ball.vy *= level.max_speed / speed;
  }
};

const breakBrick = (xBefore) => {
  const contains = ([left, top]) => left < ball.x && ball.x < left + brickWidth && top < ball.y && ball.y < top + brickHeight;
  const n = bricks.findIndex((corner) => corner && contains(corner));
  if (n < 0) return;
  const [left] = bricks[n];
  bricks[n] = null;
  remaining -= 1;
  if (left < xBefore && xBefore < left + brickWidth) ball.vy = -ball.vy;
  else ball.vx = -ball.vx;
};

const draw = () => {
  context.fillStyle = '#10182b';
  context.fillRect(0, 0, WIDTH, HEIGHT);
  bricks.forEach((corner, n) => {
    if (!corner) return;
    context.fillStyle = COLOURS[Math.floor(n / level.columns)];
    context.fillRect(...corner, brickWidth, brickHeight);
  });
  context.fillStyle = '#a9c4ff';
  context.fillRect(paddle - level.paddle_width / 2, PADDLE_TOP, level.paddle_width, PADDLE_HEIGHT);
  context.fillStyle = '#ffffff';
  context.beginPath();
  context.arc(ball.x, ball.y, level.radius, 0, 7);
  context.fill();
  progress.textContent = `${bricks.length - remaining} of ${bricks.length} bricks broken`;
  publish();
};
const publish = mirrorState(
  () => [ball.x, ball.y, paddle, bricks.map(Boolean), start.disabled, start.textContent],
  ([x, y, paddleCentre, unbroken, disabled, text]) => {
    Object.assign(ball, { x, y });
    paddle = paddleCentre;
    bricks = view.bricks.map((corner, n) => (unbroken[n] ? corner : null));
    remaining = unbroken.filter(Boolean).length;
    Object.assign(start, { disabled, textContent: text });
    draw();
  },
);

reset([0, 0]);
draw();
