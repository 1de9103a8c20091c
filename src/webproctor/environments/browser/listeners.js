// Classifies listeners: which elements are the targets of presses.
globalThis.listeners = (() => {
  const { get, all, matches, rect } = dom;
  const CONTROLS = 'a[href], a[*|href], button, input, select, textarea, summary';
  const FETCHING = ['get', 'post', 'put', 'patch', 'delete'].flatMap((one) => [`[hx-${one}]`, `[data-hx-${one}]`]).join(',');
  const PRESSES = new Set(['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'dblclick',
    'auxclick', 'contextmenu', 'touchstart', 'touchend', 'dragstart', 'drop']);
  const KEYS = new Set(['keydown', 'keypress', 'keyup']);
  // Maximum number of queries for selectors in handlers' sources, and of elements whose handlers apply to
  // any descendant.
  const MAX_QUERIES = 500, MAX_ROOTS = 20;
  // Maximum number of handlers that the probe finds, and maximum length of their sources and selectors.
  const MAX_PROBED = 10_000, MAX_LENGTH = 2000;

  // ---- The source of a handler.

  const SELECTORS = [
    [/\b(?:matches|closest)\(\s*(['"`])(.+?)\1/g, (found) => found[2]],
    [/classList\.contains\(\s*(['"`])(.+?)\1/g, (found) => `.${CSS.escape(found[2])}`],
    [/className\s*={2,3}\s*(['"`])([\w-]+)\1/g, (found) => `.${CSS.escape(found[2])}`],
    [/dataset\.(\w+)/g, (found) => `[data-${found[1].replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}]`],
    [/(?:has|get)Attribute\(\s*(['"`])([\w-]+)\1/g, (found) => `[${found[2]}]`],
    [/(?:tagName|nodeName|localName)(?:\.\w+\(\))?\s*={2,3}\s*(['"`])([\w-]+)\1/g, (found) => found[2]],
    [/(['"`])([\w-]+)\1\s*={2,3}\s*[\w.]*(?:tagName|nodeName|localName)/g, (found) => found[2]],
    [/target\.id\s*={2,3}\s*(['"`])(.+?)\1/g, (found) => `#${CSS.escape(found[2])}`],
  ];
  const selectors = (source) => SELECTORS.flatMap(([pattern, toSelector]) => [...source.matchAll(pattern)].map(toSelector));

  const SELF = /\btarget\s*={2,3}\s*(?:this\b|[\w$]+\.currentTarget)|\bcurrentTarget\s*={2,3}\s*[\w$]+\.target/;
  const AIMS = /^\s*\??\.\s*(?:target|srcElement|composedPath|originalEvent)\b/;
  const NOTHING = new RegExp(String.raw`^(?:async\s+)?(?:[\w$]+\s*=>|\([^)]*\)\s*=>|(?:function\b)?\s*[\w$]*\s*\([^)]*\)\s*(?=\{))\s*[{(]?\s*` +
    String.raw`(?:[\w$]+\.(?:stopPropagation|stopImmediatePropagation|preventDefault)\(\)\s*[;,]?\s*)*` +
    String.raw`(?:return\s*(?:!1|false)\s*;?\s*)?[)}]?$`);
  // Functions with which frameworks pass the events of a whole tree on to handlers that the probe finds.
  const PASSING = /\.event\.(?:dispatch|handle)\.apply\(|["'\x60]\$\$["'\x60]\s*\+|\x60\$\$\$\{|composedPath[^]*configurable[^]*cancelBubble/;
  // A function with more parameters than a listener gets: React's, bound to the first ones.
  const SEVERAL = /^function [\w$]*\((?:[\w$]+,\s*){2}/;

  // What a handler does with the target of its events: "parts": it uses it; "self": it only checks that it is
  // the element itself; "": it does not use it; "unknown": it passes its event on.
  const targetUse = (source) => {
    if (source.includes('[native code]')) return 'unknown';
    if (SELF.test(source)) return 'self';
    const [head, name, ...more] = /^(?:async\s+)?([\w$]+)\s*=>/.exec(source) ?? /^[^(]*\(\s*([\w$]+|\{[^}]*\})?/.exec(source) ?? [''];
    const body = source.slice(head.length);
    if (!name) return /\b(?:event|arguments)\b/.test(body) ? 'unknown' : '';
    if (name.startsWith('{')) return /\btarget\b/.test(name) ? 'parts' : '';
    const uses = body.split(new RegExp(`(?<![\\w$.])${name.replace(/\$/g, '\\$')}(?![\\w$])`)).slice(1);
    if (uses.some((after) => AIMS.test(after))) return 'parts';
    return uses.some((after) => !/^\s*\??\./.test(after)) ? 'unknown' : '';
  };

  // ---- Handlers of frameworks.

  let nodes = [];
  // Remember all elements of the document, by whose index the probe names them.
  const snapshot = () => { nodes = all(document, '*'); };

  // The documents and shadow roots that the probe names, each with its elements; none if they have changed.
  const tops = (roots) => {
    const found = [[document, roots[0][2] === nodes.length ? nodes : []]];
    for (const [above, index, count] of roots.slice(1)) {
      const host = Number.isInteger(index) && found[above]?.[1][index];
      const top = host && (dom.open(host) ?? dom.inner(host));
      const list = top ? all(top, '*') : [];
      found.push([top, list.length === count ? list : []]);
    }
    return found;
  };

  // The handlers that the probe found in the page's own world, with their elements. The page can change what
  // the probe says, so any form of it must be expected.
  const probed = (probeResult) => {
    try {
      const { roots, found, sources } = JSON.parse(probeResult), known = tops(roots);
      return found.slice(0, MAX_PROBED).map(([root, index, type, source, selector]) => ({
        node: Number.isInteger(index) ? (index < 0 ? known[root][0] : known[root][1][index]) : null, type: String(type),
        source: String(sources[source]).slice(0, MAX_LENGTH), selector: selector ? String(selector).slice(0, MAX_LENGTH) : '',
      })).filter(({ node }) => node);
    } catch { return []; }
  };

  // The expression of an attribute such as `@click`, as a function of its event.
  const written = (node, type) => {
    for (const name of [`@${type}`, `x-on:${type}`]) {
      const text = dom.attribute(node, name);
      if (text !== null) return `($event) => { ${text} }`;
    }
    return null;
  };
  const fetching = (node) => {
    if (!matches(node, FETCHING)) return null;
    const trigger = dom.attribute(node, 'hx-trigger') ?? dom.attribute(node, 'data-hx-trigger') ?? '';
    if (!trigger && matches(node, 'form')) return { source: '() => {}' };  // It reacts to being submitted.
    return { source: '', selector: /\btarget:\s*([^\s,]+)/.exec(trigger)?.[1] };
  };

  // All handlers: those of listeners, without those that only pass events on to handlers that the probe found.
  const handlers = (foundListeners, known, probeResult) => {
    const found = probed(probeResult), types = new Map();
    for (const { node, type } of found) types.set(node, (types.get(node) ?? new Set()).add(type));
    const own = foundListeners.flatMap(({ node: number, type, source }) => {
      const node = number < 0 ? document : known[number]?.deref();
      if (!node || dom.kind(node) === 1 && !dom.connected(node)) return [];
      const probedTypes = types.get(node), passing = PASSING.test(source);
      if (passing && (probedTypes?.has(type) || !/\.event\./.test(source))) return [];
      if (probedTypes?.has('*') && SEVERAL.test(source)) return [];
      if (dom.kind(node) !== 1 || whole(node)) return [{ node, type, source }];
      if (probedTypes?.has(type) || passing && matches(node, '.ui-sortable, .ui-selectable')) return [];
      return [{ node, type, source: written(node, type) ?? source, ...fetching(node) }];
    });
    return [...own, ...found.filter(({ node, type, source, selector }) => type !== '*' && (source || selector))];
  };

  // ---- Targets.

  const found = (above, selector) => {
    const relative = /^\s*[>+~]/.test(selector) ? `:scope ${selector}` : selector;
    // Without jQuery's own pseudo-classes.
    const plain = relative.replace(/:(?:visible|hidden|input|button|text|even|odd|first|last|(?:eq|gt|lt)\([^)]*\))(?![\w-])/g, '');
    try { return [...all(above, plain.trim() || '*')]; } catch { return []; }
  };

  const whole = (node) => matches(node, 'html, body') || big(node);
  const big = (node) => {
    if (matches(node, 'canvas, svg, img, video')) return false;
    const box = rect(node), view = dom.view(dom.owner(node));
    return box.width * box.height > 0.5 * view.innerWidth * view.innerHeight && dom.count(node) > 0;
  };

  // Adds the targets of one handler.
  const addTargets = ({ node, type, source, selector }, { own, meant: selected, opaque, named }) => {
    const pressed = PRESSES.has(type), element = dom.kind(node) === 1, count = get(node, 'childElementCount');
    if (!pressed && !(KEYS.has(type) && get(node, 'tabIndex') >= 0)) return;
    if (selector) return void named(node, [selector]).forEach((one) => selected.add(one));
    if (NOTHING.test(source) && source) return;
    const used = pressed && count ? targetUse(source) : '', aims = used && used !== 'self' ? named(node, selectors(source)) : [];
    if (aims.length) return void aims.forEach((one) => selected.add(one));
    if (!element || whole(node)) return void opaque.add(get(node, 'documentElement') ?? node);
    const parts = used && used !== 'self' && !matches(node, CONTROLS) ? groups.targets(node, used === 'parts') : null;
    if (parts) parts.forEach((one) => selected.add(one));
    else own.add(node);
  };

  // `own` are elements with their own handler, `selected` are elements selected by an ancestor's handler,
  // `opaque` are ancestors whose handlers do not name their targets.
  const classify = (foundListeners, known, probeResult) => {
    const own = new Set(), meant = new Set(), opaque = new Set();
    let queries = MAX_QUERIES;
    groups.begin();
    const named = (node, given) => given.flatMap((one) => (queries-- > 0 ? found(node, one) : []));
    for (const one of handlers(foundListeners, known, probeResult)) addTargets(one, { own, meant, opaque, named });
    nodes = [];
    return { own, meant, opaque: [...opaque].slice(0, MAX_ROOTS) };
  };

  return { classify, snapshot };
})();
