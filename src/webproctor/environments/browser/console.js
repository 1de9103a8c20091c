// Limits the lines that a document or a worker writes to the console, and the exceptions that are reported: the
// browser sends each to every DevTools client, so a page that writes or throws without end would block them.
((maximum) => {
  const { apply } = Reflect;
  const { preventDefault } = Event.prototype;
  let left = maximum;
  // A proxy has no source text that a page could read.
  const limited = (method) =>
    new Proxy(method, { apply: (...call) => (left-- > 0 ? apply(...call) : undefined) });
  for (const [name, method] of Object.entries(console)) {
    if (typeof method === 'function') console[name] = limited(method);
  }
  // Otherwise it returns another console, without a limit.
  console.context = () => console;
  // Events of elements that do not load count too; they cannot be prevented.
  const limit = (event) => {
    if (left-- <= 0) apply(preventDefault, event, []);
  };
  for (const name of ['error', 'unhandledrejection']) globalThis.addEventListener(name, limit, true);
})(MOST);
