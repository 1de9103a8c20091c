// Receives the fields of the framed page and sends them to the server.
const frame = document.querySelector("iframe[sandbox]");
const state = document.querySelector("#state");
const csrf = document.querySelector("meta[name=csrf]")?.content;
const HIGHEST = 20000;
let sending = false;

const show = (text) => {
  const told = document.createElement("p");
  told.className = "fault";
  told.setAttribute("role", "alert");
  told.textContent = text;
  state.replaceChildren(told);
};

const send = async (fields) => {
  if (sending || !frame.dataset.send) return;
  sending = true;
  state.replaceChildren();
  try {
    const answer = await fetch(frame.dataset.send, {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrf-token": csrf },
      body: JSON.stringify({ fields }),
    });
    if (answer.ok) {
      location.assign((await answer.json()).next);
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    show(page.querySelector("main p")?.textContent ?? `The server answered with status ${answer.status}.`);
  } catch {
    show("The server does not answer. Your answer was not stored: press the button of the page again.");
  }
  sending = false;
};

// A sandboxed frame has the origin "null", so the sender is compared instead.
addEventListener("message", ({ source, data }) => {
  if (!frame || source !== frame.contentWindow || typeof data !== "object" || data === null) return;
  if (Number.isFinite(data.height)) frame.style.height = `${Math.min(Math.max(data.height, 0) + 4, HIGHEST)}px`;
  if (data.fields) send(data.fields);
});
