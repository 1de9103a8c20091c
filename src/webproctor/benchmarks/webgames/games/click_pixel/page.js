import { view, main, send, note, el, on, fileUrl } from '/kit/kit.js';

const field = el('img', { src: fileUrl('field.png'), width: view.width, height: view.height, alt: 'The field', draggable: false });
const help = view.where && el('p', { class: 'help' },
  `The square is at (${view.where.join(', ')}), ${view.size} pixels wide.`);
main.append(el('div', { class: 'field' }, field, help));

on(field, 'pointerdown', async () => {
  const { missed } = await send('press');
  if (missed === null) note('Missed.', 'bad');
  else if (missed) note(`You clicked at (${missed.join(', ')}).`, 'bad');
});
