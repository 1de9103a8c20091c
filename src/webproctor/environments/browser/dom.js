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
    const made = type.prototype[name];
    return (node, ...given) => apply(made, node, given);
  };
  // For elements, documents and shadow roots.
  const all = (root, selector) => run(root, 'querySelectorAll', selector);
  const one = (root, selector) => run(root, 'querySelector', selector);
  return {
    get, run, all, one,
    kind: getter(Node, 'nodeType'), parent: getter(Node, 'parentElement'), nodes: getter(Node, 'childNodes'),
    owner: getter(Node, 'ownerDocument'), connected: getter(Node, 'isConnected'), words: getter(Node, 'textContent'),
    root: method(Node, 'getRootNode'), contains: method(Node, 'contains'),
    tag: getter(Element, 'tagName'), local: getter(Element, 'localName'), id: getter(Element, 'id'),
    children: getter(Element, 'children'), count: getter(Element, 'childElementCount'),
    first: getter(Element, 'firstElementChild'), head: getter(Node, 'firstChild'), next: getter(Node, 'nextSibling'), attributes: getter(Element, 'attributes'),
    open: getter(Element, 'shadowRoot'), slot: getter(Element, 'assignedSlot'),
    attribute: method(Element, 'getAttribute'), matches: method(Element, 'matches'), closest: method(Element, 'closest'),
    rect: method(Element, 'getBoundingClientRect'), rects: method(Element, 'getClientRects'),
    visible: method(Element, 'checkVisibility'), show: method(Element, 'scrollIntoView'),
    view: getter(Document, 'defaultView'),
  };
})();
