// For games that are won when an element comes into view.
import { send, showStatus } from '/kit/kit.js';

// Report that the end (`name`) is in view, and the distance scrolled to it. Returns whether this wins.
export const reportArrival = async (name, right, down) => {
  const reply = await send('arrived', { right, down });
  if (reply.not_scrolled) showStatus(`Scroll to ${name} by mouse wheel, scroll bar or keyboard.`, 'bad');
  return Boolean(reply.won);
};

// Send a message when this share of an element (0 to 1) is in view, with the distance scrolled to it.
export const whenInView = (node, share) => {
  const observer = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.intersectionRatio >= share)) return;
    let right = 0, down = 0;
    for (let ancestor = node; ancestor; ancestor = ancestor.parentElement) {
      right += ancestor.scrollLeft;
      down += ancestor.scrollTop;
    }
    if (await reportArrival('this box', right, down)) observer.disconnect();
  }, { threshold: [share] });
  observer.observe(node);
};
