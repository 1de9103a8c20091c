import { view, main, el } from '/kit/kit.js';
import { whenInView } from '/kit/scrolling.js';

const boxes = Array.from({ length: view.length }, (_, n) => el('div', {
  class: 'box', 'data-id': 'box', style: { background: `hsl(${(view.hue + 9 * n) % 360} 70% 90%)` },
}, n + 1 < view.length ? `${view.length - n - 1} more below` : 'This is the last box.'));
// The space between boxes grows with the viewport, so that the distance to scroll is always the same.
main.style.setProperty('--spaces', view.length - 1);
main.append(...boxes);
whenInView(boxes.at(-1), 0.9);
