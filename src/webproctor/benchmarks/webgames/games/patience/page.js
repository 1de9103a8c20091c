import { view, main, send, el } from '/kit/kit.js';

const TEXTS = {
  began: `The round has begun. Wait at least ${view.seconds} seconds, then reload this page once.`,
  early: 'That was too early: this round is lost. Reload the page to begin another.',
  waited: 'You have waited long enough.',
};

main.append(el('div', { class: 'card' }, el('p', { id: 'state' }, TEXTS[view.state])));
if (view.state === 'waited') send('claim');
