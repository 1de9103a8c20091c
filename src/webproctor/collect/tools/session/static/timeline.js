// Edits the timeline of a recording: instructions are regions of the sound and cards below it.
// Each change is sent to the server; the answer contains the timeline as it was stored.

import WaveSurfer from "./wavesurfer-8.0.1.esm.js";
import Regions from "./wavesurfer-regions-8.0.1.esm.js";

const root = document.getElementById("timeline");
const base = `/session/recordings/${root.dataset.recording}`;
const editable = Boolean(root.dataset.editable);
const csrf = document.querySelector("meta[name=csrf]").content;
const wave = root.querySelector(".wave");
const cards = document.getElementById("instructions");
const COLOURS = ["rgb(27 100 128 / .28)", "rgb(214 0 108 / .28)"];
const DELAY = 400; // Milliseconds from a change until it is sent.
const RETRY_DELAY = 2000; // Milliseconds until a change is sent again.
const MIN_SECONDS = 0.05; // Seconds of the shortest instruction.
const MAX_UNDO = 100;

let timeline = await (await fetch(`${base}/timeline`)).json();
let selected = timeline.instructions.length ? 0 : -1;
let zoom = 0;
let saveTimer = 0;
let saving = Promise.resolve();
let unsaved = false; // Whether there are changes that the server has not stored.
let textFields = []; // Pairs of a text field and a function that returns its text.
let pendingSeek = null; // Seconds of the next seek: Chromium drops a seek during another one.
let drawing = false; // Whether regions are being drawn: their events are then not changes by the person.
const undoStack = [];

const regions = Regions.create();
const player = WaveSurfer.create({
  container: wave, url: `${base}/sound.wav`, height: 110, normalize: true, cspNonce: root.dataset.nonce,
  waveColor: "#7f8b99", progressColor: "#1b6480", cursorColor: "#d6006c", plugins: [regions],
});

function create(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

const labelled = (text, control, className = "") => create("label", { className }, text, " ", control);
const round = (seconds) => Math.round(seconds * 100) / 100;

function showStatus(text, isFault = false) {
  document.getElementById("saved").textContent = isFault ? "" : text;
  const fault = document.getElementById("fault");
  fault.textContent = isFault ? text : "";
  fault.hidden = !isFault;
}

const currentTime = () => pendingSeek ?? player.getCurrentTime();

function seek(seconds) {
  const time = Math.min(Math.max(seconds, 0), timeline.seconds);
  if (player.getMediaElement().seeking) pendingSeek = time;
  else player.setTime(time);
}

// Change the timeline: remember it for undo, show it, and send it.
function change(update, redraw = true) {
  undoStack.push(JSON.stringify([timeline.instructions, timeline.steps, selected]));
  if (undoStack.length > MAX_UNDO) undoStack.shift();
  update();
  if (redraw) show();
  scheduleSave();
}

function scheduleSave() {
  unsaved = true;
  showStatus("Not saved yet …");
  clearTimeout(saveTimer);
  saveTimer = setTimeout(save, DELAY);
}

// Return the instructions that are stored now, or null if that failed.
function save() {
  clearTimeout(saveTimer);
  saving = saving.then(async () => {
    const { revision, instructions, steps } = timeline;
    const savedInstructions = [...instructions];
    const body = JSON.stringify({ revision, instructions,
      steps: steps.map(({ id, action, instruction }) => ({ id, action, instruction })) });
    const sent = JSON.stringify([instructions, steps]);
    const headers = { "x-csrf-token": csrf, "content-type": "application/json" };
    try {
      const response = await fetch(`${base}/timeline`, { method: "PUT", headers, body });
      if (response.ok) {
        const stored = await response.json();
        timeline.revision = stored.revision;
        // Names are masked: show what was stored, unless it has been changed again since.
        if (JSON.stringify([timeline.instructions, timeline.steps]) === sent) {
          unsaved = false;
          ["instructions", "steps"].forEach((kind) => stored[kind].forEach((data, index) => Object.assign(timeline[kind][index], data)));
          for (const [control, value] of textFields) if (control !== document.activeElement) control.value = value();
          showStatus("Saved.");
        }
        return savedInstructions;
      }
      showStatus(response.status === 422 ? (await response.json()).fault : "This was not saved. Load the page again.", true);
    } catch {
      showStatus("The server cannot be reached. The changes are sent again.", true);
      saveTimer = setTimeout(save, RETRY_DELAY);
    }
    return null;
  });
  return saving;
}

// Update the links of steps when instructions are inserted or removed; `newIndex` maps an old index to the new one.
function relinkSteps(newIndex) {
  for (const step of timeline.steps) if (step.instruction !== null) step.instruction = newIndex(step.instruction);
}

const selectedInstruction = () => timeline.instructions[selected];

function select(index, { jump = false } = {}) {
  if (index < 0 || index >= timeline.instructions.length) return;
  selected = index;
  if (jump) seek(selectedInstruction().start);
  cards.querySelectorAll(".instruction").forEach((card, number) => card.classList.toggle("selected", number === selected));
  regions.getRegions().forEach((region) => region.setOptions({ color: COLOURS[Number(Number(region.id) === selected)] }));
}

const actions = {
  play: () => player.playPause(),
  wider: () => { zoom = Math.min(zoom + 1, 7); player.zoom(zoom ? 20 * 2 ** zoom : 0); },
  narrower: () => { zoom = Math.max(zoom - 1, 0); player.zoom(zoom ? 20 * 2 ** zoom : 0); },
  add() {
    const time = round(currentTime());
    const after = timeline.instructions.findIndex((one) => one.end > time);
    const index = after < 0 ? timeline.instructions.length : after;
    const end = round(Math.min(time + 2, timeline.instructions[index]?.start ?? timeline.seconds));
    insert(index, time, end);
  },
  split() {
    const time = round(currentTime());
    const index = timeline.instructions.findIndex((instruction) => instruction.start + MIN_SECONDS < time && time < instruction.end - MIN_SECONDS);
    if (index < 0) return showStatus("Put the cursor into an instruction to split it.", true);
    return change(() => {
      const instruction = timeline.instructions[index];
      timeline.instructions.splice(index + 1, 0, { ...instruction, start: time, text: "" });
      instruction.end = time;
      const laterSteps = timeline.steps.filter((step) => step.instruction === index && step.seconds >= time);
      relinkSteps((old) => (old > index ? old + 1 : old));
      for (const step of laterSteps) step.instruction = index + 1;
      selected = index + 1;
    });
  },
  merge() {
    const next = timeline.instructions[selected + 1];
    if (!selectedInstruction() || !next) return showStatus("There is no instruction after the selected one.", true);
    return change(() => {
      selectedInstruction().text = `${selectedInstruction().text} ${next.text}`.trim();
      selectedInstruction().end = next.end;
      timeline.instructions.splice(selected + 1, 1);
      relinkSteps((old) => (old > selected ? old - 1 : old));
    });
  },
  remove() {
    if (!selectedInstruction()) return;
    change(() => {
      timeline.instructions.splice(selected, 1);
      relinkSteps((old) => (old === selected ? null : old > selected ? old - 1 : old));
      selected = Math.min(selected, timeline.instructions.length - 1);
    });
  },
  undo() {
    if (!undoStack.length) return;
    [timeline.instructions, timeline.steps, selected] = JSON.parse(undoStack.pop());
    show();
    scheduleSave();
  },
  async draft() {
    const savedInstructions = await save();
    if (!savedInstructions) return undefined;
    showStatus("Transcripts are being drafted …");
    const response = await fetch(`${base}/draft`).catch(() => null);
    if (!response?.ok) return showStatus("The transcripts could not be drafted.", true);
    const { texts } = await response.json();
    // Meanwhile, instructions can be deleted or moved, and texts typed: these are kept.
    change(() => {
      for (const [index, text] of Object.entries(texts)) {
        const instruction = savedInstructions[index];
        if (timeline.instructions.includes(instruction) && !instruction.text) instruction.text = text;
      }
    }, false);
    for (const [control, value] of textFields) if (control !== document.activeElement || !control.value) control.value = value();
    return undefined;
  },
  next: () => select(selected + 1, { jump: true }),
  previous: () => select(selected - 1, { jump: true }),
  start: () => selectedInstruction() && moveInstruction(selected, currentTime(), selectedInstruction().end),
  end: () => selectedInstruction() && moveInstruction(selected, selectedInstruction().start, currentTime()),
};
const KEYS = { " ": "play", n: "add", s: "split", m: "merge", Delete: "remove", Backspace: "remove", "[": "start", "]": "end",
  j: "next", k: "previous", "+": "wider", "-": "narrower" };
const VIEWS = new Set(["play", "next", "previous", "wider", "narrower"]);

function insert(index, start, end) {
  if (end - start < MIN_SECONDS) return showStatus("There is an instruction already.", true);
  const { task = "", website = "" } = timeline.instructions[index - 1] ?? timeline.instructions[index] ?? {};
  return change(() => {
    timeline.instructions.splice(index, 0, { start, end, text: "", task, website });
    relinkSteps((old) => (old >= index ? old + 1 : old));
    selected = index;
  });
}

// Move an instruction; it stays between its neighbours.
function moveInstruction(index, start, end, redraw = true) {
  const instruction = timeline.instructions[index];
  const earliest = timeline.instructions[index - 1]?.end ?? 0;
  const latest = timeline.instructions[index + 1]?.start ?? timeline.seconds;
  change(() => {
    instruction.start = round(Math.min(Math.max(start, earliest), latest - MIN_SECONDS));
    instruction.end = round(Math.max(Math.min(end, latest), instruction.start + MIN_SECONDS));
    selected = index;
  }, redraw);
}

function showRegions() {
  drawing = true;
  regions.clearRegions();
  timeline.instructions.forEach((instruction, index) => regions.addRegion({
    id: String(index), start: instruction.start, end: instruction.end, content: String(index + 1), color: COLOURS[Number(index === selected)],
    drag: editable, resize: editable,
  }));
  drawing = false;
}

// A field for the text `name` of an instruction or a step.
function text(item, name, label, rows = 0, set = (value) => { item[name] = value; }) {
  const control = create(rows ? "textarea" : "input", { value: item[name], maxLength: 2000, disabled: !editable });
  if (rows) control.rows = rows;
  textFields.push([control, () => item[name]]);
  control.addEventListener("change", () => change(() => set(control.value), false));
  return labelled(label, control, rows ? "" : "grow");
}

function time(index, name) {
  const instruction = timeline.instructions[index];
  const control = create("input", { type: "number", min: 0, max: timeline.seconds, step: 0.01, value: instruction[name], disabled: !editable });
  control.addEventListener("change", () => {
    const value = Number(control.value);
    moveInstruction(index, name === "start" ? value : instruction.start, name === "end" ? value : instruction.end);
    cards.querySelectorAll(".instruction")[index].querySelector(`input[name=${name}]`).focus();
  });
  control.name = name;
  return labelled(name === "start" ? "Start" : "End", control);
}

function card(instruction, index) {
  const play = create("button", { type: "button", className: "plain", textContent: "Play", ariaLabel: `Play instruction ${index + 1}` });
  play.addEventListener("click", () => { select(index); player.play(instruction.start, instruction.end); });
  const silence = create("button", { type: "button", className: "plain", textContent: "Silence", ariaLabel: `Silence the sound of instruction ${index + 1}` });
  silence.addEventListener("click", () => silenceSound(instruction));
  const heading = create("h2", { textContent: `Instruction ${index + 1}`, id: `instruction-${index}` });
  const element = create("section", { className: "card instruction" }, heading,
    create("div", { className: "times" }, time(index, "start"), time(index, "end"), play, ...(editable ? [silence] : [])),
    text(instruction, "text", "Transcript", 2),
    create("div", { className: "times" }, text(instruction, "task", "Task", 0, (value) => setTask(index, "task", value)),
      text(instruction, "website", "Website", 0, (value) => setTask(index, "website", value))),
    stepList(timeline.steps.filter((step) => step.instruction === index), `Steps of instruction ${index + 1}`));
  element.setAttribute("aria-labelledby", heading.id);
  element.addEventListener("focusin", () => select(index));
  element.classList.toggle("selected", index === selected);
  return element;
}

// A task also holds for the following instructions that had the same one.
function setTask(index, name, value) {
  const old = timeline.instructions[index][name];
  for (const instruction of timeline.instructions.slice(index)) {
    if (instruction[name] !== old) break;
    instruction[name] = value;
  }
  for (const [control, value] of textFields) control.value = value();
}

async function silenceSound(instruction) {
  if (!confirm("Silence the sound of this instruction? This cannot be undone.")) return;
  await save();
  const headers = { "x-csrf-token": csrf, "content-type": "application/json" };
  const body = JSON.stringify({ start: instruction.start, end: instruction.end });
  const response = await fetch(`${base}/silence`, { method: "POST", headers, body }).catch(() => null);
  if (!response?.ok) return showStatus("The sound could not be silenced.", true);
  await player.load(`${base}/sound.wav`);
  showRegions();
  return showStatus("The sound was silenced. This cannot be undone.");
}

function stepList(steps, label) {
  return create("ul", { className: "thumbs", ariaLabel: label }, ...steps.map((step) => {
    const number = timeline.steps.indexOf(step) + 1;
    const link = create("select", { disabled: !editable });
    link.append(create("option", { value: "", textContent: "not used" }),
      ...timeline.instructions.map((_, index) => create("option", { value: String(index), textContent: String(index + 1) })));
    link.value = step.instruction ?? "";
    link.addEventListener("change", () => change(() => { step.instruction = link.value === "" ? null : Number(link.value); }));
    return create("li", {}, create("a", { href: `/session/steps/${step.id}/mask`, ariaLabel: `Mask step ${number}` },
      create("img", { src: `/session/steps/${step.id}.png`, alt: "", loading: "lazy" })),
    create("span", { className: "soft", textContent: `Step ${number}, ${step.seconds.toFixed(1)} s` }),
    labelled("Instruction", link), text(step, "action", "Action"));
  }));
}

function show() {
  textFields = [];
  showRegions();
  const unused = timeline.steps.filter((step) => step.instruction === null);
  cards.replaceChildren(...timeline.instructions.map(card), ...(unused.length
    ? [create("section", { className: "card closed" }, create("h2", { textContent: "Steps that are not used" }), stepList(unused, "Steps that are not used"))] : []));
}

regions.on("region-updated", (region) => { if (!drawing) moveInstruction(Number(region.id), region.start, region.end); });
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
player.on("timeupdate", () => { document.getElementById("cursor").textContent = `${currentTime().toFixed(2)} s`; });
player.getMediaElement().addEventListener("seeked", () => {
  if (pendingSeek === null) return;
  player.setTime(pendingSeek);
  pendingSeek = null;
});
wave.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const action = KEYS[event.key];
  if (step) seek(currentTime() + step * (event.shiftKey ? 0.1 : 1));
  else if (action && (editable || VIEWS.has(action))) actions[action]();
  else return;
  event.preventDefault();
});
for (const button of root.querySelectorAll("[data-action]")) button.addEventListener("click", () => actions[button.dataset.action]());
document.querySelector("form[action$='/release']")?.addEventListener("submit", async (event) => {
  if (!unsaved) return;
  event.preventDefault();
  if (await save()) event.target.requestSubmit();
});
window.addEventListener("beforeunload", (event) => {
  document.activeElement?.blur(); // A text that is being typed becomes a change.
  if (unsaved) event.preventDefault();
});
player.on("ready", () => { show(); root.classList.add("ready"); });
