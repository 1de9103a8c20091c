import { view, main, send, note, el } from '/kit/kit.js';

const trace = el('p', { class: 'trace emoji', 'aria-label': 'So far' });
const count = el('p', { class: 'soft' });
const choices = el('div', { class: 'choices' });
main.append(el('div', { class: 'card centre' }, count, trace, choices));

const pick = async (number, emoji) => {
  const next = await send('pick', { number, emoji });
  if (!next.won && next.step === undefined) return;
  note(next.wrong ? 'Wrong: from the beginning.' : '', 'bad');
  if (next.won) choices.replaceChildren();
  else show(next);
};

const show = ({ number, step, length, trace: known, choices: offered }) => {
  count.textContent = `${step} of ${length} found`;
  trace.textContent = known.join(' ') || '…';
  choices.replaceChildren(...offered.map((emoji) => el('button', { class: 'emoji', 'aria-label': emoji, onclick: () => pick(number, emoji) }, emoji)));
};

show(view);
