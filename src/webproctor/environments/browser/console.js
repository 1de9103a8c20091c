// Limits the lines that a document writes to the console: the browser sends each line to every DevTools
// client, so a page that writes without end would block them.
((most) => {
  let left = most;
  const silent = () => {};
  const bound = (object, name) => {
    let method = object[name];
    if (typeof method !== 'function') return;
    // A getter instead of a wrapper, so that messages keep the source location in the page's script.
    Object.defineProperty(object, name, {
      get: () => (left-- > 0 ? method : silent),
      set: (value) => { method = value; },
      configurable: true,
      enumerable: true,
    });
  };
  Object.keys(console).forEach((name) => bound(console, name));
  bound(globalThis, 'reportError');
})(MOST);
