// Describes controls and images for the text of a page: kind, name, value and states.
globalThis.descriptions = (() => {
  const { get, tag, attribute, matches } = dom;
  const MOST_OPTIONS = 30, LONGEST_VALUE = 300, LONGEST_NAME = 200, LARGE = 100;
  const ROLES = new Set(['button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio',
    'option', 'slider', 'textbox', 'searchbox', 'combobox', 'spinbutton', 'treeitem']);
  const TAGS = new Set(['BUTTON', 'INPUT', 'SELECT', 'TEXTAREA', 'SUMMARY']);
  const PICTURES = new Set(['IMG', 'CANVAS', 'VIDEO', 'AUDIO', 'PROGRESS', 'METER', 'OBJECT', 'EMBED', 'svg']);
  const BUTTONS = { submit: 'Submit', reset: 'Reset', button: '', image: '' };
  const TYPES = { checkbox: 'checkbox', radio: 'radio', range: 'slider' };
  const ranged = new Set(['number', 'range', 'date', 'month', 'week', 'time', 'datetime-local']);

  const clean = (text) => text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ');
  const trimmed = (text, longest = LONGEST_NAME) => {
    const said = clean(String(text ?? '').replace(/[\u200b\ufeff]/g, '')).trim();
    return said.length > longest ? `${said.slice(0, longest)}…` : said;
  };
  // In the page's own text, with the backslashes before brackets doubled.
  const escaped = (text) => (/[[\]]/.test(text)
    ? text.replace(/\\*[[\]]/g, (one) => `${one.slice(0, -1).repeat(2)}\\${one.at(-1)}`) : text);
  const quoted = (text) => `"${text.replace(/[\\"[\]]/g, '\\$&')}"`;
  const transformed = (text, how) => {
    if (how === 'uppercase') return text.toUpperCase();
    if (how === 'lowercase') return text.toLowerCase();
    return how === 'capitalize' ? text.replace(/(?<!\p{L})\p{L}/gu, (one) => one.toUpperCase()) : text;
  };

  const isControl = (node, name, role) => TAGS.has(name) && !(name === 'INPUT' && get(node, 'type') === 'hidden') || ROLES.has(role);
  // An object that cannot be shown is replaced by its content.
  const isPicture = (node, name, role) => PICTURES.has(name) && !(name === 'OBJECT' && texts.of(node).trim()) || role === 'img';

  // ---- Names.

  const referred = (node) => (attribute(node, 'aria-labelledby') ?? '').split(/\s+/).filter(Boolean).slice(0, 20)
    .map((id) => dom.named(node, id)).filter(Boolean)
    .map(texts.of).join(' ');
  // The name given by attributes, which a label has from its control; none if a fieldset has a legend.
  const spoken = (node) => {
    const legend = tag(node) === 'FIELDSET' ? [...dom.children(node)].find((one) => tag(one) === 'LEGEND') : null;
    if (legend) return '';
    const name = trimmed(attribute(node, 'aria-labelledby') ? referred(node) || attribute(node, 'aria-label') : attribute(node, 'aria-label'));
    const control = !name && tag(node) === 'LABEL' ? get(node, 'control') : null;
    return control ? spoken(control) : name;
  };
  const visible = (node, style) => {
    const plain = !dom.count(node) && !marks.shadow(node);
    return trimmed(plain ? transformed(dom.words(node) ?? '', style.textTransform) : texts.of(node));
  };
  // The text of a control's labels, without that of the control itself inside one.
  const labelled = (node) => {
    const own = tag(node) === 'SELECT' || tag(node) === 'BUTTON' ? texts.of(node) : '';
    return [...get(node, 'labels') ?? []].slice(0, 20).map((one) => texts.of(one).replace(own, '')).join(' ');
  };
  const named = (node, style) => {
    const name = tag(node), type = get(node, 'type');
    if (name === 'INPUT' && type in BUTTONS) return trimmed(get(node, 'value') || elements.label(node) || BUTTONS[type]);
    if (name === 'INPUT' || name === 'SELECT' || name === 'TEXTAREA') {
      return spoken(node) || trimmed(labelled(node)) || trimmed(attribute(node, 'title') ?? attribute(node, 'alt'));
    }
    if (get(node, 'isContentEditable')) return spoken(node);
    return visible(node, style) || spoken(node) || trimmed(labelled(node)) || trimmed(elements.pictured(node)) ||
      trimmed(attribute(node, 'title') ?? attribute(node, 'alt'));
  };
  // The name of a control that a name from its own content does not contain.
  const further = (node) => spoken(node) || (tag(node) === 'BUTTON' ? trimmed(labelled(node)) : '');

  const kind = (node) => {
    const name = tag(node), role = attribute(node, 'role'), type = get(node, 'type');
    if (name === 'INPUT') return type in BUTTONS ? 'button' : TYPES[type] ?? `${type} input`;
    if (name === 'SELECT') return get(node, 'multiple') || get(node, 'size') > 1 ? 'list' : 'drop-down list';
    if (name === 'TEXTAREA') return 'text area';
    if (role === 'img') return 'image';
    if (role) return clean(escaped(role)).trim().slice(0, 30);
    if (name === 'A' || name === 'AREA' || name === 'a') return 'link';
    if (get(node, 'isContentEditable')) return 'text area';
    return { SUMMARY: 'summary', IMG: 'image', IFRAME: 'frame', FRAME: 'frame' }[name] ?? escaped(dom.local(node)).slice(0, 30);
  };

  // ---- Values and states.

  const shortened = (text, whole) => (whole || text.length <= LONGEST_VALUE ? quoted(clean(text))
    : `${quoted(clean(text.slice(0, LONGEST_VALUE)))}... (${text.length.toLocaleString('en-US')} characters)`);
  const state = (option) => {
    if (matches(option, ':disabled')) return ' (disabled)';
    return getComputedStyle(option).display === 'none' ? ' (hidden)' : '';
  };
  const listed = (options, whole, text = (one) => one.label || dom.words(one)) => {
    const shown = options.slice(0, whole ? options.length : MOST_OPTIONS).map((one) => `${quoted(trimmed(text(one)))}${state(one)}`);
    return shown.join(', ') + (shown.length < options.length ? ` and ${options.length - shown.length} more` : '');
  };

  const chosen = (node, whole) => {
    const options = [...get(node, 'options')].slice(0, 2000), picked = [...get(node, 'selectedOptions')].slice(0, whole ? 2000 : MOST_OPTIONS);
    const told = picked.map((one) => quoted(trimmed(one.label))).join(', ');
    return [`${get(node, 'multiple') ? 'selected' : 'value'} ${told || 'none'}`, ...options.length ? [`options ${listed(options, whole)}`] : []];
  };

  // Editors draw their placeholder with style sheets.
  const edited = (node, whole) => {
    const text = texts.of(node).trim(), hint = text ? '' : attribute(node, 'aria-placeholder') ?? elements.pictured(node);
    return [`value ${shortened(text, whole)}`, ...hint ? [`placeholder ${quoted(trimmed(hint, 100))}`] : []];
  };
  const held = (node, whole) => {
    const name = tag(node), type = get(node, 'type');
    if (name === 'SELECT') return chosen(node, whole);
    if (get(node, 'isContentEditable') && name !== 'INPUT') return edited(node, whole);
    if (name !== 'INPUT' && name !== 'TEXTAREA' || type in BUTTONS) return [];
    if (type === 'checkbox' || type === 'radio') return get(node, 'indeterminate') ? ['mixed'] : get(node, 'checked') ? ['checked'] : [];
    const value = elements.value(node), offered = name === 'INPUT' ? get(node, 'list') : null;
    const told = type === 'password' ? (value ? [`value of ${value.length} characters`] : [])
      : value ? [`${type === 'file' ? 'files' : 'value'} ${shortened(value, whole)}`] : [];
    return offered ? [...told, `options ${listed([...offered.options].slice(0, 2000), whole, (one) => one.value)}`] : told;
  };

  const yes = (word) => (value) => (value === 'true' ? word : '');
  const say = (word) => (value) => (value ? `${word} ${quoted(trimmed(value, 100))}` : '');
  const limit = (word) => (value, node) => (ranged.has(get(node, 'type')) || word === 'maximum length' ? `${word} ${escaped(trimmed(value, 40))}` : '');
  // Of an attribute that repeats another one of the element.
  const unless = (name, tell) => (value, node) => (attribute(node, name) === null ? tell(value) : '');
  const STATES = {
    'aria-checked': (value) => ({ true: 'checked', mixed: 'mixed' })[value], 'aria-selected': yes('selected'),
    'aria-expanded': (value) => ({ true: 'expanded', false: 'collapsed' })[value],
    'aria-pressed': (value) => ({ true: 'pressed', false: 'not pressed', mixed: 'mixed' })[value],
    'aria-current': (value) => (value && value !== 'false' ? 'current' : ''),
    'aria-disabled': (value, node) => (value === 'true' && !matches(node, ':disabled') ? 'disabled' : ''),
    'aria-required': (value, node) => (value === 'true' && attribute(node, 'required') === null ? 'required' : ''),
    'aria-readonly': yes('read-only'), 'aria-valuemin': unless('min', say('minimum')), 'aria-valuemax': unless('max', say('maximum')),
    'aria-valuenow': (value, node) => (attribute(node, 'aria-valuetext') || tag(node) === 'INPUT' ? '' : say('value')(value)),
    'aria-valuetext': (value, node) => (get(node, 'value') === value ? '' : say('value')(value)),
    placeholder: say('placeholder'), min: limit('minimum'), max: limit('maximum'), step: limit('step'), draggable: yes('draggable'),
    required: (_, node) => (get(node, 'required') ? 'required' : ''), readonly: (_, node) => (get(node, 'readOnly') ? 'read-only' : ''),
    multiple: (_, node) => (get(node, 'multiple') && tag(node) === 'INPUT' ? 'multiple' : ''),
  };
  const states = (node) => {
    const told = [...dom.attributes(node)].map(({ name, value }) => STATES[name]?.(value, node)).filter(Boolean);
    if (matches(node, ':disabled')) told.push('disabled');
    const invalid = attribute(node, 'aria-invalid');
    if (invalid && invalid !== 'false' || matches(node, ':user-invalid')) told.push('invalid');
    return told;
  };

  // The option, cell or item that keys act on, if it is not the element with the focus itself.
  const active = (node) => {
    const one = get(node, 'ariaActiveDescendantElement');
    return one ? [`active ${quoted(trimmed(texts.of(one) || spoken(one), 100))}`] : [];
  };

  // Whether a control is not drawn: the page draws something else in its place.
  const undrawn = (node) => dom.isTiny(node) || attribute(node, 'aria-hidden') === 'true' && getComputedStyle(node).opacity === '0';
  // What an element is described as: the control of a label, unless keys cannot choose its options.
  const represented = (node) => {
    const control = tag(node) === 'LABEL' ? get(node, 'control') : null;
    return control && !(tag(control) === 'SELECT' && undrawn(control)) ? control : node;
  };

  // Kind, name, and the texts of value and states.
  const told = (node, { style, whole, focus, named: asked = true }) => {
    const control = represented(node);
    const name = asked ? named(node, style) : '', label = asked && name ? further(node) : '';
    const more = [...held(control, whole), ...states(control)];
    if (label && label !== name) more.unshift(`label ${quoted(label)}`);
    const address = asked && !name ? trimmed(attribute(node, 'href'), 100) : '';
    if (address && address !== '#') more.unshift(`address ${quoted(address)}`);
    if (tag(node) === 'SUMMARY' && attribute(node, 'aria-expanded') === null) more.push(get(dom.parent(node) ?? node, 'open') ? 'expanded' : 'collapsed');
    if (control === focus && tag(control) !== 'BODY') more.push('focused', ...active(control));
    return { kind: kind(control), name, more };
  };

  // ---- Images and other content that is not text.

  const picture = (node, name) => {
    if (name === 'PROGRESS' || name === 'METER') {
      const value = get(node, 'value'), most = get(node, 'max');
      return name === 'PROGRESS' && attribute(node, 'value') === null ? '[progress]' : `[${name.toLowerCase()} ${value} of ${most}]`;
    }
    const title = name === 'svg' ? dom.words(dom.one(node, 'title') ?? node.ownerDocument.createTextNode('')) : '';
    const said = trimmed(attribute(node, 'alt') || attribute(node, 'aria-label') || title || attribute(node, 'title'));
    const word = { IMG: 'image', svg: 'image' }[name] ?? (PICTURES.has(name) ? name.toLowerCase() : 'image');
    if (said) return `[${word} ${quoted(said)}]`;
    const { width, height } = dom.rect(node);
    return width >= LARGE && height >= LARGE && attribute(node, 'alt') !== '' ? `[${word}]` : '';
  };

  // Whether a control is not written: its label has a mark, or the page draws something else in its place.
  const replaced = (node, numbers) => [...get(node, 'labels') ?? []].some((one) => numbers.has(one)) ||
    matches(node, 'input, select, textarea') && undrawn(node);
  // Whether a label's text is also the name of a control next to it or inside it.
  const repeats = (node, numbers) => {
    const control = get(node, 'control');
    if (!control || spoken(control) || !get(control, 'labels') || !numbers.has(control) && !matches(control, ':disabled')) return false;
    return dom.contains(node, control) || dom.parent(control) === dom.parent(node);
  };

  return { clean, escaped, quoted, transformed, told, spoken, isControl, isPicture, picture, replaced, repeats };
})();
