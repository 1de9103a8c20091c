import { view, main, send, el } from '/kit/kit.js';

const pair = String.fromCharCode(97 + view.hue % 26, 98 + view.hue % 25);
const area = el('textarea', { readOnly: true, 'aria-label': 'The text', spellcheck: false });
area.value = `${`${pair.repeat(100)}\n`.repeat(view.length)}\n\nThe end.`;
main.append(area);

area.addEventListener('scroll', () => {
  if (area.scrollTop + area.clientHeight >= area.scrollHeight - 2) send('arrived', { right: 0, down: area.scrollTop });
}, { passive: true });
