import { view, main, el } from '/kit/kit.js';
import { whenInView } from '/kit/scrolling.js';

const boxes = Array.from({ length: view.length }, (_, n) => el('div', {
  class: 'box', 'data-id': 'box', style: { background: `hsl(${(view.hue + 9 * n) % 360} 70% 90%)` },
}, n + 1 < view.length ? `${view.length - n - 1} more to the right` : 'This is the last box.'));
main.append(el('div', { class: 'boxes', tabIndex: 0, role: 'region', 'aria-label': 'Boxes' }, ...boxes));
whenInView(boxes.at(-1), 0.5);
