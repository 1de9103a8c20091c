// Reports every trusted input event of a document; synthetic events are ignored.
// In a session it runs in an isolated world that the page's scripts cannot access.
globalThis.witness = (report) => {
  // A key event without a character makes the page handle earlier mouse moves; see `move_at_once`.
  addEventListener('keypress', (event) => {
    if (event.isTrusted && !event.charCode) event.stopImmediatePropagation();
  }, { capture: true });
  const position = (event) => {
    let { clientX: x, clientY: y } = event, view = window;
    while (view !== view.top && view.frameElement) {
      // The rect has the size after transforms and `zoom`, the other lengths that before.
      const frame = view.frameElement, box = frame.getBoundingClientRect(), style = getComputedStyle(frame);
      x += frame.clientLeft + parseFloat(style.paddingLeft);
      y += frame.clientTop + parseFloat(style.paddingTop);
      x = box.left + x * (box.width / frame.offsetWidth || 1);
      y = box.top + y * (box.height / frame.offsetHeight || 1);
      view = view.parent;
    }
    return [x, y];
  };
  // A scroll bar belongs to the element that it scrolls, but lies between its content and its border.
  const onBar = (event, hit) => {
    if (!hit?.clientWidth || event.clientX === undefined) return false;
    const root = hit === document.documentElement;
    const { left, top, right, bottom } = root
      ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : hit.getBoundingClientRect();
    const over = (at, from, to) => to - from > 2 && at >= from && at < to;
    return over(event.clientX, left + hit.clientLeft + hit.clientWidth, right - hit.clientLeft)
      || over(event.clientY, top + hit.clientTop + hit.clientHeight, bottom - hit.clientTop);
  };
  const target = (event) => {
    const hit = event.composedPath()[0];
    return hit?.closest?.('[data-id]')?.dataset.id ?? (onBar(event, hit) ? 'scroll bar' : '');
  };
  const note = (kind, read = () => '') => (event) => {
    if (!event.isTrusted) return;
    const [x, y] = event.clientX === undefined ? [0, 0] : position(event);
    report([kind, event.timeStamp, x, y, String(read(event)), target(event)]);
  };
  const button = (event) => ['left', 'middle', 'right'][event.button] ?? '';
  // With Alt held, some systems produce another character: use the physical key. With Shift held,
  // Linux calls the key Alt "Meta".
  const key = (event) => {
    if (event.key === 'Meta' && event.code.startsWith('Alt')) return 'Alt';
    return event.altKey && /^Key[A-Z]$/.test(event.code) ? event.code[3].toLowerCase() : event.key;
  };
  // With Shift held, a wheel that turns down scrolls to the right.
  const wheel = ({ deltaX, deltaY, shiftKey }) => (shiftKey && !deltaX
    ? `${deltaY},0` : `${deltaX},${deltaY}`);
  const kinds = {
    pointerdown: note('down', button),
    pointerup: note('up', button),
    pointercancel: note('up', button),
    pointermove: note('move'),
    wheel: note('wheel', wheel),
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
  for (const [kind, listener] of Object.entries(kinds)) {
    addEventListener(kind, listener, { capture: true, passive: true });
  }
  // Text inserted without key strokes (input methods, tools that insert whole texts).
  let keyed = 0;
  addEventListener('keydown', () => { keyed += 1; }, { capture: true });
  // Keys without text, such as Tab, cause no `input`.
  addEventListener('keyup', () => { keyed = 0; }, { capture: true });
  addEventListener('input', (event) => {
    if (!keyed && event.inputType === 'insertText') note('insert', () => event.data ?? '')(event);
    keyed = 0;
  }, { capture: true });
};
