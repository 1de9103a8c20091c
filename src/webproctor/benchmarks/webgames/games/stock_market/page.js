import { view, main, say, note, el } from '/kit/kit.js';

const makers = {
  text: (text) => el('p', { class: 'block' }, text),
  title: (text) => el('h2', {}, text),
  gap: () => el('div', { class: 'gap', 'aria-hidden': 'true' }),
  ad: (text) => el('a', { class: 'ad', href: '#', onclick: (event) => { event.preventDefault(); note('An advertisement: nothing to learn there.'); } },
    `${text} · Advertisement`),
};

const field = el('input', { id: 'ticker', autocomplete: 'off', size: 8 });
const check = async (event) => {
  event.preventDefault();
  const { wrong } = await say('check', { ticker: field.value });
  if (wrong) note(wrong === 'decoy' ? 'The report praises this one, but keep reading.' : 'The report does not recommend this one.', 'bad');
};

main.append(
  el('form', { class: `card row question ${view.level}`, onsubmit: check },
    el('label', { for: 'ticker' }, 'Ticker of the recommended share'), field, el('button', { class: 'first' }, 'Check')),
  el('article', { class: 'card report' }, ...view.blocks.map(([kind, text]) => makers[kind](text))));
