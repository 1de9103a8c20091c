import { view, main, send, showStatus, el } from '/kit/kit.js';
import { roundLine, showRound, showFeedback } from '/kit/rounds.js';

const advertisement = (text) => el('a', {
  class: 'ad', href: '#', onclick: (event) => { event.preventDefault(); showStatus('This is an advertisement.'); },
}, `${text} · Advertisement`);

// How the blocks of a report are shown, by kind.
const blockElements = {
  text: (text) => el('p', { class: 'block' }, text),
  title: (text) => el('h2', {}, text),
  gap: () => el('div', { class: 'gap', 'aria-hidden': 'true' }),
  ad: advertisement,
};

const field = el('input', { id: 'ticker', autocomplete: 'off', size: 8 });
const check = async (event) => {
  event.preventDefault();
  // A double click on Check must not answer the next report.
  if (!field.value.trim()) return showStatus('Enter a ticker.', 'bad');
  const reply = await send('check', { number, ticker: field.value });
  if (reply.round === undefined) return;
  showFeedback(reply, reply.wrong === 'decoy' ? 'The report praised that share but did not recommend it.' : 'The report did not recommend that share.');
  showReport(reply);
};
const article = el('article', { class: 'card report' });
let number = view.number;  // The index of the current report.
const showReport = (report) => {
  number = report.number;
  field.value = '';
  showRound(report);
  article.replaceChildren(...report.blocks.map(([kind, text]) => blockElements[kind](text)));
  scrollTo(0, 0);
};

main.append(
  el('form', { class: `card row question ${view.layout}`, onsubmit: check },
    el('label', { for: 'ticker' }, 'Ticker of the recommended share'), field, el('button', { class: 'primary' }, 'Check'), roundLine),
  article);
showReport(view);
