// For games that are won when an element comes into view.
import { send, showStatus } from '/kit/kit.js';

// Send a message when this share of an element (0 to 1) is in view, with the distance scrolled to it.
export const whenInView = (node, share) => {
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.intersectionRatio >= share)) return;
    let right = 0, down = 0;
    for (let ancestor = node; ancestor; ancestor = ancestor.parentElement) {
      right += ancestor.scrollLeft;
      down += ancestor.scrollTop;
    }
    const reply = await send('arrived', { right, down });
    if (reply.won) observer.disconnect();
    if (reply.not_scrolled) showStatus('Scroll to this box by mouse wheel, scroll bar or keyboard.', 'bad');
  }, { threshold: [share] });
  observer.observe(node);
};
