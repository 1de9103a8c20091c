// The page of a demonstration: it draws the frames of the website, sends the annotator's input, and
// shows the state that the server sends. Texts of the website are only ever set as text.
const at = (id) => document.getElementById(id);
const work = at("work"), canvas = at("frames"), pen = canvas.getContext("2d");
const NAMES = {CLICK: "Click", TYPE: "Type", SELECT: "Select an option", HOVER: "Hover", ENTER: "Press Enter",
  FAKE: "Click (fake: recorded, not executed)"};
const HERE = {move: "mousemove", down: "mousedown", up: "mouseup"};
let socket, state = {phase: "opening"}, chosen = "";

const send = (message) => { if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message)); };
const input = (event) => send({do: "input", event});

function connect() {
  socket = new WebSocket(work.dataset.live);
  socket.binaryType = "blob";
  socket.onmessage = async ({data}) => {
    if (typeof data === "string") return show(JSON.parse(data));
    try {
      const frame = await createImageBitmap(data);
      if (canvas.width !== frame.width || canvas.height !== frame.height)
        [canvas.width, canvas.height] = [frame.width, frame.height];
      pen.drawImage(frame, 0, 0);
      frame.close();
      canvas.dataset.drawn = Number(canvas.dataset.drawn ?? 0) + 1;
    } finally { send({do: "drawn"}); }
  };
  socket.onclose = ({code, reason}) => {
    if (state.ended) return;
    show({...state, phase: "opening", notice: reason || "The connection was lost. It is tried again."});
    // Codes of a server that is stopped, or of a network without connection.
    if (code !== 1008) setTimeout(connect, 1000);
  };
}

function show(next) {
  const before = state.selected;
  state = next;
  work.dataset.phase = next.phase;
  work.dataset.busy = String(Boolean(next.busy));
  if (next.ended) return location.assign("/demonstrate/");
  for (const part of document.querySelectorAll("[data-for]"))
    part.hidden = !part.dataset.for.split(" ").includes(next.phase);
  at("notice").textContent = next.notice ?? "";
  at("address").textContent = next.url ?? "";
  const steps = next.steps ?? [];
  at("steps").replaceChildren(...steps.map((text) => Object.assign(document.createElement("li"), {textContent: text})));
  at("number").textContent = String(steps.length + 1);
  at("none").hidden = steps.length > 0;
  const differs = next.differs ?? null;
  at("undo").textContent = differs === null ? "Undo the last step" : `Remove the steps from ${differs + 1}`;
  at("undo").hidden = at("finish").hidden = !steps.length;
  for (const button of document.querySelectorAll("#panel button")) button.disabled = Boolean(next.busy);
  at("undo").disabled ||= !["recording", "closed"].includes(next.phase);
  const selected = next.selected ?? null;
  at("operation").hidden = !selected;
  at("how").hidden = Boolean(selected);
  highlight(selected);
  const what = (one) => one && JSON.stringify([one.role, one.name, one.operations, one.options]);
  if (selected && what(selected) !== what(before)) choices(selected);
}

function highlight(selected) {
  const box = selected?.box, mark = at("highlight");
  mark.hidden = !box;
  if (!box) return;
  const scale = canvas.clientWidth / canvas.width;
  const [left, top, width, height] = box.map((one) => `${one * scale}px`);
  Object.assign(mark.style, {left, top, width, height});
  at("tag").textContent = `${selected.role} ${selected.name}`;
  at("tag").classList.toggle("below", box[1] * scale < 30);
}

function choices(selected) {
  at("role").textContent = selected.role;
  at("name").textContent = selected.name || "(no name)";
  const offered = selected.operations.flatMap((one) => (one === "CLICK" ? ["CLICK", "FAKE"] : [one]));
  at("operations").replaceChildren(...offered.map((one, number) => {
    const label = document.createElement("label");
    const radio = Object.assign(document.createElement("input"), {type: "radio", name: "operation", value: one,
      checked: number === 0});
    radio.onchange = () => choose(one);
    label.append(radio, NAMES[one]);
    return label;
  }));
  at("value").value = "";
  at("option").replaceChildren(...selected.options.map((text, number) => new Option(text, String(number))));
  choose(offered[0]);
}

function choose(one) {
  chosen = one;
  at("typed").hidden = one !== "TYPE";
  at("chosen").hidden = one !== "SELECT";
}

at("operation").onsubmit = (event) => {
  event.preventDefault();
  if (state.busy) return;
  send({do: "perform", op: chosen === "FAKE" ? "CLICK" : chosen, value: chosen === "TYPE" ? at("value").value : "",
    option: chosen === "SELECT" ? Number(at("option").value) : null, fake: chosen === "FAKE"});
};
at("panel").addEventListener("click", ({target}) => {
  const wanted = target.closest("[data-do]")?.dataset.do;
  if (wanted) send({do: wanted});
});

function place({clientX, clientY}) {
  const box = canvas.getBoundingClientRect();
  const within = (one, most) => Math.min(Math.max(one, 0), most - 1);
  return {x: within((clientX - box.left) * canvas.width / box.width, canvas.width),
    y: within((clientY - box.top) * canvas.height / box.height, canvas.height)};
}

// Moves are sent once a frame: only the last position matters.
let moved = null;
canvas.addEventListener(HERE.move, (event) => {
  if (state.phase !== "exploring") return;
  if (!moved) requestAnimationFrame(() => { input({kind: "move", ...moved}); moved = null; });
  moved = place(event);
});
for (const kind of ["down", "up"]) canvas.addEventListener(HERE[kind], (event) => {
  if (event.button !== 0) return;
  if (kind === "down") canvas.focus();
  event.preventDefault();
  if (state.phase === "exploring") input({kind, ...place(event)});
});
canvas.addEventListener("click", (event) => {
  if (state.phase === "recording" && !state.busy) send({do: "select", ...place(event)});
});
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const size = event.deltaMode ? 40 : 1;
  const far = (one) => Math.min(Math.max(one * size, -10000), 10000);
  input({kind: "wheel", ...place(event), right: far(event.deltaX), down: far(event.deltaY)});
}, {passive: false});
canvas.addEventListener("contextmenu", (event) => event.preventDefault());

canvas.addEventListener("keydown", (event) => {
  // Tab leaves the website, so that the page can be used with the keyboard.
  if (state.phase !== "exploring" || event.key === "Tab" || event.isComposing) return;
  if (["Shift", "Control", "Alt", "Meta", "Dead", "Process", "Unidentified"].includes(event.key)) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v") return; // `paste` follows.
  event.preventDefault();
  const held = [[event.ctrlKey || event.metaKey, "Control"], [event.altKey, "Alt"]].filter(([on]) => on).map(([, name]) => name);
  if ([...event.key].length === 1 && !held.length) return input({kind: "text", text: event.key});
  if (event.shiftKey) held.push("Shift");
  input({kind: "key", keys: [...held, event.key].join("+")});
});
canvas.addEventListener("paste", (event) => {
  event.preventDefault();
  if (state.phase === "exploring") input({kind: "text", text: event.clipboardData.getData("text").slice(0, 20000)});
});
new ResizeObserver(() => highlight(state.selected)).observe(canvas);

connect();
