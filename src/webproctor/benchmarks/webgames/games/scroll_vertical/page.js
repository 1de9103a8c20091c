import { view, main, el } from '/kit/kit.js';
import { whenSeen } from '/kit/scrolling.js';

const boxes = Array.from({ length: view.length }, (_, n) => el('div', {
  class: 'step', 'data-id': 'box', style: { background: `hsl(${(view.hue + 9 * n) % 360} 70% 90%)` },
}, n + 1 < view.length ? `${view.length - n - 1} more below` : 'This is the last box.'));
main.append(...boxes);
whenSeen(boxes.at(-1), 0.9);
