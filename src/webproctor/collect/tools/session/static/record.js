// Records the microphone and pictures of a shared window. The clock is the sound: a time is the
// number of samples before it. Everything is sent at once, and again until the server has stored it.

const root = document.getElementById("recorder");
const base = `/session/recordings/${root.dataset.recording}`;
const rate = Number(root.dataset.rate);
const csrf = document.querySelector("meta[name=csrf]").content;
const [start, takeButton, finish, note] = ["start", "picture", "finish", "note"].map((id) => document.getElementById(id));
const show = (id, text) => { document.getElementById(id).textContent = text; };

const PIECE = rate; // Samples that are sent at once.
const RETRY_DELAY = 2000; // Milliseconds until a failed request is sent again.
const CHECK_INTERVAL = 700; // Milliseconds between checks of the window.
const UNREACHABLE = "The server cannot be reached. What is recorded is sent again.";
const CHANGE_THRESHOLD = 6; // Mean difference of brightness, 0 to 255, from which the window has changed.

let samples = Number(root.dataset.samples); // Recorded until now, including what is not sent yet.
let pictures = Number(root.dataset.steps);
let pending = []; // Samples that are not sent yet.
let queue = Promise.resolve();
let unsent = 0; // Number of requests that the server has not answered.
let media = null;
let takenBrightness = null; // Brightness of the last picture that was taken, and at the last check.
let checkedBrightness = null;

const now = () => samples / rate;

function showFault(text) {
  const fault = document.getElementById("fault");
  fault.textContent = text;
  fault.hidden = !text;
}

// Send a request after the previous ones. Without a response it is sent again: the server ignores
// what it has already stored.
function send(path, body, type) {
  const headers = { "x-csrf-token": csrf, "content-type": type };
  const request = async () => {
    for (;;) {
      try {
        const response = await fetch(base + path, { method: "POST", headers, body });
        if (response.ok) {
          if (document.getElementById("fault").textContent === UNREACHABLE) showFault("");
          return await response.json();
        }
        const text = await response.text();
        throw Object.assign(new Error(response.status === 422 ? JSON.parse(text).fault
          : `The server refused this with status ${response.status}. Load the page again.`), { refused: response.status < 500 });
      } catch (error) {
        showFault(error.refused ? error.message : UNREACHABLE);
        if (error.refused) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY));
      }
    }
  };
  unsent += 1;
  const sent = queue.then(request).finally(() => { unsent -= 1; });
  queue = sent.catch(() => stop());
  return sent;
}

function addSamples(piece) {
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
    .then((stored) => show("seconds", `${(stored.samples / rate).toFixed(1)} s`), () => {});
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
  || one.reduce((sum, value, n) => sum + Math.abs(value - other[n]), 0) / one.length > CHANGE_THRESHOLD;

async function picture() {
  const seconds = now();
  takenBrightness = brightness();
  const [canvas] = frame();
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  await send(`/pictures?seconds=${seconds}`, blob, "image/png");
  pictures += 1;
  show("count", pictures);
  show("status", `Picture ${pictures} was stored.`);
}

// A picture is taken when the window differs from the last one, and has stopped changing.
function checkWindow() {
  if (!media) return;
  const current = brightness();
  const stable = checkedBrightness && !differs(current, checkedBrightness);
  checkedBrightness = current;
  if (document.getElementById("changes").checked && stable && differs(current, takenBrightness)) picture().catch(() => {});
}

async function begin() {
  start.disabled = true; // A second press would record everything twice.
  showFault("");
  const tracks = [];
  const video = document.getElementById("window");
  let context;
  try {
    // The window first: browsers show its dialog only right after a click.
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
    node.port.onmessage = ({ data }) => media && addSamples(data);
    context.createMediaStreamSource(microphone).connect(node);
  } catch (error) {
    for (const track of tracks) track.stop();
    video.srcObject = null;
    context?.close();
    start.disabled = false;
    return showFault(`The recording did not start: ${error.message}. Allow the browser to share the window and the microphone.`);
  }
  media = { context, tracks, checkTimer: setInterval(checkWindow, CHECK_INTERVAL) };
  for (const track of tracks) {
    track.addEventListener("ended", () => { showFault("The window or the microphone is no longer shared."); stop(); });
  }
  for (const button of [takeButton, finish, note]) button.disabled = false;
  show("status", "Recording.");
  return log("start", navigator.userAgent).catch(() => {});
}

function stop() {
  if (!media) return;
  const { context, tracks, checkTimer } = media;
  media = null;
  clearInterval(checkTimer);
  for (const track of tracks) track.stop();
  context.close();
  start.disabled = false;
  takeButton.disabled = note.disabled = true;
  show("status", "Not recording.");
  flush();
}

start.addEventListener("click", begin);
takeButton.addEventListener("click", () => picture().catch(() => {}));
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
window.addEventListener("beforeunload", (event) => { if (media || unsent) event.preventDefault(); });
show("seconds", `${now().toFixed(1)} s`);
