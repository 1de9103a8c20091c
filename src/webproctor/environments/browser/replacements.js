// Finds the element that a page has put in the place of one that it removed, as pages do that render everything again.
globalThis.replacements = (() => {
  const { all, tag, parent, words, attributes } = dom;
  // Maximum number of removed ancestors that are compared.
  const MAX_ANCESTORS = 3;

  const described = (node) => JSON.stringify(
    [tag(node), words(node), ...[...attributes(node)].map(({ name, value }) => `${name}=${value}`).sort()]);
  // Whether two elements and so many ancestors of both have the same tags, texts and attributes.
  const alike = (one, other, ancestors) => {
    for (let left = ancestors; one && other && described(one) === described(other); left--) {
      if (!left) return true;
      [one, other] = [parent(one), parent(other)];
    }
    return false;
  };

  // The only element like a removed one, which must have been the only one like it among `others`; else null.
  const of = (removed, others) => {
    let ancestors = 0;
    for (let one = parent(removed); one && ancestors < MAX_ANCESTORS; one = parent(one)) ancestors++;
    const isLike = (one) => one !== removed && alike(removed, one, ancestors);
    if (others.some(isLike)) return null;
    const found = [...all(dom.owner(removed), CSS.escape(dom.local(removed)))].filter((one) => isLike(one) && dom.connected(one));
    return found.length === 1 ? found[0] : null;
  };

  return { of };
})();
