// What every live page can be asked. Runs in an isolated world, once per document.
globalThis.webproctor = (() => {
  // Changes of the document since anyone last waited for it to come to rest.
  let changes = 0;
  const observer = new MutationObserver((records) => { changes += records.length; });
  observer.observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });

  // Changes the document for our own ends: nobody has to wait for that.
  const quietly = (change) => {
    changes += observer.takeRecords().length;
    const value = change();
    observer.takeRecords();
    return value;
  };

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

  // Resolves at once when nothing changed, else when nothing has changed for a whole frame. A frame
  // alone may end at once: timers of animations are up to 16 milliseconds apart.
  const settle = async (longest = 1000) => {
    const end = performance.now() + longest;
    while (changes && performance.now() < end) {
      changes = 0;
      await Promise.all([frame(), pause(16)]);
      await pause(0);
    }
  };

  const clips = (style) => style.overflowX !== 'visible' || style.overflowY !== 'visible';

  // Could a person see the element after scrolling to it? Not when it, or anything that holds it,
  // is not displayed, hidden, fully transparent, without size, folded up, or clipped away for good.
  const shown = (element) => {
    if (element.type === 'hidden' || !element.checkVisibility()) return false;
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) return false;
    if (getComputedStyle(element).visibility !== 'visible') return false;
    for (let node = element; node instanceof Element; node = node.parentElement) {
      const style = getComputedStyle(node);
      if (style.opacity === '0') return false;
      if (node === element || node === document.body || node === document.documentElement) continue;
      if (!clips(style)) continue;
      const room = node.getBoundingClientRect();
      if (!room.width || !room.height) return false;
      const fixed = (way) => way === 'hidden' || way === 'clip';
      if (fixed(style.overflowX) && (box.left >= room.right || box.right <= room.left)) return false;
      if (fixed(style.overflowY) && (box.top >= room.bottom || box.bottom <= room.top)) return false;
    }
    return true;
  };

  const at = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    // A root may answer with an element that is not its own: only what lies deeper is gone into.
    for (;;) {
      const inner = hit?.shadowRoot?.elementFromPoint(x, y);
      if (!inner || inner.getRootNode() !== hit.shadowRoot) return hit;
      hit = inner;
    }
  };

  // A point of the view where a click reaches the target, or null. Tries the middle first.
  const point = (target, accepts) => {
    for (const box of target.getClientRects()) {
      if (!box.width || !box.height) continue;
      for (const [u, v] of [[.5, .5], [.25, .5], [.75, .5], [.5, .25], [.5, .75], [.1, .1], [.9, .9]]) {
        const x = box.left + box.width * u, y = box.top + box.height * v;
        const hit = at(x, y);
        if (hit && accepts(hit)) return { x, y };
      }
    }
    return null;
  };

  // Bring an element to the middle of the view and say where a click reaches it: the element
  // itself, or a label of it when something covers it.
  const reach = (element) => {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    // A label that holds the element counts even if its `for` names nothing: button groups do that.
    const labels = [...new Set([...(element.labels ?? []), element.closest('label')])]
      .filter(Boolean);
    const own = (hit) => element.contains(hit);
    const label = (hit) => labels.some((one) => one.contains(hit)) &&
      (!hit.closest('a, button, input, select, textarea') || own(hit));
    const direct = point(element, own);
    if (direct) return direct;
    for (const one of labels) {
      const found = point(one, (hit) => own(hit) || label(hit));
      if (found) return found;
    }
    return null;
  };

  // What a person reads on the page: visible text, with line breaks where the layout breaks lines.
  const text = () => document.body?.innerText ?? '';
  const html = () => document.documentElement.outerHTML;
  const scroll = () => [scrollX, scrollY];
  const look = () => ({ url: location.href, title: document.title, width: innerWidth, height: innerHeight });

  // A turn of the wheel is first seen by the compositor: the page has it two frames later.
  const scrolled = async () => { await frame(); await frame(); };

  // How many download links were clicked since this was asked last: their files are still to come.
  let saves = 0;
  addEventListener('click', (event) => {
    const link = event.composedPath().some((node) => node.matches?.('a[download][href]'));
    if (link && event.isTrusted && !event.defaultPrevented) saves++;
  });
  const asked = () => {
    const count = saves;
    saves = 0;
    return count;
  };

  return { settle, scrolled, asked, quietly, shown, reach, point, text, html, look, scroll };
})();
