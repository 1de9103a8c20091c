import { view, main, el } from '/kit/kit.js';
import { reportArrival } from '/kit/scrolling.js';

// The puzzle's hue selects the two letters of the text.
const letters = String.fromCharCode(97 + view.hue % 26, 98 + view.hue % 25);
const text = el('textarea', { readOnly: true, 'aria-label': 'The text', spellcheck: false });
text.value = `${`${letters.repeat(100)}\n`.repeat(view.length)}\n\nThe end.`;
main.append(text);

text.addEventListener('scroll', () => {
  if (text.scrollTop + text.clientHeight >= text.scrollHeight - 2) reportArrival('the end', 0, text.scrollTop);
}, { passive: true });
