// The lines of the text of a page, as they are written. A block at the same height as the line before it, to
// its right, continues that line.
globalThis.lines = (() => {
  // Maximum length of the text, and of a line that another block continues, in characters; maximum height of
  // such a line in CSS pixels.
  const MAX_LENGTH = 2_000_000, MAX_ROW_LENGTH = 400, MAX_ROW_HEIGHT = 80;

  const begin = () => {
    const lines = [], groups = [];
    let line = null, depth = 0, lead = null, flat = 0, length = 0;
    const push = (entry) => { lines.push(entry); length += entry.depth + 20; return entry; };
    const continuesLine = (last, box) => {
      const above = last?.box;
      if (!above || !box || last.fixed || lead?.fixed || last.depth !== (lead?.depth ?? depth) || last.length > MAX_ROW_LENGTH) return false;
      if (above.height > MAX_ROW_HEIGHT || box.height > MAX_ROW_HEIGHT || box.left < above.right - 1) return false;
      const shared = Math.min(above.bottom, box.bottom) - Math.max(above.top, box.top);
      return shared > 0 && shared >= Math.min(above.height, box.height) / 2;
    };
    const open = () => groups.some((one) => !one.written);
    const begin = (node, box, where) => {
      const last = lines.at(-1);
      if (!open() && continuesLine(last, box)) {
        line = last;
        lead = null;
        write(line.last === ' ' ? '| ' : ' | ', true);
        return;
      }
      for (const group of groups) {
        if (group.written) continue;
        group.written = true;
        push({ depth: group.lead?.depth ?? group.depth, lead: group.lead?.text ?? '', parts: [group.text], node, box, where, fixed: true, marks: [] });
      }
      line = push({
        depth: lead?.depth ?? depth, lead: lead?.text ?? '', parts: [], node, box, where, fixed: lead?.fixed ?? false,
        marks: [], length: 0, last: '', words: false,
      });
      lead = null;
    };
    // A line that a frame of another origin contains: its line `index`.
    const copy = (node, { text, lead: ownLead, depth: ownDepth, where }, index) => {
      begin(node, null, where);
      Object.assign(line, { depth: line.depth + ownDepth, lead: line.lead + ownLead, fixed: true, copied: true, index });
      write(text, true);
      line = null;
    };
    const write = (text, harness = false) => {
      line.parts.push(text);
      line.last = harness && text.endsWith(']') ? ']' : text.at(-1) === ' ' ? ' ' : 'x';
      line.length += text.length;
      length += text.length;
    };
    return {
      lines, begin, copy, groups,
      get line() { return line; },
      get flat() { return flat > 0; },
      get full() { return length > MAX_LENGTH; },
      stop: () => { if (!flat) line = null; else if (line && line.last !== ' ') write(' '); },
      space: () => { if (line && line.last && line.last !== ' ') write(' '); },
      text: (words, exact) => {
        const bare = !exact && (line.last === ' ' || !line.last) ? words.trimStart() : words;
        if (!bare) return;
        if (line.last === ']' && /^[\p{L}\p{N}\\]/u.test(bare)) write(' ');
        write(descriptions.escaped(bare));
        line.words ||= bare !== ' ';
      },
      piece: (text) => {
        const before = line.parts.at(-1)?.at(-1);
        if (before && before !== ' ' && !'("\'“‘'.includes(before)) write(' ');
        write(text, true);
      },
      // Lines of a heading, a row or a list item: `text` before the first one, and what follows indented.
      lead: (text, inside, fixed) => {
        const outerLead = lead;
        lead = { text: `${outerLead?.text ?? ''}${text}`, depth: outerLead?.depth ?? depth, fixed: fixed || Boolean(outerLead?.fixed) };
        depth += inside;
        return () => { depth -= inside; lead = null; };
      },
      level: () => { flat += 1; return () => { flat -= 1; }; },
      // A line that is written before the first line inside it. The end of the group returns whether it was.
      group: (text) => {
        const group = { text, depth, lead, written: false };
        groups.push(group);
        lead = null;
        depth += 1;
        return () => {
          groups.pop();
          depth -= 1;
          if (!group.written) lead = group.lead;
          return group.written;
        };
      },
    };
  };

  return { begin };
})();
