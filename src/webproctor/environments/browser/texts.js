// Reads the rendered text of elements. Browsers leave out shadow roots, and the parts that
// `content-visibility: auto` does not render until they are near the view; these are read here, with a line for
// each block.
globalThis.texts = (() => {
  const { get, all, tag, words, kind, visible } = dom;
  // Content that is not shown, or not as text.
  const UNREAD = new Set(['TEXTAREA', 'IFRAME', 'OBJECT', 'VIDEO', 'AUDIO', 'CANVAS', 'svg']);
  const MAX_RULES = 20_000;

  const style = (node) => dom.view(dom.owner(node)).getComputedStyle(node);
  const selected = (node) => [...get(node, 'selectedOptions')].map((one) => one.label).join('\n');
  // The child nodes that are shown: those of a shadow root, those assigned to a slot.
  const content = (node) => {
    if (tag(node) === 'SLOT') {
      const assigned = dom.run(node, 'assignedNodes', { flatten: true });
      if (assigned.length) return assigned;
    }
    if (tag(node) === 'DETAILS' && !get(node, 'open')) return [...dom.children(node)].filter((one) => tag(one) === 'SUMMARY').slice(0, 1);
    const found = [];
    for (let one = dom.head(marks.shadow(node) ?? node); one; one = dom.next(one)) found.push(one);
    return found;
  };

  // Joins the text of the nodes below an element. `read` returns the text of an element that is not entered.
  // Uses an explicit stack, as pages can be nested deeper than the call stack.
  const joined = (top, read) => {
    const parts = [], left = [top];
    let last = '\n', breaks = 0;
    const stop = (count) => { breaks = Math.max(breaks, count); };
    const write = (text) => {
      if (!text) return;
      if (parts.length) parts.push('\n'.repeat(breaks));
      parts.push(text);
      last = text.at(-1);
      breaks = 0;
    };
    const enter = (node) => {
      const { display, visibility } = style(node);
      if (display === 'none' || UNREAD.has(tag(node))) return;
      if (tag(node) === 'BR') return void write('\n');
      if (display === 'table-cell') write(last === '\n' || breaks ? '' : '\t');
      const inline = /^(?:inline|contents|ruby|table-cell)/.test(display) && tag(node) !== 'SELECT';
      const count = inline ? 0 : tag(node) === 'P' ? 2 : 1;
      stop(count);
      left.push(count);
      const text = node !== top && read(node);
      if (typeof text === 'string') return void write(text);
      for (const one of content(node).reverse()) {
        if (visibility === 'visible' || kind(one) !== Node.TEXT_NODE) left.push(one);
      }
    };
    while (left.length) {
      const node = left.pop();
      if (typeof node === 'number') stop(node);
      else if (kind(node) === Node.ELEMENT_NODE) enter(node);
      else if (kind(node) === Node.TEXT_NODE) {
        const text = words(node).replace(/\s+/g, ' ');
        write(breaks || /\s/.test(last) ? text.trimStart() : text);
      }
    }
    return parts.join('').replace(/ +\n/g, '\n').trim();
  };
  const unrendered = (top) => joined(top, (node) => (tag(node) === 'SELECT' ? selected(node) : null));

  // The shadow roots of the elements below a node.
  const shadows = (top) => {
    const found = [], nodes = all(top, '*');
    // By index, which takes a third of the time of an iterator.
    for (let index = 0; index < nodes.length; index++) {
      const inside = marks.shadow(nodes[index]);
      if (inside) found.push(inside);
    }
    return found;
  };

  const isSkipped = (node) => visible(node) &&
    (!visible(node, { contentVisibilityAuto: true }) || style(node).contentVisibility === 'auto');
  // Browsers do not give the text of SVG and MathML.
  const foreign = (node) => (get(node, 'namespaceURI') === 'http://www.w3.org/2000/svg' && !dom.matches(node, 'text, text *')
    ? [...all(node, 'text, title, foreignObject')].map(words).join(' ') : words(node));
  // Whether the text of an element is partly that of shadow roots, or of what is assigned to slots in it.
  const isComposed = (node, rendered) => Boolean(marks.shadow(node)) ||
    (dom.isShadow(dom.root(node)) ? Boolean(dom.one(node, 'slot')) : !rendered && dom.count(node) && shadows(node).length > 0);
  const of = (node) => {
    const rendered = get(node, 'innerText');
    if (rendered === undefined) return foreign(node);
    const incomplete = isComposed(node, rendered) || !rendered && words(node) && isSkipped(node);
    return incomplete ? unrendered(node) || rendered : rendered;
  };

  // ---- Whole documents.

  const uses = new WeakMap();  // Whether a style sheet sets `content-visibility`, and its number of rules.
  const sets = (sheet) => {
    try {
      const { length } = sheet.cssRules, known = uses.get(sheet);
      if (known?.length === length) return known.found;
      const left = [...sheet.cssRules];
      let found = false;
      for (let count = 0; left.length && !found && count < MAX_RULES; count++) {
        const rule = left.pop();
        found = Boolean(rule.style?.contentVisibility);
        if (rule.cssRules?.length) left.push(...rule.cssRules);
      }
      uses.set(sheet, { length, found });
      return found;
    } catch { return true; }  // The style sheet of another origin.
  };
  // The elements below a document or shadow root whose content is not rendered yet.
  const skipped = (top) => {
    const sheets = [...get(top, 'styleSheets'), ...get(top, 'adoptedStyleSheets')];
    if (!sheets.some(sets) && !dom.one(top, '[style*=content-visibility]')) return [];
    return [...all(top, '*')].filter((one) => style(one).contentVisibility === 'auto' && words(one).trim() && !get(one, 'innerText') && visible(one));
  };
  // A document and its shadow roots.
  const tops = (page) => {
    const found = [page];
    for (let next = 0; next < found.length; next++) found.push(...shadows(found[next]));
    return found;
  };
  // The text of a document with these shadow roots.
  const page = (tops) => {
    const body = get(tops[0], 'body'), top = get(tops[0], 'documentElement');
    if (!body) return top ? of(top) : '';
    const left = new Set(tops.flatMap(skipped)), inner = tops.slice(1);
    if (!left.size && !inner.length) return get(body, 'innerText') ?? '';
    // The elements around what the browser leaves out; other elements are read at once.
    const holders = new Set();
    for (const one of [...left, ...inner.map((top) => top.host), ...inner.flatMap((top) => [...all(top, 'slot')])]) {
      for (let node = one; node && !holders.has(node); node = marks.parent(node)) holders.add(node);
    }
    return joined(body, (node) => (left.has(node) ? unrendered(node) : holders.has(node) ? null : get(node, 'innerText') ?? ''));
  };

  return { of, page, tops, content };
})();
