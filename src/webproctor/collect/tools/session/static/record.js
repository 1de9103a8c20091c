// Records the microphone and pictures of a shared window. The clock is the sound: a time is the
// number of samples before it. Everything is sent as it comes, and again until the server has it.

const root = document.getElementById("recorder");
const at = `/session/recordings/${root.dataset.recording}`;
const rate = Number(root.dataset.rate);
const csrf = document.querySelector("meta[name=csrf]").content;
const [start, take, finish, note] = ["start", "picture", "finish", "note"].map((id) => document.getElementById(id));
const show = (id, text) => { document.getElementById(id).textContent = text; };

const PIECE = rate; // Samples that are sent at once.
const AGAIN = 2000; // Milliseconds until a failed request is sent again.
const CHECK = 700; // Milliseconds between looks at the window.
const DIFFERENT = 6; // Mean difference of brightness, 0 to 255, from which the window has changed.

let samples = Number(root.dataset.samples); // Recorded until now, including what is not sent yet.
let pictures = Number(root.dataset.steps);
let pending = []; // Samples that are not sent yet.
let queue = Promise.resolve();
let media = null;
let last = null; // Brightness of the picture that was taken last, and at the last look.
let before = null;

const now = () => samples / rate;

function fail(text) {
  const fault = document.getElementById("fault");
  fault.textContent = text;
  fault.hidden = !text;
}

// Send a request after those before it. Without an answer it is sent again: the server ignores
// what it has.
function send(path, body, type) {
  const headers = { "x-csrf-token": csrf, "content-type": type };
  const request = async () => {
    for (;;) {
      try {
        const answer = await fetch(at + path, { method: "POST", headers, body });
        if (answer.ok) return await answer.json();
        const told = await answer.text();
        throw Object.assign(new Error(answer.status === 422 ? JSON.parse(told).fault
          : `The server refused this with status ${answer.status}. Load the page again.`), { refused: answer.status < 500 });
      } catch (error) {
        fail(error.refused ? error.message : "The server cannot be reached. What is recorded is sent again.");
        if (error.refused) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  };
  const sent = queue.then(request);
  queue = sent.catch(() => stop());
  return sent;
}

function heard(piece) {
  let sum = 0;
  for (const value of piece) sum += value * value;
  document.getElementById("level").value = Math.sqrt(sum / piece.length) / 8192;
  pending.push(piece);
  samples += piece.length;
  if (pending.reduce((total, one) => total + one.length, 0) >= PIECE) flush();
}

function flush() {
  if (!pending.length) return;
  const length = pending.reduce((total, one) => total + one.length, 0);
  const body = new Int16Array(length);
  let offset = 0;
  for (const one of pending) {
    body.set(one, offset);
    offset += one.length;
  }
  pending = [];
  send(`/sound?at=${samples - length}`, body, "application/octet-stream")
    .then((stored) => { show("seconds", `${(stored.samples / rate).toFixed(1)} s`); fail(""); }, () => {});
}

const log = (kind, text) => send("/events", JSON.stringify({ seconds: now(), kind, text }), "application/json");

function frame(width, height) {
  const canvas = document.createElement("canvas");
  const video = document.getElementById("window");
  canvas.width = width || video.videoWidth;
  canvas.height = height || video.videoHeight;
  const context = canvas.getContext("2d", { willReadFrequently: Boolean(width) });
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  return [canvas, context];
}

function brightness() {
  const [canvas, context] = frame(64, 36);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return Array.from({ length: data.length / 4 }, (_, n) => (data[4 * n] + data[4 * n + 1] + data[4 * n + 2]) / 3);
}

const differs = (one, other) => !other
  || one.reduce((sum, value, n) => sum + Math.abs(value - other[n]), 0) / one.length > DIFFERENT;

async function picture() {
  const seconds = now();
  last = brightness();
  const [canvas] = frame();
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  await send(`/pictures?seconds=${seconds}`, blob, "image/png");
  pictures += 1;
  show("count", pictures);
  show("status", `Picture ${pictures} was stored.`);
}

// A picture is taken when the window differs from the last one, and has stopped changing.
function look() {
  if (!media) return;
  const seen = brightness();
  const stable = before && !differs(seen, before);
  before = seen;
  if (document.getElementById("changes").checked && stable && differs(seen, last)) picture().catch(() => {});
}

async function begin() {
  start.disabled = true; // A second press would record everything twice.
  fail("");
  const tracks = [];
  const video = document.getElementById("window");
  let context;
  try {
    // First the window: browsers ask for it only right after a click.
    const screen = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 10 }, audio: false });
    tracks.push(...screen.getTracks());
    const microphone = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
    tracks.push(...microphone.getTracks());
    video.srcObject = screen;
    await video.play();
    // At the rate of the sound card: Firefox connects no microphone to a context of another rate.
    context = new AudioContext();
    await context.audioWorklet.addModule("/static/session/microphone.js");
    const node = new AudioWorkletNode(context, "microphone", { processorOptions: { rate } });
    node.port.onmessage = ({ data }) => media && heard(data);
    context.createMediaStreamSource(microphone).connect(node);
  } catch (error) {
    for (const track of tracks) track.stop();
    video.srcObject = null;
    context?.close();
    start.disabled = false;
    return fail(`The recording did not start: ${error.message}. Allow the browser to share the window and the microphone.`);
  }
  media = { context, tracks, looking: setInterval(look, CHECK) };
  for (const track of tracks) {
    track.addEventListener("ended", () => { fail("The window or the microphone is no longer shared."); stop(); });
  }
  for (const button of [take, finish, note]) button.disabled = false;
  show("status", "Recording.");
  return log("start", navigator.userAgent).catch(() => {});
}

function stop() {
  if (!media) return;
  const { context, tracks, looking } = media;
  media = null;
  clearInterval(looking);
  for (const track of tracks) track.stop();
  context.close();
  start.disabled = false;
  take.disabled = note.disabled = true;
  flush();
}

start.addEventListener("click", begin);
take.addEventListener("click", () => picture().catch(() => {}));
note.addEventListener("click", async () => {
  for (const kind of ["task", "website"]) {
    const text = document.getElementById(kind).value.trim();
    if (text) await log(kind, text).catch(() => {});
  }
  show("status", "The task was noted.");
});
finish.addEventListener("click", async () => {
  stop();
  try {
    window.location = (await send("/finish", "", "application/json")).page;
  } catch { /* The reason is shown. */ }
});
window.addEventListener("beforeunload", (event) => { if (media) event.preventDefault(); });
show("seconds", `${now().toFixed(1)} s`);
