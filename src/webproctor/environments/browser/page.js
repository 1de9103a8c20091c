// Functions for every live page. Runs in an isolated world, once per document. Nodes are accessed only
// through `dom`, which pages cannot tamper with.
globalThis.webproctor = (() => {
  // Maximum length of text and HTML, in characters.
  const MAX_LENGTH = 2_000_000;
  // Maximum number of elements that are examined for shadow roots.
  const MAX_HOSTS = 20_000;

  // Number of changes of the document since the last call of `settle`.
  let changes = 0;
  const observer = new MutationObserver((records) => { changes += records.length; });
  observer.observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });

  // Change the document without counting it as a change.
  const quietly = (change) => {
    changes += observer.takeRecords().length;
    const value = change();
    observer.takeRecords();
    return value;
  };

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

  // The documents and their open shadow roots, whose animations a document does not list.
  const trees = () => {
    const found = dom.documents();
    let left = MAX_HOSTS;
    for (let next = 0; next < found.length; next++) {
      const nodes = dom.all(found[next], '*');
      for (let index = 0; index < nodes.length && left-- > 0; index++) {
        const inside = dom.open(nodes[index]);
        if (inside) found.push(inside);
      }
    }
    return found;
  };
  // While the page shows a view transition, no click reaches it.
  const TRANSITION = CSS.supports('selector(:active-view-transition)') ? ':active-view-transition' : ':not(*)';
  const inTransition = () => {
    const top = dom.get(document, 'documentElement');
    return Boolean(top) && dom.matches(top, TRANSITION);
  };

  // Elements whose animations did not end in time; they are not waited for again.
  const unfinished = new WeakSet();
  const playing = () => trees().flatMap((top) => dom.run(top, 'getAnimations'))
    .filter((one) => one.playState === 'running' && typeof one.currentTime === 'number' && one.playbackRate);
  // Milliseconds until an animation ends; infinite if it never does.
  const remaining = (animation) => {
    const end = animation.effect ? animation.effect.getComputedTiming().endTime : 0, now = animation.currentTime;
    return (animation.playbackRate > 0 ? end - now : now) / Math.abs(animation.playbackRate);
  };
  // The CSS transitions and animations that end within a time.
  const endingWithin = (timeout) => playing().filter((one) => remaining(one) < timeout && !unfinished.has(one.effect?.target));
  const waitForAnimations = (animations, timeout) => Promise.race([
    Promise.allSettled(animations.map((one) => one.finished)), pause(timeout),
  ]);

  // The sets of fonts that are loading, of documents whose fonts have not been waited for in vain.
  const lateFonts = new WeakSet();
  const loadingFonts = () => dom.documents().map((page) => dom.get(page, 'fonts'))
    .filter((fonts) => fonts?.status === 'loading' && !lateFonts.has(fonts));

  // Resolves at once if nothing changed, nothing is animated and no font is loading. Else when nothing has
  // changed for a whole frame and the fonts have been loaded, or after `changeTimeout` milliseconds, and
  // all animations and view transitions that end within `animationTimeout` have ended. Also waits 16 ms, as a frame can end at
  // once and animation timers are up to 16 ms apart.
  const settle = async (changeTimeout = 1000, animationTimeout = 2000) => {
    const startedAt = performance.now();
    for (;;) {
      const elapsed = performance.now() - startedAt, animations = endingWithin(animationTimeout - elapsed), fonts = loadingFonts();
      const transition = inTransition() && elapsed < animationTimeout;
      if (!animations.length && !transition && !((changes || fonts.length) && elapsed < changeTimeout)) break;
      changes = 0;
      const remainingTime = changeTimeout - elapsed;
      await Promise.all([
        frame(), pause(16), animations.length && waitForAnimations(animations, animationTimeout - elapsed),
        fonts.length && Promise.race([Promise.all(fonts.map((one) => one.ready)), pause(remainingTime)]),
      ]);
      await pause(0);
    }
    const elapsed = performance.now() - startedAt;
    if (elapsed >= changeTimeout) for (const fonts of loadingFonts()) lateFonts.add(fonts);
    if (elapsed < animationTimeout) return;
    for (const one of playing()) if (one.effect?.target) unfinished.add(one.effect.target);
  };

  // When the page last scrolled in two frames in a row, as it does when it scrolls smoothly.
  let scrolledAt = -Infinity, glidedAt = -Infinity;
  addEventListener('scroll', () => {
    const now = performance.now();
    if (now - scrolledAt < 100) glidedAt = now;
    scrolledAt = now;
  }, { capture: true, passive: true });

  // Resolves when an element's rect is the same in two frames, or after a time; at once if nothing moves.
  const steady = async (element, timeout = 1000) => {
    const deadline = performance.now() + timeout, animations = endingWithin(timeout);
    if (!changes && !animations.length && performance.now() - glidedAt > 100) return;
    // An animation that was just created does not move before it is ready.
    await Promise.race([Promise.allSettled(animations.map((one) => one.ready)), pause(timeout)]);
    const rectText = () => Object.values(dom.rect(element).toJSON()).join();
    for (let previous = rectText(), current = ''; previous !== current && performance.now() < deadline;) {
      await Promise.all([Promise.race([frame(), pause(timeout)]), pause(16)]);
      [previous, current] = [current || previous, rectText()];
    }
  };

  // Whether an element clips its content. Elements without a box of their own do not.
  const clips = ({ overflowX, overflowY, display }) => (overflowX !== 'visible' || overflowY !== 'visible') &&
    display !== 'inline' && display !== 'contents';

  // Whether an element contains an element inside it that has a position: fixed and absolute elements are not clipped
  // by all of their ancestors.
  const MOVERS = ['transform', 'translate', 'rotate', 'scale', 'perspective', 'filter', 'backdropFilter'];
  const holds = (style, position) => {
    if (position !== 'fixed' && position !== 'absolute' || position === 'absolute' && style.position !== 'static') return true;
    return MOVERS.some((name) => style[name] !== 'none') || /paint|layout|strict|content/.test(style.contain) ||
      /transform|perspective|filter/.test(style.willChange) || style.contentVisibility === 'auto';
  };
  // Whether an element is drawn over the page, outside its ancestors.
  const inTopLayer = (node, { position }) => (position === 'fixed' || position === 'absolute') &&
    dom.matches(node, ':popover-open, :modal, :fullscreen');
  // The ancestors of an element that clip it, from the inside out, without the document's.
  const clippers = (element) => {
    const page = dom.owner(element), last = new Set([dom.get(page, 'body'), dom.get(page, 'documentElement')]), view = dom.view(page), found = [];
    let style = view.getComputedStyle(element), position = style.position;
    for (let node = element, above = dom.above(node); above && !last.has(above) && !inTopLayer(node, style); above = dom.above(above)) {
      const around = view.getComputedStyle(above);
      if (holds(around, position)) {
        if (clips(around)) found.push(above);
        position = around.position;
      }
      [node, style] = [above, around];
    }
    return found;
  };

  const isFixed = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';

  // Whether a rect is in the view, or the page can be scrolled to it: not to what is above or left of the page.
  const reachable = ({ left, top, right, bottom }, page, moves) => {
    const view = dom.view(page), { direction, writingMode } = view.getComputedStyle(dom.get(page, 'body') ?? dom.get(page, 'documentElement'));
    if (!moves) return right > 0 && bottom > 0 && left < view.innerWidth && top < view.innerHeight;
    const toRight = direction === 'ltr' && writingMode === 'horizontal-tb';
    return bottom + view.scrollY > 0 && (right + view.scrollX > 0 || !toRight);
  };

  // Whether the element is visible, at least after scrolling to it. It is not if it or an ancestor is not
  // displayed, hidden, fully transparent, without size, collapsed, clipped without scroll bars, or outside
  // the page.
  const shown = (element) => {
    if (dom.get(element, 'type') === 'hidden' || !dom.visible(element)) return false;
    let { left, top, right, bottom, width, height } = dom.rect(element), moves = true;
    if (!width || !height) return false;
    if (getComputedStyle(element).visibility !== 'visible') return false;
    const page = dom.owner(element), body = dom.get(page, 'body'), root = dom.get(page, 'documentElement');
    let position = 'static';
    for (let node = element; node; node = dom.above(node)) {
      const style = getComputedStyle(node);
      if (style.opacity === '0') return false;
      // An ancestor with a transform can move a fixed element.
      if (style.position === 'fixed' && !dom.get(node, 'offsetParent')) moves = false;
      if (node !== element && node !== body && node !== root && holds(style, position) && clips(style)) {
        const clip = dom.rect(node);
        if (!clip.width || !clip.height) return false;
        if (isFixed(style.overflowX) && (left >= clip.right || right <= clip.left)) return false;
        if (isFixed(style.overflowY) && (top >= clip.bottom || bottom <= clip.top)) return false;
        // It can be scrolled to inside this ancestor, so that only where the ancestor is drawn matters.
        if (scrolls(style.overflowX)) ({ left, right } = clip);
        if (scrolls(style.overflowY)) ({ top, bottom } = clip);
      }
      if (inTopLayer(node, style)) break;
      if (node === element || holds(style, position)) position = style.position;
    }
    return reachable({ left, top, right, bottom }, page, moves);
  };

  const at = (x, y) => {
    let hit = dom.run(document, 'elementFromPoint', x, y);
    // A root may return an element outside itself: only descend into its own elements.
    for (;;) {
      const shadowRoot = hit && dom.open(hit), inner = shadowRoot?.elementFromPoint(x, y);
      if (!inner || dom.root(inner) !== shadowRoot) return hit;
      hit = inner;
    }
  };

  // A point in the view where a click hits the target, or null. Tries the middle first.
  const point = (target, accepts) => {
    for (const box of dom.rects(target)) {
      if (!box.width || !box.height) continue;
      for (const [u, v] of [[.5, .5], [.25, .5], [.75, .5], [.5, .25], [.5, .75], [.1, .1], [.9, .9]]) {
        const x = box.left + box.width * u, y = box.top + box.height * v;
        const hit = at(x, y);
        if (hit && accepts(hit)) return { x, y };
      }
    }
    return null;
  };

  // Scroll an element to the middle of the view and return a point where a click hits it, or its label if
  // the element is covered.
  const reach = (element) => {
    dom.show(element, { block: 'center', inline: 'nearest', behavior: 'instant' });
    // A label that contains the element counts even if its `for` is invalid, as in some button groups.
    const labels = [...new Set([...(dom.get(element, 'labels') ?? []), dom.closest(element, 'label')])]
      .filter(Boolean);
    const isInside = (hit) => dom.contains(element, hit);
    const label = (hit) => labels.some((one) => one.contains(hit)) &&
      (!dom.closest(hit, 'a, button, input, select, textarea') || isInside(hit));
    const direct = point(element, isInside);
    if (direct) return direct;
    for (const one of labels) {
      const found = point(one, (hit) => isInside(hit) || label(hit));
      if (found) return found;
    }
    return null;
  };

  // The visible text, with the line breaks of the layout. A frameset, or a document whose body was
  // removed, has no text.
  const text = () => {
    const body = dom.get(document, 'body');
    return body ? bounded(dom.get(body, 'innerText')) : '';
  };
  const html = () => bounded(dom.get(dom.get(document, 'documentElement') ?? document, 'outerHTML') ?? '');
  const bounded = (text) => (text.length <= MAX_LENGTH ? text
    : `${text.slice(0, MAX_LENGTH)}\n[truncated: ${MAX_LENGTH} of ${text.length} characters are shown]`);
  const elementCount = () => dom.documents().reduce((sum, page) => sum + dom.run(page, 'getElementsByTagName', '*').length, 0);
  const scroll = () => [scrollX, scrollY];
  const pageInfo = () => ({ url: location.href, title: String(dom.get(document, 'title')).slice(0, 1000), width: innerWidth, height: innerHeight });

  const twoFrames = async () => { await frame(); await frame(); };

  // Escape ends a pointer lock and fullscreen, and the page does not get it: browsers with a window do that.
  addEventListener('keydown', (event) => {
    const locked = dom.get(document, 'pointerLockElement');
    if (!event.isTrusted || event.key !== 'Escape' || !(locked || dom.get(document, 'fullscreenElement'))) return;
    event.stopImmediatePropagation();
    dom.run(document, locked ? 'exitPointerLock' : 'exitFullscreen');
  }, { capture: true });

  // The number of download links clicked since the last call of `asked`.
  let clicks = 0;
  addEventListener('click', (event) => {
    const link = event.composedPath().some((node) => node instanceof Element && dom.matches(node, 'a[download][href]'));
    if (link && event.isTrusted && !event.defaultPrevented) clicks++;
  });
  const asked = () => {
    const count = clicks;
    clicks = 0;
    return count;
  };
  const settled = async () => { await settle(); return asked(); };

  return { settle, settled, steady, frame, twoFrames, asked, quietly, clippers, shown, reach, point, text, html, pageInfo, scroll, size: elementCount, bounded };
})();
