import { view, main, say, note, el, on, drag } from '/kit/kit.js';

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

drag(area, {
  start: (event) => { from = { at, x: event.clientX, y: event.clientY }; },
  move: follow,
  end: async (event) => {
    follow(event);
    from = null;
    const reply = await say('scan');
    if (reply.refused) return;
    if (!from) at = reply.at;
    hint.textContent = reply.hint ?? 'Here is the treasure!';
    if (reply.treasure) {
      const [x, y] = reply.treasure;
      map.append(el('span', { class: 'treasure', style: { left: `${x}px`, top: `${y}px` } }, '💎'));
    } else note('Nothing here.');
    place();
  },
});

on(window, 'resize', place);
place();
