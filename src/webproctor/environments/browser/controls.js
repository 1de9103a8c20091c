// Reads and sets form controls for actions. Runs after elements.js.
globalThis.controls = (() => {
  // Inputs that open a picker or have several parts: keys set only the part that has the focus.
  const PICKERS = new Set(['date', 'time', 'datetime-local', 'month', 'week', 'color']);
  const TEXTS = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number']);
  // Maximum number of options that are read.
  const MAX_OPTIONS = 10_000;

  const { get, run, tag, matches } = dom;

  const kind = (element) => {
    const type = get(element, 'type');
    if (tag(element) === 'TEXTAREA') return 'text';
    if (tag(element) === 'INPUT') return PICKERS.has(type) ? 'picker' : TEXTS.has(type) ? 'text' : type;
    return get(element, 'isContentEditable') ? 'rich' : '';
  };

  // The control of a label, else the element itself.
  const control = (element) => (element && tag(element) === 'LABEL' && get(element, 'control')) || element;
  const listed = (index) => control(elements.at(index));

  // The element with the focus, in frames and shadow roots too.
  const focused = (page = document) => {
    const one = marks.focused(page), inner = one && dom.inner(one);
    return inner ? focused(inner) ?? one : one;
  };

  // The control that text goes into, and its state before.
  let edited = null, before = null;
  const state = (element) => {
    if (!element || !dom.connected(element)) return null;
    const now = kind(element), rich = now === 'rich';
    return {
      kind: now, type: rich ? 'text' : String(get(element, 'type') ?? ''),
      value: String((rich ? texts.of(element) : get(element, 'value')) ?? '').slice(0, 100_000),
      locked: matches(element, ':disabled') ? 'disabled' : get(element, 'readOnly') ? 'read-only' : '',
      hidden: dom.isTiny(element) || !webproctor.shown(element), fault: rich ? '' : String(get(element, 'validationMessage') ?? ''), here: focused() === element,
    };
  };
  const note = (element) => {
    edited = element;
    return before = state(element);
  };
  // Note the control with the focus; with an index, that element, which gets the focus.
  const begin = (index = null) => {
    const element = index === null ? focused() : listed(index);
    if (index !== null && element) run(element, 'focus');
    return note(element);
  };
  // What an action needs to know about its target, which is noted.
  const reached = (index) => {
    const found = note(listed(index));
    return { kind: found?.kind ?? '', ticked: ticked(index) };
  };
  // The state before and now. If the page has replaced the control, that of the one in its place, which has
  // text already: an empty one can be the next of a form.
  const held = () => {
    if (!edited || dom.connected(edited)) return [before, state(edited)];
    const now = state(successor(edited));
    return [before, now?.value ? { ...now, here: true } : null];
  };
  const SAME = ['tagName', 'type', 'name', 'id', 'placeholder'];
  const successor = (removed) => {
    const now = focused();
    return now && SAME.every((name) => get(now, name) === get(removed, name)) ? now : replacements.of(removed, []);
  };

  // The type and value of the control with the focus, if it is an input whose value may differ from its keys.
  const reading = () => {
    const now = state(focused());
    const differs = now && (['picker', 'range'].includes(now.kind) || now.type === 'number');
    return differs ? { type: now.type, value: now.value } : null;
  };

  const ASSIGN = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const assign = (input, text) => Reflect.apply(ASSIGN, input, [text]);
  const dispatch = (element, event) => { run(element, 'dispatchEvent', event); };

  // Set the value of a picker as a choice in it would. Returns whether the text is a valid value.
  const enter = (text) => {
    const scratch = run(dom.owner(edited), 'createElement', 'input');
    scratch.type = get(edited, 'type');
    assign(scratch, text);
    if (scratch.type === 'color' ? scratch.value !== text.toLowerCase() : !scratch.value !== !text) return false;
    if (get(edited, 'value') === scratch.value) return true;
    assign(edited, text);
    dispatch(edited, new Event('input', { bubbles: true, composed: true }));
    dispatch(edited, new Event('change', { bubbles: true }));
    return true;
  };

  // Whether a checkbox or radio button is ticked; null for other elements.
  const ticked = (index) => {
    const one = listed(index), type = one && dom.connected(one) && tag(one) === 'INPUT' && get(one, 'type');
    return type === 'checkbox' || type === 'radio' ? get(one, 'checked') : null;
  };

  // Why an option cannot be chosen.
  const locked = (option) => (matches(option, ':disabled') ? 'disabled' : getComputedStyle(option).display === 'none' ? 'hidden' : '');

  // Whether a drop-down list is open, and whether the page draws its options (`appearance: base-select`).
  const OPEN = CSS.supports('selector(:open)') ? ':open' : 'select:not(*)';
  const picker = (one) => ({
    open: matches(one, OPEN),
    drawn: !get(one, 'multiple') && get(one, 'size') < 2 && getComputedStyle(one).appearance === 'base-select',
  });

  // The options of a list; null for other elements.
  const list = (index) => {
    const one = listed(index);
    if (!one || !dom.connected(one) || tag(one) !== 'SELECT') return null;
    const several = get(one, 'multiple');
    return {
      several, disabled: matches(one, ':disabled'), hidden: dom.isTiny(one), ...picker(one),
      options: [...get(one, 'options')].slice(0, MAX_OPTIONS).map((option) => (
        { label: option.label, value: option.value, locked: locked(option), chosen: option.selected })),
    };
  };

  // A point where a click hits an option of an open list, or null. A list can scroll while it is drawn,
  // so the point must be the same two frames later.
  const option = async (index, number) => {
    const one = get(listed(index), 'options')[number];
    let last = null;
    for (let tries = 0; tries < 5; tries++) {
      dom.show(one, { block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const point = marks.point(one);
      if (point && tries && point.x === last?.x && point.y === last.y) return point;
      await webproctor.twoFrames();
      last = marks.point(one);
    }
    return last;
  };

  // The file input of an element or label; null for others.
  const files = (index) => {
    const one = listed(index);
    return one && tag(one) === 'INPUT' && get(one, 'type') === 'file' ? one : null;
  };

  const several = (index) => Boolean(get(listed(index), 'multiple'));

  const isFocused = (index) => {
    const one = listed(index), now = focused();
    return Boolean(one && now) && (one === now || dom.contains(one, now));
  };

  return { begin, reached, held, reading, enter, ticked, list, option, files, several, isFocused };
})();
