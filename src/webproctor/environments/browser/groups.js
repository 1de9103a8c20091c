// Finds repeated structure: siblings of equal shape, such as the items of a list or the cells of a board.
globalThis.groups = (() => {
  const { tag, rect, all } = dom;
  const CONTROLS = 'a[href], a[*|href], button, input, select, textarea, summary';
  const ITEMS = new Set(['LI', 'TR', 'TD', 'OPTION']);
  // Elements of running text: several in a row do not make a list.
  const TEXT = new Set(['P', 'B', 'I', 'EM', 'STRONG', 'SMALL', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'BR', 'DD']);
  // Cursors of elements to press or drag.
  const ACTION_CURSORS = /^(?:pointer|grab|move|all-scroll|[a-z]+-resize)$/;
  const MAX_CHILDREN = 2000, MAX_DEPTH = 6, MAX_DESCENDANTS = 500;
  // Maximum number of elements examined for one list of marks; after it, no structure is found.
  const MAX_EXAMINED = 20_000;
  let left = MAX_EXAMINED;
  const begin = () => { left = MAX_EXAMINED; };

  const style = (node) => dom.view(dom.owner(node)).getComputedStyle(node);
  const actionCursor = (node) => {
    const { cursor } = style(node);
    return ACTION_CURSORS.test(cursor) ? cursor : '';
  };
  const hasSize = (node) => {
    const { width, height } = rect(node);
    return width >= 1 && height >= 1;
  };
  const take = (nodes, limit) => {
    const taken = [...nodes].slice(0, Math.max(0, Math.min(left, limit)));
    left -= taken.length;
    return taken;
  };
  const children = (node) => take(dom.children(node), MAX_CHILDREN).filter(hasSize);
  const longest = (lists) => lists.reduce((one, other) => (other.length > one.length ? other : one), []);
  const buckets = (nodes, keys) => {
    const found = new Map();
    for (const node of nodes) {
      for (const key of keys(node)) {
        if (found.has(key)) found.get(key).push(node);
        else found.set(key, [node]);
      }
    }
    return [...found.values()];
  };
  const classes = (node) => (dom.attribute(node, 'class') ?? '').split(/\s+/).filter(Boolean);
  const size = (node) => {
    const { width, height } = rect(node);
    return `${Math.round(width / 2)}x${Math.round(height / 2)}`;
  };

  // The largest set of siblings of equal shape: one tag, and a common class, no class, or one size.
  const largestGroup = (nodes) => {
    const same = longest(buckets(nodes, (node) => [tag(node)]));
    if (!same.length || ITEMS.has(tag(same[0]))) return same;
    return longest([...buckets(same, (node) => classes(node).concat(classes(node).length ? [] : '')),
      ...buckets(same, (node) => [size(node)])]);
  };

  // The cells of rows: all of one size, about square or at least three in a row, and they fill the rows.
  const cells = (rows) => {
    const inside = rows.map(children), every = inside.flat();
    if (rows.length < 2 || inside.some((one) => one.length < 2) || new Set(every.map(size)).size > 1) return null;
    const area = (nodes) => nodes.map(rect).reduce((sum, { width, height }) => sum + width * height, 0);
    const { width, height } = rect(every[0]);
    return width <= 3 * height && area(every) >= 0.6 * area(rows) ? every : null;
  };

  const isControl = (node) => dom.matches(node, CONTROLS);

  // The items of the first groups below an element.
  const repeated = (node, least, depth = 0) => {
    const below = children(node), group = largestGroup(below);
    const enough = group.length >= least || group.length >= 2 && isControl(group[0]);
    if (enough && (least < 3 || !TEXT.has(tag(group[0])) || actionCursor(group[0]) && classes(group[0]).length)) {
      return cells(group) ?? group;
    }
    return depth < MAX_DEPTH ? below.flatMap((one) => (isControl(one) ? [] : repeated(one, least, depth + 1))) : [];
  };

  // Whether the cursor shows that an element can be pressed or dragged, and not only its parent.
  const pointed = (node, above = dom.parent(node)) => {
    const own = actionCursor(node);
    return Boolean(own) && !(above && actionCursor(above) === own);
  };
  const pointing = (node) => take(all(node, '*'), MAX_DESCENDANTS)
    .filter((one) => pointed(one) && !dom.closest(one, CONTROLS));

  // The targets below an element whose handler uses (`sure`) or may use the target of its events; null if
  // the element itself is the target.
  const targets = (node, sure) => {
    const inside = actionCursor(node) ? [] : pointing(node);
    if (inside.length) return inside;
    const group = repeated(node, sure ? 2 : 3);
    if (group.length || !sure) return group.length ? group : null;
    if (all(node, CONTROLS).length) return [];
    const below = children(node);
    return below.length > 1 ? below : null;
  };

  // The items of a container whose items inherit its cursor; the element itself if it is no such container.
  const items = (node) => {
    const peers = largestGroup(children(dom.parent(node) ?? node));
    if (peers.length > 1 && peers.includes(node) && peers.some((one) => one !== node && actionCursor(one))) return [node];
    const group = repeated(node, 2), first = group[0];
    const listed = first && !TEXT.has(tag(first)) && (ITEMS.has(tag(first)) || group.length > 2);
    return listed ? group : [node];
  };

  return { begin, targets, items, pointed };
})();
