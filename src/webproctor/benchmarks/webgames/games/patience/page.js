import { view, main, send, el } from '/kit/kit.js';

const TEXTS = {
  started: `The round has started. Wait at least ${view.seconds} seconds, then reload this page once.`,
  early: 'That was too early: this round does not count. Reload the page to start another.',
  waited: 'You have waited long enough.',
};

main.append(el('div', { class: 'card' }, el('p', { id: 'state' }, TEXTS[view.state])));
if (view.state === 'waited') send('claim');
