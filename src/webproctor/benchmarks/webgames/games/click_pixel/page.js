import { view, main, send, showStatus, el, on, fileUrl } from '/kit/kit.js';

const field = el('img', { src: fileUrl('field.png'), width: view.width, height: view.height, alt: 'The field', draggable: false });
const hint = view.position && el('p', { class: 'hint' },
  `The square is at (${view.position.join(', ')}), ${view.size} pixels wide.`);
main.append(el('div', { class: 'field' }, field, hint));

on(field, 'pointerdown', async () => {
  // The position of a wrong click; null if the page does not show positions.
  const { left, top } = field.getBoundingClientRect();
  const { missed } = await send('press', { left, top });
  if (missed === null) showStatus('Missed.', 'bad');
  else if (missed) showStatus(`You clicked at (${missed.join(', ')}).`, 'bad');
});
