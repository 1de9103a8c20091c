import { view, main, say, note, el } from '/kit/kit.js';
import { money, shelves } from '/kit/shop.js';

let cart = {};
const priced = new Map(view.products.map((one) => [one.id, one]));

const put = async (id, count) => {
  cart = (await say('put', { id, count })).cart ?? cart;
  note('');
  draw();
};

const card = (one) => el('article', { class: 'card product' },
  el('span', { class: 'emoji picture', 'aria-hidden': 'true' }, one.emoji),
  el('h3', {}, one.name),
  el('p', { class: 'soft small' }, one.about),
  el('div', { class: 'row' },
    el('strong', { class: 'price' }, money(one.price)),
    el('button', {
      type: 'button', 'data-id': `add${one.id}`, 'aria-label': `Add ${one.name}`,
      onclick: () => put(one.id, (cart[one.id] ?? 0) + 1),
    }, 'Add')));

const lines = el('div', { class: 'lines' });
const badge = el('button', { type: 'button', id: 'cart', 'aria-expanded': 'false', onclick: () => toggle() });
const panel = el('section', { class: 'card cart', hidden: true, 'aria-label': 'Cart' }, lines);

const toggle = () => {
  panel.hidden = !panel.hidden;
  badge.setAttribute('aria-expanded', String(!panel.hidden));
};

const line = ([id, count]) => {
  const one = priced.get(Number(id));
  return el('div', { class: 'line' },
    el('span', {}, one.name),
    el('button', { type: 'button', 'aria-label': `One ${one.name} less`, onclick: () => put(one.id, count - 1) }, '−'),
    el('span', {}, String(count)),
    el('button', { type: 'button', 'aria-label': `One ${one.name} more`, onclick: () => put(one.id, count + 1) }, '+'),
    el('span', { class: 'price' }, money(one.price * count)));
};

const draw = () => {
  const held = Object.entries(cart);
  const total = held.reduce((sum, [id, count]) => sum + priced.get(Number(id)).price * count, 0);
  badge.textContent = `🛒 Cart: ${held.reduce((sum, [, count]) => sum + count, 0)}`;
  lines.replaceChildren(...held.map(line),
    held.length ? el('p', { class: 'sum' }, 'Total ', el('strong', { id: 'sum' }, money(total)))
      : el('p', { class: 'soft' }, 'The cart is empty.'));
};

const total = el('input', { id: 'total', type: 'number', step: '0.01', min: '0' });
const check = async (event) => {
  event.preventDefault();
  const reply = await say('check', { total: Number(total.value) });
  if (reply.wrong) note('Not yet: the cart is not what the list asks for at its cheapest, or the total is wrong.', 'bad');
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
  shelves({ products: () => view.products, perPage: view.perPage, show: (some) => some.map(card) }).node);
draw();
