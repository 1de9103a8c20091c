// The part of a page's state that does not depend on its scripts: scroll positions, focus and selection.
// It is read in one page and applied to another with the same document. Elements are identified by their
// path: the indices among siblings from the root down, with 'frame' between documents.
globalThis.viewState = (() => {
  // Taken from the prototypes, as form fields can shadow properties of their form.
  const getter = (type, name) => {
    const { get } = Object.getOwnPropertyDescriptor(type.prototype, name);
    return (object) => get.call(object);
  };
  const parent = getter(Node, 'parentNode');
  const before = getter(Element, 'previousElementSibling');
  const first = getter(Element, 'firstElementChild');
  const next = getter(Element, 'nextElementSibling');
  const left = getter(Element, 'scrollLeft');
  const top = getter(Element, 'scrollTop');
  const tag = getter(Element, 'tagName');
  const MAX_NODES = 20_000;

  const path = (element) => {
    const steps = [];
    for (let node = element; node.nodeType === Node.ELEMENT_NODE; node = parent(node)) {
      let index = 0;
      for (let one = before(node); one; one = before(one)) index += 1;
      steps.unshift(index);
      if (!parent(node)) return null;
    }
    const frame = element.ownerDocument.defaultView?.frameElement;
    const outer = frame ? path(frame) : [];
    return outer && [...outer, ...(frame ? ['frame'] : []), ...steps];
  };

  const at = (steps) => {
    let node = document;
    for (const step of steps) {
      if (step === 'frame') {
        node = dom.inner(node);
      } else {
        node = node === document || node.nodeType === Node.DOCUMENT_NODE
          ? node.documentElement : first(node);
        for (let index = 0; node && index < step; index += 1) node = next(node);
      }
      if (!node) return null;
    }
    return node;
  };

  const scrolled = () => {
    const found = [];
    for (const one of dom.documents().slice(0, 20)) {
      const walker = one.createTreeWalker(one, NodeFilter.SHOW_ELEMENT);
      for (let n = 0; n < MAX_NODES && walker.nextNode(); n += 1) {
        const node = walker.currentNode;
        if (top(node) || left(node)) found.push(node);
      }
    }
    return found;
  };

  const focused = () => {
    let node = document.activeElement;
    for (let inner = node && dom.inner(node); inner; inner = node && dom.inner(node)) node = inner.activeElement;
    return node;
  };

  const isField = (node) => node && (tag(node) === 'INPUT' || tag(node) === 'TEXTAREA');

  const selection = (node) => {
    if (!isField(node)) return null;
    if (node.selectionStart !== null) return [node.selectionStart, node.selectionEnd];
    const text = String(node.ownerDocument.defaultView.getSelection());
    return text && text === node.value ? 'all' : null;
  };

  const read = () => {
    const focus = focused();
    return {
      scrolled: scrolled().map((node) => [path(node), left(node), top(node)]).filter(([steps]) => steps),
      focus: focus && path(focus) ? [path(focus), tag(focus)] : null,
      selection: selection(focus),
    };
  };

  const scroll = (entries) => {
    const positions = new Map();
    for (const [steps, x, y] of entries) positions.set(at(steps), [x, y]);
    for (const node of scrolled()) if (!positions.has(node)) positions.set(node, [0, 0]);
    for (const [node, [x, y]] of positions) {
      if (node && (left(node) !== x || top(node) !== y)) {
        Element.prototype.scrollTo.call(node, { left: x, top: y, behavior: 'instant' });
      }
    }
  };

  const apply = (state, scrolls) => {
    if (scrolls) scroll(state.scrolled);
    if (!state.focus) return;
    const [steps, name] = state.focus;
    const node = at(steps);
    if (!node || tag(node) !== name) return;
    const now = focused();
    if (now !== node) {
      if (name === 'BODY') now?.blur();
      else node.focus({ preventScroll: true });
    }
    if (!isField(node) || state.selection === null) return;
    if (state.selection === 'all') {
      HTMLInputElement.prototype.select.call(node);
    } else if (node.selectionStart !== null && String(selection(node)) !== String(state.selection)) {
      node.setSelectionRange(...state.selection);
    }
  };

  return { read, apply, path, at };
})();
