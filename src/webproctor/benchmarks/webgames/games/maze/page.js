import { view, main, send, el, baseUrl, path } from '/kit/kit.js';

const TEXTS = {
  start: 'You are at the entrance. Which door?',
  correct: 'That door was correct. Which door next?',
  'dead end': "This is a dead end: all doors are locked. Use the browser's back button.",
  exit: 'You have found the exit.',
};

const enter = async (door) => {
  const { room } = await send('open', { room: path, door });
  if (room) location.assign(`${baseUrl}${room}`);
};

const doors = Array.from({ length: view.doors }, (_, n) => el('button', {
  class: 'door', 'data-id': `door${n}`, 'aria-label': `Door ${n + 1}`,
  disabled: view.kind === 'dead end', onclick: () => enter(n),
}, el('span', { class: 'number' }, String(n + 1)), el('span', { class: 'knob' })));

main.append(el('div', { class: 'card centre' },
  el('h2', { id: 'room' }, TEXTS[view.kind]),
  view.kind === 'exit' ? el('div', { class: 'emoji exit' }, '🌳') : el('div', { class: 'row doors' }, doors)));
if (view.kind === 'exit') send('arrive', { room: path });
