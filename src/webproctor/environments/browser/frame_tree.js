// Frames of other origins. A script can access neither the document in such a frame nor, from there, the
// documents around it, so each is read in its own isolated world. The session calls these functions in both
// worlds, and passes on what they return.
globalThis.frameTree = (() => {
  const { rect } = dom;
  // Maximum number of frames of other origins in a document with its own frames.
  const MAX_FRAMES = 20;
  // Minimum width and height of a frame that is read: others are invisible, such as those that count visits.
  const MIN_SIZE = 10;

  // In a frame, where it is drawn in the view of the page, the rect of that view where it is visible, and the
  // scroll position of the page; null in the page itself.
  let drawn = null;
  const put = (given) => { drawn = given; };
  const origin = () => drawn ?? dom.UNMOVED;
  const clip = () => drawn?.clip ?? { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const scroll = () => drawn?.scroll ?? [scrollX, scrollY];
  // From CSS pixels of the view of this document to those of the page.
  const onPage = ({ x, y, width, height }) => {
    const [left, top] = scroll(), { x: fromX, y: fromY, across, down } = origin();
    return { x: fromX + x * across + left, y: fromY + y * down + top, width: width * across, height: height * down };
  };

  // ---- The frames in this document.

  let frames = [], contents = new Map();
  const closed = new WeakSet();  // Frames whose documents the session cannot read.
  const isForeign = (node, name) => dom.isFrame(node, name) && !dom.inner(node, name);
  const tiny = (node) => Math.min(dom.clientWidth(node), dom.clientHeight(node)) < MIN_SIZE;
  const begin = () => { [frames, contents] = [[], new Map()]; };
  // Note a frame that the session can read; false for other elements.
  const note = (node, name) => {
    if (!isForeign(node, name) || closed.has(node)) return false;
    if (tiny(node) || !webproctor.shown(node)) return true;
    return frames.length < MAX_FRAMES && Boolean(frames.push(node));
  };
  const count = () => frames.length;
  const close = (...indices) => { for (const index of indices) closed.add(frames[index]); };
  const list = () => frames;
  // Whether documents and shadow roots that were passed to `look` have a frame of another origin; whether any
  // of the page has.
  let some = false;
  const look = (tops, begins) => { some = !begins && some || tops.some((top) => dom.frames(top).some((one) => isForeign(one))); };
  const exist = () => some;
  const search = () => {
    const pages = [document];
    for (let next = 0; next < pages.length; next++) {
      const tops = texts.tops(pages[next]);
      pages.push(...tops.flatMap(dom.framed));
      look(tops, !next);
    }
    return some;
  };

  // Where the document in a frame is drawn, as for `put`; null if the frame is gone.
  const geometry = (index) => {
    const node = frames[index];
    if (!node || !dom.connected(node)) return null;
    const around = [];
    for (let one = marks.frameOf(node); one; one = marks.frameOf(one)) around.unshift(one);
    const outer = around.reduce((from, one) => dom.drawn(one, from), origin());
    const { left, top, right, bottom } = marks.visiblePart(node, rect(node)) ?? rect(node), view = clip();
    const [fromX, toX] = [left, right].map((x) => outer.x + x * outer.across);
    const [fromY, toY] = [top, bottom].map((y) => outer.y + y * outer.down);
    return {
      ...dom.drawn(node, outer), scroll: scroll(),
      clip: { left: Math.max(fromX, view.left), top: Math.max(fromY, view.top), right: Math.min(toX, view.right), bottom: Math.min(toY, view.bottom) },
    };
  };

  // For each element of the document in a frame, given points in that document where a click hits it, the same
  // points in this document, as far as a click hits the frame there; and whether the element, or the frame,
  // must be scrolled into view.
  const outer = (index, elements) => elements.map(({ points, beyond }) => {
    const node = frames[index], found = node && dom.connected(node) ? points.map(([x, y]) => marks.outer(node, x, y)).filter(Boolean) : [];
    const seen = found.filter((one) => one !== marks.BEYOND);
    return { points: seen.map(({ x, y }) => [x, y]), beyond: beyond || found.length > seen.length };
  });

  // What the session has read in a frame, by the names of the functions that returned it.
  const fill = (index, content) => { contents.set(frames[index], content); };
  const content = (node) => contents.get(node) ?? null;
  // Whether an element is a frame whose document the session has not read.
  const unread = (node) => isForeign(node) && !contents.has(node) && !tiny(node);
  // The texts of the frames in a document or shadow root.
  const textsIn = (tops) => [...contents].filter(([node]) => tops.includes(dom.root(node))).map(([, read]) => read['elements.text']).filter(Boolean);

  const hasFocus = () => dom.run(document, 'hasFocus');

  return { put, inside: () => drawn !== null, origin, clip, onPage, begin, note, count, close, list, look, exist, search, geometry, outer, fill, content, unread, textsIn, hasFocus };
})();
