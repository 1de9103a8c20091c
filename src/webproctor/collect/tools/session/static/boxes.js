// Draw boxes on a screenshot by mouse or keyboard. The form contains the picture; its hidden field
// `boxes` gets a list of [x, y, width, height] in pixels, or `null` for "not a click".

const SVG = "http://www.w3.org/2000/svg";
const ZOOMS = [1, 1.5, 2, 3, 4, 6];
const MIN_SIDE = 3; // Smallest side of a drawn box in pixels; smaller ones are drawn by accident.
const HANDLES = { nw: [0, 0], ne: [1, 0], sw: [0, 1], se: [1, 1] };

const form = document.querySelector("form.boxes");
const stage = form.querySelector(".stage");
const sheet = form.querySelector(".picture");
const svg = form.querySelector("svg");
const list = form.querySelector(".list");
const status = form.querySelector("[role=status]");
const readData = (name, absent) => JSON.parse(form.dataset[name] ?? JSON.stringify(absent));
const [width, height] = [Number(form.dataset.width), Number(form.dataset.height)];
const previous = readData("previous", []);
const others = readData("others", []); // Pairs of a name and its label: the order gives the colours.

let boxes = (readData("boxes", []) ?? []).map((box) => box.map(Number));
let sentBoxes = JSON.stringify(boxes); // The boxes that the server has, or that are sent to it.
let selected = boxes.length ? 0 : -1;
let zoom = 0;

const clamp = (value, maximum) => Math.min(Math.max(value, 0), maximum);
const describe = ([x, y, w, h]) => `${x}, ${y}, ${w} by ${h}`;

function element(name, attributes, parent) {
  const created = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  parent.append(created);
  return created;
}

function rectangle([x, y, w, h], attributes) {
  return element("rect", { x, y, width: w, height: h, ...attributes }, svg);
}

function show(message = "") {
  svg.replaceChildren();
  others.forEach(([, label], person) => {
    for (const box of label ?? []) rectangle(box, { class: `other other-${person % 3}` });
  });
  boxes.forEach((box, index) => {
    const rect = rectangle(box, { class: index === selected ? "box selected" : "box" });
    rect.dataset.box = index;
    if (index !== selected) return;
    // Handles keep their size on the screen.
    const size = (10 * width) / Math.max(svg.getBoundingClientRect().width, 1);
    for (const [name, [rightShare, bottomShare]] of Object.entries(HANDLES)) {
      const [x, y] = [box[0] + rightShare * box[2] - size / 2, box[1] + bottomShare * box[3] - size / 2];
      rectangle([x, y, size, size], { class: `handle ${name}` }).dataset.handle = name;
    }
  });
  showList();
  if (message) status.textContent = message;
}

function showList() {
  const focused = document.activeElement?.dataset?.field;
  list.replaceChildren(...boxes.map((box, index) => {
    const item = document.createElement("li");
    if (index === selected) item.className = "selected";
    ["x", "y", "width", "height"].forEach((name, part) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      Object.assign(input, { type: "number", min: 0, max: part % 2 ? height : width, value: box[part] });
      input.ariaLabel = `Box ${index + 1}, ${name}`;
      input.dataset.field = `${index} ${part}`;
      input.addEventListener("change", () => {
        selected = index;
        const changed = [...box];
        changed[part] = Number(input.value);
        setBox(index, changed);
      });
      label.append(name[0], input);
      item.append(label);
    });
    const remove = document.createElement("button");
    Object.assign(remove, { type: "button", className: "plain", textContent: "Delete" });
    remove.ariaLabel = `Delete box ${index + 1}`;
    remove.addEventListener("click", () => removeBox(index));
    item.append(remove);
    return item;
  }));
  if (focused) list.querySelector(`[data-field="${focused}"]`)?.focus();
}

// Keep a box in the picture, in whole pixels.
function fitted([x, y, w, h]) {
  const [left, top] = [clamp(Math.round(x), width - 1), clamp(Math.round(y), height - 1)];
  return [left, top, Math.max(1, Math.min(Math.round(w), width - left)),
    Math.max(1, Math.min(Math.round(h), height - top))];
}

function setBox(index, box) {
  boxes[index] = fitted(box);
  show(`Box ${index + 1}: ${describe(boxes[index])}`);
}

function add(box) {
  boxes.push(fitted(box));
  selected = boxes.length - 1;
  show(`Box ${boxes.length} added: ${describe(boxes[selected])}`);
}

function removeBox(index) {
  boxes.splice(index, 1);
  selected = Math.min(selected, boxes.length - 1);
  show(`Box ${index + 1} deleted`);
  stage.focus();
}

function copyLabel(label, source) {
  if (label === null) return send(null);
  if (!label.length) return show(`${source} has no boxes`);
  boxes = label.map((box) => [...box]);
  selected = 0;
  show(`Copied from ${source}: ${boxes.length}`);
}

function magnify(step) {
  zoom = clamp(zoom + step, ZOOMS.length - 1);
  const viewX = (stage.scrollLeft + stage.clientWidth / 2) / sheet.clientWidth;
  const viewY = (stage.scrollTop + stage.clientHeight / 2) / sheet.clientHeight;
  sheet.style.width = `${100 * ZOOMS[zoom]}%`;
  const box = boxes[selected];
  const [centerX, centerY] = box
    ? [(box[0] + box[2] / 2) / width, (box[1] + box[3] / 2) / height] : [viewX, viewY];
  stage.scrollLeft = centerX * sheet.clientWidth - stage.clientWidth / 2;
  stage.scrollTop = centerY * sheet.clientHeight - stage.clientHeight / 2;
  show(`Zoom ${100 * ZOOMS[zoom]} %`);
}

function send(value) {
  sentBoxes = JSON.stringify(boxes);
  form.elements.boxes.value = JSON.stringify(value);
  form.submit();
}

function point(event) {
  const bounds = svg.getBoundingClientRect();
  return [clamp(((event.clientX - bounds.left) * width) / bounds.width, width),
    clamp(((event.clientY - bounds.top) * height) / bounds.height, height)];
}

svg.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || !event.isPrimary) return;
  event.preventDefault();
  stage.focus({ preventScroll: true });
  svg.setPointerCapture(event.pointerId);
  const [x, y] = point(event);
  const handle = event.target.dataset.handle;
  const hit = event.target.dataset.box;
  if (hit !== undefined) selected = Number(hit);
  const isNew = !handle && hit === undefined;
  const start = isNew ? [x, y, 0, 0] : [...boxes[selected]];

  const drag = (moveEvent) => {
    const [toX, toY] = point(moveEvent);
    if (isNew || handle) {
      const [right, bottom] = HANDLES[handle ?? "se"];
      // The corner opposite to the handle stays.
      const corner = [start[0] + (1 - right) * start[2], start[1] + (1 - bottom) * start[3]];
      return [Math.min(corner[0], toX), Math.min(corner[1], toY),
        Math.abs(toX - corner[0]), Math.abs(toY - corner[1])];
    }
    return [clamp(start[0] + toX - x, width - start[2]), clamp(start[1] + toY - y, height - start[3]),
      start[2], start[3]];
  };
  const move = (moveEvent) => {
    const box = drag(moveEvent);
    if (isNew) {
      show();
      rectangle(box, { class: "box selected" });
    } else setBox(selected, box);
  };
  const dragging = new AbortController();
  const end = (endEvent) => {
    dragging.abort();
    const box = drag(endEvent);
    if (!isNew) return show();
    if (box[2] >= MIN_SIDE && box[3] >= MIN_SIDE) return add(box);
    selected = -1;
    return show();
  };
  const cancel = () => {
    dragging.abort();
    if (!isNew) boxes[selected] = start;
    show();
  };
  for (const [type, listener] of [["pointermove", move], ["pointerup", end], ["pointercancel", cancel]]) {
    svg.addEventListener(type, listener, { signal: dragging.signal });
  }
  show();
});

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const actions = {
  new: () => add([width * 0.4, height * 0.4, width * 0.2, height * 0.2]),
  copy: () => copyLabel(previous ?? null, "the previous screenshot"),
  in: () => magnify(1),
  out: () => magnify(-1),
  save: () => send(boxes),
  none: () => send(null),
  delete: () => selected >= 0 && removeBox(selected),
  next: () => {
    if (!boxes.length) return show("There are no boxes");
    selected = (selected + 1) % boxes.length;
    return show(`Box ${selected + 1}`);
  },
};
const KEYS = { n: "new", c: "copy", "+": "in", "-": "out", Enter: "save", x: "none", Delete: "delete",
  Backspace: "delete", b: "next" };

stage.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey) return;
  if (event.key in ARROWS && selected >= 0) {
    const [x, y] = ARROWS[event.key].map((part) => part * (event.shiftKey ? 10 : 1));
    const box = boxes[selected];
    setBox(selected, event.altKey ? [box[0], box[1], box[2] + x, box[3] + y]
      : [clamp(box[0] + x, width - box[2]), clamp(box[1] + y, height - box[3]), box[2], box[3]]);
    event.preventDefault();
  } else if (!event.altKey && form.querySelector(`[data-action="${KEYS[event.key]}"]`)) {
    event.preventDefault();
    actions[KEYS[event.key]]();
  }
});
for (const button of form.querySelectorAll("[data-action]")) {
  button.addEventListener("click", () => actions[button.dataset.action]());
}
for (const button of form.querySelectorAll("[data-take]")) {
  const [name, label] = others[button.dataset.take];
  button.addEventListener("click", () => copyLabel(label, name));
}
form.addEventListener("submit", (event) => { event.preventDefault(); send(boxes); });
addEventListener("beforeunload", (event) => { if (JSON.stringify(boxes) !== sentBoxes) event.preventDefault(); });
show();
form.querySelector("fieldset").disabled = false; // No click is lost while this script loads.
form.classList.add("ready");
