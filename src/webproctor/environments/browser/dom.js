// Access to nodes that a page cannot tamper with. A form field named `matches`, or an image named
// `body`, shadows the form's method or the document's body, also in isolated worlds. Prototypes belong
// to this world, so properties read from them are always the browser's.
globalThis.dom = (() => {
  const { get: reflect, apply } = Reflect, { getPrototypeOf, getOwnPropertyDescriptor } = Object;
  const get = (node, name) => reflect(getPrototypeOf(node), name, node);
  const run = (node, name, ...given) => apply(get(node, name), node, given);
  const getter = (type, name) => {
    const read = getOwnPropertyDescriptor(type.prototype, name).get;
    return (node) => apply(read, node, []);
  };
  const method = (type, name) => {
    const original = type.prototype[name];
    return (node, ...given) => apply(original, node, given);
  };
  // For elements, documents and shadow roots.
  const all = (root, selector) => run(root, 'querySelectorAll', selector);
  const one = (root, selector) => run(root, 'querySelector', selector);
  const named = getter(Element, 'tagName'), space = getter(Element, 'namespaceURI'), words = getter(Node, 'textContent');
  const visible = method(Element, 'checkVisibility'), rect = method(Element, 'getBoundingClientRect');
  // Tags of HTML elements in upper case. XHTML documents have them in lower case.
  const upper = (node) => (space(node) === 'http://www.w3.org/1999/xhtml' ? named(node).toUpperCase() : named(node));
  const tag = get(document, 'contentType') === 'application/xhtml+xml' ? upper : named;
  // The rendered text of an element. Browsers do not give that of SVG and MathML, and of parts that
  // `content-visibility` does not render yet.
  const text = (node) => {
    const rendered = get(node, 'innerText');
    if (rendered === undefined) return textContent(node);
    return rendered || !words(node) || !isSkipped(node) ? rendered : words(node);
  };
  const textContent = (node) => (space(node) === 'http://www.w3.org/2000/svg' && !run(node, 'matches', 'text, text *')
    ? [...all(node, 'text, title, foreignObject')].map(words).join(' ') : words(node));
  const isSkipped = (node) => visible(node) &&
    (!visible(node, { contentVisibilityAuto: true }) || getComputedStyle(node).contentVisibility === 'auto');
  // Where the document of a frame is drawn: its origin in the view of the document around the frame, and its
  // scale there, which `zoom` and transforms change. With `outer`, where that document itself is drawn.
  const UNMOVED = { x: 0, y: 0, across: 1, down: 1 };
  const framed = (frame, outer = UNMOVED) => {
    const { left, top, width, height } = rect(frame), { paddingLeft, paddingTop } = getComputedStyle(frame);
    const across = width / get(frame, 'offsetWidth') || 1, down = height / get(frame, 'offsetHeight') || 1;
    const x = left + (get(frame, 'clientLeft') + parseFloat(paddingLeft)) * across;
    const y = top + (get(frame, 'clientTop') + parseFloat(paddingTop)) * down;
    return {
      x: outer.x + x * outer.across, y: outer.y + y * outer.down,
      across: across * outer.across, down: down * outer.down,
    };
  };
  return {
    get, run, all, one,
    kind: getter(Node, 'nodeType'), parent: getter(Node, 'parentElement'), nodes: getter(Node, 'childNodes'),
    owner: getter(Node, 'ownerDocument'), connected: getter(Node, 'isConnected'), words, text, framed, UNMOVED,
    root: method(Node, 'getRootNode'), contains: method(Node, 'contains'),
    tag, local: getter(Element, 'localName'), id: getter(Element, 'id'),
    children: getter(Element, 'children'), count: getter(Element, 'childElementCount'),
    first: getter(Element, 'firstElementChild'), head: getter(Node, 'firstChild'), next: getter(Node, 'nextSibling'), attributes: getter(Element, 'attributes'),
    open: getter(Element, 'shadowRoot'), slot: getter(Element, 'assignedSlot'),
    attribute: method(Element, 'getAttribute'), matches: method(Element, 'matches'), closest: method(Element, 'closest'),
    rect, rects: method(Element, 'getClientRects'), visible, show: method(Element, 'scrollIntoView'),
    view: getter(Document, 'defaultView'),
  };
})();
