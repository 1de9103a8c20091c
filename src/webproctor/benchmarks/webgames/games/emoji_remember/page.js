import { view, main, send, showStatus, el } from '/kit/kit.js';

const found = el('p', { class: 'found emoji', 'aria-label': 'Found so far' });
const count = el('p', { class: 'muted' });
const choices = el('div', { class: 'choices' });
main.append(el('div', { class: 'card centre' }, count, found, choices));

const pick = async (picks, emoji) => {
  const reply = await send('pick', { picks, emoji });
  if (!reply.won && reply.step === undefined) return;
  showStatus(reply.wrong ? 'That is not correct. Start again from the beginning.' : '', 'bad');
  if (reply.won) choices.replaceChildren();
  else show(reply);
};

const show = (state) => {
  count.textContent = `${state.step} of ${state.length} found`;
  found.textContent = state.found.join(' ') || '…';
  choices.replaceChildren(...state.choices.map((emoji) => el('button', {
    class: 'emoji', 'aria-label': emoji, onclick: () => pick(state.picks, emoji),
  }, emoji)));
};

show(view);
