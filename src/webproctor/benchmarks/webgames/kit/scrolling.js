// For games that end when something comes into view.
import { send, note } from '/kit/kit.js';

// Send a message when this share of an element (0 to 1) is in view, with the distance scrolled to it.
export const whenSeen = (node, part) => {
  const watch = new IntersectionObserver(async (seen) => {
    if (!seen.some((one) => one.intersectionRatio >= part)) return;
    let right = 0, down = 0;
    for (let one = node; one; one = one.parentElement) {
      right += one.scrollLeft;
      down += one.scrollTop;
    }
    const reply = await send('arrived', { right, down });
    if (reply.won) watch.disconnect();
    if (reply.unseen) note('Scroll to this box by mouse wheel, scroll bar or keyboard.', 'bad');
  }, { threshold: [part] });
  watch.observe(node);
};
