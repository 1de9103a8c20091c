// Where elements are drawn: their rects, in CSS pixels of the view of their document.
globalThis.rects = (() => {
  const { get, run, all, tag, matches, rect, rects: clients, root } = dom;
  const CONTROLS = 'a[href], a[*|href], button, input, select, textarea, summary';

  const sized = (boxes) => [...boxes].filter((one) => one.width >= 1 && one.height >= 1).slice(0, 4);

  // The image of an image map's area: the first that is displayed.
  const imageOf = (area) => {
    const map = dom.closest(area, 'map'), names = map ? [dom.attribute(map, 'name'), dom.id(map)].filter(Boolean) : [];
    const images = names.flatMap((name) => [...all(root(area), `img[usemap="#${CSS.escape(name)}"]`)]);
    return images.find((one) => sized(clients(one)).length) ?? images[0] ?? null;
  };
  // The rect of an area on its image. Coordinates are CSS pixels of the image, from the edge of its border.
  const onImage = (area) => {
    const image = imageOf(area);
    if (!image) return [];
    const { left, top, width, height } = rect(image), shape = area.shape.toLowerCase();
    if (shape === 'default') return sized([new DOMRect(left, top, width, height)]);
    const numbers = (area.coords.match(/-?[\d.]+/g) ?? []).map(Number);
    const [a, b, c] = numbers, points = shape.startsWith('circ') ? [a - c, b - c, a + c, b + c] : numbers;
    const xs = points.filter((_, index) => index % 2 === 0), ys = points.filter((_, index) => index % 2);
    const across = width / get(image, 'offsetWidth') || 1, down = height / get(image, 'offsetHeight') || 1;
    const x = Math.min(...xs), y = Math.min(...ys);
    return sized([new DOMRect(
      left + x * across, top + y * down, (Math.max(...xs) - x) * across, (Math.max(...ys) - y) * down)]);
  };

  // The rects of an element, and its visible part: itself, its image, or its first descendant with a box. A
  // control without a box (floating content, or `display: contents`) has the rects of its content.
  const read = (node) => {
    if (tag(node) === 'AREA') return { boxes: onImage(node), body: imageOf(node) ?? node };
    const boxes = sized(clients(node));
    if (boxes.length || !matches(node, CONTROLS)) return { boxes, body: node };
    return { boxes: sized(contents(texts.content(node))), body: [...all(node, '*')].find((one) => sized(clients(one)).length) ?? node };
  };
  const of = (node) => read(node).boxes;
  const seen = (node) => read(node).body;
  // The rects of nodes, or of their first descendants that have any.
  const contents = (nodes) => {
    const parts = [], left = [...nodes].reverse();
    for (let count = 0; left.length && parts.length < 100 && count < 1000; count++) {
      const one = left.pop();
      if (dom.kind(one) === Node.ELEMENT_NODE) {
        const own = sized(clients(one));
        if (own.length) parts.push(...own);
        else left.push(...texts.content(one).slice(0, 1000).reverse());
      } else if (dom.kind(one) === Node.TEXT_NODE) {
        const range = run(dom.owner(one), 'createRange');
        range.selectNodeContents(one);
        parts.push(...sized(range.getClientRects()));
      }
    }
    return parts;
  };

  // The rect of an element without its borders and scroll bars.
  const inside = (node) => {
    const box = rect(node), width = dom.clientWidth(node), height = dom.clientHeight(node);
    if (!width || !height) return box;  // Not a block.
    const across = box.width / get(node, 'offsetWidth') || 1, down = box.height / get(node, 'offsetHeight') || 1;
    return new DOMRect(
      box.left + get(node, 'clientLeft') * across, box.top + get(node, 'clientTop') * down, width * across, height * down);
  };

  return { read, of, seen, contents, inside };
})();
