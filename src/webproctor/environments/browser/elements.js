// Describes elements and brings them into view. Elements are identified by their index in the last list.
globalThis.elements = (() => {
  let listed = [];
  // Maximum options and length of the value of an element, maximum length of the page's source in
  // characters, and maximum indentation depth.
  const MOST_OPTIONS = 2_000, LONGEST_VALUE = 100_000, MOST_SOURCE = 2_000_000, DEEPEST = 50;

  const offset = (view) => {
    let x = 0, y = 0;
    for (; view !== view.top && view.frameElement; view = view.parent) {
      const box = dom.rect(view.frameElement);
      x += box.left + view.frameElement.clientLeft;
      y += box.top + view.frameElement.clientTop;
    }
    return { x, y };
  };

  const documents = () => {
    const found = [document];
    for (let next = 0; next < found.length; next++) {
      const inner = [...dom.all(found[next], 'iframe')].map((one) => dom.get(one, 'contentDocument')).filter(Boolean);
      found.splice(next + 1, 0, ...inner);
    }
    return found;
  };

  const all = (selector) => documents().flatMap((root) => [...dom.all(root, selector)]);

  // The element's rect, or that of its content if it has none itself.
  const around = (element) => {
    const own = dom.rect(element);
    if (own.width && own.height) return own;
    const parts = marks.rects(element);
    if (!parts.length) return own;
    const left = Math.min(...parts.map((one) => one.left)), top = Math.min(...parts.map((one) => one.top));
    return new DOMRect(left, top, Math.max(...parts.map((one) => one.right)) - left,
      Math.max(...parts.map((one) => one.bottom)) - top);
  };

  // The element's box, in CSS pixels of the view.
  const box = (element) => {
    const { left, top, width, height } = around(element);
    const { x, y } = offset(dom.view(dom.owner(element)));
    return { x: left + x, y: top + y, width, height };
  };

  const words = (text) => (text ?? '').replace(/\s+/g, ' ').trim();

  const label = (element) => {
    const read = (one) => dom.get(one, 'innerText') ?? '';
    const named = (dom.attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean).slice(0, 20)
      .map((id) => dom.run(dom.owner(element), 'getElementById', id)).filter(Boolean).map(read).join(' ');
    return words(named || dom.attribute(element, 'aria-label') ||
      [...(dom.get(element, 'labels') ?? [])].slice(0, 20).map(read).join(' ') ||
      (dom.matches(element, 'input, select, textarea') ? dom.get(element, 'placeholder') : read(element)) ||
      dom.attribute(element, 'title') || dom.attribute(element, 'alt') || '').slice(0, 200);
  };

  const value = (element) => {
    const type = dom.get(element, 'type'), held = dom.get(element, 'value');
    if (type === 'checkbox' || type === 'radio') return dom.get(element, 'checked') ? 'on' : '';
    if (type === 'file') return [...dom.get(element, 'files')].map((file) => file.name).join('|');
    if (dom.tag(element) === 'SELECT') return [...dom.get(element, 'selectedOptions')].map((one) => one.label).join('|');
    return typeof held === 'string' ? held.slice(0, LONGEST_VALUE) : '';
  };

  // What represents an element without size: its label or an ancestor.
  const standing = (element) => {
    let one = element;
    while (one && !around(one).width) one = dom.get(one, 'labels')?.[0] ?? dom.parent(one);
    return one ?? element;
  };

  const describe = (element, index) => {
    const place = box(standing(element));
    return {
      index, tag: dom.tag(element).toLowerCase(),
      type: String(dom.get(element, 'type') ?? dom.attribute(element, 'role') ?? ''),
      name: dom.attribute(element, 'name') ?? '', label: label(element), value: value(element),
      options: dom.tag(element) === 'SELECT' ? [...dom.get(element, 'options')].slice(0, MOST_OPTIONS).map((one) => one.label) : [],
      visible: true,
      box: { ...place, x: place.x + scrollX, y: place.y + scrollY },
    };
  };

  // The element's box in CSS pixels of the page, as a list.
  const outline = (node) => {
    const own = dom.rect(node), plain = dom.owner(node) === document && own.width && own.height;
    const { x, y, width, height } = plain ? own : box(standing(node));
    return [x + scrollX, y + scrollY, width, height];
  };

  // The interactive elements, given the listeners that the session has found, and what the probe found.
  // If `brief`, only `boxes`, and `inView`: whether a click hits each at the current scroll position.
  const list = (heard, told, brief = false) => {
    const { marked, ...cut } = marks.find(heard, told);
    listed = marked.map(({ node }) => node);
    if (brief) {
      return { boxes: listed.map(outline), inView: marked.map(({ where }) => where === 'in'), suspects: marks.suspects(), ...cut };
    }
    const elements = marked.map(({ node, where }, index) => ({
      ...describe(node, index), visible: where === 'in' || !marks.unseen(marks.seen(node)), view: where === 'in',
    }));
    return { elements, suspects: marks.suspects(), ...cut };
  };

  // Further elements for actions: `begin` returns their first index, `add` adds them.
  const begin = (after) => {
    if (!after) listed = [];
    return listed.length;
  };
  const add = (...elements) => { for (const one of elements) listed.push(one); };

  const ROLES = {
    a: 'link', area: 'link', button: 'button', select: 'combobox', textarea: 'textbox', summary: 'button',
    img: 'img', li: 'listitem', canvas: 'img', iframe: 'iframe', video: 'video', audio: 'audio', option: 'option',
  };
  const INPUTS = {
    checkbox: 'checkbox', radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox',
    button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button',
  };
  const role = (element) => {
    const tag = dom.tag(element).toLowerCase();
    return dom.attribute(element, 'role') || (tag === 'input' ? INPUTS[element.type] ?? 'textbox' : ROLES[tag]) ||
      (dom.get(element, 'isContentEditable') ? 'textbox' : '');
  };

  // The children with a tag, each with its number among them. Cached during one call of `details`.
  let counted = new Map();
  const alikes = (above, tag) => {
    if (!counted.has(above)) {
      const tags = new Map();
      for (const one of dom.children(above)) {
        const alike = tags.get(dom.tag(one)) ?? new Map();
        tags.set(dom.tag(one), alike.set(one, alike.size + 1));
      }
      counted.set(above, tags);
    }
    return counted.get(above).get(tag);
  };

  // A CSS path: the element's id, or the path from the nearest ancestor with an id.
  const path = (element) => {
    const parts = [];
    const root = dom.root(element);
    for (let node = element; node; node = dom.parent(node)) {
      const id = dom.id(node) && `#${CSS.escape(dom.id(node))}`;
      if (id && dom.kind(root) !== Node.ELEMENT_NODE && dom.all(root, id).length === 1) {
        parts.unshift(id);
        break;
      }
      const tag = CSS.escape(dom.local(node)), above = dom.parent(node);
      const alike = above ? alikes(above, dom.tag(node)) : new Map();
      parts.unshift(alike.size > 1 ? `${tag}:nth-of-type(${alike.get(node)})` : tag);
    }
    const host = root instanceof ShadowRoot ? root.host : null;
    return host ? `${path(host)} >>> ${parts.join(' > ')}` : parts.join(' > ');
  };

  // For every element of the last list: its role, the path of its frames, and its CSS path.
  const details = () => {
    counted = new Map();
    return listed.map(detail);
  };
  const detail = (element) => {
    const frames = [];
    for (let view = dom.view(dom.owner(element)); view?.frameElement; view = view.parent) frames.unshift(path(view.frameElement));
    return { role: role(element), frame: frames.join(' > '), path: path(element) };
  };

  // The description of element `index` and a point where a click hits it; `hidden` without such a point,
  // before `show`. With `moving`, first wait until it does not move.
  const reach = async (index, moving = false) => {
    const element = listed[index];
    if (!element || !dom.connected(element)) return { missing: true, count: listed.length };
    if (moving) await webproctor.steady(marks.seen(element));
    const what = `${role(element) || dom.local(element)}${label(element) ? ` '${label(element).slice(0, 60)}'` : ''}`;
    const more = { what, ...controls.reached(index) };
    return { ...marks.point(element) ?? { hidden: true }, ...more };
  };
  // Scroll an element into view; return a point where a click hits it, null if another element covers it.
  const show = (index) => {
    dom.show(marks.seen(listed[index]), { block: 'center', inline: 'nearest', behavior: 'instant' });
    return marks.point(listed[index]);
  };

  const at = (index) => listed[index] ?? null;
  const describeAt = (index) => (listed[index] && dom.connected(listed[index]) ? describe(listed[index], index) : { missing: true, count: listed.length });
  // A slider's minimum, maximum, step and value; null for other elements.
  const scale = (index) => {
    const one = listed[index];
    if (!one || dom.get(one, 'type') !== 'range') return null;
    const number = (text, other) => (text === '' || !Number.isFinite(Number(text)) ? other : Number(text));
    const least = number(one.min, 0), most = number(one.max, 100);
    // With step="any", a key moves it by a hundredth of its range.
    const step = (one.step === 'any' ? most / 100 - least / 100 : Math.abs(number(one.step, 1))) || 1;
    return { least, most: Math.max(most, least), step, value: one.valueAsNumber };
  };
  const focus = (index) => { if (listed[index]) dom.run(listed[index], 'focus'); };

  // The visible properties of the elements that match a selector: text, state, colour and box.
  const seen = (selector) => all(selector).filter((one) => webproctor.shown(one)).map((one) => {
    const style = getComputedStyle(one);
    return {
      tag: dom.tag(one).toLowerCase(), id: dom.get(one, 'dataset')?.id ?? '', text: words(dom.get(one, 'innerText')),
      label: label(one), value: value(one), disabled: Boolean(dom.get(one, 'disabled')),
      checked: Boolean(dom.get(one, 'checked')), colour: style.backgroundColor, box: box(one),
    };
  });

  // The visible text, frames included. Drop-down lists contribute only their selected option, as on the
  // page; their options are listed with the element.
  const text = () => webproctor.bounded(documents().map((root) => {
    const body = dom.get(root, 'body'), whole = body ? dom.get(body, 'innerText') ?? '' : '', parts = [];
    let read = 0;
    for (const one of dom.all(root, 'select')) {
      if (one.size > 1 || one.options.length <= 5 || !dom.visible(one)) continue;
      const options = one.innerText, begins = options ? whole.indexOf(options, read) : -1;
      if (begins < 0) continue;
      parts.push(whole.slice(read, begins), value(one));
      read = begins + options.length;
    }
    return [...parts, whole.slice(read)].join('');
  }).join('\n'));

  const written = (selector) => {
    const found = all(selector).find((one) => webproctor.shown(one));
    return found ? dom.get(found, 'innerText') ?? '' : '';
  };

  // ---- The pruned HTML.

  const TELLING = ['id', 'name', 'type', 'value', 'placeholder', 'href', 'alt', 'title', 'for', 'role',
    'checked', 'selected', 'disabled', 'readonly', 'required', 'min', 'max', 'step', 'pattern', 'colspan', 'rowspan'];
  const MUTE = new Set(['SCRIPT', 'STYLE', 'LINK', 'META', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'BR', 'WBR']);
  const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

  const attributes = (node, numbers) => {
    const told = [...dom.attributes(node)].filter(({ name, value: given }) =>
      (TELLING.includes(name) || name.startsWith('aria-')) && given.length < 200);
    const number = numbers.has(node) ? [`mark="${numbers.get(node)}"`] : [];
    const now = dom.matches(node, 'input, textarea, select') && node.type !== 'password' ? value(node) : '';
    const held = now && now !== dom.attribute(node, 'value') ? [`now="${escaped(now)}"`] : [];
    return [...number, ...told.map(({ name, value: given }) => `${name}="${escaped(given)}"`), ...held].map((one) => ` ${one}`).join('');
  };

  const bareTags = new Set(['div', 'span', 'section', 'article', 'g', 'center', 'font', 'tbody']);
  const inner = (node) => {
    if (dom.tag(node) === 'IFRAME') {
      const page = dom.get(node, 'contentDocument');
      return page ? [dom.get(page, 'body')].filter(Boolean) : [];
    }
    return dom.tag(node) === 'TEXTAREA' ? [] : [...dom.get(dom.open(node) ?? node, 'childNodes')];
  };
  const told = (node, numbers, wanted) => !MUTE.has(dom.tag(node)) && (!wanted || wanted.has(node)) &&
    (dom.tag(node) === 'BODY' || numbers.has(node) || dom.visible(node, { visibilityProperty: true }));

  // One line per element; wrappers without attributes are left out. Uses an explicit stack of open
  // elements, each with the line at which its content begins, as pages can be nested deeper than the
  // call stack.
  const source = (body, numbers, wanted) => {
    const lines = [], open = [];
    let length = 0;
    const write = (line) => { lines.push(line); length += line.length; };
    const begin = (node) => {
      const tag = dom.local(node), given = attributes(node, numbers), bare = !given && bareTags.has(tag);
      const depth = open.length ? open.at(-1).within : 0;
      const pad = '  '.repeat(Math.min(depth, DEEPEST));
      open.push({ tag, given, bare, pad, within: bare ? depth : depth + 1, left: inner(node).values(), from: lines.length });
      if (!bare) write('');  // Placeholder for its tag.
    };
    const end = ({ tag, given, bare, pad, from }) => {
      if (bare) return;
      const held = lines.length - from - 1;
      if (tag === 'svg' && !held && !given) return void lines.pop();
      const only = held === 1 ? lines.at(-1).trim() : '';
      if (held === 1 && !only.startsWith('<')) lines.splice(from, 2, `${pad}<${tag}${given}>${only}</${tag}>`);
      else if (held) {
        lines[from] = `${pad}<${tag}${given}>`;
        write(`${pad}</${tag}>`);
      } else lines[from] = `${pad}<${tag}${given}/>`;
    };
    if (body && told(body, numbers, wanted)) begin(body);
    while (open.length) {
      const { value: node, done } = open.at(-1).left.next();
      if (done || length > MOST_SOURCE) end(open.pop());
      else if (dom.kind(node) === Node.TEXT_NODE) {
        const said = words(dom.words(node));
        if (said) write('  '.repeat(Math.min(open.at(-1).within, DEEPEST)) + escaped(said));
      } else if (dom.kind(node) === Node.ELEMENT_NODE && told(node, numbers, wanted)) begin(node);
    }
    return length > MOST_SOURCE ? [...lines, '[truncated: the rest of the page is not shown]'] : lines;
  };

  const numbered = () => new Map(listed.map((node, index) => [node, index]));
  const pruned = (wanted = null) => {
    return source(dom.get(document, 'body'), numbered(), wanted).join('\n');
  };

  // The context of each interactive element: the content of its grandparent, unless that is too large,
  // and its ancestors.
  const relevant = () => {
    const wanted = new Set(), holding = new Set();
    const holder = (one) => dom.parent(one) ?? dom.view(dom.owner(one))?.frameElement;
    for (const node of listed) {
      const above = dom.parent(node), over = above && dom.parent(above);
      const near = [node, above, over]
        .filter((one) => one && dom.tag(one) !== 'BODY' && dom.run(one, 'getElementsByTagName', '*').length <= 40);
      const round = near.at(-1) ?? node;
      wanted.add(round);
      for (const one of dom.all(round, '*')) wanted.add(one);
      // Stop at ancestors that are included already.
      for (let one = node; one && !(one !== node && holding.has(one)); one = holder(one)) {
        wanted.add(one);
        holding.add(one);
      }
    }
    return pruned(wanted);
  };

  return { list, begin, add, details, pruned, relevant, scale, reach, show, at, focus, seen, text, written, describe: describeAt, label, value, marked: () => listed };
})();
