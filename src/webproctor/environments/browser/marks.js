// Finds the interactive elements in one pass over the document, its frames and its shadow roots.
//
// Native controls are recognized by their tag and attributes. All other elements are interactive because
// they have handlers: the session passes the listeners found by DevTools, and the handlers of frameworks found
// by the probe in the page's own world; `listeners.js` finds their targets.
globalThis.marks = (() => {
  const SEMANTIC = ['a[href]', 'a[*|href]', 'area[href]', 'button', 'input:not([type=hidden])', 'select', 'textarea',
    'summary', 'video[controls]', 'audio[controls]', '[contenteditable=""]', '[contenteditable=true]',
    '[contenteditable=plaintext-only]', '[draggable=true]',
    ...['button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio',
      'option', 'slider', 'switch', 'textbox', 'searchbox', 'combobox', 'spinbutton', 'treeitem',
    ].map((role) => `[role=${role}]`)].join(',');
  const NATIVE = `${SEMANTIC},[onclick],[onmousedown],[onpointerdown]`;
  const CONTROLS = 'a[href], a[*|href], button, input, select, textarea, summary';
  // Items of jQuery UI's widgets.
  const WIDGETS = ['.ui-draggable-handle', '.ui-sortable-handle', '.ui-droppable', '.ui-selectable > .ui-selectee',
    '.ui-resizable-handle', '.ui-draggable:not(.ui-draggable-disabled, :has(.ui-draggable-handle), .ui-draggable-handle)',
    '.ui-sortable:not(.ui-sortable-disabled, :has(.ui-sortable-handle)) > *'].join(',');
  // Elements that may have a shadow root.
  const HOSTS = /-|^(ARTICLE|ASIDE|BLOCKQUOTE|DIV|FOOTER|H[1-6]|HEADER|MAIN|NAV|P|SECTION|SPAN)$/;

  const known = [];  // Weak references to elements with listeners, by the number that the session uses.
  const closed = new WeakMap();  // Known closed shadow roots, by host.
  const probed = new WeakSet();

  // Maximum number of elements examined, and of marks.
  const MAX_ELEMENTS = 200_000, MAX_MARKS = 2_000;

  const { get, run, all, tag, matches, rect, root, above: parent } = dom;
  const shadow = (node) => dom.open(node) ?? closed.get(node);
  // The element of a document that has the focus, in shadow roots too.
  const focused = (page) => {
    let one = get(page, 'activeElement');
    for (let inner = one; inner;) {
      const root = shadow(one);
      inner = root && get(root, 'activeElement');
      one = inner ?? one;
    }
    return one;
  };
  const size = (node) => dom.view(dom.owner(node) ?? node);
  const style = (node) => size(node).getComputedStyle(node);

  // Every element in document order, those of frames and shadow roots after their host. Adds the frames'
  // documents and the shadow roots to `tops`, and jQuery UI's items to `widgets`.
  const walk = function* (tops, widgets) {
    for (const one of all(document, WIDGETS)) widgets.add(one);
    // By index, which takes a third of the time of an iterator.
    const left = [{ nodes: all(document, '*'), next: 0 }];
    while (left.length) {
      const last = left.at(-1), node = last.nodes[last.next++];
      if (!node) { left.pop(); continue; }
      yield node;
      const inner = dom.inner(node), inside = shadow(node);
      if (!inner && !inside) continue;
      for (const top of [inner, inside].filter(Boolean)) {
        tops.push(top);
        for (const one of all(top, WIDGETS)) widgets.add(one);
        left.push({ nodes: all(top, '*'), next: 0 });
      }
    }
  };

  // ---- Interactive elements.

  const isDisabled = (node) => matches(node, ':disabled') ||
    Boolean(dom.closest(node, '[inert], [aria-disabled=true]')) || style(node).pointerEvents === 'none' && !inside(node);
  // Children of an element with `pointer-events: none` can still receive events.
  const inside = (node) => [...dom.children(node)].some((one) => style(one).pointerEvents !== 'none');

  const isScrollable = (node) => {
    const down = dom.scrollHeight(node) > dom.clientHeight(node) + 1;
    const right = dom.scrollWidth(node) > dom.clientWidth(node) + 1;
    if (!down && !right || matches(node, 'html, body, input, textarea, select')) return false;
    const can = (overflow) => overflow === 'auto' || overflow === 'scroll';
    return down && can(style(node).overflowY) || right && can(style(node).overflowX);
  };

  const unseen = (node) => !dom.visible(node, { visibilityProperty: true });
  const isHidden = (control) =>
    unseen(control) || dom.isTiny(control) || style(control).opacity === '0' || !webproctor.shown(control);
  const isFar = (one, other) => {
    const a = rect(one), b = rect(other);
    return Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom) > 60;
  };

  // Whether an input that is not drawn lies over all of its parent, which is drawn in its place.
  const isOverlay = (node) => {
    const above = matches(node, 'input, select, textarea') && style(node).opacity === '0' ? parent(node) : null;
    if (!above || !webproctor.shown(above)) return false;
    const a = rect(node), b = rect(above);
    return a.left <= b.left + 1 && a.top <= b.top + 1 && a.right >= b.right - 1 && a.bottom >= b.bottom - 1;
  };

  const isSemantic = (node) => matches(node, SEMANTIC);
  const isInteractive = (node, { own, meant, opaque, widgets }) => {
    const name = tag(node);
    if (matches(node, NATIVE)) {
      const above = name === 'SUMMARY' && dom.parent(node);
      return name !== 'SUMMARY' || Boolean(above) && tag(above) === 'DETAILS';
    }
    if (own.has(node) || meant.has(node) || widgets.has(node)) return true;
    if (name === 'LABEL') return Boolean(node.control) && !matches(node.control, ':disabled') && (isHidden(node.control) || isFar(node, node.control));
    const above = opaque.some((one) => dom.contains(one, node));
    if (name === 'CANVAS') return above;
    if (name === 'BODY') return get(dom.owner(node), 'designMode') === 'on';
    if (name === 'EMBED' || dom.isFrame(node, name)) return !dom.inner(node, name);
    if (above && groups.pointed(node, parent(node))) return 'pointed';
    return isScrollable(node);
  };

  // ---- Where elements can be clicked.

  // The time of a hit test grows with the size of the page, so large pages get fewer.
  const HIT_TEST_BUDGET = 4_000_000, MIN_HIT_TESTS = 20;
  let hitTestsLeft = 0, blockHeights = new Map();
  // The time is also quadratic in the number of inline elements on a line. From this number on, a hit test
  // on the line counts as several.
  const LONG_LINE = 64;
  const lineCost = (node) => {
    let block = node;
    while (block && /^(?:inline|contents)$/.test(style(block).display)) block = parent(block);
    const count = block && block !== node ? run(block, 'getElementsByTagName', '*').length : 0;
    if (count <= LONG_LINE) return 1;
    if (!blockHeights.has(block)) blockHeights.set(block, contentHeight(block));
    const lineCount = blockHeights.get(block) / (rects.of(node)[0]?.height || 1);
    return Math.max(1, count / LONG_LINE / Math.max(1, lineCount)) ** 2;
  };
  const contentHeight = (block) => {
    const range = run(dom.owner(block), 'createRange');
    range.selectNodeContents(block);
    return range.getBoundingClientRect().height;
  };

  const hit = (above, x, y, cost = 1) => {
    hitTestsLeft -= cost;
    let found = run(above, 'elementFromPoint', x, y);
    // A root may return an element outside itself: only descend into its own elements.
    for (;;) {
      const inside = found && shadow(found), inner = inside?.elementFromPoint(x, y);
      if (!inner || root(inner) !== inside) return inside && slotAt(found, inside, x, y) || found;
      found = inner;
    }
  };
  // The slot of the text of a host that is drawn at a point: for the browser, that point hits the host.
  const slotAt = (host, inside, x, y) => {
    const range = run(dom.owner(host), 'createRange');
    const isAt = (node) => {
      if (dom.kind(node) !== Node.TEXT_NODE) return false;
      range.selectNodeContents(node);
      return [...range.getClientRects()].some((one) => one.left <= x && x < one.right && one.top <= y && y < one.bottom);
    };
    return [...all(inside, 'slot')].find((slot) => [...run(slot, 'assignedNodes')].some(isAt));
  };

  // The frame around a node; null for those of this document.
  const frameOf = (node) => (size(node) === window ? null : size(node).frameElement);
  // Converts a point in a frame to a point in the view; null if it is covered in a parent document, and
  // `BEYOND` if it must be scrolled into view there.
  const outer = (innermost, x, y) => {
    for (let frame = innermost; frame; frame = frameOf(frame)) {
      const { across, down, ...origin } = dom.drawn(frame), view = size(frame);
      [x, y] = [origin.x + x * across, origin.y + y * down];
      if (x < 0 || y < 0 || x >= view.innerWidth || y >= view.innerHeight) {
        return webproctor.shown(frame) ? BEYOND : null;
      }
      if (hit(dom.owner(frame), x, y) !== frame) return null;
    }
    return { x, y };
  };
  const BEYOND = {};

  // The part of a rect that is not clipped by the view or by ancestors.
  const visiblePart = (node, fullRect) => {
    const view = size(node);
    let [left, top, right, bottom] = [Math.max(fullRect.left, 0), Math.max(fullRect.top, 0),
      Math.min(fullRect.right, view.innerWidth), Math.min(fullRect.bottom, view.innerHeight)];
    for (const above of webproctor.clippers(node)) {
      const box = rects.inside(above);
      [left, top, right, bottom] = [Math.max(left, box.left), Math.max(top, box.top), Math.min(right, box.right), Math.min(bottom, box.bottom)];
    }
    return right - left >= 1 && bottom - top >= 1 ? { left, top, right, bottom } : null;
  };

  // The points at which a rect is tested, and the maximum number of nodes of an element's own content.
  const MIDDLE = [.5, .5], MAX_CONTENTS = 10;
  const SAMPLE_POINTS = [MIDDLE, [.25, .25], [.75, .25], [.25, .75], [.75, .75], [.04, .5], [.96, .5], [.5, .06], [.5, .94], [.03, .03], [.97, .97], [.97, .03], [.03, .97]];

  const visibleParts = (node, boxes) => boxes.map((one) => visiblePart(node, one)).filter(Boolean);

  // The elements that contain targets.
  const holders = new WeakMap();
  const holdersOf = (targets) => {
    if (holders.has(targets)) return holders.get(targets);
    const found = new Set();
    for (const node of targets) for (let one = parent(node); one && !found.has(one); one = parent(one)) found.add(one);
    holders.set(targets, found);
    return found;
  };
  // The rects of an element's own content, without that of other targets inside it.
  const ownContent = (node, otherTargets) => {
    const isOwn = (one) => !otherTargets.has(one) && !holdersOf(otherTargets).has(one);
    return rects.contents(texts.content(node).slice(0, MAX_CONTENTS).filter(isOwn));
  };

  // A point in the visible parts of an element where a click hits it and none of `otherTargets` inside it;
  // `BEYOND` if it or its frame must be scrolled into view, null if there is none. `accepts` can reject points.
  const clickPoint = (node, parts, otherTargets, accepts = () => true) => {
    let beyond = null, surrounded = false;
    const belongsToNode = (hitElement) => {
      for (let one = hitElement; one; one = parent(one)) {
        if (one === node) return true;
        if (otherTargets.has(one)) return void (surrounded ||= dom.contains(node, one));
        if (tag(one) === 'LABEL' && one.control === node) return true;
      }
      return false;
    };
    const cost = lineCost(node);
    const pointIn = (boxes, samplePoints) => {
      for (const { left, top, right, bottom } of boxes) {
        for (const [u, v] of samplePoints) {
          const x = left + (right - left) * u, y = top + (bottom - top) * v;
          const at = belongsToNode(hit(dom.owner(node), x, y, cost)) && outer(frameOf(node), x, y);
          if (at && at !== BEYOND && accepts(at)) return at;
          if (at === BEYOND) beyond = BEYOND;
        }
      }
      return null;
    };
    const at = pointIn(parts, SAMPLE_POINTS);
    if (at || !surrounded) return at ?? beyond;
    // Other targets cover most of it, as the items below an item of a tree do.
    const content = ownContent(node, otherTargets), shown = visibleParts(node, content);
    if (shown.length < content.length) beyond = BEYOND;
    return pointIn(shown, [MIDDLE]) ?? beyond;
  };
  const point = (node, otherTargets = new Set()) => {
    const at = clickPoint(node, visibleParts(node, rects.of(node)), otherTargets);
    return at === BEYOND ? null : at;
  };
  // All such points.
  const points = (node, otherTargets) => {
    const found = [];
    clickPoint(node, visibleParts(node, rects.of(node)), otherTargets, collecting(found));
    return found;
  };
  const collecting = (points) => ({ x, y }) => !points.push([x, y]);

  // "in": a click hits it; "out": it must be scrolled into view first; "": covered or invisible;
  // "unchecked": in the view, possibly covered.
  const visibility = (node, otherTargets, accepts) => {
    const file = get(node, 'type') === 'file' ? 'out' : '';
    const { boxes, body } = rects.read(node);
    if (!boxes.length) return file;
    // Text in an element with `display: contents` has no element of its own to check.
    const bare = body === node && style(node).display === 'contents';
    if (!bare && unseen(body)) return file;
    const parts = visibleParts(node, boxes);
    if (!parts.length) return bare || webproctor.shown(body) || isOverlay(node) ? 'out' : file;
    if (hitTestsLeft <= 0) return 'unchecked';
    const at = clickPoint(node, parts, otherTargets, accepts);
    return at === BEYOND ? 'out' : at ? 'in' : file;
  };

  // The elements that get a mark if there are too many: elements in the view come first.
  const limitTargets = (targets) => {
    const nodes = [...targets];
    if (nodes.length <= MAX_MARKS) return nodes;
    const isInView = (node) => {
      const { left, top, right, bottom } = rect(node), view = size(node);
      return right > 0 && bottom > 0 && left < view.innerWidth && top < view.innerHeight;
    };
    const inView = new Set(nodes.filter(isInView));
    const chosen = new Set([...inView, ...nodes.filter((node) => !inView.has(node))].slice(0, MAX_MARKS));
    return nodes.filter((node) => chosen.has(node));
  };

  // Adds the targets of handlers that do not name them: elements with a cursor for pressing or dragging, or
  // the items in them. A container of targets that are known is no target itself.
  const addPointed = (targets, pointed, { own, meant }) => {
    const inside = new Map();  // How many known targets an element contains.
    for (const one of pointed.length ? new Set([...own, ...meant]) : []) {
      for (let above = parent(one); above; above = parent(above)) inside.set(above, (inside.get(above) ?? 0) + 1);
    }
    for (const node of pointed) {
      if (inside.get(node) > 1) continue;
      for (const one of groups.items(node)) if (!isDisabled(one)) targets.add(one);
    }
  };

  // Adds the elements that show others while the mouse is over them, unless a target inside does so too.
  const addHovered = (targets, tops) => {
    for (const top of tops) {
      for (const [node, shown] of hover.triggers(top)) {
        const inside = (one) => one !== node && dom.contains(node, one) && !shown.some((each) => dom.contains(each, one));
        if (!targets.has(node) && ![...targets].some(inside)) targets.add(node);
      }
    }
  };

  // The elements that are inert because a modal dialog is open.
  const inertBy = (tops, targets) => {
    const modal = new Set(tops.flatMap((top) => [...all(top, 'dialog:modal')]));
    if (!modal.size) return [];
    const pages = new Set([...modal].map(dom.owner));
    const isInModal = (node) => {
      for (let one = node; one; one = parent(one)) if (modal.has(one)) return true;
      return false;
    };
    const isInert = (node) => {
      for (let one = node; one; one = size(one).frameElement) {
        if (pages.has(dom.owner(one)) && !isInModal(one)) return true;
      }
      return false;
    };
    return [...targets].filter(isInert);
  };

  // All interactive elements, in document order, each "in" or "out" of the view. In a frame of another origin, those that may be
  // covered in the documents around it too, with all `points` where a click hits them in this document.
  const find = (foundListeners = [], probeResult = '') => {
    frameTree.begin();
    const handlers = { ...listeners.classify(foundListeners, known, probeResult), widgets: new Set() };
    let targets = new Set();
    const emptyHosts = [], pointed = [], tops = [document], walked = [];
    let examined = 0;
    for (const node of walk(tops, handlers.widgets)) {
      if (++examined > MAX_ELEMENTS) break;
      walked.push(node);
      if (HOSTS.test(tag(node)) && !dom.first(node) && !shadow(node) && !probed.has(node) && !dom.words(node)) {
        emptyHosts.push(node);
      }
      const reason = !frameTree.note(node) && isInteractive(node, handlers);
      if (reason === 'pointed') pointed.push(node);
      else if (reason && !isDisabled(node)) targets.add(node);
    }
    const sizeBefore = targets.size;
    addPointed(targets, pointed, handlers);
    addHovered(targets, tops);
    for (const node of inertBy(tops, targets)) targets.delete(node);
    if (targets.size > sizeBefore) targets = new Set(walked.filter((node) => targets.has(node)));
    merging.merge(targets);
    for (const node of targets) {
      if (matches(node, CONTROLS) || handlers.own.has(node) || handlers.meant.has(node)) continue;
      const holder = parent(node), above = holder && dom.closest(holder, CONTROLS);
      if (above && targets.has(above)) targets.delete(node);
    }
    suspectedHosts = emptyHosts.slice(0, 5000).filter((node) => get(node, 'offsetWidth') && get(node, 'offsetHeight')).slice(0, 200);
    const chosen = limitTargets(targets), marked = [];
    let unchecked = 0;
    hitTestsLeft = Math.max(MIN_HIT_TESTS, HIT_TEST_BUDGET / examined);
    blockHeights = new Map();
    for (const node of chosen) {
      const points = [], where = visibility(node, targets, frameTree.inside() ? collecting(points) : undefined);
      if (where === 'unchecked') unchecked++;
      if (where === 'out' && dom.count(node) < 5 && [...dom.children(node)].some((one) => targets.has(one) && isOverlay(one))) continue;
      if (where || points.length) marked.push({ node, where: where === 'out' ? 'out' : 'in', points, beyond: Boolean(where) });
    }
    return { marked, frames: frameTree.count(), left: targets.size - chosen.length, unchecked, unread: examined > MAX_ELEMENTS };
  };

  // Elements that may have a closed shadow root, which only the session can find out.
  let suspectedHosts = [];
  const suspects = () => suspectedHosts.length;
  const suspected = () => {
    for (const one of suspectedHosts) probed.add(one);
    return suspectedHosts;
  };
  const disclose = (...roots) => { for (const root of roots) if (root) closed.set(root.host, root); };

  // Register nodes by number (null for a node that cannot be accessed), and the closed shadow roots that
  // contain them.
  const know = (...nodes) => {
    for (const node of nodes) {
      const top = node && root(node);
      if (top && dom.isShadow(top) && top.mode === 'closed') closed.set(top.host, top);
      known.push(node && new WeakRef(node));
    }
    return known.length;
  };

  return { find, isSemantic, isHidden, isFar, isScrollable, point, points, outer, BEYOND, frameOf, visiblePart, parent, shadow, focused, know, suspects, suspected, disclose, unseen };
})();
