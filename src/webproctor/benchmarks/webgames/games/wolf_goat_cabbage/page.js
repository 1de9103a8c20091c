import { view, main, send, showStatus, el } from '/kit/kit.js';

// The location of an item, as in game.py.
const BOAT = 2;
const BANKS = ['Left bank', 'Right bank'];
const river = el('div', { class: 'river' });
const restart = el('button', { onclick: () => act('restart') }, 'Start again');
main.append(el('ul', { class: 'card rules' }, ...view.rules.map((rule) => el('li', {}, rule))),
  el('div', { class: 'card' }, river, restart));

const act = async (kind, parameters) => {
  const state = await send(kind, parameters);
  showStatus(state.lost ? 'Two items were left alone that must never be left alone together. Start again.' : '', 'bad');
  show(state);
};

const itemRow = (item, location, state) => {
  const [name, emoji] = view.items[item];
  const full = state.locations.filter((other) => other === BOAT).length >= view.capacity;
  const [kind, label] = location === BOAT ? ['unload', 'Unload'] : ['load', 'Load'];
  return el('div', { class: 'item' }, el('span', { class: 'emoji', 'aria-hidden': 'true' }, emoji),
    el('button', {
      disabled: state.lost || (location !== BOAT && (location !== state.bank || full)),
      'data-id': `${kind}${item}`, onclick: () => act(kind, { item }),
    }, `${label} ${name}`));
};

const show = (state) => {
  const itemsAt = (location) => state.locations.flatMap((at, item) => (at === location ? [itemRow(item, at, state)] : []));
  const boat = el('section', { class: 'boat', 'aria-label': `Boat at the ${BANKS[state.bank].toLowerCase()}` },
    el('h2', {}, `⛵ Boat at the ${state.bank ? 'right' : 'left'}`), ...itemsAt(BOAT),
    el('button', { class: 'primary', id: 'cross', disabled: state.lost, onclick: () => act('cross') }, state.bank ? '← Row to the left' : 'Row to the right →'));
  const bankSection = (bank) => el('section', { class: 'bank', 'aria-label': BANKS[bank] }, el('h2', {}, BANKS[bank]), ...itemsAt(bank));
  const water = el('div', { class: 'water' });
  river.replaceChildren(bankSection(0), ...(state.bank ? [water, boat] : [boat, water]), bankSection(1));
};

show(view);
