import { view, baseUrl, main, send, showStatus, el } from '/kit/kit.js';
import { formatPrice, productBrowser } from '/kit/shop.js';

main.append(el('p', { class: 'card request' }, el('strong', {}, 'From the manager: '), view.request));

const showList = () => {
  const row = (product) => el('tr', {},
    el('td', { class: 'emoji', 'aria-hidden': 'true' }, product.emoji),
    el('td', {}, el('strong', {}, product.name), el('br'), el('span', { class: 'muted small' }, product.about)),
    el('td', {}, product.category),
    el('td', { class: 'price' }, formatPrice(product.price)),
    el('td', {}, el('div', { class: 'row' },
      el('a', { class: 'button', href: `${baseUrl}edit/${product.id}`, 'aria-label': `Edit ${product.name}` }, 'Edit'),
      view.details ? el('button', {
        type: 'button', 'aria-label': `Delete ${product.name}`, onclick: async () => update(await send('delete', { id: product.id })),
      }, 'Delete') : null)));
  const table = (products) => [el('table', {},
    el('thead', {}, el('tr', {}, ...['', 'Product', 'Category', 'Price', ''].map((name) => el('th', {}, name)))),
    el('tbody', {}, ...products.map(row)))];
  // A list of one page has neither search nor categories.
  const onePage = view.listing.pages === 1;
  const onlyTable = el('div', { class: 'products' }, table(view.listing.items));
  const browser = productBrowser({ firstPage: view.listing, show: table, live: true });
  const undo = el('button', { type: 'button', onclick: async () => update(await send('restore')) }, 'Undo all changes');
  const update = (reply) => {
    undo.hidden = !reply.changed;
    if (onePage) onlyTable.replaceChildren(...table(reply.listing.items)); else browser.reload();
  };
  undo.hidden = !view.changed;
  main.append(el('div', { class: 'card stack' }, onePage ? onlyTable : browser.node, undo));
};

const showForm = () => {
  const { product } = view;
  const field = (name, value, properties) => [
    el('label', { for: name }, name[0].toUpperCase() + name.slice(1)),
    el('input', { id: name, value, ...properties })];
  const save = async (event) => {
    event.preventDefault();
    const price = Number(document.getElementById('price').value);
    const details = view.details
      ? { name: document.getElementById('name').value, about: document.getElementById('description').value } : {};
    const reply = await send('save', { id: product.id, price, ...details });
    if (reply.won) showStatus('Saved.', 'good');
    else if (reply.saved) location.href = baseUrl;
  };
  main.append(el('form', { class: 'card stack', onsubmit: save },
    el('h2', {}, el('span', { class: 'emoji', 'aria-hidden': 'true' }, `${product.emoji} `), product.name),
    view.details ? [...field('name', product.name, { required: true }), ...field('description', product.about, {})] : null,
    ...field('price', formatPrice(product.price), { type: 'number', step: '0.01', min: '0', required: true }),
    el('div', { class: 'row' },
      el('button', { class: 'primary' }, 'Save'),
      el('a', { class: 'button', href: baseUrl }, 'Cancel'))));
};

if (view.product) showForm(); else showList();
