// Writes the text and the marks of a page as one text in reading order: one line for each line or block of
// the page, elements in brackets. Brackets in the page's own text are written as `\[` and `\]`, so a page
// cannot print what looks like an element or a note.
globalThis.content = (() => {
  const { get, tag, attribute, matches } = dom;
  // Maximum number of nodes read, length of a name in characters, and indentation.
  const MAX_NODES = 600_000, MAX_NAME_LENGTH = 200, MAX_INDENT = 30;
  const SKIPPED_TAGS = new Set(['SCRIPT', 'STYLE', 'LINK', 'META', 'NOSCRIPT', 'TEMPLATE', 'HEAD', 'TITLE', 'COL', 'COLGROUP',
    'WBR', 'DATALIST', 'PARAM', 'SOURCE', 'TRACK', 'title', 'desc', 'defs']);
  const BLOCKS = new Set(['block', 'list-item', 'flow-root']), MOVED = new Set(['absolute', 'fixed', 'sticky']);
  const INLINE = new Set(['inline', 'contents', 'ruby', 'ruby-base', 'ruby-text']);
  const NAMED_GROUPS = new Set(['FORM', 'SECTION', 'FIELDSET']);
  const GROUPS = {
    NAV: 'navigation', ASIDE: 'aside', DIALOG: 'dialog', SEARCH: 'search', ARTICLE: 'article',
    FORM: 'form', SECTION: 'region', FIELDSET: 'group', FOOTER: 'footer',
  };
  const ROLES = {
    navigation: 'navigation', complementary: 'aside', dialog: 'dialog', alertdialog: 'dialog', search: 'search',
    article: 'article', form: 'form', region: 'region', group: 'group', radiogroup: 'group',
    contentinfo: 'footer', alert: 'alert', status: 'status', tooltip: 'tooltip', menu: 'menu', tablist: 'tabs',
    toolbar: 'toolbar', listbox: 'list', tree: 'tree', tabpanel: 'tab panel', feed: 'feed', log: 'log',
  };
  const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role=heading]';
  const CELLS = new Set(['TD', 'TH']), CELL_ROLES = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);
  const PARTS = 'table, input, select, textarea, button, iframe, [role=button]';
  const { clean, quoted } = descriptions;

  // ---- Where a line is: in the view, above, below or beside it.

  const intersection = (one, other) => ({
    left: Math.max(one.left, other.left), top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right), bottom: Math.min(one.bottom, other.bottom),
  });
  const side = (box, clip) => {
    if (box.bottom <= clip.top) return 'above';
    if (box.top >= clip.bottom) return 'below';
    return box.right <= clip.left || box.left >= clip.right ? 'beside' : 'in';
  };
  const shifted = (box, origin) => {
    const { x, y, across, down } = origin;
    return new DOMRect(x + box.x * across, y + box.y * down, box.width * across, box.height * down);
  };

  const px = (count) => Math.round(count).toLocaleString('en-US');
  const span = (size, shown, from, way) => (size > shown + 1
    ? [`${px(size)} px ${way}, ${px(from)} to ${px(Math.min(size, from + shown))} px shown`] : []);
  const extent = (node) => [
    ...span(get(node, 'scrollHeight'), get(node, 'clientHeight'), get(node, 'scrollTop'), 'high'),
    ...span(get(node, 'scrollWidth'), get(node, 'clientWidth'), Math.abs(get(node, 'scrollLeft')), 'wide'),
  ].join('; ');

  // ---- Reading.

  const FRAME = { style: null, muted: false, hidden: true, pre: null, transform: null, alone: true, inline: false, out: null, stacked: true };

  // Reads the page. `numbers` maps elements to their marks; `whole` lists all options and whole values.
  const reading = (numbers, whole, boxes) => {
    const out = lines.begin(), holders = new Set(), counts = new Map();
    for (const node of numbers.keys()) {
      for (let one = dom.above(node); one && !holders.has(one); one = dom.above(one)) holders.add(one);
    }
    const left = new Set(numbers.keys());
    let range = null, origin = frameTree.origin(), view = window, focus = marks.focused(document);
    let clip = frameTree.clip(), pageClip = clip, last = 'in', now = FRAME;

    // In a part of the page outside the view whose blocks are all below each other, nothing is measured.
    const line = (node, shown = true) => {
      if (now.out && now.stacked) last = now.out;
      const rect = now.out && now.stacked || !shown ? null : nodeRect(node), box = rect && (rect.width || rect.height) ? rect : null;
      if (box) last = side(box, clip);
      out.begin(node, box, last);
    };
    const area = (node) => shifted(dom.rect(node), origin);
    const nodeRect = (node) => {
      if (dom.kind(node) === Node.ELEMENT_NODE) return elementRect(node);
      range.selectNodeContents(node);
      return shifted(range.getBoundingClientRect(), origin);
    };
    const elementRect = (node) => {
      const box = boxes?.get(node);
      if (!box) return area(node);
      const [left, top, width, height] = [box[0] - scrollX, box[1] - scrollY, box[2], box[3]];
      return { left, top, right: left + width, bottom: top + height, width, height };
    };
    const trackPosition = (node, entry, parentEntry, display, hasChildren) => {
      entry.out = parentEntry.out;
      entry.stacked = parentEntry.stacked;
      if (!entry.alone) return;
      entry.stacked &&= BLOCKS.has(display) && entry.style.float === 'none';
      if (entry.out && MOVED.has(entry.style.position)) entry.out = null;
      if (entry.out || !hasChildren) return;
      const box = area(node), where = box.height && box.width ? side(box, clip) : 'in';
      entry.out = where === 'in' ? null : where;
    };

    const writeText = (node, entry) => {
      if (entry.muted) return;
      const raw = dom.words(node);
      if (!raw) return;
      const cleaned = clean(raw);
      if (cleaned === ' ') return out.line ? out.space() : undefined;
      if (hidden(entry)) return;
      now = entry;
      entry.pre ??= raw !== cleaned && preformatted(entry.style);
      const parts = entry.pre && raw.includes('\n') ? raw.split('\n') : [raw];
      for (const [index, part] of parts.entries()) {
        if (index) out.stop();
        const shown = entry.pre ? part.replace(/\t/g, '  ').replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ') : clean(part);
        if (!shown.trim()) {
          // An empty line of preformatted text.
          if (entry.pre && index && index < parts.length - 1 && !out.flat) line(node);
          continue;
        }
        if (!out.line) line(node);
        entry.transform ??= entry.style?.textTransform ?? 'none';
        out.text(descriptions.transformed(shown, entry.transform), entry.pre);
      }
    };
    const hidden = (frame) => {
      frame.hidden ??= frame.style?.visibility !== 'visible';
      return frame.hidden;
    };
    const preformatted = (style) => Boolean(style) && style.whiteSpaceCollapse !== 'collapse';

    const piece = (node, text, shown = true) => {
      if (!out.line) line(node, shown);
      out.piece(text);
    };
    const bracketed = (...parts) => `[${parts.filter((one) => one !== undefined && one !== '').join(' ')}]`;
    const mark = (node, style, number) => {
      const { kind, name, more } = descriptions.told(node, { style, whole, focus });
      left.delete(node);
      piece(node, bracketed(number, kind, name && quoted(name), ...more), style.display !== 'none');
      if (number !== undefined) out.line.marks.push({ node, key: `${kind} ${name}`, at: out.line.parts.length - 1 });
    };

    // An element whose content is written as its name; other elements with a mark contain lines.
    const leaf = (node, style) => {
      if (matches(node, 'input, select, textarea, video, audio, canvas, img, area')) return true;
      if (!dom.count(node) && !marks.shadow(node)) return (dom.words(node) ?? '').length <= MAX_NAME_LENGTH * 2;
      if (holders.has(node) || scrollable(style) || !simple(node)) return false;
      return texts.of(node).length <= MAX_NAME_LENGTH;
    };
    // Whether an element contains no controls, except the one that a label represents.
    const simple = (node) => {
      const control = tag(node) === 'LABEL' ? get(node, 'control') : null;
      return [node, marks.shadow(node) ?? node].every((top) => [...dom.all(top, PARTS)].every((one) => one === control && !numbers.has(one)));
    };

    // A line, with the content of an element below it; only if `kept`, also without content.
    const group = (node, text, kept = false) => {
      out.stop();
      if (kept && out.flat) return void piece(node, text);
      const close = out.group(text);
      return () => { out.stop(); if (!close() && kept) piece(node, text); };
    };
    const container = (node, style, number) => {
      const { kind, more } = descriptions.told(node, { style, whole, focus, named: false });
      left.delete(node);
      const label = descriptions.spoken(node), scrolled = scrollable(style) && dom.count(node) ? extent(node) : '';
      return group(node, bracketed(number, scrolled && !attribute(node, 'role') && !get(node, 'isContentEditable') ? 'scrollable area' : kind, label && quoted(label), ...more, scrolled), number !== undefined);
    };

    const grouped = (node, name, role) => {
      const word = role ? ROLES[role] : GROUPS[name];
      if (!word) return null;
      const label = descriptions.spoken(node);
      if (!role && NAMED_GROUPS.has(name) && !label) return null;
      if (!role && name === 'FOOTER' && dom.closest(dom.parent(node) ?? node, 'article, section, main, aside, nav, li')) return null;
      return group(node, `[${word}${label ? ` ${quoted(label)}` : ''}]`);
    };

    const scrollable = ({ overflowY }) => overflowY === 'auto' || overflowY === 'scroll';
    const scrolling = (node, style, number) => {
      if (!scrollable(style) || matches(node, 'html, body')) return null;
      const size = extent(node);
      if (!size) return null;
      const end = number === undefined ? group(node, `[scrollable area, ${size}]`) : null, outerClip = clip;
      clip = intersection(clip, area(node));
      return () => { clip = outerClip; end?.(); };
    };
    // Fixed elements, which include open popovers and modal dialogs, are not clipped by scrollable areas.
    const unclipped = () => {
      const outerClip = clip;
      clip = pageClip;
      return () => { clip = outerClip; };
    };
    const row = (node, name, role) => {
      if (name !== 'TR' && role !== 'row') return null;
      const plain = dom.run(node, 'getElementsByTagName', '*').length <= 80 && !dom.one(node, `table, ul, ol, iframe, ${HEADINGS}`);
      if (!plain || attribute(dom.closest(node, 'table') ?? node, 'role') === 'presentation') return null;
      out.stop();
      const level = out.level(), close = out.lead('| ', 0, true);
      counts.set(node, 0);
      return () => { level(); out.stop(); close(); };
    };
    const cell = (node) => {
      const above = dom.parent(node), count = counts.get(above);
      if (count === undefined) return null;
      counts.set(above, count + 1);
      if (!count) return () => {};
      if (!out.line) line(node);
      out.space();
      out.piece('|');
      out.space();
      return () => {};
    };
    const item = (node, name, role) => {
      if (name !== 'LI' && role !== 'listitem') return null;
      out.stop();
      const above = dom.parent(node), ordered = above && tag(above) === 'OL';
      const number = ordered ? (get(node, 'value') || (counts.get(above) ?? (get(above, 'start') - 1)) + 1) : 0;
      if (ordered) counts.set(above, number);
      const close = out.lead(ordered ? `${number}. ` : '- ', 1);
      return () => { out.stop(); close(); };
    };
    const heading = (node, name, role) => {
      const level = /^H[1-6]$/.test(name) ? Number(name[1]) : role === 'heading' ? Number(attribute(node, 'aria-level')) || 2 : 0;
      if (!level) return null;
      out.stop();
      const flat = out.level(), close = out.lead(`${'#'.repeat(Math.min(level, 6))} `, 0, true);
      return () => { flat(); out.stop(); close(); };
    };

    const frame = (node, number) => {
      const page = dom.inner(node), body = page && (get(page, 'body') ?? get(page, 'documentElement'));
      const name = clean(attribute(node, 'title') ?? attribute(node, 'aria-label') ?? '').trim();
      const label = bracketed(number, 'frame', name && quoted(name), frameTree.unread(node) ? 'not read' : '');
      const given = frameTree.content(node)?.['content.lines'];
      left.delete(node);
      if (!body && !given?.length) return void piece(node, label);
      const end = group(node, label, number !== undefined);
      if (!body) return void (given.forEach((one, index) => out.full || out.copy(node, one, index)), end?.());
      const saved = { range, origin, clip, pageClip, view, focus }, box = area(node);
      clip = pageClip = intersection(clip, box);
      origin = dom.drawn(node, origin);
      view = dom.view(page);
      focus = marks.focused(page);
      range = dom.run(page, 'createRange');
      return { ...FRAME, node: body, more: [], ends: [() => { ({ range, origin, clip, pageClip, view, focus } = saved); end?.(); }] };
    };

    // The first child to read; the others follow it, or are listed in `more`.
    const firstChild = (node, name, entry) => {
      const root = marks.shadow(node);
      if (root) return dom.head(root);
      if (name !== 'SLOT' && name !== 'DETAILS') return dom.head(node);
      entry.more = name === 'SLOT' ? dom.run(node, 'assignedNodes', { flatten: true })
        : [...dom.children(node)].filter((one) => tag(one) === 'SUMMARY').slice(0, 1);
      if (name === 'DETAILS' && get(node, 'open') || !entry.more.length) {
        entry.more = null;
        return name === 'SLOT' || get(node, 'open') ? dom.head(node) : null;
      }
      return entry.more.shift();
    };
    const nextChild = (entry) => {
      const node = entry.node;
      if (node) entry.node = entry.more ? entry.more.shift() ?? null : dom.next(node);
      return node;
    };

    // Returns what is known of an element while its content is read, or nothing if it has been written or is not shown.
    const enter = (node, parentEntry) => {
      const name = tag(node), number = numbers.get(node);
      if (SKIPPED_TAGS.has(name)) return;
      const style = view.getComputedStyle(node), display = style.display, hasChildren = dom.count(node) > 0;
      const inline = INLINE.has(display), alone = !inline && !display.startsWith('inline');
      if (display === 'none' || alone && style.contentVisibility === 'hidden') {
        if (number !== undefined) mark(node, style, number);
        return;
      }
      if (name === 'BR') return out.flat ? out.space() : out.stop();
      const role = attribute(node, 'role') ?? '', ends = [];
      const entry = { node: null, more: null, style, muted: parentEntry.muted, hidden: null, pre: null, transform: null, alone, inline, ends, out: null, stacked: false };
      if (dom.isFrame(node, name)) return hidden(entry) ? undefined : frame(node, number);
      if (style.position === 'fixed') ends.push(unclipped());
      trackPosition(node, entry, parentEntry, display, hasChildren);
      now = entry;
      if (alone) out.stop();
      else if (!inline) out.space();
      if (!describe(node, entry, { name, role, number })) return close(entry);
      if (hasChildren && alone) addEnd(ends, scrolling(node, style, number));
      if (!hasChildren && name !== 'SLOT' && !marks.shadow(node)) {
        writeText(node, entry);
        return close(entry);
      }
      entry.node = firstChild(node, name, entry);
      return entry;
    };
    const addEnd = (ends, end) => { if (end) ends.push(end); };
    // Write what an element is; whether its content is to be read.
    const describe = (node, entry, { name, role, number }) => {
      const { style, ends } = entry;
      addEnd(ends, CELLS.has(name) || CELL_ROLES.has(role) ? cell(node)
        : heading(node, name, role) ?? item(node, name, role) ?? row(node, name, role));
      if (number !== undefined || descriptions.isControl(node, name, role)) {
        if (number === undefined && (hidden(entry) || descriptions.replaced(node, numbers))) return false;
        if (leaf(node, style)) {
          mark(node, style, number);
          return false;
        }
        addEnd(ends, container(node, style, number));
      } else if (descriptions.isPicture(node, name, role)) {
        const pictureText = hidden(entry) ? '' : descriptions.picture(node, name);
        if (pictureText) piece(node, pictureText);
        return name === 'svg' && Boolean(dom.one(node, 'text'));
      } else if (name === 'LABEL' && descriptions.repeats(node, numbers)) entry.muted = true;
      else addEnd(ends, grouped(node, name, role));
      return true;
    };
    const close = ({ alone, inline, ends }) => {
      while (ends.length) ends.pop()();
      if (alone) out.stop();
      else if (!inline) out.space();
    };

    const read = (body) => {
      range = dom.run(document, 'createRange');
      const open = [{ ...FRAME, node: body, more: [], ends: [] }];
      // An explicit stack, as pages can be nested deeper than the call stack.
      for (let count = 0; open.length; count++) {
        const now = open.at(-1), node = out.full || count > MAX_NODES ? null : nextChild(now);
        if (!node) close(open.pop());
        else if (dom.kind(node) === Node.TEXT_NODE) writeText(node, now);
        else if (dom.kind(node) === Node.ELEMENT_NODE) {
          const entry = enter(node, now);
          if (entry) open.push(entry);
        }
      }
      now = FRAME;
      for (const node of left) {
        out.stop();
        mark(node, view.getComputedStyle(node), numbers.get(node));
      }
      duplicates.addContexts(out.lines);
      return out;
    };
    return read;
  };

  // ---- The text.

  const NOTES = { above: '[above the viewport]', in: '[in the viewport]', below: '[below the viewport]', beside: '[beside the viewport]' };
  let written = [];

  const joined = (lines) => {
    const texts = [];
    let where = 'in';
    for (const line of lines) {
      const text = line.parts.join('').trimEnd();
      if (line.where !== where) {
        where = line.where;
        texts.push(NOTES[where]);
      }
      texts.push(`${' '.repeat(Math.min(line.depth, MAX_INDENT))}${line.lead}${text}`);
    }
    return texts;
  };
  const write = (whole, boxes) => {
    const body = get(document, 'body') ?? get(document, 'documentElement');
    const out = body ? reading(elements.numbered(), whole, boxes)(body) : lines.begin();
    written = out.lines;
    return { body, out };
  };
  // The lines of a frame of another origin, for the document around it.
  const linesOf = (whole = false) => write(whole, null).out.lines.map(({ parts: texts, ...line }) => (
    { text: texts.join('').trimEnd(), lead: line.lead, depth: line.depth, where: line.where }));
  // The page's text with marks. `whole` lists all options and whole values.
  const text = (whole = false, boxes = null) => {
    const { body, out } = write(whole, boxes), size = body ? extent(get(document, 'scrollingElement') ?? body) : '';
    const end = out.full ? '[truncated: the rest of the page is not shown]' : '[end of the page]';
    return [...size ? [`[the page: ${size}]`] : [], ...joined(out.lines), end].join('\n');
  };

  // Find the marks and read the page in one call, without `content` if frames of other origins have to be read
  // first. `again` is false if closed shadow roots may have to be opened first.
  const list = (foundListeners, probeResult, brief, again) => {
    const found = elements.list(foundListeners, probeResult, brief);
    if (found.frames || found.suspects && !again) return found;
    const boxes = brief ? new Map(elements.marked().map((node, index) => [node, found.boxes[index]])) : null;
    return { ...found, content: text(false, boxes) };
  };

  // The element of line `index` of the last text; of a line that such a frame contains, its frame.
  const element = (index) => {
    const node = written[index]?.node, one = node && (dom.kind(node) === Node.ELEMENT_NODE ? node : dom.parent(node));
    return one && dom.connected(one) ? one : null;
  };
  // The frame and the line in it that a line was copied from; null for others.
  const origin = (index) => (written[index]?.copied ? [frameTree.list().indexOf(written[index].node), written[index].index] : null);
  // Scroll line `index` of the last text into view; whether it is still on the page.
  const show = (index) => {
    const one = element(index);
    if (!one) return false;
    dom.show(one, { block: 'center', inline: 'nearest', behavior: 'instant' });
    return true;
  };

  return { list, text, lines: linesOf, element, origin, show };
})();
