import { view, main, send, note, el } from '/kit/kit.js';

const PLACES = ['Left bank', 'Right bank', 'Boat'];
const river = el('div', { class: 'river' });
const again = el('button', { onclick: () => act('again') }, 'Start again');
main.append(el('ul', { class: 'card rules' }, ...view.rules.map((rule) => el('li', {}, rule))),
  el('div', { class: 'card' }, river, again));

const act = async (kind, parameters) => {
  const state = await send(kind, parameters);
  note(state.lost ? 'Two were left alone that should not have been. Start again.' : '', 'bad');
  show(state);
};

const thing = (n, place, state) => {
  const [name, emoji] = view.items[n];
  const full = state.where.filter((where) => where === 2).length >= view.room;
  const [kind, label] = place === 2 ? ['unload', 'Unload'] : ['load', 'Load'];
  return el('div', { class: 'thing' }, el('span', { class: 'emoji', 'aria-hidden': 'true' }, emoji),
    el('button', {
      disabled: state.lost || (place !== 2 && (place !== state.side || full)),
      'data-id': `${kind}${n}`, onclick: () => act(kind, { item: n }),
    }, `${label} ${name}`));
};

const show = (state) => {
  const at = (place) => state.where.flatMap((where, n) => (where === place ? [thing(n, place, state)] : []));
  const boat = el('section', { class: 'boat', 'aria-label': `Boat at the ${PLACES[state.side].toLowerCase()}` },
    el('h2', {}, `⛵ Boat at the ${state.side ? 'right' : 'left'}`), ...at(2),
    el('button', { class: 'first', id: 'cross', disabled: state.lost, onclick: () => act('cross') }, state.side ? '← Row to the left' : 'Row to the right →'));
  const bank = (side) => el('section', { class: 'bank', 'aria-label': PLACES[side] }, el('h2', {}, PLACES[side]), ...at(side));
  const water = el('div', { class: 'water' });
  river.replaceChildren(bank(0), ...(state.side ? [water, boat] : [boat, water]), bank(1));
};

show(view);
