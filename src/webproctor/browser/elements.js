// What is told of elements, and how they are reached: by their number in the last list.
globalThis.elements = (() => {
  let listed = [];

  const offset = (view) => {
    let x = 0, y = 0;
    for (; view !== view.top && view.frameElement; view = view.parent) {
      const box = view.frameElement.getBoundingClientRect();
      x += box.left + view.frameElement.clientLeft;
      y += box.top + view.frameElement.clientTop;
    }
    return { x, y };
  };

  const documents = function* (root = document) {
    yield root;
    for (const frame of root.querySelectorAll('iframe')) {
      if (frame.contentDocument) yield* documents(frame.contentDocument);
    }
  };

  const all = (selector) => [...documents()].flatMap((root) => [...root.querySelectorAll(selector)]);

  // The rectangle that it takes, or its content where it takes none itself.
  const around = (element) => {
    const own = element.getBoundingClientRect();
    if (own.width && own.height) return own;
    const parts = marks.rects(element);
    if (!parts.length) return own;
    const left = Math.min(...parts.map((one) => one.left)), top = Math.min(...parts.map((one) => one.top));
    return new DOMRect(left, top, Math.max(...parts.map((one) => one.right)) - left,
      Math.max(...parts.map((one) => one.bottom)) - top);
  };

  // Where it is, in pixels of the view.
  const box = (element) => {
    const { left, top, width, height } = around(element);
    const { x, y } = offset(element.ownerDocument.defaultView);
    return { x: left + x, y: top + y, width, height };
  };

  const words = (text) => (text ?? '').replace(/\s+/g, ' ').trim();

  const label = (element) => {
    const named = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean)
      .map((id) => element.ownerDocument.getElementById(id)?.innerText).join(' ');
    return words(named || element.getAttribute('aria-label') ||
      [...(element.labels ?? [])].map((one) => one.innerText).join(' ') ||
      (element.matches('input, select, textarea') ? element.placeholder : element.innerText) ||
      element.getAttribute('title') || element.getAttribute('alt') || '').slice(0, 200);
  };

  const value = (element) => {
    if (element.type === 'checkbox' || element.type === 'radio') return element.checked ? 'on' : '';
    if (element.type === 'file') return [...element.files].map((file) => file.name).join('|');
    if (element.tagName === 'SELECT') return element.selectedOptions[0]?.label ?? '';
    return typeof element.value === 'string' ? element.value : '';
  };

  // What stands for an element without size: its label, or what holds it.
  const standing = (element) => {
    let one = element;
    while (one && !around(one).width) one = one.labels?.[0] ?? one.parentElement;
    return one ?? element;
  };

  const describe = (element, index) => {
    const place = box(standing(element));
    return {
      index, tag: element.tagName.toLowerCase(),
      type: element.type ?? element.getAttribute('role') ?? '',
      name: element.getAttribute('name') ?? '', label: label(element), value: value(element),
      options: element.tagName === 'SELECT' ? [...element.options].map((one) => one.label) : [],
      visible: true,
      box: { ...place, x: place.x + scrollX, y: place.y + scrollY },
    };
  };

  // What can be acted on, given the listeners that the session knows of.
  const list = (heard) => {
    const found = marks.find(heard);
    listed = found.map(({ node }) => node);
    const elements = found.map(({ node, where }, index) => ({
      ...describe(node, index), visible: where === 'in' || !marks.unseen(marks.seen(node)), view: where === 'in',
    }));
    return { elements, suspects: marks.suspects() };
  };

  // Further elements that actions can name: `begin` says from which number on, `add` adds them.
  const begin = (after) => {
    if (!after) listed = [];
    return listed.length;
  };
  const add = (...elements) => { listed.push(...elements); };

  const ROLES = {
    a: 'link', area: 'link', button: 'button', select: 'combobox', textarea: 'textbox', summary: 'button',
    img: 'img', li: 'listitem', canvas: 'img', iframe: 'iframe', video: 'video', audio: 'audio', option: 'option',
  };
  const INPUTS = {
    checkbox: 'checkbox', radio: 'radio', range: 'slider', number: 'spinbutton', search: 'searchbox',
    button: 'button', submit: 'button', reset: 'button', image: 'button', file: 'button',
  };
  const role = (element) => {
    const tag = element.tagName.toLowerCase();
    return element.getAttribute('role') || (tag === 'input' ? INPUTS[element.type] ?? 'textbox' : ROLES[tag]) ||
      (element.isContentEditable ? 'textbox' : '');
  };

  // The shortest of the plain ways to say which one: an id, or the path from the nearest one.
  const path = (element) => {
    const parts = [];
    for (let node = element; node; node = node.parentElement) {
      const root = node.getRootNode();
      if (node.id && root.querySelectorAll?.(`#${CSS.escape(node.id)}`).length === 1) {
        parts.unshift(`#${CSS.escape(node.id)}`);
        break;
      }
      const alike = [...(node.parentElement?.children ?? [])].filter((one) => one.tagName === node.tagName);
      const tag = CSS.escape(node.localName);
      parts.unshift(alike.length > 1 ? `${tag}:nth-of-type(${alike.indexOf(node) + 1})` : tag);
    }
    const { host } = element.getRootNode();
    return host ? `${path(host)} >>> ${parts.join(' > ')}` : parts.join(' > ');
  };

  // Of every element of the last list: its role, the frames that hold it, and a CSS path.
  const details = () => listed.map((element) => {
    const frames = [];
    for (let view = element.ownerDocument.defaultView; view?.frameElement; view = view.parent) frames.unshift(path(view.frameElement));
    return { role: role(element), frame: frames.join(' > '), path: path(element) };
  });

  // Bring element `index` into view and say what it is and where a click reaches it.
  const reach = (index) => {
    const element = listed[index];
    if (!element?.isConnected) return { missing: true, count: listed.length };
    const what = `${role(element) || element.localName}${label(element) ? ` '${label(element).slice(0, 60)}'` : ''}`;
    const inView = marks.point(element);
    if (inView) return { ...inView, what };
    marks.seen(element).scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    return { ...marks.point(element) ?? { covered: true }, what };
  };

  const at = (index) => listed[index] ?? null;
  const describeAt = (index) => (listed[index]?.isConnected ? describe(listed[index], index) : { missing: true, count: listed.length });
  // A slider's ends, step and value, by number; null for anything else.
  const scale = (index) => {
    const one = listed[index];
    if (one?.type !== 'range') return null;
    const number = (text, other) => (text === '' || Number.isNaN(Number(text)) ? other : Number(text));
    const least = number(one.min, 0), most = number(one.max, 100);
    // Without steps of its own, a key moves it by a hundredth of its way.
    const step = one.step === 'any' ? (most - least) / 100 : number(one.step, 1) || 1;
    return { least, most: Math.max(most, least), step, value: one.valueAsNumber };
  };
  const focus = (index) => { listed[index]?.focus(); };

  // What a person can see of the elements that match a selector: text, state, colours and place.
  const seen = (selector) => all(selector).filter((one) => webproctor.shown(one)).map((one) => {
    const style = getComputedStyle(one);
    return {
      tag: one.tagName.toLowerCase(), id: one.dataset?.id ?? '', text: words(one.innerText),
      label: label(one), value: value(one), disabled: Boolean(one.disabled),
      checked: Boolean(one.checked), colour: style.backgroundColor, box: box(one),
    };
  });

  // The text that a person reads, frames included.
  // A list shows its choice alone, as on the page; all its options are told of the element.
  const text = () => [...documents()].map((root) => [...root.querySelectorAll('select')]
    .filter((one) => one.size <= 1 && one.options.length > 5)
    .reduce((whole, one) => whole.replace(one.innerText, () => value(one)), root.body?.innerText ?? '')).join('\n');

  const written = (selector) => all(selector).find((one) => webproctor.shown(one))?.innerText ?? '';

  // ---- The source, with what says nothing left out.

  const TELLING = ['id', 'name', 'type', 'value', 'placeholder', 'href', 'alt', 'title', 'for', 'role',
    'checked', 'selected', 'disabled', 'readonly', 'required', 'min', 'max', 'step', 'pattern', 'colspan', 'rowspan'];
  const MUTE = new Set(['SCRIPT', 'STYLE', 'LINK', 'META', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'BR', 'WBR']);
  const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

  const attributes = (node, numbers) => {
    const told = [...node.attributes].filter(({ name, value: given }) =>
      (TELLING.includes(name) || name.startsWith('aria-')) && given.length < 200);
    const number = numbers.has(node) ? [`mark="${numbers.get(node)}"`] : [];
    const now = node.matches('input, textarea, select') && node.type !== 'password' ? value(node) : '';
    const held = now && now !== node.getAttribute('value') ? [`now="${escaped(now)}"`] : [];
    return [...number, ...told.map(({ name, value: given }) => `${name}="${escaped(given)}"`), ...held].map((one) => ` ${one}`).join('');
  };

  // One line an element that says something; what only wraps another element gives way to it.
  const source = (node, numbers, wanted, depth, lines) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const said = words(node.data);
      if (said) lines.push('  '.repeat(depth) + escaped(said));
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || MUTE.has(node.tagName) || wanted && !wanted.has(node)) return;
    if (node.tagName !== 'BODY' && !numbers.has(node) && !node.checkVisibility({ visibilityProperty: true })) return;
    const inner = node.tagName === 'IFRAME' ? [node.contentDocument?.body].filter(Boolean) :
      [...(node.shadowRoot ?? node).childNodes].filter((one) => node.tagName !== 'TEXTAREA');
    const held = [];
    const tag = node.localName, told = attributes(node, numbers);
    const bare = !told && ['div', 'span', 'section', 'article', 'g', 'center', 'font', 'tbody'].includes(tag);
    for (const one of inner) source(one, numbers, wanted, bare ? depth : depth + 1, held);
    if (bare) return void lines.push(...held);
    if (tag === 'svg' && !held.length && !told) return;
    const pad = '  '.repeat(depth);
    if (held.length === 1 && !held[0].trim().startsWith('<')) lines.push(`${pad}<${tag}${told}>${held[0].trim()}</${tag}>`);
    else if (held.length) lines.push(`${pad}<${tag}${told}>`, ...held, `${pad}</${tag}>`);
    else lines.push(`${pad}<${tag}${told}/>`);
  };

  const numbered = () => new Map(listed.map((node, index) => [node, index]));
  const pruned = (wanted = null) => {
    const lines = [];
    source(document.body, numbered(), wanted, 0, lines);
    return lines.join('\n');
  };

  // What stands round an element that can be acted on: all that its parent's parent holds, unless
  // that is half the page, and what holds it.
  const relevant = () => {
    const wanted = new Set();
    for (const node of listed) {
      const near = [node, node.parentElement, node.parentElement?.parentElement]
        .filter((one) => one && one.tagName !== 'BODY' && one.getElementsByTagName('*').length <= 40);
      for (const inner of [near.at(-1) ?? node].flatMap((one) => [one, ...one.querySelectorAll('*')])) wanted.add(inner);
      for (let above = node; above; above = above.parentElement ?? above.ownerDocument.defaultView?.frameElement) wanted.add(above);
    }
    return pruned(wanted);
  };

  return { list, begin, add, details, pruned, relevant, scale, reach, at, focus, seen, text, written, describe: describeAt };
})();
