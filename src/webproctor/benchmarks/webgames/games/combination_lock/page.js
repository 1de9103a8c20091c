import { view, main, say, note, el, fileUrl } from '/kit/kit.js';

const digits = (n) => String(n).padStart(2, '0');
const wheels = Array.from({ length: view.wheels }, (_, i) => el('select', {
  class: 'wheel mono', 'aria-label': `Wheel ${i + 1}`, onchange: turn,
}, Array.from({ length: 100 }, (_, n) => el('option', { value: n }, digits(n)))));

async function turn() {
  const reply = await say('turn', { wheels: wheels.map((one) => Number(one.value)) });
  if (reply.refused) return;
  if (reply.jammed) note('Turned too often: the lock has jammed. Reload the page.', 'bad');
  else note(reply.won ? 'It springs open.' : 'The lock stays shut.', reply.won ? 'good' : '');
}

main.append(el('div', { class: 'card centre' },
  el('a', { class: 'button', id: 'download', href: fileUrl(view.file), download: view.file }, 'Download the note'),
  el('div', { class: 'lock row' }, wheels)));
