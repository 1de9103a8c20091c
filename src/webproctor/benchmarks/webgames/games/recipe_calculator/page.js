import { view, baseUrl, main, send, showStatus, el } from '/kit/kit.js';

const adLink = (ad) => el('a', { class: 'card ad', href: `${baseUrl}advertisement` },
  el('span', { class: 'emoji', 'aria-hidden': 'true' }, ad.emoji),
  el('span', {}, el('strong', {}, ad.title), el('br'), ad.text, el('br'), el('small', { class: 'muted' }, 'Advertisement')));

const showQuestion = () => {
  const grams = el('input', { id: 'grams', type: 'number', min: '0', step: 'any' });
  const check = async (event) => {
    event.preventDefault();
    const reply = await send('check', { grams: Number(grams.value) });
    if (reply.wrong) showStatus('That is incorrect. Check the servings and the unit.', 'bad');
  };
  main.append(el('form', { class: 'card stack', onsubmit: check },
    el('p', {}, 'You cook ', el('strong', { id: 'recipe' }, view.recipe), ' for ',
      el('strong', { id: 'people' }, String(view.people)), ' people.'),
    el('a', { class: 'button', href: `${baseUrl}recipes`, id: 'site' }, 'Open the recipe site'),
    el('label', { for: 'grams' }, 'How many grams of ', el('span', { id: 'ingredient' }, view.ingredient), ' do you need?'),
    el('div', { class: 'row' }, grams, el('button', { class: 'primary' }, 'Check'))));
};

const showList = () => {
  let category = '', cuisine = '', query = '';
  const search = el('input', { type: 'search', id: 'search', 'aria-label': 'Search recipes', placeholder: 'Search recipes' });
  const categories = el('div', { class: 'row', role: 'group', 'aria-label': 'Categories' });
  const cuisines = el('select', { id: 'cuisine', 'aria-label': 'Cuisine', onchange: () => { cuisine = cuisines.value; browse(0); } },
    ...['', ...view.cuisines].map((name) => el('option', { value: name }, name || 'All cuisines')));
  const cards = el('div', { class: 'recipes' });
  const pager = el('div', { class: 'row' });
  const browse = async (page) => draw(await send('browse', { query, category, cuisine, page }));
  const draw = ({ items, page, pages }) => {
    categories.replaceChildren(...['', ...view.categories].map((name) => el('button', {
      type: 'button', class: name === category ? 'primary' : '', onclick: () => { category = name; browse(0); } }, name || 'All')));
    cards.replaceChildren(...items.flatMap((recipe, n) => [
      el('a', { class: 'card recipe', href: `${baseUrl}recipes/${recipe.id}` },
        el('span', { class: 'emoji', 'aria-hidden': 'true' }, recipe.emoji), el('strong', {}, recipe.name),
        el('span', { class: 'muted small' }, `${recipe.cuisine} · ${recipe.category}`)),
      ...(n % 2 ? [adLink(view.ads[2 + n])] : [])]));
    pager.replaceChildren(
      el('button', { type: 'button', disabled: !page, onclick: () => browse(page - 1) }, 'Previous'),
      el('span', { class: 'muted' }, `Page ${page + 1} of ${pages}`),
      el('button', { type: 'button', disabled: page + 1 >= pages, onclick: () => browse(page + 1) }, 'Next'));
  };
  const submitSearch = (event) => { event.preventDefault(); query = search.value; browse(0); };
  draw(view);
  main.append(el('div', { class: 'ads' }, ...view.ads.slice(0, 2).map(adLink)),
    el('form', { class: 'row', role: 'search', onsubmit: submitSearch }, search, el('button', {}, 'Search'), cuisines), categories, cards, pager,
    el('p', {}, el('a', { href: baseUrl, id: 'back' }, 'Back to the question')));
};

const showRecipe = () => {
  const recipe = view.detail;
  main.append(el('div', { class: 'ads' }, ...view.ads.slice(0, 2).map(adLink)),
    el('article', { class: 'card' },
      el('h2', {}, el('span', { class: 'emoji', 'aria-hidden': 'true' }, `${recipe.emoji} `), recipe.name),
      el('p', { class: 'muted' }, `${recipe.cuisine} · ${recipe.category} · serves `, el('span', { id: 'servings' }, String(recipe.servings))),
      el('ul', { class: 'ingredients' }, ...recipe.ingredients.map(({ name, amount, unit }) => el('li', {},
        `${amount}${unit === 'pieces' ? '' : ` ${unit}`} ${name}`))),
      el('p', {}, 'Wash, cut and weigh everything first. Then cook it gently, taste, and season.')),
    el('div', { class: 'ads' }, ...view.ads.slice(4, 8).map(adLink)),
    el('p', { class: 'row' }, el('a', { href: `${baseUrl}recipes` }, 'All recipes'), el('a', { href: baseUrl, id: 'back' }, 'Back to the question')));
};

const showAdvertisement = () => main.append(el('div', { class: 'card stack' },
  el('p', {}, 'You opened an advertisement. There are no recipes on this page.'),
  el('a', { class: 'button', href: `${baseUrl}recipes` }, 'Back to the recipes')));

if (view.items) showList();
else if (view.detail) showRecipe();
else if (view.ad) showAdvertisement();
else showQuestion();
