import { view, main, send, showStatus, el, on, clock } from '/kit/kit.js';

const [width, height] = view.size;
const bar = el('div', { class: 'bar', role: 'menubar', 'aria-label': 'Menu bar' });
const appWindow = el('div', { class: 'window', style: { width: `${width}px`, height: `${height}px` } }, bar);
main.append(appWindow);

const entries = new Map(); // The entries that the server sent, by the key of their menu.
const items = new Map(); // The elements of entries by key.
let open = []; // Open menus from the bar down: { key, node }, the element with the menu's entries.
let changes = 0; // How often menus were opened or closed.

const key = (trail) => trail.join('/');

const close = (depth) => {
  changes += 1;
  for (const menu of open.splice(depth)) {
    menu.node.remove();
    items.get(menu.key).setAttribute('aria-expanded', 'false');
  }
};

const show = async (trail) => {
  const depth = trail.length - 1, id = key(trail), opener = items.get(id);
  if (open[depth]?.key === id) return;
  close(depth);
  const changesBefore = changes;
  if (!entries.has(id)) entries.set(id, (await send('open', { trail })).entries);
  if (changes !== changesBefore) return; // Another menu was opened, or this one was closed.
  const node = el('div', { class: 'menu', role: 'menu', 'aria-label': trail.at(-1) },
    entries.get(id).map((entry) => item([...trail, entry.name], entry.menu)));
  const openerBox = opener.getBoundingClientRect(), windowBox = appWindow.getBoundingClientRect();
  node.style.left = `${(depth ? openerBox.right + 3 : openerBox.left) - windowBox.left - 1}px`;
  node.style.top = `${(depth ? openerBox.top - 6 : openerBox.bottom) - windowBox.top - 1}px`;
  appWindow.append(node);
  opener.setAttribute('aria-expanded', 'true');
  open[depth] = { key: id, node };
};

const select = async (trail) => {
  const { wrong, won } = await send('select', { trail });
  close(0);
  if (wrong) showStatus(`“${trail.at(-1)}” is not the secret entry.`, 'bad');
  if (won) showStatus('Correct.', 'good');
};

// The pointer has entered an item. On its diagonal path into a submenu it may cross other items.
let pointer = { x: 0, y: 0 }; // Its position before it entered the item.
const hover = (trail, menu, node) => (event) => {
  const depth = trail.length - 1;
  const right = event.clientX - pointer.x, down = Math.abs(event.clientY - pointer.y);
  const openOrClose = () => { if (menu) show(trail); else close(depth); };
  if (depth && open[depth] && right > down / 3) clock.after(250, () => { if (node.matches(':hover')) openOrClose(); });
  else openOrClose();
};
on(window, 'pointermove', (event) => { pointer = { x: event.clientX, y: event.clientY }; });

const item = (trail, menu) => {
  const node = el('button', {
    class: 'item', role: 'menuitem', 'data-id': trail.at(-1), 'aria-haspopup': menu ? 'menu' : false,
    'aria-expanded': menu ? 'false' : false, onclick: () => (menu ? show(trail) : select(trail)),
  }, trail.at(-1), menu && trail.length > 1 ? el('span', { 'aria-hidden': 'true' }, '›') : null);
  on(node, 'pointerenter', hover(trail, menu, node));
  node.trail = trail;
  items.set(key(trail), node);
  return node;
};

// Arrow keys move the focus, and open and close menus; Escape closes a menu.
const KEYS = {
  ArrowDown: async (node, depth) => { if (depth) moveFocus(node, 1); else await enterMenu(node); },
  ArrowUp: (node, depth) => { if (depth) moveFocus(node, -1); },
  ArrowRight: async (node, depth) => { if (depth) await enterMenu(node); else moveFocus(node, 1); },
  ArrowLeft: (node, depth) => { if (depth) leaveMenu(depth); else moveFocus(node, -1); },
  Escape: (node, depth) => leaveMenu(depth),
};
const moveFocus = (node, by) => {
  const all = [...node.parentElement.children];
  all[(all.indexOf(node) + by + all.length) % all.length].focus();
};
const enterMenu = async (node) => {
  if (!node.hasAttribute('aria-haspopup')) return;
  await show(node.trail);
  open[node.trail.length - 1]?.node.firstChild.focus();
};
const leaveMenu = (depth) => {
  if (depth && open[depth - 1]) items.get(open[depth - 1].key).focus();
  close(Math.max(depth - 1, 0));
};
on(appWindow, 'keydown', (event) => {
  const node = document.activeElement;
  if (!node.trail || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key](node, node.trail.length - 1);
});
on(window, 'pointerdown', (event) => { if (!event.target.closest('[role=menuitem]')) close(0); });

bar.append(...view.bar.map((menu) => item([menu.name], menu.menu)));
