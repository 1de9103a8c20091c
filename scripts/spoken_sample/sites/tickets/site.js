// Stagelight: tickets for events.
import { at, each, header, keep, kept, money, show, to } from "/shared/site.js";

const EVENTS = [
  ["Music", "The Copper Strings", "Hall of Mirrors", "#7a4fa3", ["Fri 12 March", "Sat 13 March", "Sun 14 March"]],
  ["Music", "Nils and the Night Trams", "The Boiler Room", "#2a6f97", ["Thu 11 March", "Sat 20 March"]],
  ["Music", "Requiem by Candlelight", "Saint Brannoc's", "#6b4226", ["Sun 14 March"]],
  ["Music", "Big Band Brunch", "Hall of Mirrors", "#b5651d", ["Sun 7 March", "Sun 21 March"]],
  ["Theatre", "The Lighthouse Keepers", "Old Customs House", "#2f5d50", ["Fri 5 March", "Sat 6 March", "Fri 19 March", "Sat 20 March"]],
  ["Theatre", "A Winter Visit", "Little Theatre", "#8c2f39", ["Wed 10 March", "Sat 27 March"]],
  ["Theatre", "Paper Crowns", "Old Customs House", "#46536b", ["Tue 16 March", "Wed 17 March"]],
  ["Comedy", "Ines Talks Too Much", "The Boiler Room", "#c08a00", ["Fri 19 March", "Sat 20 March"]],
  ["Comedy", "Three Dry Men", "Little Theatre", "#4d7c3a", ["Thu 4 March"]],
].map(([kind, name, place, colour, days], id) => ({ id, kind, name, place, colour, days }));

const KINDS = ["Music", "Theatre", "Comedy"];
const ROWS = "ABCDEF";
const FRONT = "AB";
const seatPrice = (row) => FRONT.includes(row) ? 48 : 29;
const taken = (row, seat) => (ROWS.indexOf(row) * 7 + seat * 5) % 4 === 0 || (row === "C" && seat < 4);

const poster = ({ colour, name }) => `<svg viewBox="0 0 200 128" preserveAspectRatio="xMidYMid slice" role="img" aria-label="${name}">
  <rect width="200" height="128" fill="${colour}"/><circle cx="150" cy="40" r="58" fill="#ffffff22"/>
  <path d="M0 128 L70 40 L120 128Z" fill="#00000028"/><text x="14" y="98" fill="#fff" font-size="13">${name}</text></svg>`;
const top = (here) => header("Stagelight", KINDS.map((kind) => [kind, to({ kind })]), here, {
  search: "Who or where",
  end: `<a class="basket" href="${to({ page: "mine" })}">My tickets</a>`,
});

function list() {
  const kind = at("kind", "Music"), find = at("find").toLowerCase();
  const found = EVENTS.filter((event) => find ? (event.name + event.place).toLowerCase().includes(find) : event.kind === kind);
  show(`${find ? at("find") : kind} - Stagelight`, `${top(find ? "" : kind)}<main>
    <h1>${find ? `Found: ${at("find")}` : kind}</h1><p class="quiet">This March in town</p><br>
    <div class="grid">${each(found, (event) => `<a class="card" href="${to({ page: "event", id: event.id })}">${poster(event)}
      <b>${event.name}</b><span>${event.place}</span><span class="quiet">${event.days.join(", ")}</span></a>`)}</div></main>`);
}

function event() {
  const one = EVENTS[at("id")];
  show(`${one.name} - Stagelight`, `${top(one.kind)}<main><div class="two">${poster(one)}<div><h1>${one.name}</h1>
    <p>${one.place}</p><h2>Choose an evening</h2>${each(one.days, (day) => `<div class="row"><b class="wide">${day}, 8 pm</b>
      <span class="quiet">from $29</span><a class="button" href="${to({ page: "seats", id: one.id, day })}"
        aria-label="Seats on ${day}">Seats</a></div>`)}</div></div></main>`);
}

function seats() {
  const one = EVENTS[at("id")], day = at("day"), chosen = at("seats").split(",").filter(Boolean);
  const sum = chosen.reduce((total, seat) => total + seatPrice(seat[0]), 0);
  const here = { page: "seats", id: one.id, day };
  show(`Seats - ${one.name}`, `${top(one.kind)}<main><h1>${one.name}</h1><p class="quiet">${one.place}, ${day}, 8 pm</p><br>
    <div class="side"><div><div class="stage">Stage</div><div class="seats">${each([...ROWS], (row) => `<b>${row}</b>` +
      each([...Array(10).keys()].map((seat) => seat + 1), (seat) => `<button data-do="seat" data-with="${row}${seat}"
        ${taken(row, seat) ? "disabled" : ""} aria-label="Seat ${row}${seat}"
        class="seat ${FRONT.includes(row) ? "front" : ""} ${taken(row, seat) ? "taken" : ""} ${chosen.includes(row + seat) ? "here" : ""}"
        >${seat}</button>`))}</div></div>
    <div class="panel"><b>Your seats</b><p>${chosen.join(", ") || "none yet"}</p><br>
      <p class="quiet">Purple $48, green $29, grey taken</p><br><p class="price">Together ${money(sum)}</p><br>
      <button class="main-button" data-do="on">Continue</button>
      <button class="button" data-do="clear">Clear</button></div></div></main>`, {
    seat: (seat) => to({ ...here, seats: (chosen.includes(seat) ? chosen.filter((other) => other !== seat) : [...chosen, seat]).join(",") }),
    clear: () => to(here),
    on: () => to({ page: "pay", id: one.id, day, seats: chosen.join(",") }),
  });
}

function pay() {
  const one = EVENTS[at("id")], by = at("by", "Phone");
  const given = { id: one.id, day: at("day"), seats: at("seats") };
  show(`Tickets - ${one.name}`, `${top(one.kind)}<main><h1>Almost there</h1>
    <p class="quiet">${one.name}, ${given.day}, seats ${given.seats.replaceAll(",", ", ")}</p><h2>How do you want the tickets?</h2>
    ${each([["Phone", "shown at the door"], ["Email", "to print at home"], ["Box office", "to be fetched"]], ([name, what]) =>
      `<a class="row" href="${to({ page: "pay", ...given, by: name })}"><span>${name === by ? "&#9679;" : "&#9675;"}</span>
        <b>${name}</b><span class="quiet wide">${what}</span></a>`)}
    <div class="bar"><button class="main-button" data-do="buy">Buy the tickets</button>
      <a class="button" href="${to({ page: "seats", ...given })}">Change seats</a></div></main>`, {
    buy: () => (keep("mine", [...kept("mine", []), { ...given, by }]), to({ page: "mine" })),
  });
}

const mine = () => show("My tickets - Stagelight", `${top("")}<main><h1>My tickets</h1><br>
  ${each(kept("mine", []), ({ id, day, seats, by }) => `<div class="row">${poster(EVENTS[id])}<div class="wide"><b>${EVENTS[id].name}</b><br>
    <span class="quiet">${day}, 8 pm, seats ${seats.replaceAll(",", ", ")}</span></div><span>${by}</span></div>`)}
  <a class="button" href="./">Find another evening</a></main>`);

({ event, seats, pay, mine })[at("page")]?.() ?? (at("page") || list());
