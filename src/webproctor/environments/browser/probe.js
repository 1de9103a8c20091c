// Reads the handlers that frameworks keep in properties of elements, where DevTools cannot see them. Runs in
// the page's own world, to which those properties belong. The page can change the result, as it can add
// listeners; it is never used for anything but marks.
(() => {
  const { ownKeys } = Reflect, { toString } = Function.prototype;
  const TYPES = new Set(['click', 'dblclick', 'doubleclick', 'auxclick', 'contextmenu', 'mousedown', 'mouseup',
    'pointerdown', 'pointerup', 'touchstart', 'touchend', 'dragstart', 'drop', 'keydown', 'keypress', 'keyup']);
  // Names of jQuery UI's widgets whose handlers are found by their classes.
  const WIDGETS = /(?:^|\.)(?:sortable|draggable|droppable|resizable|selectable)\d*(?:\.|$)/;
  // Maximum numbers of elements and handlers, and maximum length of a handler's source.
  const MAX_ELEMENTS = 200_000, MAX_HANDLERS = 10_000, MAX_LENGTH = 2000;

  const FRAMES = new Set(['iframe', 'frame', 'object']);
  const roots = [], found = [], sources = new Map();
  let examined = 0;

  const record = (at, type, handler, selector) => {
    const one = Array.isArray(handler) ? handler.find((each) => typeof each === 'function') : handler;
    const lower = String(type).toLowerCase(), kind = lower === 'doubleclick' ? 'dblclick' : lower;
    if (!TYPES.has(lower) && type !== '*' || found.length >= MAX_HANDLERS) return;
    if (type !== '*' && typeof one !== 'function' && one !== null && typeof one?.handleEvent !== 'function') return;
    const source = typeof one === 'function' ? toString.call(one).slice(0, MAX_LENGTH) : '';
    if (!sources.has(source)) sources.set(source, sources.size);
    found.push([...at, kind, sources.get(source), selector ?? null]);
  };
  // `{ onClick: handler }`, with an optional suffix of the names.
  const props = (at, value) => {
    for (const name of Object.keys(value)) {
      const type = /^on([A-Za-z]+?)(?:Capture)?$/.exec(name)?.[1];
      if (type) record(at, type, value[name]);
    }
  };
  const named = (at, value) => { for (const type of Object.keys(value)) record(at, type, value[type]); };
  const listened = (at, value) => {
    for (const name of Object.keys(value)) record(at, /^(\w+?)(?:true|false)$/.exec(name)?.[1] ?? '', value[name]);
  };
  const invokers = (at, value) => {
    for (const name of Object.keys(value)) {
      const type = /^on([A-Z][a-z]+)/.exec(name)?.[1];
      if (type && value[name]) record(at, type, value[name].value);
    }
  };
  const jquery = (at, node, value) => {
    const { jQuery, $ } = (node.ownerDocument ?? node).defaultView ?? {};
    const events = value?.events ?? (jQuery ?? $)?._data?.(node, 'events');
    for (const list of Object.values(events ?? {})) {
      for (const one of [...list]) {
        const ours = WIDGETS.test(one.namespace ?? '');
        record(at, one.origType, ours ? null : one.handler, one.selector);
      }
    }
  };
  const sortable = (at, node, { options, el }) => {
    if (el !== node || options?.disabled) return;
    const item = options.draggable ?? '>*';
    record(at, 'mousedown', null, options.handle ? `:scope ${options.handle}` : `:scope ${item}`);
    for (const type of ['pointerdown', 'touchstart', 'dragstart']) record(at, type, null);
  };

  const KEYS = [
    [/^__react(?:Props|EventHandlers)\$/, (at, node, held) => props(at, held)],
    [/^_reactListening/, (at) => record(at, '*')],
    [/^\$\$([a-z]+)$/, (at, node, held, key) => record(at, key[1], held)],
    [/^__e$/, (at, node, held) => props(at, held)],
    [/^__([a-z]+)$/, (at, node, held, key) => record(at, key[1], held)],
    [/^_vei$/, (at, node, held) => invokers(at, held)],
    [/^events$/, (at, node, held, key, symbol) => symbol && named(at, held)],
    [/^l$/, (at, node, held) => listened(at, held)],
    [/^jQuery\d+$/, (at, node, held) => jquery(at, node, held)],
    [/^Sortable\d+$/, sortable],
  ];
  const read = (at, node) => {
    for (const key of ownKeys(node)) {
      const symbol = typeof key === 'symbol', name = symbol ? key.description ?? '' : key;
      for (const [form, use] of KEYS) {
        const match = form.exec(name), value = match && node[key];
        if (value) use(at, node, value, match, symbol);
      }
    }
  };
  const inner = (node) => {
    try { return node.shadowRoot ?? (FRAMES.has(node.localName) ? node.contentDocument : null); } catch { return null; }
  };
  const scan = (root, host) => {
    const nodes = root.querySelectorAll('*'), number = roots.push([...host, nodes.length]) - 1;
    const left = [];
    const tryRead = (node, index) => {
      try { read([number, index], node); } catch { /* A property that cannot be read has no handlers. */ }
    };
    tryRead(root, -1);
    for (let index = 0; index < nodes.length && examined < MAX_ELEMENTS; index++, examined++) {
      tryRead(nodes[index], index);
      const below = inner(nodes[index]);
      if (below) left.push([below, [number, index]]);
    }
    for (const one of left) scan(...one);
  };
  scan(document, [-1, -1]);
  return JSON.stringify({ roots, found, sources: [...sources.keys()] });
})()
