// Merges targets that are one for a person: a control, its label, and what a library draws around or over them.
globalThis.merging = (() => {
  const { tag, matches, rect, all, count, parent } = dom;
  const FIELDS = 'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=image], [type=file]), ' +
    'select, textarea, [role=combobox], [role=textbox], [role=searchbox]';
  // Maximum number of elements in a component, of ancestors examined, and how much larger than a control its wrapper may be.
  const MAX_PARTS = 40, MAX_DEPTH = 5, MAX_RATIO = 4;

  const area = ({ width, height }) => width * height;
  const covers = (one, other) => {
    const a = rect(one), b = rect(other);
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left), height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return width > 0 && height > 0 && width * height >= 0.8 * area(b);
  };
  // Whether an element is a target only because it has a handler.
  const isPlain = (node) => !marks.isSemantic(node) && tag(node) !== 'LABEL' && !marks.isScrollable(node);
  const above = (node) => {
    const found = [];
    for (let one = parent(node); one && found.length < MAX_DEPTH; one = parent(one)) found.push(one);
    return found;
  };
  // The elements of a component: an element and those below it; none if there are many.
  const component = (top) => {
    const below = all(top, '*');
    return below.length > MAX_PARTS ? [] : [top, ...below];
  };

  // A label stands for a control that is hidden, and for what is drawn in its place. A label next to its control is no
  // further target.
  const mergeLabel = (label, control, targets) => {
    if (!marks.isHidden(control)) {
      if (targets.has(control) && !marks.isFar(label, control)) targets.delete(label);
      return;
    }
    targets.delete(control);
    if (marks.isFar(label, control)) return;
    const top = [label, ...above(label)].find((one) => dom.contains(one, control));
    const most = MAX_RATIO / 2 * (area(rect(label)) + area(rect(control)));
    for (const one of top ? component(top) : []) {
      if (!targets.has(one) || !isPlain(one) || area(rect(one)) > most) continue;
      if (dom.contains(one, control) || covers(one, control)) targets.delete(one);
    }
  };
  // A wrapper with a handler around a single text field: a click on the field reaches the handler too.
  const mergeField = (field, targets) => {
    if (marks.isHidden(field)) return;
    for (const one of above(field)) {
      if (!targets.has(one) || !isPlain(one)) continue;
      const inside = component(one).filter((each) => each !== one && targets.has(each));
      if (inside.length === 1 && area(rect(one)) <= MAX_RATIO * area(rect(field))) targets.delete(one);
      return;
    }
  };
  // A control with a role, whose handler is that of an element that fills it.
  const mergeFilling = (node, targets) => {
    if (!count(node)) return;
    const inside = component(node).filter((one) => one !== node && targets.has(one));
    if (inside.length === 1 && isPlain(inside[0]) && covers(inside[0], node)) targets.delete(inside[0]);
  };

  const merge = (targets) => {
    for (const node of [...targets]) {
      if (tag(node) === 'LABEL' && node.control) mergeLabel(node, node.control, targets);
      else if (matches(node, FIELDS)) mergeField(node, targets);
    }
    for (const node of [...targets]) if (matches(node, '[role]') && marks.isSemantic(node)) mergeFilling(node, targets);
  };

  return { merge };
})();
