// Going through a shop's products: categories, search, and pages.
import { el } from '/kit/kit.js';

export const money = (price) => price.toFixed(2);

// Build category buttons, a search box and pages over `products`; `show(products)` gives the elements
// of one page. With `live`, the search runs while it is typed. Returns the element and a way to
// show it again when products have changed.
export const shelves = ({ products, perPage, show, live = false }) => {
  let category = 'All', query = '', page = 0;
  const search = el('input', { type: 'search', id: 'search', placeholder: 'Search products', 'aria-label': 'Search products' });
  const tabs = el('div', { class: 'row categories', role: 'group', 'aria-label': 'Categories' });
  const list = el('div', { class: 'shelf' });
  const pager = el('div', { class: 'row pager', role: 'group', 'aria-label': 'Pages' });

  const found = () => products().filter((one) => (category === 'All' || one.category === category)
    && `${one.name} ${one.about}`.toLowerCase().includes(query));

  const draw = () => {
    const all = found();
    const pages = Math.max(1, Math.ceil(all.length / perPage));
    page = Math.min(page, pages - 1);
    const names = ['All', ...new Set(products().map((one) => one.category))];
    tabs.replaceChildren(...names.map((name) => el('button', {
      type: 'button', 'aria-pressed': String(name === category), class: name === category ? 'first' : '',
      onclick: () => { category = name; page = 0; draw(); },
    }, name)));
    list.replaceChildren(...show(all.slice(page * perPage, (page + 1) * perPage)));
    if (!all.length) list.replaceChildren(el('p', { class: 'soft' }, 'No product fits.'));
    pager.replaceChildren(
      el('button', { type: 'button', disabled: page === 0, onclick: () => { page -= 1; draw(); } }, 'Previous'),
      el('span', { class: 'soft' }, `Page ${page + 1} of ${pages}`),
      el('button', { type: 'button', disabled: page === pages - 1, onclick: () => { page += 1; draw(); } }, 'Next'),
    );
  };

  const look = () => { query = search.value.trim().toLowerCase(); page = 0; draw(); };
  const form = el('form', { class: 'row', role: 'search', onsubmit: (event) => { event.preventDefault(); look(); },
    oninput: live ? look : undefined }, search, live ? null : el('button', {}, 'Search'));
  draw();
  return { node: el('section', { class: 'stack shelves' }, form, tabs, list, pager), draw };
};
