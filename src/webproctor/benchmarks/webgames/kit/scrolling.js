// For games that end when something comes into view.
import { say } from '/kit/kit.js';

// Tell the server once when so much of an element (0 to 1) is in view, after a scroll of a hand.
export const whenSeen = (node, part) => {
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some((one) => one.intersectionRatio >= part)) return;
    watch.disconnect();
    say('arrived');
  }, { threshold: [part] });
  watch.observe(node);
};
