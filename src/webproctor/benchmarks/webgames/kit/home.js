const { cards, seed } = JSON.parse(document.getElementById('data').textContent);
const byId = (id) => document.getElementById(id);
// Seconds to the best win in this site's session, by slug.
let solved = {};

const create = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

// ---- Cards

const NAMES = { easy: 'Easy', base: 'Base', hard: 'Hard' };

const variantLink = ({ slug, name, goal }) => create('a', {
  className: `button${slug in solved ? ' solved' : ''}`,
  href: `/play/${slug}?seed=${byId('seed').value || seed}`,
  title: goal,
}, slug in solved ? `${NAMES[name]} ✅ ${solved[slug].toFixed(1)} s` : NAMES[name]);

const matchesFilters = (card, variant) => {
  const text = `${variant.title} ${variant.goal} ${card.family} ${card.skills.join(' ')}`.toLowerCase();
  const query = byId('search').value.trim().toLowerCase();
  const difficulty = byId('difficulty').value, skill = byId('skill').value, state = byId('state').value;
  return text.includes(query)
    && (!difficulty || difficulty === variant.name)
    && (!skill || card.skills.includes(skill))
    && (!state || (state === 'solved') === variant.slug in solved);
};

const cardNode = (card, variants) => {
  const main = card.variants.find((variant) => variant.name === 'base') ?? card.variants[0];
  return create('article', { className: 'card game' },
    create('h2', {}, create('span', { className: 'emoji', ariaHidden: 'true' }, card.icon), main.title),
    create('p', {}, main.goal),
    create('div', { className: 'skills' }, ...card.skills.map((skill) => create('span', {}, skill))),
    create('div', { className: 'variants' }, ...variants.map(variantLink)));
};

const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

const showCards = () => {
  const matches = cards
    .map((card) => ({ card, variants: card.variants.filter((variant) => matchesFilters(card, variant)) }))
    .filter(({ variants }) => variants.length);
  byId('cards').replaceChildren(...matches.map(({ card, variants }) => cardNode(card, variants)));
  byId('none').hidden = matches.length > 0;
  const variants = cards.flatMap((card) => card.variants);
  byId('count').textContent = `${counted(variants.length, 'task', 'tasks')} in ${counted(cards.length, 'family', 'families')}, `
    + `${variants.filter(({ slug }) => slug in solved).length} solved.`;
};

for (const skill of [...new Set(cards.flatMap((card) => card.skills))].sort()) {
  byId('skill').append(create('option', { value: skill }, skill));
}
byId('seed').value = seed;
for (const id of ['search', 'difficulty', 'skill', 'state', 'seed']) byId(id).addEventListener('input', showCards);

// Also when the player returns from a game.
addEventListener('pageshow', async () => {
  solved = await (await fetch('/solved')).json();
  showCards();
});

// ---- Stopwatch: keeps running while games are played

const KEY = 'stopwatch';
// `elapsed`: milliseconds before the last start; `startedAt`: the time of the last start, null if stopped.
const stopwatch = { elapsed: 0, startedAt: null, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };

let nextFrame = 0;

const showTime = () => {
  const tenths = Math.floor((stopwatch.elapsed + (stopwatch.startedAt ? Date.now() - stopwatch.startedAt : 0)) / 100);
  const seconds = Math.floor(tenths / 10);
  byId('time').textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.${tenths % 10}`;
  byId('toggle').textContent = stopwatch.startedAt ? 'Stop' : 'Start';
  cancelAnimationFrame(nextFrame);
  if (stopwatch.startedAt) nextFrame = requestAnimationFrame(showTime);
};

const update = (changes) => {
  localStorage.setItem(KEY, JSON.stringify(Object.assign(stopwatch, changes)));
  showTime();
};

byId('toggle').addEventListener('click', () => {
  const { elapsed, startedAt } = stopwatch;
  update(startedAt ? { elapsed: elapsed + Date.now() - startedAt, startedAt: null } : { startedAt: Date.now() });
});
byId('reset').addEventListener('click', () => update({ elapsed: 0, startedAt: stopwatch.startedAt && Date.now() }));
showTime();
