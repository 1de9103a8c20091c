import { view, main, send, note, el, on, load } from '/kit/kit.js';

const menu = async (event) => {
  event.preventDefault();
  const { left, top } = event.currentTarget.getBoundingClientRect();
  if ((await send('menu', { left, top })).missed) note('Not here.', 'bad');
};

let target;
if (view.picture) {
  const [width, height] = view.picture;
  target = el('img', { 'data-id': 'target', width, height, alt: 'Three tiles with a small blue spot on one of them, to be found by sight', draggable: false });
  load(target, 'tiles.png');
} else {
  // The context-menu key works as well as the mouse, for elements that can have the focus.
  target = el('div', { 'data-id': 'target', tabIndex: 0, class: view.big ? 'card target big' : 'card target' }, 'Right-click here');
}
on(target, 'contextmenu', menu);
main.append(target);
