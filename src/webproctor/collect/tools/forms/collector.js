// Runs in the frame before the template's scripts. It sends the values of the form's fields to the
// page around the frame instead of submitting the form, and reports the height of the page, and that
// something was entered.
(() => {
  const BUTTONS = ["submit", "button", "reset", "image", "file"];

  const fields = (form) => {
    const values = {};
    for (const element of form.elements) {
      if (element.name && element.tagName !== "FIELDSET" && !BUTTONS.includes(element.type)) values[element.name] ??= [];
    }
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string") (values[name] ??= []).push(value);
    }
    return values;
  };
  const send = (form) => parent.postMessage({ fields: fields(form) }, "*");

  // The bubbling phase, so that a handler of the template can refuse incomplete answers first.
  addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    send(event.target);
  });
  HTMLFormElement.prototype.submit = function () { send(this); };

  addEventListener("input", () => parent.postMessage({ changed: true }, "*"), { once: true });

  addEventListener("DOMContentLoaded", () => {
    const measure = () => parent.postMessage({ height: document.documentElement.scrollHeight }, "*");
    new ResizeObserver(measure).observe(document.body);
    measure();
  });
})();
