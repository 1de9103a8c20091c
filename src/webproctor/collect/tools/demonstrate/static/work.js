// The page of a demonstration: it draws the frames of the website, sends the annotator's input, and
// shows the state that the server sends. Texts of the website are only ever set as text.
const byId = (id) => document.getElementById(id);
const work = byId("work"), canvas = byId("frames"), context = canvas.getContext("2d");
const LABELS = {CLICK: "Click", TYPE: "Type", SELECT: "Select an option", HOVER: "Hover", ENTER: "Press Enter",
  FAKE: "Click (fake: recorded, not executed)"};
const MOUSE_EVENTS = {move: "mousemove", down: "mousedown", up: "mouseup"};
let socket, state = {phase: "opening"}, operation = "";

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
      context.drawImage(frame, 0, 0);
      frame.close();
      canvas.dataset.drawn = Number(canvas.dataset.drawn ?? 0) + 1;
    } finally { send({do: "drawn"}); }
  };
  socket.onclose = ({code, reason}) => {
    if (state.ended) return;
    show({...state, phase: "opening", notice: reason || "The connection was lost. Reconnecting …"});
    // Codes of a server that is stopped, or of a network without connection.
    if (code !== 1008) setTimeout(connect, 1000);
  };
}

function show(newState) {
  const previous = state.selected;
  state = newState;
  work.dataset.phase = newState.phase;
  work.dataset.busy = String(Boolean(newState.busy));
  if (newState.ended) return location.assign("/demonstrate/");
  for (const section of document.querySelectorAll("[data-for]"))
    section.hidden = !section.dataset.for.split(" ").includes(newState.phase);
  byId("notice").textContent = newState.notice ?? "";
  byId("address").textContent = newState.url ?? "";
  const steps = newState.steps ?? [];
  byId("steps").replaceChildren(...steps.map((text) => Object.assign(document.createElement("li"), {textContent: text})));
  byId("number").textContent = String(steps.length + 1);
  byId("none").hidden = steps.length > 0;
  const failedIndex = newState.differs ?? null;
  byId("undo").textContent = failedIndex === null ? "Undo the last step" : `Remove the steps from ${failedIndex + 1}`;
  byId("undo").hidden = byId("finish").hidden = !steps.length;
  for (const button of document.querySelectorAll("#panel button")) button.disabled = Boolean(newState.busy);
  byId("undo").disabled ||= !["recording", "closed"].includes(newState.phase);
  const selected = newState.selected ?? null;
  byId("operation").hidden = !selected;
  byId("how").hidden = Boolean(selected);
  highlight(selected);
  const identity = (element) => element && JSON.stringify([element.role, element.name, element.operations, element.options]);
  if (selected && identity(selected) !== identity(previous)) showOperations(selected);
}

function highlight(selected) {
  const box = selected?.box, outline = byId("highlight");
  outline.hidden = !box;
  if (!box) return;
  const scale = canvas.clientWidth / canvas.width;
  const [left, top, width, height] = box.map((value) => `${value * scale}px`);
  Object.assign(outline.style, {left, top, width, height});
  byId("tag").textContent = `${selected.role} ${selected.name}`;
  byId("tag").classList.toggle("below", box[1] * scale < 30);
}

function showOperations(selected) {
  byId("role").textContent = selected.role;
  byId("name").textContent = selected.name || "(no name)";
  const operations = selected.operations.flatMap((name) => (name === "CLICK" ? ["CLICK", "FAKE"] : [name]));
  byId("operations").replaceChildren(...operations.map((name, number) => {
    const label = document.createElement("label");
    const radio = Object.assign(document.createElement("input"), {type: "radio", name: "operation", value: name,
      checked: number === 0});
    radio.onchange = () => chooseOperation(name);
    label.append(radio, LABELS[name]);
    return label;
  }));
  byId("value").value = "";
  byId("option").replaceChildren(...selected.options.map((text, number) => new Option(text, String(number))));
  chooseOperation(operations[0]);
}

function chooseOperation(name) {
  operation = name;
  byId("typed").hidden = name !== "TYPE";
  byId("chosen").hidden = name !== "SELECT";
}

byId("operation").onsubmit = (event) => {
  event.preventDefault();
  if (state.busy) return;
  send({do: "perform", op: operation === "FAKE" ? "CLICK" : operation, value: operation === "TYPE" ? byId("value").value : "",
    option: operation === "SELECT" ? Number(byId("option").value) : null, fake: operation === "FAKE"});
  chooseNext();
};
byId("panel").addEventListener("click", ({target}) => {
  const command = target.closest("[data-do]")?.dataset.do;
  if (command) send({do: command});
  if (command === "ignore") chooseNext();
});
// The form is hidden then, and would lose the focus of the keyboard.
const chooseNext = () => canvas.focus({preventScroll: true});

function position({clientX, clientY}) {
  const box = canvas.getBoundingClientRect();
  const clamp = (value, limit) => Math.min(Math.max(value, 0), limit - 1);
  return {x: clamp((clientX - box.left) * canvas.width / box.width, canvas.width),
    y: clamp((clientY - box.top) * canvas.height / box.height, canvas.height)};
}

// Moves are sent once a frame: only the last position matters.
let moved = null;
canvas.addEventListener(MOUSE_EVENTS.move, (event) => {
  if (state.phase !== "exploring") return;
  if (!moved) requestAnimationFrame(() => { input({kind: "move", ...moved}); moved = null; });
  moved = position(event);
});
// While the button is held, the events of the mouse outside the picture belong to it too.
canvas.addEventListener("pointerdown", ({pointerId}) => { if (state.phase === "exploring") canvas.setPointerCapture(pointerId); });
for (const kind of ["down", "up"]) canvas.addEventListener(MOUSE_EVENTS[kind], (event) => {
  if (event.button !== 0) return;
  if (kind === "down") canvas.focus();
  event.preventDefault();
  if (state.phase === "exploring") input({kind, ...position(event)});
});
canvas.addEventListener("click", (event) => {
  if (state.phase === "recording" && !state.busy) send({do: "select", ...position(event)});
});
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  const unit = event.deltaMode ? 40 : 1;
  const pixels = (delta) => Math.min(Math.max(delta * unit, -10000), 10000);
  input({kind: "wheel", ...position(event), right: pixels(event.deltaX), down: pixels(event.deltaY)});
}, {passive: false});
canvas.addEventListener("contextmenu", (event) => event.preventDefault());

// While recording, the arrow keys select the next and the previous control, and Enter its operation.
canvas.addEventListener("keydown", (event) => {
  if (state.phase !== "recording" || event.ctrlKey || event.altKey || event.metaKey) return;
  const step = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1}[event.key];
  if (event.key === "Enter" && state.selected) document.querySelector("#operations input:checked").focus();
  else if (step && !state.busy) send({do: "select next", step});
  else return;
  event.preventDefault();
});
canvas.addEventListener("keydown", (event) => {
  // Tab leaves the website, so that the page can be used with the keyboard.
  if (state.phase !== "exploring" || event.key === "Tab" || event.isComposing) return;
  if (["Shift", "Control", "Alt", "Meta", "Dead", "Process", "Unidentified"].includes(event.key)) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "v") return; // `paste` follows.
  event.preventDefault();
  const modifiers = [[event.ctrlKey || event.metaKey, "Control"], [event.altKey, "Alt"]].filter(([isPressed]) => isPressed).map(([, name]) => name);
  if ([...event.key].length === 1 && !modifiers.length) return input({kind: "text", text: event.key});
  if (event.shiftKey) modifiers.push("Shift");
  input({kind: "key", keys: [...modifiers, event.key].join("+")});
});
canvas.addEventListener("paste", (event) => {
  event.preventDefault();
  if (state.phase === "exploring") input({kind: "text", text: event.clipboardData.getData("text").slice(0, 20000)});
});
new ResizeObserver(() => highlight(state.selected)).observe(canvas);

connect();
