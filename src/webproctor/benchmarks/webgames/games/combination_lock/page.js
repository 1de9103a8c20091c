import { view, main, send, note, el, fileUrl } from '/kit/kit.js';

const digits = (n) => String(n).padStart(2, '0');
const wheels = Array.from({ length: view.wheels }, (_, i) => el('select', {
  class: 'wheel mono', 'aria-label': `Wheel ${i + 1}`,
}, Array.from({ length: 100 }, (_, n) => el('option', { value: n }, digits(n)))));

const open = async () => {
  const reply = await send('open', { wheels: wheels.map((one) => Number(one.value)) });
  if (reply.won) note('It springs open.', 'good');
  if (reply.shut) note('The lock stays shut.', 'bad');
};

main.append(el('div', { class: 'card centre' },
  el('a', { class: 'button', id: 'download', href: fileUrl(view.file), download: view.file }, 'Download the note'),
  el('div', { class: 'lock row' }, wheels),
  el('button', { class: 'first', id: 'open', onclick: open }, 'Open the lock')));
