const { screens: SCREENS, texts: TEXTS } = document.querySelector("main").dataset;
const by = (id) => document.getElementById(id);
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
};
const MORE_ROWS = 400; // Rows that are added to the list at a time, when it is scrolled to its end.
let rows = [], found = []; // `found` are the numbers of the rows that match the search field and the filter.
let current = null, step = 0, timer = 0; // `current` is the data of the open episode.

function load(name) {
  document.head.append(make("script", { src: `episodes/${name}.js` }));
}
function index(data) {
  rows = data;
  showList();
  followHash();
}
function episode(data) {
  if (data.number !== Number.parseInt(location.hash.slice(1), 10)) return; // Another one was opened before this one was loaded.
  current = data;
  showEpisode();
}

function showList() {
  const query = by("find").value.toLowerCase(), filter = by("only").value;
  const matches = ([task, score, , outcome]) => task.toLowerCase().includes(query)
    && (!filter || (filter === "solved" ? score >= 1 : filter === "failed" ? score < 1 : outcome === filter));
  found = [...rows.keys()].filter((number) => matches(rows[number]));
  by("list").replaceChildren();
  addRows(MORE_ROWS);
  by("count").textContent = `${found.length} of ${rows.length} episodes`;
  markCurrent();
}
function addRows(count) {
  const listed = by("list").children.length;
  by("list").append(...found.slice(listed, listed + count).map((number) => {
    const [task, score, cause, , , , , scripts] = rows[number];
    return make("li", {}, make("a", { href: `#${number}`, tabIndex: -1 },
      make("span", { textContent: task, title: task }),
      typeof scripts === "number" ? make("span", { textContent: `scripts: ${scripts.toLocaleString("en")}`, className: "soft scripts",
        title: "Number of commands with which the agent ran scripts in its page" }) : null,
      make("span", { textContent: cause || (100 * score).toFixed(0), className: score >= 1 ? "one" : score > 0 ? "" : "zero" })));
  }));
}
// The list is one stop of the Tab key, so that the episode is not hundreds of stops away.
function markCurrent() {
  const list = by("list"), position = found.indexOf(current?.number), missing = position + 1 - list.children.length;
  if (missing > 0) addRows(missing + MORE_ROWS);
  for (const link of list.querySelectorAll("a[tabindex='0']")) Object.assign(link, { className: "", ariaCurrent: null, tabIndex: -1 });
  const here = list.children[position]?.firstChild, stop = here ?? list.querySelector("a");
  if (stop) stop.tabIndex = 0;
  if (!here) return;
  Object.assign(here, { className: "here", ariaCurrent: "true" });
  const top = here.offsetTop - list.offsetTop; // `scrollIntoView` would scroll the page, too.
  list.scrollTop = Math.max(top + here.offsetHeight - list.clientHeight, Math.min(list.scrollTop, top));
  if (list.contains(document.activeElement)) here.focus({ preventScroll: true });
}
function openNeighbour(offset) {
  const next = offset > 0 ? found.find((number) => number > (current?.number ?? -1))
    : found.findLast((number) => number < (current?.number ?? 1));
  if (next !== undefined) location.hash = `#${next}`;
}

const KINDS = { refused: "request refused", error: "console" };
const duration = (seconds) => seconds < 1 ? `${Math.round(1000 * seconds)} ms` : `${seconds.toFixed(1)} s`;
let textOpen = false; // Whether the page text is open; kept from step to step.
function pageText(name) {
  if (!name) return null;
  const frame = () => make("iframe", { sandbox: "", src: `${TEXTS}/${name}`, title: "Page text" });
  const details = make("details", { open: textOpen }, make("summary", { textContent: "Page text" }));
  if (textOpen) details.append(frame());
  details.ontoggle = () => {
    textOpen = details.open;
    if (textOpen && details.children.length === 1) details.append(frame());
  };
  return details;
}
// File names may contain characters with a meaning in addresses, such as `#`.
const address = (path) => path.split("/").map(encodeURIComponent).join("/");
function recordings() {
  const { video, trace, har, transcript } = current.recorded;
  if (!video && !trace && !har && !transcript) return null;
  const link = (path, textContent) => path ? make("a", { href: address(path), textContent, download: "" }) : null;
  return make("div", {}, make("h2", { textContent: "Recorded" }),
    video ? make("video", { src: address(video), controls: true, preload: "metadata" }) : null,
    make("p", { className: "files" }, link(trace, "Trace"), trace ? make("code", { textContent: `playwright show-trace ${trace}` }) : null,
      link(har, "Network (HAR)"), link(transcript, "Transcript")));
}
const section = (title, text) => text ? [make("h2", { textContent: title }), make("pre", { textContent: text })] : [];
const collapsedSection = (title, text) => text && text !== "{}" ? make("details", {}, make("summary", { textContent: title }),
  make("pre", {}, make("code", { textContent: text }))) : null;
// Coordinates have up to 15 decimals: more than two would only hide the others.
const rounded = (_, value) => typeof value === "number" ? +value.toFixed(2) : value;
const formatArguments = (values) => Object.entries(values).map(([key, value]) => `${key} ${JSON.stringify(value, rounded)}`).join(", ");

function pointOf({ arguments: { x, y } }) {
  return typeof x === "number" && typeof y === "number" ? [x, y] : null;
}

function screenshotOf(state) {
  if (!state.screenshot) return null;
  const image = make("img", { alt: state.end ? "Screenshot of the final state" : `Screenshot before step ${step + 1}` });
  const figure = make("figure", {}, image);
  image.onload = () => {
    const share = (value, total) => `${100 * value / total}%`, { naturalWidth: width, naturalHeight: height } = image;
    for (const action of state.actions) {
      const point = pointOf(action), { rect } = action;
      const marker = make(point ? "i" : "b", { title: action.name });
      if (point) Object.assign(marker.style, { left: share(point[0], width), top: share(point[1], height) });
      else if (rect) Object.assign(marker.style, { left: share(rect[0], width), top: share(rect[1], height),
        width: share(rect[2], width), height: share(rect[3], height) });
      if (point || rect) figure.append(marker);
    }
  };
  image.src = `${SCREENS}/${state.screenshot}`;
  return figure;
}

// The steps and the final state, if it was recorded.
function allStates() {
  return current.ending ? [...current.steps, { ...current.ending, end: true, url: "", thought: "", plan: "", notes: "", noted: [], actions: [] }]
    : current.steps;
}
let elements = null; // Elements that change with the step; others are kept, so that videos keep playing.
function showEpisode() {
  const count = current.steps.length, states = allStates();
  const head = [
    make("h1", { textContent: rows[current.number]?.[0] ?? current.task }),
    make("p", { className: "soft", textContent: `score ${(100 * current.score).toFixed(1)}, ${count} ${count === 1 ? "step" : "steps"}, ${current.seconds.toFixed(1)} s`
      + Object.entries(current.usage).map(([name, value]) => `, ${name.replaceAll("_", " ")} ${+value.toFixed(4)}`).join("") }),
    current.cause ? make("p", { className: "bad", textContent: `${current.outcome} (${current.cause}): ${current.message ?? ""}` }) : null,
    current.tries > 1 ? make("p", { className: "soft", textContent: `Run ${current.tries} times, because earlier tries were void.` }) : null,
    collapsedSection("Traceback", current.traceback), collapsedSection("Output of the program", current.output),
    ...section("Instruction", current.instruction), ...section("Answer", current.answer),
  ];
  elements = {
    playButton: make("button", { title: "Play (space)", onclick: togglePlaying }),
    slider: make("input", { type: "range", min: 0, max: Math.max(0, states.length - 1), ariaLabel: "Step" }),
    position: make("span", { id: "place" }),
    body: make("div"),
  };
  elements.slider.oninput = () => go(Number(elements.slider.value));
  const bar = states.length ? make("div", { className: "bar" },
    make("button", { textContent: "←", title: "Previous step (left arrow)", onclick: () => go(step - 1) }), elements.playButton,
    make("button", { textContent: "→", title: "Next step (right arrow)", onclick: () => go(step + 1) }), elements.slider, elements.position) : null;
  const collapsedList = (events, title) => events.length ? collapsedSection(`${events.length} ${title}`,
    events.map((event) => typeof event === "string" ? event : JSON.stringify(event)).join("\n")) : null;
  by("episode").replaceChildren(...[...head, bar, elements.body, recordings(), collapsedList(current.refused, "refused requests in total"),
    collapsedList(current.errors, "console errors in total"), collapsedSection("Score details", current.details)].filter(Boolean));
  markCurrent();
  showStep();
}
function showStep() {
  const states = allStates();
  step = Math.max(0, Math.min(step, states.length - 1));
  const state = states[step], next = states[step + 1];
  const screenshot = state && screenshotOf(state);
  if (next?.screenshot) new Image().src = `${SCREENS}/${next.screenshot}`; // Preload the next screenshot.
  elements.slider.value = step;
  elements.playButton.textContent = timer ? "Pause" : "Play";
  elements.position.textContent = state?.end ? "final state" : `step ${step + 1} of ${current.steps.length}`;
  elements.body.replaceChildren(state ? make("div", { className: `step ${screenshot ? "" : "blind"}` }, screenshot, make("div", {},
    ...section("Page", state.url), ...section("Instruction of this step", state.instruction), ...section("Thought", state.thought), ...section("Plan", state.plan),
    state.end ? null : make("h2", { textContent: state.actions.length ? "Actions" : state.empty ? "No action: the model's answer was empty" : "No action" }),
    make("ol", {}, ...state.actions.map((action) => make("li", {}, make("code", { textContent: `${action.name} ${formatArguments(action.arguments)}` }),
      make("div", { className: action.ok ? "soft" : "bad", textContent: action.message })))),
    state.end ? make("p", { className: "soft", textContent: "Final state of the page." })
      : make("p", { className: "soft", textContent: `${duration(state.observing)} observing, ${duration(state.seconds - state.acting)} thinking, ${duration(state.acting)} acting` }),
    ...state.noted.map(([kind, text]) => make("p", { className: "bad noted", textContent: `${KINDS[kind] ?? kind}: ${text}` })),
    pageText(state.text), collapsedSection("Notes", state.notes))) : make("h2", { textContent: "No steps" }));
  history.replaceState(null, "", `#${current.number}/${step}`);
}

function go(position) {
  if (!current || position < 0 || position >= allStates().length) return false;
  step = position;
  showStep();
  return true;
}
function togglePlaying() {
  clearInterval(timer);
  timer = timer ? 0 : setInterval(() => { if (!go(step + 1)) { togglePlaying(); showStep(); } }, 900);
  showStep();
}
function followHash() {
  const [number, position] = location.hash.slice(1).split("/").map(Number);
  if (Number.isNaN(number) || !location.hash) return rows.length ? void (location.hash = "#0") : undefined;
  step = position || 0;
  if (current?.number === number) showStep();
  else if (rows[number]) load(number);
}
addEventListener("hashchange", followHash);
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, video")) return;
  if (event.key === " " && event.target.matches("button, summary")) return;
  const command = { ArrowLeft: () => go(step - 1), ArrowRight: () => go(step + 1), " ": togglePlaying,
    ArrowDown: () => openNeighbour(1), ArrowUp: () => openNeighbour(-1) }[event.key];
  if (command) { event.preventDefault(); command(); }
});
by("list").onscroll = ({ target: { scrollTop, clientHeight, scrollHeight } }) => {
  if (scrollTop + 2 * clientHeight > scrollHeight) addRows(MORE_ROWS);
};
by("find").oninput = by("only").onchange = showList;
load("index");
