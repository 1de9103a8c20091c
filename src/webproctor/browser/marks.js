// Which elements can be acted on: one pass over the document, its frames and its shadow roots.
//
// What is native to HTML says so by itself. Everything else acts because somebody listens: the
// session tells which elements have listeners (DevTools knows them all) and shows their source, from
// which the selectors of delegated handlers are read.
globalThis.marks = (() => {
  const NATIVE = ['a[href]', 'a[*|href]', 'area[href]', 'button', 'input:not([type=hidden])', 'select', 'textarea',
    'summary', 'video[controls]', 'audio[controls]', '[contenteditable=""]', '[contenteditable=true]',
    '[contenteditable=plaintext-only]', '[draggable=true]', '[onclick]', '[onmousedown]', '[onpointerdown]',
    ...['button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio',
      'option', 'slider', 'switch', 'textbox', 'searchbox', 'combobox', 'spinbutton', 'treeitem',
    ].map((role) => `[role=${role}]`)].join(',');
  const CONTROLS = 'a[href], a[*|href], button, input, select, textarea, summary';
  const PRESSES = new Set(['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'dblclick',
    'auxclick', 'contextmenu', 'touchstart', 'touchend', 'dragstart', 'drop']);
  const KEYS = new Set(['keydown', 'keypress', 'keyup']);
  // Elements that may have a shadow root of their own.
  const HOSTS = /-|^(ARTICLE|ASIDE|BLOCKQUOTE|DIV|FOOTER|H[1-6]|HEADER|MAIN|NAV|P|SECTION|SPAN)$/;

  const known = [];           // Elements that have listeners, by the number the session gives them.
  const closed = new WeakMap();  // Closed shadow roots by their hosts, as far as they are known.
  const probed = new WeakSet();

  const parent = (node) => node.assignedSlot ?? node.parentElement ??
    (node.getRootNode() instanceof ShadowRoot ? node.getRootNode().host : null);
  const shadow = (node) => node.shadowRoot ?? closed.get(node);
  const size = (node) => (node.ownerDocument ?? node).defaultView;

  // Every element in document order, those of frames and shadow roots after their host.
  const walk = function* (root) {
    for (const node of root.querySelectorAll('*')) {
      yield node;
      if (shadow(node)) yield* walk(shadow(node));
      if (node.tagName === 'IFRAME' && node.contentDocument) yield* walk(node.contentDocument);
    }
  };

  // ---- Listeners.

  const SELECTORS = [
    [/\b(?:matches|closest)\(\s*(['"`])(.+?)\1/g, (found) => found[2]],
    [/classList\.contains\(\s*(['"`])(.+?)\1/g, (found) => `.${CSS.escape(found[2])}`],
    [/className\s*={2,3}\s*(['"`])([\w-]+)\1/g, (found) => `.${CSS.escape(found[2])}`],
    [/dataset\.(\w+)/g, (found) => `[data-${found[1].replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}]`],
    [/(?:has|get)Attribute\(\s*(['"`])([\w-]+)\1/g, (found) => `[${found[2]}]`],
    [/(?:tagName|nodeName|localName)(?:\.\w+\(\))?\s*={2,3}\s*(['"`])([\w-]+)\1/g, (found) => found[2]],
    [/(['"`])([\w-]+)\1\s*={2,3}\s*[\w.]*(?:tagName|nodeName|localName)/g, (found) => found[2]],
    [/target\.id\s*={2,3}\s*(['"`])(.+?)\1/g, (found) => `#${CSS.escape(found[2])}`],
  ];
  const selectors = (source) => SELECTORS.flatMap(([form, made]) => [...source.matchAll(form)].map(made));

  const within = (root, selector) => {
    try { return [...root.querySelectorAll(selector)]; } catch { return []; }
  };

  // What listens: elements that act themselves, those that a handler above acts for, and whether
  // some handler above acts for elements that its source does not name.
  const listening = (heard) => {
    const own = new Set(), meant = new Set(), opaque = [];
    for (const { node: number, type, source } of heard) {
      const node = number < 0 ? document : known[number];
      if (!node || (node !== document && !node.isConnected)) continue;
      const pressed = PRESSES.has(type);
      if (!pressed && !(KEYS.has(type) && node.tabIndex >= 0)) continue;
      const whole = node.nodeType !== 1 || node.matches('html, body') || big(node);
      const named = pressed && node.childElementCount ? selectors(source).flatMap((one) => within(node, one)) : [];
      if (named.length) for (const one of named) meant.add(one);
      else if (whole) opaque.push(node.documentElement ?? node);
      else if (/\btarget\b/.test(source) && node.childElementCount > 1 && !node.matches(CONTROLS)) {
        for (const one of node.children) meant.add(one);
      } else own.add(node);
    }
    return { own, meant, opaque };
  };

  const big = (node) => {
    if (node.matches('canvas, svg, img, video')) return false;
    const box = node.getBoundingClientRect(), view = size(node);
    return box.width * box.height > 0.5 * view.innerWidth * view.innerHeight && node.childElementCount > 0;
  };

  // ---- What can be acted on.

  const off = (node) => node.matches(':disabled') ||
    Boolean(node.closest('[inert], [aria-disabled=true]')) || size(node).getComputedStyle(node).pointerEvents === 'none' && !inside(node);
  // Inside something that lets the mouse through, a part of it may still take it.
  const inside = (node) => [...node.children].some((one) => size(one).getComputedStyle(one).pointerEvents !== 'none');

  const scrolls = (node) => {
    const down = node.scrollHeight > node.clientHeight + 1, right = node.scrollWidth > node.clientWidth + 1;
    if (!down && !right || node.matches('html, body, input, textarea, select')) return false;
    const style = size(node).getComputedStyle(node);
    const can = (way) => way === 'auto' || way === 'scroll';
    return down && can(style.overflowY) || right && can(style.overflowX);
  };

  const pointed = (node) => {
    const cursor = (one) => one && size(one).getComputedStyle(one).cursor;
    return cursor(node) === 'pointer' && cursor(parent(node)) !== 'pointer';
  };

  const unseen = (node) => !node.checkVisibility({ visibilityProperty: true });
  const hides = (control) => {
    const box = control.getBoundingClientRect();
    return unseen(control) || box.width * box.height < 4 ||
      size(control).getComputedStyle(control).opacity === '0' || !webproctor.shown(control);
  };
  const far = (one, other) => {
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    return Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom) > 60;
  };

  const acts = (node, { own, meant, opaque }) => {
    if (node.matches(NATIVE)) return !(node.tagName === 'SUMMARY' && node.parentElement?.tagName !== 'DETAILS');
    if (own.has(node) || meant.has(node)) return true;
    if (node.tagName === 'LABEL') return Boolean(node.control) && !node.control.disabled && (hides(node.control) || far(node, node.control));
    const above = opaque.some((root) => root.contains(node));
    if (node.tagName === 'CANVAS') return above;
    if (node.tagName === 'IFRAME') return !node.contentDocument;
    return above && pointed(node) || scrolls(node);
  };

  // ---- Where it can be reached.

  const hit = (root, x, y) => {
    let found = root.elementFromPoint(x, y);
    // A root may answer with an element that is not its own: only what lies deeper is gone into.
    for (;;) {
      const inside = found && shadow(found), inner = inside?.elementFromPoint(x, y);
      if (!inner || inner.getRootNode() !== inside) return found;
      found = inner;
    }
  };

  // A frame's point as a point of the view, or null where it is covered in a document that holds
  // the frame.
  const outer = (view, x, y) => {
    for (; view !== window && view.frameElement; view = view.parent) {
      const frame = view.frameElement, box = frame.getBoundingClientRect();
      x += box.left + frame.clientLeft;
      y += box.top + frame.clientTop;
      if (x < 0 || y < 0 || x >= view.parent.innerWidth || y >= view.parent.innerHeight) return null;
      if (hit(frame.ownerDocument, x, y) !== frame) return null;
    }
    return { x, y };
  };

  // The part of a rectangle that view and scrolling ancestors leave in sight.
  const sight = (node, rect) => {
    const view = size(node);
    let [left, top, right, bottom] = [Math.max(rect.left, 0), Math.max(rect.top, 0),
      Math.min(rect.right, view.innerWidth), Math.min(rect.bottom, view.innerHeight)];
    for (let above = parent(node); above; above = parent(above)) {
      if (above === above.ownerDocument.documentElement || above === above.ownerDocument.body) break;
      const style = view.getComputedStyle(above);
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
      const box = above.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return right - left >= 1 && bottom - top >= 1 ? { left, top, right, bottom } : null;
  };

  const SPOTS = [[.5, .5], [.25, .25], [.75, .25], [.25, .75], [.75, .75], [.04, .5], [.96, .5], [.5, .06], [.5, .94], [.03, .03], [.97, .97], [.97, .03], [.03, .97]];

  const some = (boxes) => [...boxes].filter((one) => one.width >= 1 && one.height >= 1).slice(0, 4);

  // The image that an area is a part of, and where on it.
  const mapped = (area) => {
    const name = area.closest('map')?.name;
    return name ? area.ownerDocument.querySelector(`img[usemap="#${CSS.escape(name)}"]`) : null;
  };
  const onImage = (area) => {
    const image = mapped(area);
    if (!image) return [];
    const { left, top, width, height } = image.getBoundingClientRect();
    const [a, b, c, d, ...more] = area.coords.split(',').map(Number);
    if (area.shape === 'default') return some([new DOMRect(left, top, width, height)]);
    if (area.shape === 'circle') return some([new DOMRect(left + a - c, top + b - c, 2 * c, 2 * c)]);
    const across = [a, c, ...more.filter((_, place) => place % 2 === 0)];
    const down = [b, d, ...more.filter((_, place) => place % 2)];
    const x = Math.min(...across), y = Math.min(...down);
    return some([new DOMRect(left + x, top + y, Math.max(...across) - x, Math.max(...down) - y)]);
  };

  // Where an element lies. One without a box of its own (around something that floats, or with
  // `display: contents`) lies where its content does.
  const rects = (node) => {
    if (node.tagName === 'AREA') return onImage(node);
    const own = some(node.getClientRects());
    return own.length || !node.matches(CONTROLS) ? own : some(contents(node));
  };
  const contents = (node) => [...node.childNodes].flatMap((one) => {
    if (one.nodeType === Node.ELEMENT_NODE) {
      const own = some(one.getClientRects());
      return own.length ? own : contents(one);
    }
    if (one.nodeType !== Node.TEXT_NODE) return [];
    const range = one.ownerDocument.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()];
  });
  // What of it is seen: itself, its image, or its first part that has a box.
  const seen = (node) => {
    if (node.tagName === 'AREA') return mapped(node) ?? node;
    if (some(node.getClientRects()).length || !node.matches(CONTROLS)) return node;
    return [...node.querySelectorAll('*')].find((one) => some(one.getClientRects()).length) ?? node;
  };
  const parts = (node) => rects(node).map((one) => sight(node, one)).filter(Boolean);

  // A point of the view where a click reaches an element and nothing that is `taken` inside it, or
  // null where there is none.
  const point = (node, taken = new Set()) => {
    const mine = (found) => {
      for (let one = found; one; one = parent(one)) {
        if (one === node) return true;
        if (taken.has(one)) return false;
        if (one.tagName === 'LABEL' && one.control === node) return true;
      }
      return false;
    };
    for (const { left, top, right, bottom } of parts(node)) {
      for (const [u, v] of SPOTS) {
        const x = left + (right - left) * u, y = top + (bottom - top) * v;
        const at = mine(hit(node.ownerDocument, x, y)) && outer(size(node), x, y);
        if (at) return at;
      }
    }
    return null;
  };

  // "in": a click reaches it; "out": it must be scrolled to first; "": covered, or not to be seen.
  const place = (node, taken) => {
    const file = node.type === 'file' ? 'out' : '';
    if (!rects(node).length) return file;
    // Words alone, with `display: contents` round them, have no element that could be asked.
    const body = seen(node);
    const bare = body === node && size(node).getComputedStyle(node).display === 'contents';
    if (!bare && unseen(body)) return file;
    if (!parts(node).length) return bare || webproctor.shown(body) ? 'out' : file;
    return point(node, taken) ? 'in' : file;
  };

  // Every element that can be acted on, in document order, with where it is: "in" or "out" of sight.
  const find = (heard = []) => {
    const listeners = listening(heard);
    const taken = new Set(), hollow = [];
    for (const node of walk(document)) {
      if (HOSTS.test(node.tagName) && !node.firstElementChild && !shadow(node) && !probed.has(node) && !node.textContent) {
        hollow.push(node);
      }
      if (acts(node, listeners) && !off(node)) taken.add(node);
    }
    for (const node of taken) {
      if (node.tagName === 'LABEL' && taken.has(node.control) && hides(node.control)) taken.delete(node.control);
      if (node.matches(CONTROLS) || listeners.own.has(node) || listeners.meant.has(node)) continue;
      const above = parent(node)?.closest(CONTROLS);
      if (above && taken.has(above)) taken.delete(node);
    }
    empty = hollow.filter((node) => node.offsetWidth && node.offsetHeight).slice(0, 200);
    const found = [];
    for (const node of taken) {
      const where = place(node, taken);
      if (where) found.push({ node, where });
    }
    return found;
  };

  // Elements that may hide a closed shadow root: the session can look, scripts cannot.
  let empty = [];
  const suspects = () => empty.length;
  const suspected = () => {
    for (const one of empty) probed.add(one);
    return empty;
  };
  const disclose = (...roots) => { for (const root of roots) closed.set(root.host, root); };

  // Make nodes known by number; closed roots that they live in are known from then on.
  const know = (...nodes) => {
    for (const node of nodes) {
      const root = node.getRootNode?.();
      if (root instanceof ShadowRoot && root.mode === 'closed') closed.set(root.host, root);
      known.push(node);
    }
    return known.length;
  };

  return { find, point, rects, seen, know, suspects, suspected, disclose, unseen };
})();
