import { view, main, send, showStatus, el, on, drag } from '/kit/kit.js';

// The point of the map in the centre of the view; while the map is dragged, where the drag started.
let position = view.position, dragStart = null;

const labels = [];
for (let x = 0; x <= view.side; x += 200) {
  for (let y = 0; y <= view.side; y += 200) {
    labels.push(el('span', { class: 'label', style: { left: `${x}px`, top: `${y}px` } }, `${x}, ${y}`));
  }
}
const map = el('div', {
  class: 'map', style: { width: `${view.side}px`, height: `${view.side}px` },
}, labels);
const area = el('div', { class: 'area', 'data-id': 'map' }, map,
  el('div', { class: 'scanner', style: { width: `${2 * view.radius}px`, height: `${2 * view.radius}px` } }));
const hint = el('p', { class: 'hint', role: 'status' }, view.hint);
main.append(area, hint);

const draw = () => {
  map.style.transform = `translate(${innerWidth / 2 - position[0]}px, ${innerHeight / 2 - position[1]}px)`;
};
const moveTo = ({ clientX, clientY }) => {
  const { start, x, y } = dragStart;
  position = [start[0] - clientX + x, start[1] - clientY + y]
    .map((value) => Math.min(Math.max(value, 0), view.side));
  draw();
};

// The server scans at every recorded move. While it answers, further moves wait for the next message.
let scanning = false, moved = false, found = false;
const scan = async () => {
  moved = true;
  if (scanning) return;
  scanning = true;
  while (moved && !found) {
    moved = false;
    const reply = await send('scan');
    if (reply.refused) break;
    if (!dragStart && !moved && reply.position) position = reply.position;
    if (reply.treasure) showTreasure(reply.treasure);
    draw();
  }
  scanning = false;
};
const showTreasure = ([x, y]) => {
  found = true;
  hint.textContent = 'You have found the treasure.';
  showStatus('');
  map.append(el('span', { class: 'treasure', style: { left: `${x}px`, top: `${y}px` } }, '💎'));
};

drag(area, {
  start: ({ clientX, clientY }) => { dragStart = { start: position, x: clientX, y: clientY }; },
  move: (event) => { moveTo(event); scan(); },
  end: async (event) => {
    moveTo(event);
    dragStart = null;
    await scan();
  },
});

on(window, 'resize', draw);
draw();
