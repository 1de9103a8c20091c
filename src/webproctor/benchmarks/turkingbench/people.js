// On a form for people: sends the fields and the inputs to the server when the form is submitted.
// Part of the script of `people.py`, before and after the functions that read forms.
const asked = ASKED;
const inputs = [];
let found = null, sending = false;

// `fields.js` cancels the submission at the beginning. The page's own checks must not see that: what they
// cancel is not sent. The listeners run in this order: this one, that of `fields.js`, `restored`, those
// of the page, `submitted`.
window.addEventListener('submit', (event) => { event.preventDefault = () => {}; }, true);

const send = async () => {
  if (!found || sending) return;
  sending = true;
  let text;
  try {
    const answer = await fetch('/own/submit', {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fields: await globalThis.fields.read(found), inputs }),
    });
    text = await answer.text();
    if (answer.ok || answer.status === 409) {
      const done = document.createElement('p');
      done.id = 'stored';
      done.textContent = text;
      document.body.replaceChildren(done);
      window.close();
      return;
    }
  } catch {
    text = 'The server does not answer. Try again later: your entries are still on this page.';
  }
  sending = false;
  alert(text);
};

const started = () => {
  globalThis.witness((told) => inputs.push(told));
  document.addEventListener('submit', (event) => { delete event.preventDefault; }, true);
  window.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    send();
  });
  HTMLFormElement.prototype.submit = () => { send(); };
  window.addEventListener('load', async () => {
    found = await globalThis.fields.find(asked);
    globalThis.fields.countScripted();
  });
};
