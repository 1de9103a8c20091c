// Browse a shop's products by category, search and page.
import { el, send } from '/kit/kit.js';

// Format a price in currency units with two decimals.
export const formatPrice = (price) => price.toFixed(2);

// Create category buttons, a search box, products and a pager. The server searches the products (message
// `browse`) and returns one page of them; `firstPage` is such a reply, `show(products)` creates their
// elements. With `live`, the search runs while the user types. Returns the element, and `reload`, which
// loads the current page again.
export const productBrowser = ({ firstPage, show, live = false }) => {
  let category = '', query = '', page = 0, lastRequest = 0;
  const search = el('input', { type: 'search', id: 'search', placeholder: 'Search products', 'aria-label': 'Search products' });
  const categories = el('div', { class: 'row categories', role: 'group', 'aria-label': 'Categories' });
  const products = el('div', { class: 'products' });
  const pager = el('div', { class: 'row pager', role: 'group', 'aria-label': 'Pages' });

  const goToPage = (index) => { page = index; reload(); };
  const showPage = (reply) => {
    page = reply.page;
    categories.replaceChildren(...['', ...reply.categories].map((name) => el('button', {
      type: 'button', 'aria-pressed': String(name === category), class: name === category ? 'primary' : '',
      onclick: () => { category = name; goToPage(0); },
    }, name || 'All')));
    products.replaceChildren(...show(reply.items));
    if (!reply.items.length) products.replaceChildren(el('p', { class: 'muted' }, 'No products found.'));
    pager.replaceChildren(
      el('button', { type: 'button', disabled: page === 0, onclick: () => goToPage(page - 1) }, 'Previous'),
      el('span', { class: 'muted' }, `Page ${page + 1} of ${reply.pages}`),
      el('button', { type: 'button', disabled: page === reply.pages - 1, onclick: () => goToPage(page + 1) }, 'Next'),
    );
  };
  const reload = async () => {
    const request = ++lastRequest;
    const reply = await send('browse', { category, query, page });
    if (request === lastRequest && reply.items) showPage(reply);
  };

  const runSearch = () => { query = search.value; goToPage(0); };
  const form = el('form', {
    class: 'row', role: 'search', onsubmit: (event) => { event.preventDefault(); runSearch(); },
    oninput: live ? runSearch : undefined,
  }, search, live ? null : el('button', {}, 'Search'));
  showPage(firstPage);
  return { node: el('section', { class: 'stack product-browser' }, form, categories, products, pager), reload };
};
