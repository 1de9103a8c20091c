// Elements of equal kind and name that are alone on their line get a context: the text of the largest ancestor
// that contains no other of them.
globalThis.duplicates = (() => {
  const { matches } = dom;
  const { clean, quoted } = descriptions;
  const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role=heading]';
  // Maximum length of a context in characters, and number of elements of equal kind and name that get one.
  const MAX_CONTEXT_LENGTH = 60, MAX_DUPLICATES = 1000;

  const addContexts = (lines) => {
    const alike = new Map();
    for (const line of lines) for (const one of line.marks) alike.set(one.key, [...alike.get(one.key) ?? [], { ...one, line }]);
    const isDuplicate = (one) => (alike.get(one.key)?.length ?? 0) > 1;
    for (const group of alike.values()) {
      if (group.length < 2) continue;
      for (const [index, { node, line, at: part }] of group.slice(0, MAX_DUPLICATES).entries()) {
        if (line.words || line.lead || !line.marks.every(isDuplicate)) continue;
        const contextText = context(node, group[index - 1]?.node, group[index + 1]?.node);
        if (contextText) line.parts[part] = `${line.parts[part].slice(0, -1)} in ${quoted(contextText)}]`;
      }
    }
  };
  const context = (node, before, after) => {
    let found = node;
    for (let above = dom.parent(node); above; above = dom.parent(above)) {
      if (before && dom.contains(above, before) || after && dom.contains(above, after)) break;
      found = above;
    }
    if (found === node || matches(found, 'li, tr, article, fieldset, [role=listitem], body, html') || dom.one(found, HEADINGS)) return '';
    const ownText = clean(texts.of(node)).trim(), ancestorText = clean(texts.of(found)).trim();
    return ancestorText === ownText ? '' : ancestorText.replace(ownText, '').trim().slice(0, MAX_CONTEXT_LENGTH);
  };

  return { addContexts };
})();
