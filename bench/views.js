// What a person can tell of each element with a number, read from the document itself: its states and values,
// the other cells of its table row, and the text before it. An expression that is called.
(() => {
  const clean = (text) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nodes = elements.marked(), controls = 'input, select, textarea, button, a';
  const texts = (doc) => {
    const walker = doc.createTreeWalker(doc, NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) {
      const node = walker.currentNode, above = node.parentElement;
      if (clean(node.data).length < 3 || !above || !above.checkVisibility({ visibilityProperty: true })) continue;
      if (above.closest('script, style, noscript, select, textarea, label, button, a')) continue;
      found.push(node);
    }
    return found;
  };
  const before = (node) => texts(node.ownerDocument).filter((one) => !node.contains(one) &&
    one.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING).at(-1);
  return nodes.map((node) => {
    const state = [];
    if (node.matches('[type=checkbox], [type=radio]') && node.checked) state.push('checked');
    if (node.required) state.push('required');
    if (node.disabled) state.push('disabled');
    if (node.readOnly && node.matches('input, textarea')) state.push('read');
    for (const name of ['expanded', 'pressed', 'selected', 'checked']) {
      if (node.getAttribute(`aria-${name}`) === 'true') state.push(name);
    }
    const values = [];
    if (node.matches('select')) values.push(...[...node.selectedOptions].map((one) => clean(one.label)));
    if (node.placeholder) values.push(clean(node.placeholder));
    if (node.matches('input:not([type=checkbox], [type=radio], [type=file], [type=password])')) values.push(clean(node.value));
    for (const name of ['min', 'max', 'step']) if (node.matches('input') && node.getAttribute(name)) values.push(node.getAttribute(name));
    const row = node.closest('tr'), cell = node.closest('td, th');
    const beside = row && row.querySelectorAll('tr').length === 0
      ? [...row.cells].filter((one) => one !== cell).map((one) => clean(one.innerText)).filter((one) => one.length > 1 && one.length < 100) : [];
    const said = before(node);
    return { name: clean(node.innerText || node.labels?.[0]?.innerText).slice(0, 60), states: [...state, ...values.filter(Boolean)].map((one) => one.slice(0, 60)),
      row: beside, before: said ? clean(said.data).slice(-60) : '' };
  });
})
