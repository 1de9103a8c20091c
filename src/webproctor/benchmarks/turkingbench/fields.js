// Finds, describes and reads the form controls of a page by the benchmark's rules.
// Runs after page.js in the isolated world; `site.js` uses it too.
globalThis.fields = (() => {
  const { shown, reach, point, settle, quietly } = webproctor;
  const KINDS = ['INPUT', 'SELECT', 'TEXTAREA'];
  // Bookkeeping fields of several templates, which are never asked for.
  const NEVER = ['csrfmiddlewaretoken', 'worker_ip', 'ee', 'submit'];

  const quote = (text) => `"${text.replace(/["\\]/g, '\\$&')
    .replace(/[\n\r\f]/g, (line) => `\\${line.charCodeAt(0).toString(16)} `)}"`;
  const named = (name) => [...document.querySelectorAll(`[name=${quote(name)}]`)];
  const kind = (element) => element.tagName === 'INPUT' ? element.type.toLowerCase()
    : element.tagName.toLowerCase();
  const escaped = (value) => {
    const scratch = document.createElement('textarea');
    scratch.textContent = value;
    return scratch.innerHTML;
  };

  // Controls that received trusted input and whose markup was not updated since. In documents that
  // are opened again, `reopened.js` collects them from the beginning.
  const typed = globalThis.webproctorTyped ?? new WeakSet();
  document.addEventListener('input', (event) => {
    if (event.isTrusted) typed.add(event.composedPath()[0]);
  }, true);
  // From now on, values that a script sets and announces count, too: a date picker's, for example.
  const countScripted = () => {
    for (const kind of ['input', 'change']) {
      document.addEventListener(kind, (event) => { typed.add(event.composedPath()[0]); }, true);
    }
  };
  // Prevent submission, so that the answers can still be read from the page.
  document.addEventListener('submit', (event) => event.preventDefault(), true);

  // The first element of each name, from top to bottom and left to right, visible ones first.
  const find = async (names) => {
    await settle();
    const found = [];
    for (const name of names) {
      const [element] = named(name);
      if (!element || NEVER.includes(name) || !KINDS.includes(element.tagName)) continue;
      const box = element.getBoundingClientRect();
      const visible = shown(element);
      const placed = getComputedStyle(element).display !== 'none' && element.getClientRects().length;
      found.push({
        name, type: kind(element), visible,
        y: placed ? Math.round(box.top + scrollY) : 0,
        x: placed ? Math.round(box.left + scrollX) : 0,
      });
    }
    found.sort((a, b) => (b.visible - a.visible) || (a.y - b.y) || (a.x - b.x));
    return found.map(({ name, type, visible }) => ({ name, type, visible }));
  };

  // Values for scoring: attributes and markup, not properties (the benchmark's own actions write
  // both). Text typed since then takes precedence.
  const values = (elements, type) => {
    if (type === 'submit') return [];
    if (type === 'radio' || type === 'checkbox') {
      return elements.filter((one) => one.checked).map((one) => one.value);
    }
    if (type === 'select') {
      return [...elements[0].children].filter((one) => one.selected && one.tagName === 'OPTION')
        .map((one) => one.value);
    }
    if (type === 'textarea') {
      return elements.filter((one) => !one.readOnly)
        .map((one) => typed.has(one) ? escaped(one.value) : one.innerHTML);
    }
    return elements.map((one) => typed.has(one) ? one.value : one.getAttribute('value'));
  };

  const read = async (asked) => {
    await settle();
    return asked.map(({ name, type }) => {
      const elements = named(name);
      const visible = elements.length > 0 && shown(elements[0]);
      return { name, type, visible, values: elements.length ? values(elements, type) : [] };
    });
  };

  // Those of the names that have a visible field now.
  const present = async (names) => {
    await settle();
    return names.filter((name) => {
      const [element] = named(name);
      return element && !NEVER.includes(name) && KINDS.includes(element.tagName) && shown(element);
    });
  };

  const words = (node) => (node?.innerText ?? '').trim().replace(/\s+/g, ' ').slice(0, 300);
  const label = (element) => element.type === 'hidden' ? '' : element.getAttribute('aria-label') || words(element.labels?.[0])
    || element.placeholder || words(element.closest('td, p, li, label, div')) || '';

  // The question of a choice: its fieldset or table row, else the nearest block of text.
  const question = (element) => element.closest('fieldset') ?? element.closest('tr, p, div');

  // A field's state: its type, value and options.
  const state = (group) => {
    const [first] = group, type = kind(first);
    const choice = type === 'radio' || type === 'checkbox';
    const value = choice ? group.filter((one) => one.checked).map((one) => one.value).join('|')
      : first.value;
    return {
      index: 0, tag: first.tagName.toLowerCase(), type, name: first.name, value: value ?? '',
      options: choice ? group.map((one) => one.value)
        : type === 'select' ? [...first.options].filter((one) => !one.disabled).map((one) => one.value)
          : [],
      visible: shown(first),
    };
  };

  // An agent's view of a field: its state, label and box.
  const describe = (group, index, tell) => {
    const [first] = group, box = first.getBoundingClientRect();
    const choice = first.type === 'radio' || first.type === 'checkbox';
    return {
      ...state(group), index, name: tell ? first.name : '',
      label: choice ? words(question(first)) : label(first),
      box: box.width && box.height
        ? { x: box.left + scrollX, y: box.top + scrollY, width: box.width, height: box.height } : null,
    };
  };

  const groupOf = (element) => element.name
    ? named(element.name).filter((one) => KINDS.includes(one.tagName)) : [element];

  // The groups in the agent's last observation; "#3" is the fourth.
  let listed = [];

  // With names: those fields, in this order. Without: all controls of the page, without names.
  const list = async (names) => {
    await settle();
    if (names) {
      listed = names.map((name) => named(name).filter((one) => KINDS.includes(one.tagName)));
    } else {
      const seen = new Set();
      listed = [...document.querySelectorAll('input, select, textarea')]
        .filter((one) => one.type !== 'hidden' && one.type !== 'submit'
          && !(one.name && seen.has(one.name)) && seen.add(one.name))
        .map(groupOf);
    }
    return listed.flatMap((group, index) => group.length ? [describe(group, index, !!names)] : []);
  };

  const look_up = async (names) => {
    await settle();
    return names.map((name) => named(name).filter((one) => KINDS.includes(one.tagName)))
      .filter((group) => group.length).map(state);
  };

  const group = (ref) => {
    const elements = named(ref);
    if (elements.length) return elements;
    const number = /^#(\d+)$/.exec(ref);
    return number ? listed[+number[1]] ?? [] : [];
  };

  // What an action handler needs to know about a control.
  const aim = (element) => ({
    type: kind(element), shown: shown(element), point: reach(element), value: element.value, checked: !!element.checked,
  });

  const target = async (ref) => {
    await settle();
    const [element] = group(ref);
    return element ? aim(element) : null;
  };

  // The radio button with the first wanted value that exists, else all values. Of several with that
  // value (some pages show answered examples), the first one that can be clicked.
  const radio = async (ref, wanted) => {
    await settle();
    const all = group(ref), buttons = all.filter((one) => kind(one) === 'radio');
    if (!buttons.length) return null;
    const alike = wanted.map((value) => buttons.filter((one) => one.value === value)).find((some) => some.length) ?? [];
    const found = alike.find((one) => !one.matches(':disabled') && reach(one)) ?? alike[0];
    return found ? { index: all.indexOf(found), ...aim(found) } : { values: buttons.map((one) => one.value) };
  };

  // The checkboxes of a group, and the click target of one of them.
  const boxes = async (ref) => {
    await settle();
    return group(ref).map((one, index) => ({ index, type: kind(one), value: one.value, checked: one.checked }))
      .filter((one) => one.type === 'checkbox');
  };
  const choice = async (ref, index) => {
    await settle();
    return aim(group(ref)[index]);
  };
  // A point on the text of a choice's label. Some libraries undo a click on the choice itself.
  const beside = async (ref, index) => {
    await settle();
    const element = group(ref)[index], labels = new Set([...element?.labels ?? [], element?.closest('label')]);
    for (const label of labels) {
      const found = label && point(label, (hit) => label.contains(hit) && hit !== element);
      if (found) return found;
    }
    return null;
  };
  const tick = (ref, index) => quietly(() => group(ref)[index].setAttribute('checked', ''));

  // What a control contains now, for verifying an action; null if the page has removed it.
  const held = async (ref) => {
    await settle();
    const [element] = group(ref);
    if (!element) return null;
    const { value, checked } = element, option = element.selectedOptions?.[0];
    return { value, checked, label: option?.label.trim() };
  };
  const checked = async (ref, index) => {
    await settle();
    return group(ref)[index]?.checked ?? null;
  };
  const selected = async (ref, wanted) => {
    await settle();
    const [element] = group(ref);
    return element ? [...element.selectedOptions ?? []].some((one) => one.value === wanted) : null;
  };

  // A list: the wanted option, and how to select it. A focused closed list selects the option that
  // starts with a pressed key: if only the wanted one does, the list is focused and `key` is that
  // key. Else `steps` is the number of arrow keys from the current option.
  const option = async (ref, wanted) => {
    await settle();
    const [element] = group(ref);
    if (!element || element.tagName !== 'SELECT') return null;
    const all = [...element.options], now = element.selectedIndex;
    const index = all.findIndex((one) => one.value === wanted);
    if (index < 0) return { options: all.map((one) => one.value) };
    const free = (one) => !one.disabled && !one.parentElement.disabled && getComputedStyle(one).display !== 'none';
    const initial = (one) => one.label.trim().slice(0, 1).toLowerCase();
    const between = (from, to) => all.slice(from, to).filter(free).length;
    const open = element.multiple || element.size > 1, target = aim(element), key = initial(all[index]);
    // A list that already has the focus may still remember previous keys.
    const typed = !open && document.activeElement !== element && target.shown && index !== now && free(all[index]) && key &&
      all.filter((one) => free(one) && initial(one) === key).length === 1;
    if (typed) element.focus();
    return {
      ...target, open, free: free(all[index]), chosen: index === now, key: typed ? key : null,
      steps: index > now ? between(now + 1, index + 1) : -between(index, now),
      itself: open ? reach(all[index]) : null,
    };
  };

  const slider = async (ref) => {
    await settle();
    const [element] = group(ref);
    if (!element) return null;
    const box = (reach(element), element.getBoundingClientRect());
    return {
      ...aim(element), min: +(element.min || 0), max: +(element.max || 100),
      step: element.step === 'any' ? null : +element.step || 1, x: box.left, y: box.top + box.height / 2, width: box.width,
    };
  };

  // Blur first, so that a list does not continue previously typed text.
  const focus = (ref) => {
    const [element] = group(ref);
    if (element === document.activeElement) element.blur();
    element?.focus();
  };
  const focusChoice = (ref, index) => { group(ref)[index].focus(); };

  // Write the typed text to the markup too, so that the page's source shows its state.
  const mirror = (ref, value) => quietly(() => {
    const [element] = group(ref);
    if (!element) return;
    if (element.tagName === 'TEXTAREA') element.innerHTML = value;
    else if (element.tagName === 'INPUT') element.setAttribute('value', value);
    typed.delete(element);
  });

  const box = (ref) => {
    const [element] = group(ref);
    if (!element) return null;
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + scrollX, y: top + scrollY, width, height };
  };

  const border = (ref, on) => quietly(() => {
    const [element] = group(ref);
    if (!element) return;
    element.style.outline = on ? '3px solid red' : '';
    if (!element.getAttribute('style')) element.removeAttribute('style');
  });

  // Resolves when the control is on the page, or with false after `longest` milliseconds.
  const appears = (ref, longest) => new Promise((resolve) => {
    if (group(ref).length) { resolve(true); return; }
    const watch = new MutationObserver(() => { if (group(ref).length) finish(true); });
    const timer = setTimeout(() => finish(false), longest);
    const finish = (there) => { watch.disconnect(); clearTimeout(timer); resolve(there); };
    watch.observe(document, { subtree: true, childList: true, attributes: true });
  });

  // The control with that name; of several, the one with that value.
  const at = (ref, value) => {
    const all = group(ref);
    return all.find((one) => one.value === value) ?? all[0] ?? null;
  };

  // A field's label and markup, for encodings and training data.
  const source = (name) => {
    const group = named(name), around = group[0]?.parentElement?.parentElement;
    return around ? {
      own: group[0].outerHTML, grandparent: around.outerHTML, label: describe(group, 0, true).label,
    } : null;
  };

  return {
    at, find, read, present, list, look_up, target, radio, boxes, choice, beside, tick, held, checked, selected, option, slider, focus,
    focusChoice, mirror, box, border, appears, source, countScripted,
  };
})();
