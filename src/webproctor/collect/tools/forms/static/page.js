// Receives the fields of the framed page and sends them to the server.
import { refusal, showFault } from "/static/pages.js";

const frame = document.querySelector("iframe[sandbox]");
const state = document.querySelector("#state");
const csrf = document.querySelector("meta[name=csrf]")?.content;
const MAX_HEIGHT = 20000;
let sending = false;
let unsent = false; // Whether the person has entered something that is not sent.

const send = async (fields) => {
  if (sending || !frame.dataset.send) return;
  sending = true;
  state.replaceChildren();
  try {
    const response = await fetch(frame.dataset.send, {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrf-token": csrf },
      body: JSON.stringify({ fields }),
    });
    if (response.ok) {
      unsent = false;
      location.assign((await response.json()).next);
      return;
    }
    showFault(state, refusal(await response.text(), response.status));
  } catch {
    showFault(state, "The server does not answer. Press the button of the page again.");
  }
  sending = false;
};

// A sandboxed frame has the origin "null", so the sender is compared instead.
addEventListener("message", ({ source, data }) => {
  if (!frame || source !== frame.contentWindow || typeof data !== "object" || data === null) return;
  if (Number.isFinite(data.height)) frame.style.height = `${Math.min(Math.max(data.height, 0) + 4, MAX_HEIGHT)}px`;
  if (data.changed && frame.dataset.send) unsent = true;
  if (data.fields) send(data.fields);
});
addEventListener("submit", () => { unsent = false; }); // The person skips the page.
addEventListener("beforeunload", (event) => { if (unsent) event.preventDefault(); });
