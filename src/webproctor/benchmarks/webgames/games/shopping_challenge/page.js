import { view, main, send, note, el } from '/kit/kit.js';
import { money, shelves } from '/kit/shop.js';

const put = async (id, by) => {
  const { count } = await send('put', { id, by });
  note('');
  if (count !== undefined) badge.textContent = `🛒 Cart: ${count}`;
  if (!panel.hidden) await fill();
};

const card = (one) => el('article', { class: 'card product' },
  el('span', { class: 'emoji picture', 'aria-hidden': 'true' }, one.emoji),
  el('h3', {}, one.name),
  el('p', { class: 'soft small' }, one.about),
  el('div', { class: 'row' },
    el('strong', { class: 'price' }, money(one.price)),
    el('button', {
      type: 'button', 'data-id': `add${one.id}`, 'aria-label': `Add ${one.name}`,
      onclick: () => put(one.id, 1),
    }, 'Add')));

const lines = el('div', { class: 'lines' });
const badge = el('button', { type: 'button', id: 'cart', 'aria-expanded': 'false', onclick: () => toggle() }, '🛒 Cart: 0');
const panel = el('section', { class: 'card cart', hidden: true, 'aria-label': 'Cart' }, lines);

const toggle = async () => {
  if (panel.hidden) await fill(); else lines.replaceChildren();
  panel.hidden = !panel.hidden;
  badge.setAttribute('aria-expanded', String(!panel.hidden));
};

const line = (one) => el('div', { class: 'line' },
  el('span', {}, one.name),
  el('button', { type: 'button', 'aria-label': `One ${one.name} less`, onclick: () => put(one.id, -1) }, '−'),
  el('span', {}, String(one.count)),
  el('button', { type: 'button', 'aria-label': `One ${one.name} more`, onclick: () => put(one.id, 1) }, '+'),
  el('span', { class: 'price' }, money(one.price)));

// Load the cart's content when it is opened.
const fill = async () => {
  const cart = await send('cart');
  if (!cart.lines) return;
  lines.replaceChildren(...cart.lines.map(line),
    cart.lines.length ? el('p', { class: 'sum' }, 'Total ', el('strong', { id: 'sum' }, money(cart.total)))
      : el('p', { class: 'soft' }, 'The cart is empty.'));
};

const total = el('input', { id: 'total', type: 'number', step: '0.01', min: '0' });
const check = async (event) => {
  event.preventDefault();
  const reply = await send('check', { total: Number(total.value) });
  if (reply.wrong) {
    note(view.only_total ? 'That is not the lowest total for the list.'
      : 'Not yet: the cart is not what the list asks for at its cheapest, or the total is wrong.', 'bad');
  }
};

main.append(
  el('div', { class: 'top' },
    el('div', { class: 'card' },
      el('label', { for: 'list' }, 'Shopping list'),
      el('textarea', { id: 'list', readOnly: true, rows: 4 }, view.list.join('\n')),
      view.hint ? el('p', { class: 'soft small' }, 'Some things are sold in more than one way.') : null),
    el('form', { class: 'card stack', onsubmit: check },
      badge,
      el('label', { for: 'total' }, 'Total of the cart'),
      el('div', { class: 'row' }, total, el('button', { class: 'first' }, 'Check')))),
  panel,
  shelves({ first: view.shelf, show: (some) => some.map(card) }).node);
