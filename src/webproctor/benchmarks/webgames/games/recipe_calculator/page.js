import { view, base, main, send, note, el } from '/kit/kit.js';

const ad = (one) => el('a', { class: 'card ad', href: `${base}advertisement` },
  el('span', { class: 'emoji', 'aria-hidden': 'true' }, one.emoji),
  el('span', {}, el('strong', {}, one.title), el('br'), one.text, el('br'), el('small', { class: 'soft' }, 'Advertisement')));

const question = () => {
  const grams = el('input', { id: 'grams', type: 'number', min: '0', step: 'any' });
  const check = async (event) => {
    event.preventDefault();
    const reply = await send('check', { grams: Number(grams.value) });
    if (reply.wrong) note('That is not right. Look at the servings and at the unit again.', 'bad');
  };
  main.append(el('form', { class: 'card stack', onsubmit: check },
    el('p', {}, 'You cook ', el('strong', { id: 'recipe' }, view.recipe), ' for ',
      el('strong', { id: 'people' }, String(view.people)), ' people.'),
    el('a', { class: 'button', href: `${base}recipes`, id: 'site' }, 'Open the recipe site'),
    el('label', { for: 'grams' }, 'How many grams of ', el('span', { id: 'ingredient' }, view.ingredient), ' do you need?'),
    el('div', { class: 'row' }, grams, el('button', { class: 'first' }, 'Check'))));
};

const list = () => {
  let category = '', cuisine = '', query = '';
  const search = el('input', { type: 'search', id: 'search', 'aria-label': 'Search recipes', placeholder: 'Search recipes' });
  const kinds = el('div', { class: 'row', role: 'group', 'aria-label': 'Categories' });
  const cuisines = el('select', { id: 'cuisine', 'aria-label': 'Cuisine', onchange: () => { cuisine = cuisines.value; browse(0); } },
    ...['', ...view.cuisines].map((name) => el('option', { value: name }, name || 'All cuisines')));
  const cards = el('div', { class: 'recipes' });
  const pager = el('div', { class: 'row' });
  const browse = async (page) => draw(await send('browse', { query, category, cuisine, page }));
  const draw = ({ found, page, pages }) => {
    kinds.replaceChildren(...['', ...view.categories].map((name) => el('button', {
      type: 'button', class: name === category ? 'first' : '', onclick: () => { category = name; browse(0); } }, name || 'All')));
    cards.replaceChildren(...found.flatMap((one, n) => [
      el('a', { class: 'card recipe', href: `${base}recipes/${one.id}` },
        el('span', { class: 'emoji', 'aria-hidden': 'true' }, one.emoji), el('strong', {}, one.name),
        el('span', { class: 'soft small' }, `${one.cuisine} · ${one.category}`)),
      ...(n % 2 ? [ad(view.ads[2 + n])] : [])]));
    pager.replaceChildren(
      el('button', { type: 'button', disabled: !page, onclick: () => browse(page - 1) }, 'Previous'),
      el('span', { class: 'soft' }, `Page ${page + 1} of ${pages}`),
      el('button', { type: 'button', disabled: page + 1 >= pages, onclick: () => browse(page + 1) }, 'Next'));
  };
  const look = (event) => { event.preventDefault(); query = search.value; browse(0); };
  draw(view);
  main.append(el('div', { class: 'ads' }, ...view.ads.slice(0, 2).map(ad)),
    el('form', { class: 'row', role: 'search', onsubmit: look }, search, el('button', {}, 'Search'), cuisines), kinds, cards, pager,
    el('p', {}, el('a', { href: base, id: 'back' }, 'Back to the question')));
};

const detail = () => {
  const one = view.detail;
  main.append(el('div', { class: 'ads' }, ...view.ads.slice(0, 2).map(ad)),
    el('article', { class: 'card' },
      el('h2', {}, el('span', { class: 'emoji', 'aria-hidden': 'true' }, `${one.emoji} `), one.name),
      el('p', { class: 'soft' }, `${one.cuisine} · ${one.category} · serves `, el('span', { id: 'servings' }, String(one.servings))),
      el('ul', { class: 'ingredients' }, ...one.ingredients.map((i) => el('li', {},
        `${i.amount}${i.unit === 'pieces' ? '' : ` ${i.unit}`} ${i.name}`))),
      el('p', {}, 'Wash, cut and weigh everything first. Then cook it gently, taste, and season.')),
    el('div', { class: 'ads' }, ...view.ads.slice(4, 8).map(ad)),
    el('p', { class: 'row' }, el('a', { href: `${base}recipes` }, 'All recipes'), el('a', { href: base, id: 'back' }, 'Back to the question')));
};

const advertisement = () => main.append(el('div', { class: 'card stack' },
  el('p', {}, 'You have followed an advertisement. There is nothing to cook here.'),
  el('a', { class: 'button', href: `${base}recipes` }, 'Back to the recipes')));

if (view.found) list();
else if (view.detail) detail();
else if (view.ad) advertisement();
else question();
