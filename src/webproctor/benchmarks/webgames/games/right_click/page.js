import { view, main, say, note, el, on } from '/kit/kit.js';

const menu = async (event) => {
  event.preventDefault();
  if ((await say('menu')).missed) note('Not here.', 'bad');
};

// The context-menu key works as well as the mouse, for what can have the focus.
const spot = (tag, text, more) => {
  const node = el(tag, { 'data-id': 'spot', tabIndex: 0, ...more }, text);
  on(node, 'contextmenu', (event) => { event.stopPropagation(); menu(event); });
  return node;
};

if (view.tiles === 1) {
  main.append(spot('div', 'Right-click here', { class: view.small ? 'card target' : 'card target big' }));
} else {
  const tiles = Array.from({ length: view.tiles }, (_, n) => {
    const tile = el('div', { class: 'card tile' }, `Tile ${n + 1}`,
      n === view.tile ? spot('div', '', { class: `spot ${view.corner}`, title: 'Right-click me', 'aria-label': 'Blue spot', role: 'button' }) : null);
    on(tile, 'contextmenu', menu);
    return tile;
  });
  main.append(el('div', { class: 'tiles' }, ...tiles));
}
