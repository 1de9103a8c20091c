// Draw boxes on a screenshot by mouse or keyboard. The form contains the picture; its hidden field
// `boxes` gets a list of [x, y, width, height] in pixels, or `null` for "not a click".

const SVG = "http://www.w3.org/2000/svg";
const ZOOMS = [1, 1.5, 2, 3, 4, 6];
const LEAST = 3; // Smallest side of a drawn box in pixels; smaller ones are slips of the mouse.
const HANDLES = { nw: [0, 0], ne: [1, 0], sw: [0, 1], se: [1, 1] };

const form = document.querySelector("form.boxes");
const stage = form.querySelector(".stage");
const sheet = form.querySelector(".picture");
const svg = form.querySelector("svg");
const list = form.querySelector(".list");
const status = form.querySelector("[role=status]");
const given = (name, absent) => JSON.parse(form.dataset[name] ?? JSON.stringify(absent));
const [width, height] = [Number(form.dataset.width), Number(form.dataset.height)];
const previous = given("previous", []);
const others = given("others", []); // Pairs of a name and its label: the order gives the colours.

let boxes = (given("boxes", []) ?? []).map((box) => box.map(Number));
let selected = boxes.length ? 0 : -1;
let zoom = 0;

const clamp = (value, most) => Math.min(Math.max(value, 0), most);
const describe = ([x, y, w, h]) => `${x}, ${y}, ${w} by ${h}`;

function element(name, attributes, parent) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  parent.append(made);
  return made;
}

function rectangle([x, y, w, h], attributes) {
  return element("rect", { x, y, width: w, height: h, ...attributes }, svg);
}

function show(said = "") {
  svg.replaceChildren();
  others.forEach(([, label], person) => {
    for (const box of label ?? []) rectangle(box, { class: `other other-${person % 3}` });
  });
  boxes.forEach((box, index) => {
    const shown = rectangle(box, { class: index === selected ? "box selected" : "box" });
    shown.dataset.box = index;
    if (index !== selected) return;
    // Handles keep their size on the screen.
    const size = (10 * width) / Math.max(svg.getBoundingClientRect().width, 1);
    for (const [name, [right, bottom]] of Object.entries(HANDLES)) {
      const [x, y] = [box[0] + right * box[2] - size / 2, box[1] + bottom * box[3] - size / 2];
      rectangle([x, y, size, size], { class: `handle ${name}` }).dataset.handle = name;
    }
  });
  showList();
  if (said) status.textContent = said;
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
        place(index, changed);
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

function place(index, box) {
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

function take(label, whose) {
  if (label === null) return send(null);
  if (!label.length) return show(`${whose} has no boxes`);
  boxes = label.map((box) => [...box]);
  selected = 0;
  show(`Copied from ${whose}: ${boxes.length}`);
}

function magnify(step) {
  zoom = clamp(zoom + step, ZOOMS.length - 1);
  const middle = (stage.scrollLeft + stage.clientWidth / 2) / sheet.clientWidth;
  const down = (stage.scrollTop + stage.clientHeight / 2) / sheet.clientHeight;
  sheet.style.width = `${100 * ZOOMS[zoom]}%`;
  const box = boxes[selected];
  const [across, along] = box
    ? [(box[0] + box[2] / 2) / width, (box[1] + box[3] / 2) / height] : [middle, down];
  stage.scrollLeft = across * sheet.clientWidth - stage.clientWidth / 2;
  stage.scrollTop = along * sheet.clientHeight - stage.clientHeight / 2;
  show(`Zoom ${100 * ZOOMS[zoom]} %`);
}

function send(value) {
  form.elements.boxes.value = JSON.stringify(value);
  form.submit();
}

function point(event) {
  const shown = svg.getBoundingClientRect();
  return [clamp(((event.clientX - shown.left) * width) / shown.width, width),
    clamp(((event.clientY - shown.top) * height) / shown.height, height)];
}

svg.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  event.preventDefault();
  stage.focus({ preventScroll: true });
  svg.setPointerCapture(event.pointerId);
  const [x, y] = point(event);
  const handle = event.target.dataset.handle;
  const hit = event.target.dataset.box;
  if (hit !== undefined) selected = Number(hit);
  const isNew = !handle && hit === undefined;
  const start = isNew ? [x, y, 0, 0] : [...boxes[selected]];

  const drag = (moved) => {
    const [toX, toY] = point(moved);
    if (isNew || handle) {
      const [right, bottom] = HANDLES[handle ?? "se"];
      // The corner opposite to the handle stays.
      const fixed = [start[0] + (1 - right) * start[2], start[1] + (1 - bottom) * start[3]];
      return [Math.min(fixed[0], toX), Math.min(fixed[1], toY),
        Math.abs(toX - fixed[0]), Math.abs(toY - fixed[1])];
    }
    return [clamp(start[0] + toX - x, width - start[2]), clamp(start[1] + toY - y, height - start[3]),
      start[2], start[3]];
  };
  const move = (moved) => {
    const box = drag(moved);
    if (isNew) {
      show();
      rectangle(box, { class: "box selected" });
    } else place(selected, box);
  };
  const end = (last) => {
    svg.removeEventListener("pointermove", move);
    const box = drag(last);
    if (!isNew) return show();
    if (box[2] >= LEAST && box[3] >= LEAST) return add(box);
    selected = -1;
    return show();
  };
  svg.addEventListener("pointermove", move);
  svg.addEventListener("pointerup", end, { once: true });
  show();
});

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const actions = {
  new: () => add([width * 0.4, height * 0.4, width * 0.2, height * 0.2]),
  copy: () => take(previous ?? null, "the previous screenshot"),
  in: () => magnify(1),
  out: () => magnify(-1),
  save: () => send(boxes),
  none: () => send(null),
  delete: () => selected >= 0 && removeBox(selected),
  next: () => { selected = boxes.length ? (selected + 1) % boxes.length : -1; show(`Box ${selected + 1}`); },
};
const KEYS = { n: "new", c: "copy", "+": "in", "-": "out", Enter: "save", x: "none", Delete: "delete",
  Backspace: "delete", b: "next" };

stage.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey) return;
  if (event.key in ARROWS && selected >= 0) {
    const [x, y] = ARROWS[event.key].map((part) => part * (event.shiftKey ? 10 : 1));
    const box = boxes[selected];
    place(selected, event.altKey ? [box[0], box[1], box[2] + x, box[3] + y]
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
  button.addEventListener("click", () => take(label, name));
}
form.addEventListener("submit", (event) => { event.preventDefault(); send(boxes); });
show();
form.querySelector("fieldset").disabled = false; // No click is lost while this script loads.
form.classList.add("ready");
