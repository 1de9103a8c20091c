import { view, main, send, note, el } from '/kit/kit.js';
import { roundLine, showRound, noteAnswer } from '/kit/rounds.js';

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
  const reply = await send('check', { number, ticker: field.value });
  if (reply.round === undefined) return;
  noteAnswer(reply, reply.wrong === 'decoy' ? 'The report only praised that one.' : 'The report did not recommend that one.');
  next(reply);
};
const article = el('article', { class: 'card report' });
let number = view.number;
const next = (reply) => {
  number = reply.number;
  field.value = '';
  showRound(reply);
  article.replaceChildren(...reply.blocks.map(([kind, text]) => makers[kind](text)));
  scrollTo(0, 0);
};

main.append(
  el('form', { class: `card row question ${view.level}`, onsubmit: check },
    el('label', { for: 'ticker' }, 'Ticker of the recommended share'), field, el('button', { class: 'first' }, 'Check'), roundLine),
  article);
next(view);
