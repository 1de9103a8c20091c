import { view, base, main, send, note, el } from '/kit/kit.js';
import { money, shelves } from '/kit/shop.js';

main.append(el('p', { class: 'card request' }, el('strong', {}, 'From the manager: '), view.request));

const list = () => {
  const row = (one) => el('tr', {},
    el('td', { class: 'emoji', 'aria-hidden': 'true' }, one.emoji),
    el('td', {}, el('strong', {}, one.name), el('br'), el('span', { class: 'soft small' }, one.about)),
    el('td', {}, one.category),
    el('td', { class: 'price' }, money(one.price)),
    el('td', {}, el('div', { class: 'row' },
      el('a', { class: 'button', href: `${base}edit/${one.id}`, 'aria-label': `Edit ${one.name}` }, 'Edit'),
      view.details ? el('button', {
        type: 'button', 'aria-label': `Delete ${one.name}`, onclick: async () => update(await send('delete', { id: one.id })),
      }, 'Delete') : null)));
  const table = (some) => [el('table', {},
    el('thead', {}, el('tr', {}, ...['', 'Product', 'Category', 'Price', ''].map((name) => el('th', {}, name)))),
    el('tbody', {}, ...some.map(row)))];
  const few = view.shelf.pages === 1;
  const only = el('div', { class: 'shelf' }, table(view.shelf.found));
  const shelf = shelves({ first: view.shelf, show: table, live: true });
  const undo = el('button', { type: 'button', onclick: async () => update(await send('restore')) }, 'Undo all changes');
  const update = (reply) => {
    undo.hidden = !reply.changed;
    if (few) only.replaceChildren(...table(reply.shelf.found)); else shelf.draw();
  };
  undo.hidden = !view.changed;
  main.append(el('div', { class: 'card stack' }, few ? only : shelf.node, undo));
};

const edit = () => {
  const one = view.product;
  const field = (name, value, more) => [
    el('label', { for: name }, name[0].toUpperCase() + name.slice(1)),
    el('input', { id: name, value, ...more })];
  const save = async (event) => {
    event.preventDefault();
    const price = Number(document.getElementById('price').value);
    const extra = view.details
      ? { name: document.getElementById('name').value, about: document.getElementById('description').value } : {};
    const reply = await send('save', { id: one.id, price, ...extra });
    if (reply.won) note('Saved.', 'good');
    else if (reply.saved) location.href = base;
  };
  main.append(el('form', { class: 'card stack', onsubmit: save },
    el('h2', {}, el('span', { class: 'emoji', 'aria-hidden': 'true' }, `${one.emoji} `), one.name),
    view.details ? [...field('name', one.name, { required: true }), ...field('description', one.about, {})] : null,
    ...field('price', money(one.price), { type: 'number', step: '0.01', min: '0', required: true }),
    el('div', { class: 'row' },
      el('button', { class: 'first' }, 'Save'),
      el('a', { class: 'button', href: base }, 'Cancel'))));
};

if (view.product) edit(); else list();
