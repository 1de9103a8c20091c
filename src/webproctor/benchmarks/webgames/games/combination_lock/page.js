import { view, main, send, showStatus, el, fileUrl } from '/kit/kit.js';

const twoDigits = (n) => String(n).padStart(2, '0');
const wheels = Array.from({ length: view.wheels }, (_, i) => el('select', {
  class: 'wheel mono', 'aria-label': `Wheel ${i + 1}`,
}, Array.from({ length: 100 }, (_, n) => el('option', { value: n }, twoDigits(n)))));

const open = async () => {
  const reply = await send('open', { wheels: wheels.map((wheel) => Number(wheel.value)) });
  if (reply.won) showStatus('The lock is open.', 'good');
  if (reply.wrong) showStatus('That is not correct. The lock stays closed.', 'bad');
};

main.append(el('div', { class: 'card centre' },
  el('a', { class: 'button', id: 'download', href: fileUrl(view.file), download: view.file }, 'Download the note'),
  el('div', { class: 'lock row' }, wheels),
  el('button', { class: 'primary', id: 'open', onclick: open }, 'Open the lock')));
