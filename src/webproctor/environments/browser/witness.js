// Reports every trusted input event of a document; synthetic events are ignored.
// In a session it runs in an isolated world that the page's scripts cannot access.
globalThis.witness = (tell) => {
  // A key event without a character makes the page handle earlier mouse moves; see `move_at_once`.
  addEventListener('keypress', (event) => {
    if (event.isTrusted && !event.charCode) event.stopImmediatePropagation();
  }, { capture: true });
  const place = (event) => {
    let { clientX: x, clientY: y } = event, view = window;
    while (view !== view.top && view.frameElement) {
      const box = view.frameElement.getBoundingClientRect();
      x += box.left + view.frameElement.clientLeft;
      y += box.top + view.frameElement.clientTop;
      view = view.parent;
    }
    return [x, y];
  };
  const target = (event) => {
    const hit = event.composedPath()[0];
    return hit?.closest?.('[data-id]')?.dataset.id ?? '';
  };
  const note = (kind, read = () => '') => (event) => {
    if (!event.isTrusted) return;
    const [x, y] = event.clientX === undefined ? [0, 0] : place(event);
    tell([kind, event.timeStamp, x, y, String(read(event)), target(event)]);
  };
  const button = (event) => ['left', 'middle', 'right'][event.button] ?? '';
  // With Alt held, some systems produce another character: use the physical key.
  const key = (event) => (event.altKey && /^Key[A-Z]$/.test(event.code)
    ? event.code[3].toLowerCase() : event.key);
  const kinds = {
    pointerdown: note('down', button),
    pointerup: note('up', button),
    pointercancel: note('up', button),
    pointermove: note('move'),
    wheel: note('wheel', (event) => `${event.deltaX},${event.deltaY}`),
    contextmenu: note('menu'),
    keydown: note('key', key),
    keyup: note('keyup', key),
    paste: note('paste'),
    copy: note('copy'),
    cut: note('copy'),
    drop: note('drop'),
    beforeprint: note('print'),
    change: (event) => { if (event.target?.type === 'file') note('file')(event); },
  };
  for (const [kind, heard] of Object.entries(kinds)) {
    addEventListener(kind, heard, { capture: true, passive: true });
  }
  // Text inserted without key strokes (input methods, tools that insert whole texts).
  let keyed = 0;
  addEventListener('keydown', () => { keyed += 1; }, { capture: true });
  addEventListener('input', (event) => {
    if (!keyed && event.inputType === 'insertText') note('insert', () => event.data ?? '')(event);
    keyed = 0;
  }, { capture: true });
};
