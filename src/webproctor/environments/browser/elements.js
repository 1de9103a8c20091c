// Describes elements and brings them into view. Elements are identified by their index in the last list.
globalThis.elements = (() => {
  let listed = [], marked = new Set(), first = 0;
  // Maximum options and length of the value of an element, maximum length of the page's source in
  // characters, and maximum indentation depth.
  const MAX_OPTIONS = 2_000, MAX_VALUE_LENGTH = 100_000, MAX_SOURCE_LENGTH = 2_000_000, MAX_INDENT = 50;

  const all = (selector) => dom.documents().flatMap((root) => [...dom.all(root, selector)]);

  // The element's rect, or that of its content if it has none itself.
  const around = (element) => {
    const rect = dom.rect(element);
    if (rect.width && rect.height) return rect;
    const parts = rects.of(element);
    if (!parts.length) return rect;
    const left = Math.min(...parts.map((one) => one.left)), top = Math.min(...parts.map((one) => one.top));
    return new DOMRect(left, top, Math.max(...parts.map((one) => one.right)) - left,
      Math.max(...parts.map((one) => one.bottom)) - top);
  };

  // The element's box, in CSS pixels of the view.
  const box = (element) => {
    let { left: x, top: y, width, height } = around(element), view = dom.view(dom.owner(element));
    for (; view !== view.top && view.frameElement; view = view.parent) {
      const frame = dom.drawn(view.frameElement);
      [x, y] = [frame.x + x * frame.across, frame.y + y * frame.down];
      [width, height] = [width * frame.across, height * frame.down];
    }
    return { x, y, width, height };
  };

  const normalized = (text) => (text ?? '').replace(/\s+/g, ' ').trim();

  // The texts of the images in an element, else those that style sheets insert, without the icons of fonts.
  const pictured = (element) => [...dom.all(element, 'img[alt], [aria-label], svg title')].slice(0, 5)
    .map((one) => dom.attribute(one, 'alt') ?? dom.attribute(one, 'aria-label') ?? dom.words(one)).join(' ').trim() || inserted(element);
  const inserted = (element) => [element, ...dom.all(element, '*')].slice(0, 5)
    .flatMap((one) => ['::before', '::after'].map((side) => getComputedStyle(one, side).content))
    .map((content) => /"([^"]*)"$/.exec(content)?.[1].replace(/\p{Co}/gu, '').trim()).filter(Boolean).join(' ');

  const label = (element) => {
    const read = (one) => normalized(texts.of(one));
    const labelledBy = (dom.attribute(element, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean).slice(0, 20)
      .map((id) => dom.named(element, id)).filter(Boolean).map(read).join(' ');
    return normalized(labelledBy || dom.attribute(element, 'aria-label') ||
      [...(dom.get(element, 'labels') ?? [])].slice(0, 20).map(read).join(' ') ||
      (dom.matches(element, 'input, select, textarea') ? dom.get(element, 'placeholder') : read(element)) ||
      pictured(element) || dom.attribute(element, 'title') || dom.attribute(element, 'alt') || '').slice(0, 200);
  };

  const value = (element) => {
    const type = dom.get(element, 'type'), current = dom.get(element, 'value');
    if (type === 'checkbox' || type === 'radio') return dom.get(element, 'checked') ? 'on' : '';
    if (type === 'file') return [...dom.get(element, 'files')].map((file) => file.name).join('|');
    if (dom.tag(element) === 'SELECT') return [...dom.get(element, 'selectedOptions')].map((one) => one.label).join('|');
    return typeof current === 'string' ? current.slice(0, MAX_VALUE_LENGTH) : '';
  };

  // What represents an element without size: its label or an ancestor.
  const representative = (element) => {
    let one = element;
    while (one && !around(one).width) one = dom.get(one, 'labels')?.[0] ?? dom.parent(one);
    return one ?? element;
  };

  const describe = (element, index) => {
    const rect = box(representative(element));
    return {
      index: first + index, tag: dom.tag(element).toLowerCase(),
      type: String(dom.get(element, 'type') ?? dom.attribute(element, 'role') ?? ''),
      name: dom.attribute(element, 'name') ?? '', label: label(element), value: value(element),
      options: dom.tag(element) === 'SELECT' ? [...dom.get(element, 'options')].slice(0, MAX_OPTIONS).map((one) => one.label) : [],
      visible: true,
      box: frameTree.onPage(rect),
    };
  };

  // The element's box in CSS pixels of the page, as a list.
  const outline = (node) => {
    const rect = dom.rect(node), plain = dom.owner(node) === document && rect.width && rect.height;
    const { x, y, width, height } = frameTree.onPage(plain ? rect : box(representative(node)));
    return [x, y, width, height];
  };

  // The interactive elements, given the listeners that the session has found, and what the probe found.
  // If `brief`, only `boxes`, and `inView`: whether a click hits each at the current scroll position.
  const list = (foundListeners, probeResult, brief = false) => {
    const { marked: found, ...cut } = marks.find(foundListeners, probeResult);
    return { ...number(found, brief), suspects: marks.suspects(), ...cut };
  };
  // Number elements, from `from` on.
  const number = (found, brief, from = 0) => {
    first = from;
    listed = found.map(({ node }) => node);
    marked = new Set(listed);
    if (brief) return { boxes: listed.map(outline), inView: found.map(({ where }) => where === 'in') };
    return { elements: found.map(({ node, where }, index) => ({
      ...describe(node, index), visible: where === 'in' || !marks.unseen(rects.seen(node)), view: where === 'in',
    })) };
  };
  // The same for a frame of another origin, in two steps: `candidates` returns where a click hits each element in this document;
  // `choose` numbers those that are "in" or "out" of the view of the page.
  let considered = [];
  const candidates = (foundListeners, probeResult) => {
    const { marked: found, ...cut } = marks.find(foundListeners, probeResult);
    considered = found;
    return { points: found.map(({ points, beyond }) => ({ points, beyond })), suspects: marks.suspects(), ...cut };
  };
  const choose = (places, brief, from) => number(considered.map((one, index) => ({ ...one, where: places[index] })).filter(({ where }) => where), brief, from);

  // Further elements for actions: `begin` returns their first index, `add` adds them.
  const begin = (after) => {
    if (!after) listed = [];
    return listed.length;
  };
  const add = (...elements) => { for (const one of elements) listed.push(one); };

  const ROLES = {
    a: 'link', area: 'link', button: 'button', select: 'combobox', textarea: 'textbox', summary: 'button',
    img: 'img', li: 'listitem', canvas: 'img', iframe: 'iframe', frame: 'iframe', object: 'iframe', embed: 'iframe', video: 'video', audio: 'audio', option: 'option',
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
  let childNumbers = new Map();
  const numberedChildren = (parent, tag) => {
    if (!childNumbers.has(parent)) {
      const tags = new Map();
      for (const one of dom.children(parent)) {
        const numbers = tags.get(dom.tag(one)) ?? new Map();
        tags.set(dom.tag(one), numbers.set(one, numbers.size + 1));
      }
      childNumbers.set(parent, tags);
    }
    return childNumbers.get(parent).get(tag);
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
      const tag = CSS.escape(dom.local(node)), parent = dom.parent(node);
      const siblings = parent ? numberedChildren(parent, dom.tag(node)) : new Map();
      parts.unshift(siblings.size > 1 ? `${tag}:nth-of-type(${siblings.get(node)})` : tag);
    }
    const host = dom.isShadow(root) ? root.host : null;
    return host ? `${path(host)} >>> ${parts.join(' > ')}` : parts.join(' > ');
  };

  // For every element of the last list: its role, the path of its frames, and its CSS path.
  const details = () => {
    childNumbers = new Map();
    return listed.map(detail);
  };
  const framesAround = (element) => {
    const frames = [];
    for (let view = dom.view(dom.owner(element)); view?.frameElement; view = view.parent) frames.unshift(path(view.frameElement));
    return frames;
  };
  const detail = (element) => ({ role: role(element), frame: framesAround(element).join(' > '), path: path(element) });
  // The path of a frame of another origin.
  const framePath = (index) => {
    childNumbers = new Map();
    const frame = frameTree.list()[index];
    return [...framesAround(frame), path(frame)].join(' > ');
  };

  // The description of element `index` and a point where a click hits it (in such a frame, all such `points`);
  // `hidden` without such a point, before `show`; `locked` if another element has locked the mouse. With
  // `moving`, first wait until it does not move.
  const reach = async (index, moving = false) => {
    if (moving && isPresent(at(index))) await webproctor.steady(rects.seen(at(index)));
    const element = at(index);
    if (!isPresent(element)) return { missing: true, count: listed.length };
    const description = `${role(element) || dom.local(element)}${label(element) ? ` '${label(element).slice(0, 60)}'` : ''}`;
    const result = { what: description, leaves: hover.leaves(element), ...controls.reached(index) };
    const locking = dom.get(document, 'pointerLockElement');
    if (locking && locking !== element) return { locked: true, ...result };
    if (frameTree.inside()) return { points: marks.points(element, others(element)), ...result };
    return { ...marks.point(element, others(element)) ?? { hidden: true }, ...result };
  };
  // The marked elements that a click on an element should not hit; all elements can be numbered for actions.
  const NONE = new Set();
  const others = (element) => (marked.has(element) ? marked : NONE);
  // Scroll an element into view; return a point where a click hits it, if possible no other marked element
  // inside it; null if another element covers it.
  const show = (index) => {
    const element = at(index);
    if (!isPresent(element)) return { missing: true, count: listed.length };
    for (const avoided of new Set([others(element), NONE])) {
      // In the middle of the view, a large bar at an edge of the view can cover it.
      for (const block of ['center', 'end', 'start']) {
        dom.show(rects.seen(element), { block, inline: 'nearest', behavior: 'instant' });
        const point = marks.point(element, avoided);
        if (point) return point;
      }
    }
    return null;
  };

  const isPresent = (element) => Boolean(element) && dom.connected(element);
  // Element `index`, or the one that has replaced it; null for other numbers.
  const at = (index) => {
    const one = listed[index] ?? null, now = one && !dom.connected(one) ? replacements.of(one, listed) : null;
    if (!now) return one;
    marked = new Set([...marked].map((each) => (each === one ? now : each)));
    return listed[index] = now;
  };
  const describeAt = (index) => {
    const element = at(index);
    return isPresent(element) ? describe(element, index) : { missing: true, count: listed.length };
  };
  const SLIDERS = 'input[type=range], [role=slider]';
  // The slider that an element is, or the only one that it contains.
  const slider = (index) => {
    const one = at(index);
    if (!one || dom.matches(one, SLIDERS)) return one;
    const inside = dom.all(one, SLIDERS);
    return inside.length === 1 ? inside[0] : null;
  };
  const numeric = (text, other) => (text === null || text.trim() === '' || !Number.isFinite(Number(text)) ? other : Number(text));
  // A slider's minimum, maximum, step and value, and whether it rises to the right; null for other elements.
  // The step of a slider that the page draws is not known: 0.
  const scale = (index) => {
    const one = slider(index);
    if (!one || !dom.connected(one)) return null;
    const { direction, writingMode } = getComputedStyle(one);
    const rising = direction !== 'rtl' || writingMode !== 'horizontal-tb';
    if (dom.get(one, 'type') !== 'range') {
      const [least, most, value] = [['min', 0], ['max', 100], ['now', NaN]].map(([name, other]) => numeric(dom.attribute(one, `aria-value${name}`), other));
      return Number.isNaN(value) ? null : { least, most: Math.max(most, least), step: 0, value, rising };
    }
    const minimum = numeric(one.min, 0), maximum = numeric(one.max, 100);
    // With step="any", a key moves it by a hundredth of its range.
    const step = (one.step === 'any' ? maximum / 100 - minimum / 100 : Math.abs(numeric(one.step, 1))) || 1;
    return { least: minimum, most: Math.max(maximum, minimum), step, value: one.valueAsNumber, rising };
  };
  const focusOn = (node) => { if (node) dom.run(node, 'focus'); };
  const focus = (index) => focusOn(at(index)), focusSlider = (index) => focusOn(slider(index));

  // The visible properties of the elements that match a selector: text, state, colour and box.
  const seen = (selector) => all(selector).filter((one) => webproctor.shown(one)).map((one) => {
    const style = getComputedStyle(one);
    return {
      tag: dom.tag(one).toLowerCase(), id: dom.get(one, 'dataset')?.id ?? '', text: normalized(dom.get(one, 'innerText')),
      label: label(one), value: value(one), disabled: Boolean(dom.get(one, 'disabled')),
      checked: Boolean(dom.get(one, 'checked')), colour: style.backgroundColor, box: box(one),
    };
  });

  // The visible text, frames included. Drop-down lists contribute only their selected option, as on the
  // page; their options are listed with the element.
  const text = () => {
    const pages = [document], written = [];
    for (let next = 0; next < pages.length; next++) {
      const tops = texts.tops(pages[next]);
      pages.splice(next + 1, 0, ...tops.flatMap(dom.framed));
      frameTree.look(tops, !next);
      written.push(pageText(tops), ...frameTree.textsIn(tops));
    }
    return webproctor.bounded(written.join('\n'));
  };
  const pageText = (tops) => {
    const bodyText = texts.page(tops), parts = [];
    let read = 0;
    for (const one of dom.all(tops[0], 'select')) {
      if (one.size > 1 || one.options.length <= 5 || !dom.visible(one)) continue;
      const options = one.innerText, start = options ? bodyText.indexOf(options, read) : -1;
      if (start < 0) continue;
      parts.push(bodyText.slice(read, start), value(one));
      read = start + options.length;
    }
    return [...parts, bodyText.slice(read)].join('');
  };

  const writtenText = (selector) => {
    const found = all(selector).find((one) => webproctor.shown(one));
    return found ? dom.get(found, 'innerText') ?? '' : '';
  };

  // ---- The pruned HTML.

  const KEPT_ATTRIBUTES = ['id', 'name', 'type', 'value', 'placeholder', 'href', 'alt', 'title', 'for', 'role',
    'checked', 'selected', 'disabled', 'readonly', 'required', 'min', 'max', 'step', 'pattern', 'colspan', 'rowspan'];
  const SKIPPED_TAGS = new Set(['SCRIPT', 'STYLE', 'LINK', 'META', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'BR', 'WBR']);
  const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

  const attributes = (node, numbers) => {
    const kept = [...dom.attributes(node)].filter(({ name, value: given }) =>
      (KEPT_ATTRIBUTES.includes(name) || name.startsWith('aria-')) && given.length < 200);
    const number = numbers.has(node) ? [`mark="${numbers.get(node)}"`] : [];
    const now = dom.matches(node, 'input, textarea, select') && node.type !== 'password' ? value(node) : '';
    const nowAttribute = now && now !== dom.attribute(node, 'value') ? [`now="${escaped(now)}"`] : [];
    return [...number, ...kept.map(({ name, value: given }) => `${name}="${escaped(given)}"`), ...nowAttribute].map((one) => ` ${one}`).join('');
  };

  const bareTags = new Set(['div', 'span', 'section', 'article', 'g', 'center', 'font', 'tbody']);
  const inner = (node) => {
    const page = dom.inner(node);
    if (page) return [dom.get(page, 'body') ?? dom.get(page, 'documentElement')].filter(Boolean);
    return dom.tag(node) === 'TEXTAREA' || dom.tag(node) === 'IFRAME' ? [] : texts.content(node);
  };
  const included = (node, numbers, selected) => !SKIPPED_TAGS.has(dom.tag(node)) && (!selected || selected.has(node)) &&
    (dom.tag(node) === 'BODY' || numbers.has(node) || dom.visible(node, { visibilityProperty: true }) || getComputedStyle(node).display === 'contents');

  // One line per element; wrappers without attributes are left out. Uses an explicit stack of open
  // elements, each with the line at which its content begins, as pages can be nested deeper than the
  // call stack.
  const source = (body, numbers, selected) => {
    const lines = [], open = [];
    let length = 0;
    const write = (line) => { lines.push(line); length += line.length; };
    const begin = (node) => {
      const tag = dom.local(node), attributeText = attributes(node, numbers), bare = !attributeText && bareTags.has(tag);
      const depth = open.length ? open.at(-1).within : 0;
      const pad = '  '.repeat(Math.min(depth, MAX_INDENT));
      open.push({ tag, given: attributeText, bare, pad, within: bare ? depth : depth + 1, left: inner(node).values(), from: lines.length });
      if (!bare) write('');  // Placeholder for its tag.
    };
    const end = ({ tag, given: attributeText, bare, pad, from }) => {
      if (bare) return;
      const lineCount = lines.length - from - 1;
      if (tag === 'svg' && !lineCount && !attributeText) return void lines.pop();
      const onlyLine = lineCount === 1 ? lines.at(-1).trim() : '';
      if (lineCount === 1 && !onlyLine.startsWith('<')) lines.splice(from, 2, `${pad}<${tag}${attributeText}>${onlyLine}</${tag}>`);
      else if (lineCount) {
        lines[from] = `${pad}<${tag}${attributeText}>`;
        write(`${pad}</${tag}>`);
      } else lines[from] = `${pad}<${tag}${attributeText}/>`;
    };
    const copy = (given) => {
      const pad = '  '.repeat(Math.min(open.at(-1).within, MAX_INDENT));
      for (const line of given) if (length <= MAX_SOURCE_LENGTH) write(pad + line);
    };
    if (body && included(body, numbers, selected)) begin(body);
    while (open.length) {
      const { value: node, done } = open.at(-1).left.next();
      if (done || length > MAX_SOURCE_LENGTH) end(open.pop());
      else if (dom.kind(node) === Node.TEXT_NODE) {
        const text = normalized(dom.words(node));
        if (text) write('  '.repeat(Math.min(open.at(-1).within, MAX_INDENT)) + escaped(text));
      } else if (dom.kind(node) === Node.ELEMENT_NODE && included(node, numbers, selected)) {
        begin(node);
        copy(frameTree.content(node)?.[selected ? 'elements.relevantLines' : 'elements.prunedLines'] ?? []);
      }
    }
    return length > MAX_SOURCE_LENGTH ? [...lines, '[truncated: the rest of the page is not shown]'] : lines;
  };

  // The numbers of the elements of the last list. Further elements have other numbers if there are such frames.
  const numbered = () => new Map((frameTree.inside() || frameTree.count() ? [...marked] : listed).map((node, index) => [node, first + index]));
  const prunedLines = (selected = null) => source(dom.get(document, 'body'), numbered(), selected);
  const pruned = () => prunedLines().join('\n');

  // The context of each interactive element: the content of its grandparent, unless that is too large,
  // and its ancestors.
  const relevant = () => relevantLines().join('\n');
  const relevantLines = () => {
    const selected = new Set(), ancestors = new Set();
    const parentOrFrame = (one) => marks.parent(one) ?? dom.view(dom.owner(one))?.frameElement;
    for (const node of [...listed, ...frameTree.list().filter((one) => frameTree.content(one)?.['elements.relevantLines']?.length)]) {
      const parent = dom.parent(node), grandparent = parent && dom.parent(parent);
      const candidates = [node, parent, grandparent]
        .filter((one) => one && dom.tag(one) !== 'BODY' && dom.run(one, 'getElementsByTagName', '*').length <= 40);
      const context = candidates.at(-1) ?? node;
      selected.add(context);
      for (const one of dom.all(context, '*')) selected.add(one);
      // Stop at ancestors that are included already.
      for (let one = node; one && !(one !== node && ancestors.has(one)); one = parentOrFrame(one)) {
        selected.add(one);
        ancestors.add(one);
      }
    }
    return prunedLines(selected);
  };

  return { list, candidates, choose, begin, add, details, framePath, pruned, prunedLines, relevant, relevantLines, numbered, scale, reach, show, at, focus, focusSlider, seen, text, written: writtenText, describe: describeAt, label, pictured, value, marked: () => listed };
})();
