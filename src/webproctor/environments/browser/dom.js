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
  const kind = getter(Node, 'nodeType'), tagged = getter(Element, 'tagName'), space = getter(Element, 'namespaceURI'), words = getter(Node, 'textContent');
  const visible = method(Element, 'checkVisibility'), rect = method(Element, 'getBoundingClientRect');
  // Tags of HTML elements in upper case. XHTML documents have them in lower case.
  const upper = (node) => (space(node) === 'http://www.w3.org/1999/xhtml' ? tagged(node).toUpperCase() : tagged(node));
  const tag = get(document, 'contentType') === 'application/xhtml+xml' ? upper : tagged;
  // Whether a node is the root of a shadow tree. Nodes of frames belong to other globals, so `instanceof` fails.
  const isShadow = (node) => kind(node) === Node.DOCUMENT_FRAGMENT_NODE && Boolean(node.host);
  // The document that an element shows; null if there is none, or it cannot be accessed.
  const FRAMES = new Set(['IFRAME', 'FRAME', 'OBJECT', 'EMBED']);
  const inner = (node, name = tag(node)) => {
    if (!FRAMES.has(name)) return null;
    return (name === 'EMBED' ? embedded(node) : get(node, 'contentDocument')) ?? null;
  };
  // Whether an element shows another document, which may be of another origin.
  const isFrame = (node, name = tag(node)) => FRAMES.has(name) &&
    (name === 'IFRAME' || name === 'FRAME' || Boolean(name === 'OBJECT' ? get(node, 'contentWindow') : embedded(node)));
  // An `embed` element has no property for its document.
  const embedded = (node) => {
    const view = get(get(node, 'ownerDocument'), 'defaultView');
    for (let index = 0; index < (view?.length ?? 0); index++) {
      try {
        if (view[index].frameElement === node) return view[index].document;
      } catch { /* A document of another origin. */ }
    }
    return null;
  };
  // The elements in a document or shadow root that may show documents, and these documents, as far as they can
  // be accessed.
  const frames = (top) => {
    const empty = kind(top) === Node.DOCUMENT_NODE && !get(top, 'defaultView')?.length;
    return empty ? [] : [...all(top, 'iframe, frame, object, embed')];
  };
  const framed = (top) => frames(top).map((one) => inner(one)).filter(Boolean);
  // The page's document and those of its frames, each before those inside it; without those in shadow roots.
  const documents = () => {
    const found = [document];
    for (let next = 0; next < found.length; next++) found.splice(next + 1, 0, ...framed(found[next]));
    return found;
  };
  // Where the document of a frame is drawn: its origin in the view of the document around the frame, and its
  // scale there, which `zoom` and transforms change. With `outer`, where that document itself is drawn.
  const UNMOVED = { x: 0, y: 0, across: 1, down: 1 };
  const drawn = (frame, outer = UNMOVED) => {
    const { left, top, width, height } = rect(frame), { paddingLeft, paddingTop } = getComputedStyle(frame);
    const across = width / get(frame, 'offsetWidth') || 1, down = height / get(frame, 'offsetHeight') || 1;
    const x = left + (get(frame, 'clientLeft') + parseFloat(paddingLeft)) * across;
    const y = top + (get(frame, 'clientTop') + parseFloat(paddingTop)) * down;
    return {
      x: outer.x + x * outer.across, y: outer.y + y * outer.down,
      across: across * outer.across, down: down * outer.down,
    };
  };
  // The element around a node as it is drawn: of a node in a slot the slot, of a shadow root its host.
  const parent = getter(Node, 'parentElement'), slot = getter(Element, 'assignedSlot'), root = method(Node, 'getRootNode');
  const above = (node) => {
    const around = slot(node) ?? parent(node);
    if (around) return around;
    const top = root(node);
    return isShadow(top) ? top.host : null;
  };
  // The element with an id in the document or shadow root of a node.
  const named = (node, id) => {
    const top = root(node);
    return isShadow(top) || kind(top) === Node.DOCUMENT_NODE ? run(top, 'getElementById', id) : null;
  };
  // Whether a node is in a document that is displayed: that of a frame that was removed has no view.
  const owner = getter(Node, 'ownerDocument'), view = getter(Document, 'defaultView'), attached = getter(Node, 'isConnected');
  const connected = (node) => attached(node) && Boolean(view(owner(node)));
  // Whether an element is too small to be seen: pages hide a control so and draw something else in its place.
  const isTiny = (node) => {
    const { width, height } = rect(node);
    return width * height < 4;
  };
  return {
    get, run, all, one,
    kind, isShadow, parent, above, nodes: getter(Node, 'childNodes'),
    owner, connected, words, isFrame, inner, frames, framed, documents, drawn, UNMOVED,
    root, named, contains: method(Node, 'contains'),
    tag, local: getter(Element, 'localName'), id: getter(Element, 'id'),
    children: getter(Element, 'children'), count: getter(Element, 'childElementCount'),
    first: getter(Element, 'firstElementChild'), head: getter(Node, 'firstChild'), next: getter(Node, 'nextSibling'), attributes: getter(Element, 'attributes'),
    open: getter(Element, 'shadowRoot'), slot,
    attribute: method(Element, 'getAttribute'), matches: method(Element, 'matches'), closest: method(Element, 'closest'),
    scrollHeight: getter(Element, 'scrollHeight'), clientHeight: getter(Element, 'clientHeight'),
    scrollWidth: getter(Element, 'scrollWidth'), clientWidth: getter(Element, 'clientWidth'),
    rect, isTiny, rects: method(Element, 'getClientRects'), visible, show: method(Element, 'scrollIntoView'),
    view,
  };
})();
