import { view, viewing, mirrorState, main, send, el, on, eventPosition, canvas, clock, runSteps } from '/kit/kit.js';

const MAX_PULL = 24;  // The spring's maximum length, in pixels.
const { Engine, Bodies, Body, Composite, Constraint, Query } = globalThis.Matter;
const [width, height, floor] = view.size;
const { line, seconds, side, friction, bounce, density, stiffness } = view.level;
const { node, context } = canvas(width, height, { class: 'board', 'data-id': 'board', role: 'img', 'aria-label': 'Canvas with blocks and a line' });
const progress = el('span', { role: 'status' });
main.append(el('div', { class: 'centre' }, node, el('p', { class: 'progress' }, progress)));

const engine = Engine.create();
const wall = { isStatic: true, friction };
const blocks = view.blocks.map(([x, y]) => Bodies.rectangle(x, y, side, side, {
  friction, frictionStatic: 1, restitution: bounce, density: density / 100, chamfer: { radius: side * 0.06 }, slop: 0.02,
}));
Composite.add(engine.world, [
  ...blocks,
  Bodies.rectangle(width / 2, floor + 60, width + 200, 120, wall),
  Bodies.rectangle(width / 2, -60, width + 200, 120, wall),
  Bodies.rectangle(-60, height / 2, 120, height, wall),
  Bodies.rectangle(width + 60, height / 2, 120, height, wall),
]);

// A spring from the mouse to the point where a block was grabbed.
let spring = null, mouse = null;
// The block that was held last since the last sample; -1 for none.
let heldBlock = -1;
const drop = () => {
  if (spring) Composite.remove(engine.world, spring);
  spring = null;
};
on(node, 'pointerdown', (event) => {
  const position = eventPosition(event, node);
  const [block] = Query.point(blocks, position);
  if (!block || event.button !== 0) return;
  // A second pointer takes over; also if the first one was released where the page could not see it.
  drop();
  node.setPointerCapture(event.pointerId);
  mouse = position;
  const grabPoint = { x: mouse.x - block.position.x, y: mouse.y - block.position.y };
  spring = Constraint.create({ pointA: mouse, bodyB: block, pointB: grabPoint, stiffness, angularStiffness: 1, length: 0.01 });
  Composite.add(engine.world, spring);
  heldBlock = blocks.indexOf(block);
});
on(node, 'pointermove', (event) => { mouse = eventPosition(event, node); });
for (const type of ['pointerup', 'pointercancel']) on(node, type, drop);

// The spring's force is limited, so that a block cannot be pulled through walls and other blocks.
const pull = () => {
  if (!spring) return;
  const grabbed = Constraint.pointBWorld(spring);
  const x = mouse.x - grabbed.x, y = mouse.y - grabbed.y;
  const share = Math.min(1, MAX_PULL / Math.hypot(x, y));
  spring.pointA = { x: grabbed.x + x * share, y: grabbed.y + y * share };
};

// Advance by 1/240 second: short steps keep a high tower stable. No block exceeds the top speed that the
// play checks, however fast it is pulled or pushed.
const maxMove = view.max_move / view.steps_per_sample / 4;
const advance = () => {
  const before = blocks.map(({ position }) => ({ ...position }));
  pull();
  Engine.update(engine, 1000 / 240);
  blocks.forEach((block, n) => {
    const x = block.position.x - before[n].x, y = block.position.y - before[n].y;
    const share = maxMove / Math.hypot(x, y);
    if (share >= 1) return;
    Body.setPosition(block, { x: before[n].x + x * share, y: before[n].y + y * share });
    // Per 1/60 second.
    Body.setVelocity(block, { x: 4 * x * share, y: 4 * y * share });
  });
};

let samples = [], held = [];
const began = clock.now();
const reportSamples = async () => {
  const box = node.getBoundingClientRect();
  const reply = send('report', { samples, held, began, left: box.left + node.clientLeft, top: box.top + node.clientTop });
  [samples, held] = [[], []];
  if ((await reply).won) stop();
};
const publish = mirrorState(
  () => [blocks.map(({ position: { x, y }, angle }) => [x, y, angle]), progress.textContent],
  ([poses, text]) => {
    poses.forEach(([x, y, angle], n) => {
      Body.setPosition(blocks[n], { x, y });
      Body.setAngle(blocks[n], angle);
    });
    draw();
    progress.textContent = text;
  },
);
const stop = viewing ? () => {} : runSteps(60, (step) => {
  for (let n = 0; n < 4; n++) advance();
  if ((step + 1) % view.steps_per_sample) return;
  samples.push(blocks.map(({ position: { x, y }, angle }) => [x, y, Math.cos(angle), Math.sin(angle)]));
  held.push(heldBlock);
  if (!spring) heldBlock = -1;
  if (samples.length === 5) reportSamples();
}, draw);

function draw() {
  context.fillStyle = '#eef1f6';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#c3cad6';
  context.fillRect(0, floor, width, height - floor);
  blocks.forEach(({ vertices }, n) => {
    context.fillStyle = `rgb(${view.colours[n]})`;
    context.beginPath();
    for (const { x, y } of vertices) context.lineTo(x, y);
    context.fill();
  });
  context.fillStyle = '#c2261c';
  context.fillRect(0, line - 1, width, 2);
  const lowestPoints = blocks.filter((block) => block !== spring?.bodyB).map(({ bounds }) => bounds.max.y);
  const below = Math.min(...lowestPoints) - line;
  progress.textContent = below < 0 ? `Above the line: keep it there for ${seconds} s.` : `The highest block is ${Math.ceil(below)} pixels too low.`;
  publish();
}
draw();
