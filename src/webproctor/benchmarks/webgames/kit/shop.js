// Browse a shop's products by category, search, and page.
import { el, send } from '/kit/kit.js';

export const money = (price) => price.toFixed(2);

// Create category buttons, a search box and a pager. The server searches the products (message `browse`)
// and returns one page of them; `first` is its first reply, `show(products)` creates their elements.
// With `live`, the search runs while the user types. Returns the element and `draw`, which reloads it.
export const shelves = ({ first, show, live = false }) => {
  let category = '', query = '', page = 0, latest = 0;
  const search = el('input', { type: 'search', id: 'search', placeholder: 'Search products', 'aria-label': 'Search products' });
  const tabs = el('div', { class: 'row categories', role: 'group', 'aria-label': 'Categories' });
  const list = el('div', { class: 'shelf' });
  const pager = el('div', { class: 'row pager', role: 'group', 'aria-label': 'Pages' });

  const turn = (to) => { page = to; draw(); };
  const fill = (reply) => {
    page = reply.page;
    tabs.replaceChildren(...['', ...reply.categories].map((name) => el('button', {
      type: 'button', 'aria-pressed': String(name === category), class: name === category ? 'first' : '',
      onclick: () => { category = name; turn(0); },
    }, name || 'All')));
    list.replaceChildren(...show(reply.found));
    if (!reply.found.length) list.replaceChildren(el('p', { class: 'soft' }, 'No product fits.'));
    pager.replaceChildren(
      el('button', { type: 'button', disabled: page === 0, onclick: () => turn(page - 1) }, 'Previous'),
      el('span', { class: 'soft' }, `Page ${page + 1} of ${reply.pages}`),
      el('button', { type: 'button', disabled: page === reply.pages - 1, onclick: () => turn(page + 1) }, 'Next'),
    );
  };
  const draw = async () => {
    const mine = latest += 1;
    const reply = await send('browse', { category, query, page });
    if (mine === latest && reply.found) fill(reply);
  };

  const look = () => { query = search.value; turn(0); };
  const form = el('form', { class: 'row', role: 'search', onsubmit: (event) => { event.preventDefault(); look(); },
    oninput: live ? look : undefined }, search, live ? null : el('button', {}, 'Search'));
  fill(first);
  return { node: el('section', { class: 'stack shelves' }, form, tabs, list, pager), draw };
};
