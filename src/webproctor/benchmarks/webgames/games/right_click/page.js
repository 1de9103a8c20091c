import { view, main, send, showStatus, el, on, loadImage } from '/kit/kit.js';

const sendMenu = async (event) => {
  event.preventDefault();
  const { left, top } = event.currentTarget.getBoundingClientRect();
  if ((await send('menu', { left, top })).missed) showStatus('That is not the target.', 'bad');
};

let target;
if (view.image_size) {
  const [width, height] = view.image_size;
  target = el('img', { 'data-id': 'target', width, height, alt: 'Three tiles with a small blue spot on one of them', draggable: false });
  loadImage(target, 'tiles.png');
} else {
  // The context-menu key works as well as the mouse, for elements that can have the focus.
  target = el('div', { 'data-id': 'target', tabIndex: 0, class: view.big ? 'card target big' : 'card target' }, 'Right-click here');
}
on(target, 'contextmenu', sendMenu);
main.append(target);
