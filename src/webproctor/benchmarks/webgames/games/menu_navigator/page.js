import { view, main, send, note, el, on, clock } from '/kit/kit.js';

const [width, height] = view.size;
const bar = el('div', { class: 'bar', role: 'menubar', 'aria-label': 'Menu bar' });
const desk = el('div', { class: 'desk', style: { width: `${width}px`, height: `${height}px` } }, bar);
main.append(desk);

const told = new Map(); // What menus hold, as far as the server was asked.
const items = new Map(); // The elements by trail.
let open = []; // Open menus from the bar down: { key, node }.
let latest = 0;

const key = (trail) => trail.join('/');

const close = (depth) => {
  latest += 1;
  for (const menu of open.splice(depth)) {
    menu.node.remove();
    items.get(menu.key).setAttribute('aria-expanded', 'false');
  }
};

const show = async (trail) => {
  const depth = trail.length - 1, id = key(trail), owner = items.get(id);
  if (open[depth]?.key === id) return;
  close(depth);
  const turn = latest;
  if (!told.has(id)) told.set(id, (await send('open', { trail })).entries);
  if (turn !== latest) return; // Something else was opened meanwhile.
  const node = el('div', { class: 'menu', role: 'menu', 'aria-label': trail.at(-1) },
    told.get(id).map((entry) => item([...trail, entry.name], entry.menu)));
  const beside = owner.getBoundingClientRect(), from = desk.getBoundingClientRect();
  node.style.left = `${(depth ? beside.right + 3 : beside.left) - from.left - 1}px`;
  node.style.top = `${(depth ? beside.top - 6 : beside.bottom) - from.top - 1}px`;
  desk.append(node);
  owner.setAttribute('aria-expanded', 'true');
  open[depth] = { key: id, node };
};

const choose = async (trail) => {
  const { wrong } = await send('choose', { trail });
  close(0);
  note(wrong ? `“${trail.at(-1)}” is not the secret entry: keep looking.` : 'This is it.', wrong ? 'bad' : 'good');
};

// The pointer has entered an item. On its diagonal path into a submenu it may cross other items.
let last = { x: 0, y: 0 };
const hover = (trail, menu, node) => (event) => {
  const depth = trail.length - 1;
  const right = event.clientX - last.x, down = Math.abs(event.clientY - last.y);
  const act = () => { if (menu) show(trail); else close(depth); };
  if (depth && open[depth] && right > down / 3) clock.after(250, () => { if (node.matches(':hover')) act(); });
  else act();
};
on(window, 'pointermove', (event) => { last = { x: event.clientX, y: event.clientY }; });

const item = (trail, menu) => {
  const node = el('button', {
    class: 'item', role: 'menuitem', 'data-id': trail.at(-1), 'aria-haspopup': menu ? 'menu' : false,
    'aria-expanded': menu ? 'false' : false, onclick: () => (menu ? show(trail) : choose(trail)),
  }, trail.at(-1), menu && trail.length > 1 ? el('span', { 'aria-hidden': 'true' }, '›') : null);
  on(node, 'pointerenter', hover(trail, menu, node));
  node.trail = trail;
  items.set(key(trail), node);
  return node;
};

// Keys: the arrows move, open and leave menus; Escape closes them.
const KEYS = {
  ArrowDown: async (node, depth) => { if (depth) step(node, 1); else await enter(node); },
  ArrowUp: (node, depth) => { if (depth) step(node, -1); },
  ArrowRight: async (node, depth) => { if (depth) await enter(node); else step(node, 1); },
  ArrowLeft: (node, depth) => { if (depth) leave(depth); else step(node, -1); },
  Escape: (node, depth) => leave(depth),
};
const step = (node, by) => {
  const all = [...node.parentElement.children];
  all[(all.indexOf(node) + by + all.length) % all.length].focus();
};
const enter = async (node) => {
  if (!node.hasAttribute('aria-haspopup')) return;
  await show(node.trail);
  open[node.trail.length - 1]?.node.firstChild.focus();
};
const leave = (depth) => {
  if (depth && open[depth - 1]) items.get(open[depth - 1].key).focus();
  close(Math.max(depth - 1, 0));
};
on(desk, 'keydown', (event) => {
  const node = document.activeElement;
  if (!node.trail || !KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key](node, node.trail.length - 1);
});
on(window, 'pointerdown', (event) => { if (!event.target.closest('[role=menuitem]')) close(0); });

bar.append(...view.bar.map((menu) => item([menu.name], menu.menu)));
