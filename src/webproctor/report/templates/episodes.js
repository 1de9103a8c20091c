const { screens: SCREENS, texts: TEXTS } = document.querySelector("main").dataset;
const by = (id) => document.getElementById(id);
const make = (tag, given = {}, ...inside) => {
  const element = Object.assign(document.createElement(tag), given);
  element.append(...inside.filter((one) => one !== null && one !== undefined));
  return element;
};
const SHOWN = 400; // Maximum rows of the list; use the search field to find others.
let rows = [], held = null, turn = 0, playing = 0;

function load(name) {
  document.head.append(make("script", { src: `episodes/${name}.js` }));
}
function index(listed) {
  rows = listed;
  list();
  follow();
}
function episode(data) {
  held = data;
  open();
}

function list() {
  const find = by("find").value.toLowerCase(), only = by("only").value;
  const fits = ([task, score, , outcome]) => task.toLowerCase().includes(find)
    && (!only || (only === "solved" ? score >= 1 : only === "failed" ? score < 1 : outcome === only));
  const found = rows.map((row, number) => [row, number]).filter(([row]) => fits(row));
  by("list").replaceChildren(...found.slice(0, SHOWN).map(([[task, score, cause, , , , , scripts], number]) =>
    make("li", {}, make("a", { href: `#${number}`, className: held?.number === number ? "here" : "" },
      make("span", { textContent: task, title: task }),
      typeof scripts === "number" ? make("span", { textContent: `scripts: ${scripts.toLocaleString("en")}`, className: "soft scripts",
        title: "Number of commands with which the agent ran scripts in its page" }) : null,
      make("span", { textContent: cause || (100 * score).toFixed(0), className: score >= 1 ? "one" : score > 0 ? "" : "zero" })))));
  by("count").textContent = `${found.length} of ${rows.length} episodes` + (found.length > SHOWN ? `, ${SHOWN} shown` : "");
}

const KINDS = { refused: "request refused", error: "console" };
const timing = (seconds) => seconds < 1 ? `${Math.round(1000 * seconds)} ms` : `${seconds.toFixed(1)} s`;
let reading = false; // Whether the page text is open; kept from step to step.
function unfolded(name) {
  if (!name) return null;
  const frame = () => make("iframe", { sandbox: "", src: `${TEXTS}/${name}`, title: "Page text" });
  const words = make("details", { open: reading }, make("summary", { textContent: "Page text" }));
  if (reading) words.append(frame());
  words.ontoggle = () => {
    reading = words.open;
    if (reading && words.children.length === 1) words.append(frame());
  };
  return words;
}
// File names may contain characters with a meaning in addresses, such as `#`.
const address = (path) => path.split("/").map(encodeURIComponent).join("/");
function recorded() {
  const { video, trace, har, transcript } = held.recorded;
  if (!video && !trace && !har && !transcript) return null;
  const link = (path, textContent) => path ? make("a", { href: address(path), textContent, download: "" }) : null;
  return make("div", {}, make("h2", { textContent: "Recorded" }),
    video ? make("video", { src: address(video), controls: true, preload: "metadata" }) : null,
    make("p", { className: "files" }, link(trace, "Trace"), trace ? make("code", { textContent: `playwright show-trace ${trace}` }) : null,
      link(har, "Network (HAR)"), link(transcript, "Transcript")));
}
const part = (name, text) => text ? [make("h2", { textContent: name }), make("pre", { textContent: text })] : [];
const folded = (name, text) => text && text !== "{}" ? make("details", {}, make("summary", { textContent: name }),
  make("pre", {}, make("code", { textContent: text }))) : null;
const given = (all) => Object.entries(all).map(([key, value]) => `${key} ${JSON.stringify(value)}`).join(", ");

function point({ arguments: given }) {
  return typeof given.x === "number" && typeof given.y === "number" ? [given.x, given.y] : null;
}

function picture(now) {
  if (!now.screenshot) return null;
  const image = make("img", { alt: now.end ? "Screenshot of the final state" : `Screenshot before step ${turn + 1}` });
  const figure = make("figure", {}, image);
  image.onload = () => {
    const part = (value, of) => `${100 * value / of}%`, [wide, high] = [image.naturalWidth, image.naturalHeight];
    for (const action of now.actions) {
      const spot = point(action), place = action.place;
      const mark = make(spot ? "i" : "b", { title: action.name });
      if (spot) Object.assign(mark.style, { left: part(spot[0], wide), top: part(spot[1], high) });
      else if (place) Object.assign(mark.style, { left: part(place[0], wide), top: part(place[1], high),
        width: part(place[2], wide), height: part(place[3], high) });
      if (spot || place) figure.append(mark);
    }
  };
  image.src = `${SCREENS}/${now.screenshot}`;
  return figure;
}

// The steps and the final state.
function steps() {
  return held.ending ? [...held.turns, { ...held.ending, end: true, url: "", thought: "", plan: "", notes: "", noted: [], actions: [] }]
    : held.turns;
}
let shown = null; // Elements that change with the step; others are kept, so that videos keep playing.
function open() {
  const turns = steps(), last = held.turns.length;
  const head = [
    make("h1", { textContent: rows[held.number]?.[0] ?? held.task }),
    make("p", { className: "soft", textContent: `score ${(100 * held.score).toFixed(1)}, ${last} ${last === 1 ? "step" : "steps"}, ${held.seconds.toFixed(1)} s`
      + Object.entries(held.usage).map(([name, value]) => `, ${name.replaceAll("_", " ")} ${+value.toFixed(4)}`).join("") }),
    held.cause ? make("p", { className: "bad", textContent: `${held.outcome} (${held.cause}): ${held.message ?? ""}` }) : null,
    held.tries > 1 ? make("p", { className: "soft", textContent: `Run ${held.tries} times, because earlier tries were void.` }) : null,
    folded("Traceback", held.traceback), folded("Output of the program", held.output),
    ...part("Instruction", held.instruction), ...part("Answer", held.answer),
  ];
  shown = {
    player: make("button", { title: "Play (space)", onclick: play }),
    slider: make("input", { type: "range", min: 0, max: Math.max(0, turns.length - 1), ariaLabel: "Step" }),
    place: make("span", { id: "place" }),
    body: make("div"),
  };
  shown.slider.oninput = () => go(Number(shown.slider.value));
  const bar = turns.length ? make("div", { className: "bar" },
    make("button", { textContent: "←", title: "Previous step (left arrow)", onclick: () => go(turn - 1) }), shown.player,
    make("button", { textContent: "→", title: "Next step (right arrow)", onclick: () => go(turn + 1) }), shown.slider, shown.place) : null;
  const listed = (all, title) => all.length ? folded(`${all.length} ${title}`, all.map((one) => typeof one === "string" ? one
    : JSON.stringify(one)).join("\n")) : null;
  by("episode").replaceChildren(...[...head, bar, shown.body, recorded(), listed(held.refused, "refused requests in total"),
    listed(held.errors, "console errors in total"), folded("Score details", held.details)].filter(Boolean));
  for (const link of by("list").querySelectorAll("a")) link.className = link.hash === `#${held.number}` ? "here" : "";
  show();
}
function show() {
  const turns = steps();
  turn = Math.max(0, Math.min(turn, turns.length - 1));
  const now = turns[turn];
  const seen = now && picture(now), next = turns[turn + 1];
  if (next?.screenshot) new Image().src = `${SCREENS}/${next.screenshot}`; // Preload the next screenshot.
  shown.slider.value = turn;
  shown.player.textContent = playing ? "Pause" : "Play";
  shown.place.textContent = now?.end ? "final state" : `step ${turn + 1} of ${held.turns.length}`;
  shown.body.replaceChildren(now ? make("div", { className: `turn ${seen ? "" : "blind"}` }, seen, make("div", {},
    ...part("Page", now.url), ...part("Instruction of this step", now.instruction), ...part("Thought", now.thought), ...part("Plan", now.plan),
    now.end ? null : make("h2", { textContent: now.actions.length ? "Actions" : now.empty ? "No action: the model's answer was empty" : "No action" }),
    make("ol", {}, ...now.actions.map((action) => make("li", {}, make("code", { textContent: `${action.name} ${given(action.arguments)}` }),
      make("div", { className: action.ok ? "soft" : "bad", textContent: action.message })))),
    now.end ? make("p", { className: "soft", textContent: "Final state of the page." })
      : make("p", { className: "soft", textContent: `${timing(now.observing)} observing, ${timing(now.seconds - now.acting)} thinking, ${timing(now.acting)} acting` }),
    ...now.noted.map(([kind, what]) => make("p", { className: "bad noted", textContent: `${KINDS[kind] ?? kind}: ${what}` })),
    unfolded(now.text), folded("Notes", now.notes))) : make("p", { className: "soft", textContent: "No steps." }));
  history.replaceState(null, "", `#${held.number}/${turn}`);
}

function go(to) {
  if (!held || to < 0 || to >= steps().length) return false;
  turn = to;
  show();
  return true;
}
function play() {
  clearInterval(playing);
  playing = playing ? 0 : setInterval(() => { if (!go(turn + 1)) { play(); show(); } }, 900);
  show();
}
function follow() {
  const [number, at] = location.hash.slice(1).split("/").map(Number);
  if (Number.isNaN(number) || !location.hash) return rows.length ? void (location.hash = "#0") : undefined;
  turn = at || 0;
  if (held?.number === number) show();
  else if (rows[number]) load(number);
}
addEventListener("hashchange", follow);
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, video")) return;
  if (event.key === " " && event.target.matches("button, summary")) return;
  const deed = { ArrowLeft: () => go(turn - 1), ArrowRight: () => go(turn + 1), " ": play,
    ArrowDown: () => location.hash = `#${Math.min(rows.length - 1, (held?.number ?? -1) + 1)}`,
    ArrowUp: () => location.hash = `#${Math.max(0, (held?.number ?? 1) - 1)}` }[event.key];
  if (deed) { event.preventDefault(); deed(); }
});
by("find").oninput = by("only").onchange = list;
load("index");
