import { view, main, send, el, on, drag } from '/kit/kit.js';

const MARGIN = 8;  // Between a window and the edges of the viewport, in pixels.
let topZIndex = 10, openWindows = view.windows.length;

const count = el('p', { class: 'muted', id: 'count' });
main.append(el('div', { class: 'card centre behind' }, el('h2', {}, 'Behind the windows'), count));

const showCount = () => {
  count.textContent = openWindows ? `Open windows: ${openWindows}` : 'All windows are closed.';
};

// Move a window to a position, but never out of the viewport.
const moveTo = (node, x, y) => {
  const clamped = (value, maximum) => `${Math.max(MARGIN, Math.min(value, maximum - MARGIN))}px`;
  node.style.left = clamped(x, innerWidth - node.offsetWidth);
  node.style.top = clamped(y, innerHeight - node.offsetHeight);
};

const openWindow = ({ title, text, button, x, y }, n) => {
  let closing = false;  // A double click closes a window once.
  const close = async () => {
    if (closing) return;
    closing = true;
    closing = !(await send('close', { window: n })).refused;
    if (!closing) return;
    node.remove();
    openWindows -= 1;
    showCount();
  };
  const bar = el('div', { class: 'bar' }, el('strong', {}, title),
    el('button', { class: 'close', 'data-id': `close${n}`, 'aria-label': `Close “${title}”`, onclick: close }, '×'));
  const node = el('section', { class: 'window', role: 'dialog', 'aria-label': title, 'data-id': `window${n}` }, bar,
    el('p', {}, text),
    el('button', { class: 'offer' }, button));
  const raise = () => { node.style.zIndex = String(topZIndex += 1); };
  on(node, 'pointerdown', raise);
  on(node, 'focusin', raise);

  // Where the title bar was grabbed, in pixels from the corner of the window.
  let grabbedAt;
  drag(bar, {
    start: (event) => {
      if (event.target.closest('button')) return false;
      const box = node.getBoundingClientRect();
      grabbedAt = { x: event.clientX - box.left, y: event.clientY - box.top };
      return true;
    },
    move: (event) => moveTo(node, event.clientX - grabbedAt.x, event.clientY - grabbedAt.y),
  });

  // A smaller viewport must not hide a window.
  on(window, 'resize', () => moveTo(node, node.offsetLeft, node.offsetTop));

  raise();
  document.body.append(node);
  moveTo(node, (innerWidth - node.offsetWidth) / 2 + x, (innerHeight - node.offsetHeight) / 2 + y);
};

document.body.classList.toggle('alarming', view.alarming);
view.windows.forEach(openWindow);
showCount();
