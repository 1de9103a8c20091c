import { view, viewing, mirrored, main, send, el, on, at, canvas, clock, steps } from '/kit/kit.js';

const { Engine, Bodies, Body, Composite, Constraint, Query } = globalThis.Matter;
const [width, height, floor] = view.size;
const { line, seconds, side, friction, bounce, density, stiffness } = view.level;
const { node, pen } = canvas(width, height, { class: 'board', 'data-id': 'board', role: 'img', 'aria-label': 'Blocks and a line, only drawn' });
const state = el('span', { role: 'status' });
main.append(el('div', { class: 'centre' }, node, el('p', { class: 'state' }, state)));

const engine = Engine.create();
const fixed = { isStatic: true, friction };
const blocks = view.blocks.map(([x, y]) => Bodies.rectangle(x, y, side, side, {
  friction, frictionStatic: 1, restitution: bounce, density: density / 100, chamfer: { radius: side * 0.06 }, slop: 0.02,
}));
Composite.add(engine.world, [
  ...blocks,
  Bodies.rectangle(width / 2, floor + 60, width + 200, 120, fixed),
  Bodies.rectangle(width / 2, -60, width + 200, 120, fixed),
  Bodies.rectangle(-60, height / 2, 120, height, fixed),
  Bodies.rectangle(width + 60, height / 2, 120, height, fixed),
]);

// A spring from the mouse to the point where a block was grabbed.
let hand = null;
on(node, 'pointerdown', (event) => {
  const place = at(event, node);
  const [body] = Query.point(blocks, place);
  if (!body || event.button !== 0) return;
  node.setPointerCapture(event.pointerId);
  const away = { x: place.x - body.position.x, y: place.y - body.position.y };
  hand = Constraint.create({ pointA: place, bodyB: body, pointB: away, stiffness, angularStiffness: 1, length: 0.01 });
  Composite.add(engine.world, hand);
});
on(node, 'pointermove', (event) => { if (hand) hand.pointA = at(event, node); });
const drop = () => {
  if (hand) Composite.remove(engine.world, hand);
  hand = null;
};
for (const kind of ['pointerup', 'pointercancel']) on(node, kind, drop);

let samples = [], held = [];
const began = clock.now();
const tell = async () => {
  const box = node.getBoundingClientRect();
  const reply = send('trail', { samples, held, began, left: box.left + node.clientLeft, top: box.top + node.clientTop });
  [samples, held] = [[], []];
  if ((await reply).won) stop();
};
const publish = mirrored(
  () => [blocks.map(({ position: { x, y }, angle }) => [x, y, angle]), state.textContent],
  ([poses, text]) => {
    poses.forEach(([x, y, angle], n) => {
      Body.setPosition(blocks[n], { x, y });
      Body.setAngle(blocks[n], angle);
    });
    draw();
    state.textContent = text;
  },
);
const stop = viewing ? () => {} : steps(60, (step) => {
  // Short steps keep a high tower stable.
  for (let n = 0; n < 4; n++) Engine.update(engine, 1000 / 240);
  if ((step + 1) % view.steps) return;
  samples.push(blocks.map(({ position: { x, y }, angle }) => [x, y, Math.cos(angle), Math.sin(angle)]));
  held.push(hand ? blocks.indexOf(hand.bodyB) : -1);
  if (samples.length === 5) tell();
}, draw);

function draw() {
  pen.fillStyle = '#eef1f6';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#c3cad6';
  pen.fillRect(0, floor, width, height - floor);
  blocks.forEach(({ vertices }, n) => {
    pen.fillStyle = `rgb(${view.colours[n]})`;
    pen.beginPath();
    for (const { x, y } of vertices) pen.lineTo(x, y);
    pen.fill();
  });
  pen.fillStyle = '#c2261c';
  pen.fillRect(0, line - 1, width, 2);
  const top = Math.min(...blocks.filter((one) => one !== hand?.bodyB).map(({ bounds }) => bounds.max.y));
  state.textContent = top < line ? `Above the line: keep it there for ${seconds} s.` : `The highest block has ${Math.ceil(top - line)} pixels to go.`;
  publish();
}
draw();
