// Runs at the beginning of a document that is opened again, in the isolated world in which `fields.js` is loaded later.

// Controls whose value was entered in this document, or was restored when the agent went back to it.
globalThis.webproctorTyped = new WeakSet();

if (window === top) {
  const typed = webproctorTyped;
  for (const kind of ['input', 'change']) {
    document.addEventListener(kind, (event) => {
      if (event.isTrusted || document.readyState === 'complete') typed.add(event.composedPath()[0]);
    }, true);
  }
  addEventListener('pageshow', () => {
    if (performance.getEntriesByType('navigation')[0].type !== 'back_forward') return;
    for (const control of document.querySelectorAll('input, textarea')) {
      if (control.value !== control.defaultValue) typed.add(control);
    }
  });
  document.addEventListener('submit', (event) => event.preventDefault(), true);
}
