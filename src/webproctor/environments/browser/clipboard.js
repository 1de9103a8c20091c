// Lets pages copy with `navigator.clipboard` after a click or key press, as browsers with a window do, which ask for no
// permission. Here it is a copy event, as of the keys, so that the episode's own clipboard contains it.
(() => {
  if (!globalThis.Clipboard) return;
  const { apply } = Reflect, { prototype } = Clipboard;
  const { addEventListener, removeEventListener } = EventTarget.prototype, { execCommand } = Document.prototype;
  const { preventDefault, stopImmediatePropagation } = Event.prototype, { setData } = DataTransfer.prototype;
  const copy = (data) => {
    const listeners = {
      beforecopy: () => {},
      copy: ({ clipboardData }) => { for (const [type, text] of data) apply(setData, clipboardData, [type, text]); },
    };
    const registered = Object.entries(listeners).map(([name, listener]) => [name, (event) => {
      listener(event);
      apply(preventDefault, event, []);
      apply(stopImmediatePropagation, event, []);
    }, true]);
    for (const one of registered) apply(addEventListener, window, one);
    const done = apply(execCommand, document, ['copy']);
    for (const one of registered) apply(removeEventListener, window, one);
    if (!done) throw new DOMException('Write permission denied.', 'NotAllowedError');
  };
  const texts = async (item) => Promise.all(
    item.types.filter((type) => type.startsWith('text/')).map(async (type) => [type, await (await item.getType(type)).text()]));
  prototype.writeText = async function writeText(text) { copy([['text/plain', `${text}`]]); };
  prototype.write = async function write(items) { copy((await Promise.all([...items].map(texts))).flat()); };
})();
