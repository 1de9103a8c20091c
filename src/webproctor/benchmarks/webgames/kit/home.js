const { cards, seed } = JSON.parse(document.getElementById('data').textContent);
const find = (id) => document.getElementById(id);
let solved = {};

const make = (tag, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

// ---- Cards

const NAMES = { easy: 'Easy', base: 'Base', hard: 'Hard' };

const link = (variant) => make('a', {
  className: `button${variant.slug in solved ? ' solved' : ''}`,
  href: `/play/${variant.slug}?seed=${find('seed').value || seed}`,
  title: variant.goal,
}, variant.slug in solved
  ? `${NAMES[variant.name]} ✅ ${solved[variant.slug].toFixed(1)} s` : NAMES[variant.name]);

const fits = (card, variant) => {
  const words = `${variant.title} ${variant.goal} ${card.family} ${card.skills.join(' ')}`.toLowerCase();
  const state = find('state').value;
  return words.includes(find('search').value.trim().toLowerCase())
    && (!find('difficulty').value || find('difficulty').value === variant.name)
    && (!find('skill').value || card.skills.includes(find('skill').value))
    && (!state || (state === 'solved') === variant.slug in solved);
};

const show = () => {
  const shown = cards.map((card) => ({ card, variants: card.variants.filter((one) => fits(card, one)) }))
    .filter(({ variants }) => variants.length);
  find('cards').replaceChildren(...shown.map(({ card, variants }) => {
    const main = card.variants.find((one) => one.name === 'base') ?? card.variants[0];
    return make('article', { className: 'card game' },
      make('h2', {}, make('span', { className: 'emoji', ariaHidden: 'true' }, card.icon), main.title),
      make('p', {}, main.goal),
      make('div', { className: 'skills' }, ...card.skills.map((skill) => make('span', {}, skill))),
      make('div', { className: 'variants' }, ...variants.map(link)));
  }));
  find('none').hidden = shown.length > 0;
  const all = cards.flatMap((card) => card.variants);
  find('count').textContent = `${all.length} tasks in ${cards.length} families, `
    + `${all.filter((one) => one.slug in solved).length} solved.`;
};

for (const skill of [...new Set(cards.flatMap((card) => card.skills))].sort()) {
  find('skill').append(make('option', { value: skill }, skill));
}
find('seed').value = seed;
for (const id of ['search', 'difficulty', 'skill', 'state', 'seed']) find(id).addEventListener('input', show);

const refresh = async () => {
  solved = await (await fetch('/solved')).json();
  show();
};
addEventListener('pageshow', refresh);

// ---- Stopwatch: keeps running while games are played

const KEY = 'stopwatch';
const watch = { spent: 0, since: null, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };

const tick = () => {
  const tenths = Math.floor((watch.spent + (watch.since ? Date.now() - watch.since : 0)) / 100);
  const seconds = Math.floor(tenths / 10);
  find('time').textContent =
    `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}.${tenths % 10}`;
  find('toggle').textContent = watch.since ? 'Stop' : 'Start';
  if (watch.since) requestAnimationFrame(tick);
};

const keep = () => { localStorage.setItem(KEY, JSON.stringify(watch)); tick(); };

find('toggle').addEventListener('click', () => {
  if (watch.since) { watch.spent += Date.now() - watch.since; watch.since = null; } else watch.since = Date.now();
  keep();
});
find('reset').addEventListener('click', () => { watch.spent = 0; watch.since = watch.since && Date.now(); keep(); });
tick();
