// Finds elements that show other elements while the mouse is over them, by the rules of style sheets.
globalThis.hover = (() => {
  const { get, all } = dom;
  const SHOWING = ['display', 'visibility', 'opacity', 'height', 'max-height', 'transform', 'clip', 'clip-path', 'left', 'top'];
  const MAX_RULES = 20_000, MAX_SELECTORS = 200, MAX_TRIGGERS = 500;
  const read = new WeakMap();  // The relevant selectors of a style sheet, and its number of rules.

  // The parts of a selector list, outside parentheses.
  const parts = (list) => list.split(/,(?![^(]*\))/).map((one) => one.trim());
  // From `.menu:hover > div`: `.menu`, and the whole selector without `:hover`.
  const pair = (selector) => {
    const at = selector.indexOf(':hover'), after = selector.slice(at + 6);
    const rest = /^[^\s>+~]*(?=[\s>+~])/.exec(after);
    if (at < 0 || !rest || /:hover|[()]/.test(after)) return [];
    return [[selector.slice(0, at) + rest[0] || '*', selector.replace(':hover', '')]];
  };
  const shows = ({ style }) => SHOWING.some((name) => style.getPropertyValue(name) !== '');
  const rules = (sheet) => {
    const found = [], left = [...sheet.cssRules].reverse();
    for (let count = 0; left.length && count < MAX_RULES; count++) {
      const rule = left.pop();
      if (rule.cssRules?.length) left.push(...[...rule.cssRules].reverse());
      if (rule.selectorText?.includes(':hover') && shows(rule)) found.push(...parts(rule.selectorText).flatMap(pair));
    }
    return found;
  };
  const selectors = (sheet) => {
    try {
      const { length } = sheet.cssRules, known = read.get(sheet);
      if (known?.length === length) return known.found;
      const found = rules(sheet);
      read.set(sheet, { length, found });
      return found;
    } catch { return []; }  // The style sheet of another origin.
  };

  const hidden = (node) => !webproctor.shown(node) && Boolean(dom.words(node).trim() || dom.first(node));
  const matched = (top, selector) => {
    try { return [...all(top, selector)].slice(0, MAX_TRIGGERS); } catch { return []; }
  };
  const near = (trigger, shown) => dom.contains(trigger, shown) || dom.parent(trigger) === dom.parent(shown);

  // The triggers of a document or shadow root, each with the elements that it shows.
  const triggers = (top) => {
    const found = new Map(), sheets = [...get(top, 'styleSheets'), ...get(top, 'adoptedStyleSheets')];
    for (const [trigger, shown] of sheets.flatMap(selectors).slice(0, MAX_SELECTORS)) {
      const targets = matched(top, shown);
      for (const node of targets.length ? matched(top, trigger) : []) {
        const own = targets.filter((one) => near(node, one));
        if (own.some(hidden) || own.length && dom.matches(node, ':hover')) found.set(node, [...found.get(node) ?? [], ...own]);
      }
    }
    return found;
  };

  // Whether the mouse is over an element that shows others, and is not over it any more when it is over another element.
  const leaves = (target) => {
    const around = [...all(document, ':hover')].filter((one) => !dom.contains(one, target));
    const matches = (node, selector) => { try { return dom.matches(node, selector); } catch { return false; } };
    return around.length > 0 && [...get(document, 'styleSheets')].flatMap(selectors).slice(0, MAX_SELECTORS)
      .some(([trigger]) => around.some((one) => matches(one, trigger)));
  };

  return { triggers, leaves };
})();
