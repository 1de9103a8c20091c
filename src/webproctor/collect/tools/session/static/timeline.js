// Edits the timeline of a recording: instructions are regions of the sound and cards below it.
// Each change is sent to the server; the answer contains the timeline as it was stored.

import WaveSurfer from "./wavesurfer-8.0.1.esm.js";
import Regions from "./wavesurfer-regions-8.0.1.esm.js";

const root = document.getElementById("timeline");
const at = `/session/recordings/${root.dataset.recording}`;
const editable = Boolean(root.dataset.editable);
const csrf = document.querySelector("meta[name=csrf]").content;
const wave = root.querySelector(".wave");
const cards = document.getElementById("instructions");
const COLOURS = ["rgb(27 100 128 / .28)", "rgb(214 0 108 / .28)"];
const DELAY = 400; // Milliseconds from a change until it is sent.
const LEAST = 0.05; // Seconds of the shortest instruction.
const UNDO = 100;

let timeline = await (await fetch(`${at}/timeline`)).json();
let selected = timeline.instructions.length ? 0 : -1;
let zoom = 0;
let waiting = 0;
let saving = Promise.resolve();
let bound = []; // Fields of texts, each with a function that returns its text.
let wanted = null; // Seconds of a seek that waits for the one before: Chromium drops a seek during another one.
let drawing = false; // Regions are being drawn: their events are no changes by the person.
const past = [];

const regions = Regions.create();
const player = WaveSurfer.create({
  container: wave, url: `${at}/sound.wav`, height: 110, normalize: true, cspNonce: root.dataset.nonce,
  waveColor: "#7f8b99", progressColor: "#1b6480", cursorColor: "#d6006c", plugins: [regions],
});

function make(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const labelled = (text, control, className = "") => make("label", { className }, text, " ", control);
const round = (seconds) => Math.round(seconds * 100) / 100;

function say(text, isFault = false) {
  document.getElementById("saved").textContent = isFault ? "" : text;
  const fault = document.getElementById("fault");
  fault.textContent = isFault ? text : "";
  fault.hidden = !isFault;
}

const now = () => wanted ?? player.getCurrentTime();

function seek(seconds) {
  const time = Math.min(Math.max(seconds, 0), timeline.seconds);
  if (player.getMediaElement().seeking) wanted = time;
  else player.setTime(time);
}

// Change the timeline: remember it for undo, show it, and send it.
function change(alter, redraw = true) {
  past.push(JSON.stringify([timeline.instructions, timeline.steps, selected]));
  if (past.length > UNDO) past.shift();
  alter();
  if (redraw) show();
  later();
}

function later() {
  say("Not saved yet …");
  clearTimeout(waiting);
  waiting = setTimeout(save, DELAY);
}

// Return the instructions that are stored now, or null if that failed.
function save() {
  clearTimeout(waiting);
  saving = saving.then(async () => {
    const { revision, instructions, steps } = timeline;
    const listed = [...instructions];
    const body = JSON.stringify({ revision, instructions,
      steps: steps.map(({ id, action, instruction }) => ({ id, action, instruction })) });
    const sent = JSON.stringify([instructions, steps]);
    const headers = { "x-csrf-token": csrf, "content-type": "application/json" };
    try {
      const answer = await fetch(`${at}/timeline`, { method: "PUT", headers, body });
      if (answer.ok) {
        const stored = await answer.json();
        timeline.revision = stored.revision;
        // Names are masked: show what was stored, unless it has been changed again since.
        if (JSON.stringify([instructions, steps]) === sent) {
          ["instructions", "steps"].forEach((kind) => stored[kind].forEach((one, index) => Object.assign(timeline[kind][index], one)));
          for (const [control, value] of bound) if (control !== document.activeElement) control.value = value();
        }
        say("Saved.");
        return listed;
      }
      say(answer.status === 422 ? (await answer.json()).fault : "This was not saved. Load the page again.", true);
    } catch { say("The server cannot be reached: this is not saved.", true); }
    return null;
  });
  return saving;
}

// Links of steps when instructions are inserted or removed: `move` maps an index to the new one.
function relink(move) {
  for (const step of timeline.steps) if (step.instruction !== null) step.instruction = move(step.instruction);
}

const current = () => timeline.instructions[selected];

function select(index, { jump = false } = {}) {
  if (index < 0 || index >= timeline.instructions.length) return;
  selected = index;
  if (jump) seek(current().start);
  cards.querySelectorAll(".instruction").forEach((card, number) => card.classList.toggle("selected", number === selected));
  regions.getRegions().forEach((region) => region.setOptions({ color: COLOURS[Number(Number(region.id) === selected)] }));
}

const actions = {
  play: () => player.playPause(),
  wider: () => { zoom = Math.min(zoom + 1, 7); player.zoom(zoom ? 20 * 2 ** zoom : 0); },
  narrower: () => { zoom = Math.max(zoom - 1, 0); player.zoom(zoom ? 20 * 2 ** zoom : 0); },
  add() {
    const time = round(now());
    const after = timeline.instructions.findIndex((one) => one.end > time);
    const index = after < 0 ? timeline.instructions.length : after;
    const end = round(Math.min(time + 2, timeline.instructions[index]?.start ?? timeline.seconds));
    insert(index, time, end);
  },
  split() {
    const time = round(now());
    const index = timeline.instructions.findIndex((one) => one.start + LEAST < time && time < one.end - LEAST);
    if (index < 0) return say("Put the cursor into an instruction to split it.", true);
    return change(() => {
      const one = timeline.instructions[index];
      timeline.instructions.splice(index + 1, 0, { ...one, start: time, text: "" });
      one.end = time;
      const late = timeline.steps.filter((step) => step.instruction === index && step.seconds >= time);
      relink((old) => (old > index ? old + 1 : old));
      for (const step of late) step.instruction = index + 1;
      selected = index + 1;
    });
  },
  merge() {
    const next = timeline.instructions[selected + 1];
    if (!current() || !next) return say("There is no instruction after the selected one.", true);
    return change(() => {
      current().text = `${current().text} ${next.text}`.trim();
      current().end = next.end;
      timeline.instructions.splice(selected + 1, 1);
      relink((old) => (old > selected ? old - 1 : old));
    });
  },
  remove() {
    if (!current()) return;
    change(() => {
      timeline.instructions.splice(selected, 1);
      relink((old) => (old === selected ? null : old > selected ? old - 1 : old));
      selected = Math.min(selected, timeline.instructions.length - 1);
    });
  },
  undo() {
    if (!past.length) return;
    [timeline.instructions, timeline.steps, selected] = JSON.parse(past.pop());
    show();
    later();
  },
  async draft() {
    const before = await save();
    if (!before) return undefined;
    say("Transcripts are being drafted …");
    const answer = await fetch(`${at}/draft`);
    if (!answer.ok) return say("The transcripts could not be drafted.", true);
    const { texts } = await answer.json();
    // Meanwhile, instructions can be deleted or moved, and texts typed: these are kept.
    change(() => {
      for (const [index, text] of Object.entries(texts)) {
        const one = before[index];
        if (timeline.instructions.includes(one) && !one.text) one.text = text;
      }
    }, false);
    for (const [control, value] of bound) if (control !== document.activeElement || !control.value) control.value = value();
    return undefined;
  },
  next: () => select(selected + 1, { jump: true }),
  previous: () => select(selected - 1, { jump: true }),
  start: () => current() && move(selected, now(), current().end),
  end: () => current() && move(selected, current().start, now()),
};
const KEYS = { " ": "play", n: "add", s: "split", m: "merge", Delete: "remove", Backspace: "remove", "[": "start", "]": "end",
  j: "next", k: "previous", "+": "wider", "-": "narrower" };
const VIEWS = new Set(["play", "next", "previous", "wider", "narrower"]);

function insert(index, start, end) {
  if (end - start < LEAST) return say("There is an instruction already.", true);
  const { task = "", website = "" } = timeline.instructions[index - 1] ?? timeline.instructions[index] ?? {};
  return change(() => {
    timeline.instructions.splice(index, 0, { start, end, text: "", task, website });
    relink((old) => (old >= index ? old + 1 : old));
    selected = index;
  });
}

// Move an instruction; it stays between its neighbours.
function move(index, start, end, redraw = true) {
  const one = timeline.instructions[index];
  const from = timeline.instructions[index - 1]?.end ?? 0;
  const to = timeline.instructions[index + 1]?.start ?? timeline.seconds;
  change(() => {
    one.start = round(Math.min(Math.max(start, from), to - LEAST));
    one.end = round(Math.max(Math.min(end, to), one.start + LEAST));
    selected = index;
  }, redraw);
}

function showRegions() {
  drawing = true;
  regions.clearRegions();
  timeline.instructions.forEach((one, index) => regions.addRegion({
    id: String(index), start: one.start, end: one.end, content: String(index + 1), color: COLOURS[Number(index === selected)],
    drag: editable, resize: editable,
  }));
  drawing = false;
}

// A field for the text `name` of an instruction or a step.
function text(one, name, label, rows = 0, set = (value) => { one[name] = value; }) {
  const control = make(rows ? "textarea" : "input", { value: one[name], maxLength: 2000, disabled: !editable });
  if (rows) control.rows = rows;
  bound.push([control, () => one[name]]);
  control.addEventListener("change", () => change(() => set(control.value), false));
  return labelled(label, control, rows ? "" : "grow");
}

function time(index, name) {
  const one = timeline.instructions[index];
  const control = make("input", { type: "number", min: 0, max: timeline.seconds, step: 0.01, value: one[name], disabled: !editable });
  control.addEventListener("change", () => {
    const value = Number(control.value);
    move(index, name === "start" ? value : one.start, name === "end" ? value : one.end);
    cards.querySelectorAll(".instruction")[index].querySelector(`input[name=${name}]`).focus();
  });
  control.name = name;
  return labelled(name === "start" ? "Start" : "End", control);
}

function card(one, index) {
  const play = make("button", { type: "button", className: "plain", textContent: "Play", ariaLabel: `Play instruction ${index + 1}` });
  play.addEventListener("click", () => { select(index); player.play(one.start, one.end); });
  const silence = make("button", { type: "button", className: "plain", textContent: "Silence", ariaLabel: `Silence the sound of instruction ${index + 1}` });
  silence.addEventListener("click", () => mute(one));
  const heading = make("h2", { textContent: `Instruction ${index + 1}`, id: `instruction-${index}` });
  const made = make("section", { className: "card instruction" }, heading,
    make("div", { className: "times" }, time(index, "start"), time(index, "end"), play, ...(editable ? [silence] : [])),
    text(one, "text", "Transcript", 2),
    make("div", { className: "times" }, text(one, "task", "Task", 0, (value) => setTask(index, "task", value)),
      text(one, "website", "Website", 0, (value) => setTask(index, "website", value))),
    thumbs(timeline.steps.filter((step) => step.instruction === index), `Steps of instruction ${index + 1}`));
  made.setAttribute("aria-labelledby", heading.id);
  made.addEventListener("focusin", () => select(index));
  made.classList.toggle("selected", index === selected);
  return made;
}

// A task also holds for the following instructions that had the same one.
function setTask(index, name, value) {
  const old = timeline.instructions[index][name];
  for (const one of timeline.instructions.slice(index)) {
    if (one[name] !== old) break;
    one[name] = value;
  }
  for (const [control, shown] of bound) control.value = shown();
}

async function mute(one) {
  await save();
  const headers = { "x-csrf-token": csrf, "content-type": "application/json" };
  const body = JSON.stringify({ start: one.start, end: one.end });
  const answer = await fetch(`${at}/silence`, { method: "POST", headers, body });
  if (!answer.ok) return say("The sound could not be silenced.", true);
  await player.load(`${at}/sound.wav`);
  showRegions();
  return say("The sound was silenced. This cannot be undone.");
}

function thumbs(steps, label) {
  return make("ul", { className: "thumbs", ariaLabel: label }, ...steps.map((step) => {
    const number = timeline.steps.indexOf(step) + 1;
    const link = make("select", { disabled: !editable });
    link.append(make("option", { value: "", textContent: "not used" }),
      ...timeline.instructions.map((_, index) => make("option", { value: String(index), textContent: String(index + 1) })));
    link.value = step.instruction ?? "";
    link.addEventListener("change", () => change(() => { step.instruction = link.value === "" ? null : Number(link.value); }));
    return make("li", {}, make("a", { href: `/session/steps/${step.id}/mask`, ariaLabel: `Mask step ${number}` },
      make("img", { src: `/session/steps/${step.id}.png`, alt: "", loading: "lazy" })),
    make("span", { className: "soft", textContent: `Step ${number}, ${step.seconds.toFixed(1)} s` }),
    labelled("Instruction", link), text(step, "action", "Action"));
  }));
}

function show() {
  bound = [];
  showRegions();
  const unused = timeline.steps.filter((step) => step.instruction === null);
  cards.replaceChildren(...timeline.instructions.map(card), ...(unused.length
    ? [make("section", { className: "card closed" }, make("h2", { textContent: "Steps that are not used" }), thumbs(unused, "Steps that are not used"))] : []));
}

regions.on("region-updated", (region) => { if (!drawing) move(Number(region.id), region.start, region.end); });
regions.on("region-clicked", (region, event) => { event.stopPropagation(); select(Number(region.id)); seek(region.start); });
if (editable) {
  regions.enableDragSelection({ color: COLOURS[1] });
  regions.on("region-created", (region) => {
    if (drawing) return;
    const after = timeline.instructions.findIndex((one) => one.end > region.start);
    const index = after < 0 ? timeline.instructions.length : after;
    const end = Math.min(region.end, timeline.instructions[index]?.start ?? timeline.seconds);
    region.remove();
    insert(index, round(region.start), round(end));
  });
}
player.on("timeupdate", () => { document.getElementById("cursor").textContent = `${now().toFixed(2)} s`; });
player.getMediaElement().addEventListener("seeked", () => {
  if (wanted === null) return;
  player.setTime(wanted);
  wanted = null;
});
wave.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const action = KEYS[event.key];
  if (step) seek(now() + step * (event.shiftKey ? 0.1 : 1));
  else if (action && (editable || VIEWS.has(action))) actions[action]();
  else return;
  event.preventDefault();
});
for (const button of root.querySelectorAll("[data-action]")) button.addEventListener("click", () => actions[button.dataset.action]());
window.addEventListener("beforeunload", (event) => {
  if (document.getElementById("saved").textContent.startsWith("Not saved")) event.preventDefault();
});
player.on("ready", () => { show(); root.classList.add("ready"); });
