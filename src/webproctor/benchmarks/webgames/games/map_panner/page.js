import { view, main, send, note, el, on, drag } from '/kit/kit.js';

let at = view.at, from = null;

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

const place = () => {
  map.style.transform = `translate(${innerWidth / 2 - at[0]}px, ${innerHeight / 2 - at[1]}px)`;
};
const follow = (event) => {
  at = [from.at[0] - event.clientX + from.x, from.at[1] - event.clientY + from.y]
    .map((one) => Math.min(Math.max(one, 0), view.side));
  place();
};

// The server scans at every recorded move. While it answers, further moves wait for the next report.
let asking = false, moved = false, found = false;
const scan = async () => {
  moved = true;
  if (asking) return;
  asking = true;
  while (moved && !found) {
    moved = false;
    const reply = await send('scan');
    if (reply.refused) break;
    if (!from && !moved && reply.at) at = reply.at;
    if (reply.treasure) show(reply.treasure);
    place();
  }
  asking = false;
};
const show = ([x, y]) => {
  found = true;
  hint.textContent = 'Here is the treasure!';
  note('');
  map.append(el('span', { class: 'treasure', style: { left: `${x}px`, top: `${y}px` } }, '💎'));
};

drag(area, {
  start: (event) => { from = { at, x: event.clientX, y: event.clientY }; },
  move: (event) => { follow(event); scan(); },
  end: async (event) => {
    follow(event);
    from = null;
    await scan();
  },
});

on(window, 'resize', place);
place();
