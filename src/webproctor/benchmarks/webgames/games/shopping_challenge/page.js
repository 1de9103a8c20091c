import { view, main, send, showStatus, el } from '/kit/kit.js';
import { formatPrice, productBrowser } from '/kit/shop.js';

const add = async (id, quantity) => {
  const { count } = await send('add', { id, quantity });
  showStatus('');
  if (count !== undefined) cartButton.textContent = `🛒 Cart: ${count}`;
  if (!cart.hidden) await showLines();
};

const card = (product) => el('article', { class: 'card product' },
  el('span', { class: 'emoji', 'aria-hidden': 'true' }, product.emoji),
  el('h3', {}, product.name),
  el('p', { class: 'muted small' }, product.about),
  el('div', { class: 'row' },
    el('strong', { class: 'price' }, formatPrice(product.price)),
    el('button', {
      type: 'button', 'data-id': `add${product.id}`, 'aria-label': `Add ${product.name}`,
      onclick: () => add(product.id, 1),
    }, 'Add')));

const lines = el('div', { class: 'lines' });
const cartButton = el('button', { type: 'button', id: 'cart', 'aria-expanded': 'false', onclick: () => toggle() }, '🛒 Cart: 0');
const cart = el('section', { class: 'card cart', hidden: true, 'aria-label': 'Cart' }, lines);

const toggle = async () => {
  if (cart.hidden) await showLines(); else lines.replaceChildren();
  cart.hidden = !cart.hidden;
  cartButton.setAttribute('aria-expanded', String(!cart.hidden));
};

const line = ({ id, name, count, price }) => el('div', { class: 'line' },
  el('span', {}, name),
  el('button', { type: 'button', 'aria-label': `Remove one ${name}`, onclick: () => add(id, -1) }, '−'),
  el('span', {}, String(count)),
  el('button', { type: 'button', 'aria-label': `Add one ${name}`, onclick: () => add(id, 1) }, '+'),
  el('span', { class: 'price' }, formatPrice(price)));

// Load the content of the cart and show it.
const showLines = async () => {
  const reply = await send('cart');
  if (!reply.lines) return;
  lines.replaceChildren(...reply.lines.map(line),
    reply.lines.length ? el('p', { class: 'sum' }, 'Total ', el('strong', { id: 'sum' }, formatPrice(reply.total)))
      : el('p', { class: 'muted' }, 'The cart is empty.'));
};

const total = el('input', { id: 'total', type: 'number', step: '0.01', min: '0' });
const check = async (event) => {
  event.preventDefault();
  const reply = await send('check', { total: Number(total.value) });
  if (reply.wrong) {
    showStatus(view.only_total ? 'That is not the lowest total for the list.'
      : 'That is incorrect: the cart is not the cheapest for the list, or the total is wrong.', 'bad');
  }
};

main.append(
  el('div', { class: 'top' },
    el('div', { class: 'card' },
      el('label', { for: 'list' }, 'Shopping list'),
      el('textarea', { id: 'list', readOnly: true, rows: 4 }, view.list.join('\n')),
      view.hint ? el('p', { class: 'muted small' }, 'Some items are sold in more than one way.') : null),
    el('form', { class: 'card stack', onsubmit: check },
      cartButton,
      el('label', { for: 'total' }, 'Total of the cart'),
      el('div', { class: 'row' }, total, el('button', { class: 'primary' }, 'Check')))),
  cart,
  productBrowser({ firstPage: view.listing, show: (products) => products.map(card) }).node);
