import { view, base, main, say, note, el } from '/kit/kit.js';

const ad = (one) => el('a', { class: 'card ad', href: `${base}advertisement` },
  el('span', { class: 'emoji', 'aria-hidden': 'true' }, one.emoji),
  el('span', {}, el('strong', {}, one.title), el('br'), one.text, el('br'), el('small', { class: 'soft' }, 'Advertisement')));

const question = () => {
  const grams = el('input', { id: 'grams', type: 'number', min: '0', step: 'any' });
  const check = async (event) => {
    event.preventDefault();
    const reply = await say('check', { grams: Number(grams.value) });
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
  let page = 0, category = 'All', cuisine = 'All', query = '';
  const names = (key) => ['All', ...new Set(view.recipes.map((one) => one[key]))];
  const search = el('input', { type: 'search', id: 'search', 'aria-label': 'Search recipes', placeholder: 'Search recipes' });
  const kinds = el('div', { class: 'row', role: 'group', 'aria-label': 'Categories' });
  const cuisines = el('select', { id: 'cuisine', 'aria-label': 'Cuisine', onchange: () => { cuisine = cuisines.value; page = 0; draw(); } },
    ...names('cuisine').map((name) => el('option', { value: name }, name === 'All' ? 'All cuisines' : name)));
  const cards = el('div', { class: 'recipes' });
  const pager = el('div', { class: 'row' });
  const draw = () => {
    const all = view.recipes.filter((one) => (category === 'All' || one.category === category)
      && (cuisine === 'All' || one.cuisine === cuisine) && one.name.toLowerCase().includes(query));
    const pages = Math.max(1, Math.ceil(all.length / view.perPage));
    kinds.replaceChildren(...names('category').map((name) => el('button', {
      type: 'button', class: name === category ? 'first' : '', onclick: () => { category = name; page = 0; draw(); } }, name)));
    cards.replaceChildren(...all.slice(page * view.perPage, (page + 1) * view.perPage).flatMap((one, n) => [
      el('a', { class: 'card recipe', href: `${base}recipes/${one.id}` },
        el('span', { class: 'emoji', 'aria-hidden': 'true' }, one.emoji), el('strong', {}, one.name),
        el('span', { class: 'soft small' }, `${one.cuisine} · ${one.category}`)),
      n % 2 ? ad(view.ads[2 + n]) : null]));
    pager.replaceChildren(
      el('button', { type: 'button', disabled: !page, onclick: () => { page -= 1; draw(); } }, 'Previous'),
      el('span', { class: 'soft' }, `Page ${page + 1} of ${pages}`),
      el('button', { type: 'button', disabled: page + 1 >= pages, onclick: () => { page += 1; draw(); } }, 'Next'));
  };
  const look = (event) => { event.preventDefault(); query = search.value.trim().toLowerCase(); page = 0; draw(); };
  draw();
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

if (view.recipes) list();
else if (view.detail) detail();
else if (view.ad) advertisement();
else question();
