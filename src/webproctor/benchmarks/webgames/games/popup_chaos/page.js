import { view, main, send, el, on, drag } from '/kit/kit.js';

const EDGE = 8;
let top = 10, left = view.windows.length;

const count = el('p', { class: 'soft', id: 'count' });
main.append(el('div', { class: 'card centre behind' }, el('h2', {}, 'Behind the windows'), count));

const show = () => {
  count.textContent = left ? `Windows left: ${left}` : 'All windows are closed.';
};

// Move a window to a position, but never out of the viewport.
const put = (node, x, y) => {
  const within = (value, room) => `${Math.max(EDGE, Math.min(value, room - EDGE))}px`;
  node.style.left = within(x, innerWidth - node.offsetWidth);
  node.style.top = within(y, innerHeight - node.offsetHeight);
};

const popUp = ({ title, text, button, x, y }, n) => {
  const close = async () => {
    if ((await send('close', { window: n })).refused) return;
    node.remove();
    left -= 1;
    show();
  };
  const bar = el('div', { class: 'bar' }, el('strong', {}, title),
    el('button', { class: 'close', 'data-id': `close${n}`, 'aria-label': `Close “${title}”`, onclick: close }, '×'));
  const node = el('section', { class: 'window', role: 'dialog', 'aria-label': title, 'data-id': `window${n}` }, bar,
    el('p', {}, text),
    el('button', { class: 'call' }, button));
  const raise = () => { node.style.zIndex = String(top += 1); };
  on(node, 'pointerdown', raise);
  on(node, 'focusin', raise);

  let grip;
  drag(bar, {
    start: (event) => {
      if (event.target.closest('button')) return false;
      const box = node.getBoundingClientRect();
      grip = { x: event.clientX - box.left, y: event.clientY - box.top };
      return true;
    },
    move: (event) => put(node, event.clientX - grip.x, event.clientY - grip.y),
  });

  raise();
  document.body.append(node);
  put(node, (innerWidth - node.offsetWidth) / 2 + x, (innerHeight - node.offsetHeight) / 2 + y);
};

document.body.classList.toggle('alarming', view.alarming);
view.windows.forEach(popUp);
show();
