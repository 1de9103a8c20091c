// Runs on every page: sends each form once, and shows why a request of htmx failed.

const RESEND_DELAY = 10000; // Milliseconds until a form whose request was stopped can be sent again.

let sentForms = new WeakMap(); // When each form was sent.

// The bubbling phase, so that the scripts of a page can handle or refuse the form first.
addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented) return;
  if (event.timeStamp - sentForms.get(form) < RESEND_DELAY) return event.preventDefault();
  sentForms.set(form, event.timeStamp);
  // The form is not sent if the person stays on the page because of unsaved changes.
  addEventListener("beforeunload", (leaving) => { if (leaving.defaultPrevented) sentForms.delete(form); }, { once: true });
});
addEventListener("pagehide", () => { sentForms = new WeakMap(); });

// Return what an error page of the server says.
export function refusal(html, status) {
  const page = new DOMParser().parseFromString(html, "text/html");
  return page.querySelector("main p")?.textContent ?? `The server answered with status ${status}.`;
}

// Show a text as the only fault in an element.
export function showFault(element, text) {
  const fault = Object.assign(document.createElement("p"), { className: "fault", role: "alert", textContent: text });
  element.querySelector(":scope > .fault")?.remove();
  element.prepend(fault);
}

addEventListener("htmx:responseError", ({ detail: { target, xhr } }) => showFault(target, refusal(xhr.responseText, xhr.status)));
addEventListener("htmx:sendError", ({ detail: { target } }) => showFault(target, "The server does not answer. Try again later."));
