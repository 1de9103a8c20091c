// Farhaven: flights and hotels.
import { at, each, header, money, show, stars, to } from "/shared/site.js";

const FLIGHTS = [
  ["Skerry Air", "06:40", "09:05", 0, 142],
  ["Northlink", "08:15", "13:50", 1, 88],
  ["Bluewing", "09:30", "11:55", 0, 168],
  ["Northlink", "12:20", "14:45", 0, 131],
  ["Skerry Air", "14:10", "20:35", 2, 74],
  ["Bluewing", "17:45", "20:10", 0, 119],
].map(([line, leaves, lands, stops, price], id) => ({ id, line, leaves, lands, stops, price }));
const STAYS = [
  ["Hotel Alameda", "Old town", 4.6, 118, "#c97b4a", true],
  ["The Tramworks", "Harbour", 4.2, 84, "#3f6d8a", false],
  ["Casa Limoeiro", "Old town", 4.8, 146, "#6d8f47", true],
  ["Riverside Inn", "River", 3.9, 61, "#7d6a9a", true],
  ["Botanical Rooms", "Gardens", 4.4, 97, "#3e8468", false],
].map(([name, quarter, rating, price, colour, breakfast], id) => ({ id, name, quarter, rating, price, colour, breakfast }));
const ORDERS = {
  Earliest: (one, other) => one.leaves.localeCompare(other.leaves),
  Cheapest: (one, other) => one.price - other.price,
  "Fewest stops": (one, other) => one.stops - other.stops || one.price - other.price,
};
const CITIES = ["Lisbon", "Ljubljana", "Lyon", "Oslo", "Porto"];
const BAGS = [["Hand luggage only", 0], ["One suitcase", 28], ["Two suitcases", 49]];

const house = ({ name, colour }) => `<svg viewBox="0 0 200 128" preserveAspectRatio="xMidYMid slice" role="img" aria-label="${name}"><rect width="200" height="128" fill="#cfe3ee"/>
  <rect x="48" y="40" width="104" height="88" fill="${colour}"/><path d="M40 42 L100 12 L160 42Z" fill="#5b4a42"/>
  ${each([0, 1, 2], (row) => each([0, 1, 2], (column) => `<rect x="${60 + column * 30}" y="${50 + row * 25}" width="18" height="16" fill="#fff3c4"/>`))}</svg>`;
const top = (here) => header("Farhaven", [["Flights", "./"], ["Stays", to({ page: "stays" })]], here);

function search() {
  const city = at("city"), day = at("day");
  const typed = at("to").toLowerCase();
  const fitting = typed && !city ? CITIES.filter((name) => name.toLowerCase().startsWith(typed)) : [];
  show("Flights - Farhaven", `${top("Flights")}<main><h1>Where to?</h1><p class="quiet">From Oslo, in May</p>
    <form class="bar"><input class="field" name="to" placeholder="City" aria-label="City" value="${city || at("to")}">
      <button class="button">Find</button>${each(fitting, (name) => `<a class="chip" href="${to({ city: name })}">${name}</a>`)}</form>
    <h2>Day of travel</h2><div class="days">${each([...Array(31).keys()].map((number) => String(number + 1)), (number) =>
      `<button data-do="day" data-with="${number}" aria-label="${number} May" class="${number === day ? "here" : ""}">${number}</button>`)}</div>
    <div class="bar"><button class="main-button" data-do="flights">Show flights</button></div></main>`, {
    day: (number) => to({ city, day: number }),
    flights: () => to({ page: "flights", city, day }),
  });
}

function flights() {
  const order = at("order", "Earliest"), given = { city: at("city"), day: at("day") };
  show(`Oslo to ${given.city} - Farhaven`, `${top("Flights")}<main><h1>Oslo to ${given.city}</h1><p class="quiet">${given.day} May, one person</p>
    <div class="bar">${each(Object.keys(ORDERS), (name) => `<a class="chip ${name === order ? "here" : ""}"
      href="${to({ page: "flights", ...given, order: name })}">${name}</a>`)}</div>
    ${each(FLIGHTS.toSorted(ORDERS[order]), (flight) => `<div class="row"><b>${flight.leaves} &ndash; ${flight.lands}</b>
      <span class="wide">${flight.line}</span><span class="quiet">${["direct", "1 stop", "2 stops"][flight.stops]}</span>
      <span class="price">${money(flight.price)}</span><a class="button" aria-label="Select ${flight.line} ${flight.leaves}"
        href="${to({ page: "luggage", ...given, id: flight.id })}">Select</a></div>`)}</main>`);
}

function luggage() {
  const given = { city: at("city"), day: at("day"), id: at("id") }, chosen = Number(at("bags", "0"));
  const flight = FLIGHTS[given.id];
  show("Luggage - Farhaven", `${top("Flights")}<main><h1>Luggage</h1><p class="quiet">${flight.line}, ${flight.leaves} to ${given.city}, ${given.day} May</p><br>
    ${each(BAGS, ([name, price], place) => `<a class="row" href="${to({ page: "luggage", ...given, bags: place })}">
      <span>${place === chosen ? "&#9679;" : "&#9675;"}</span><b class="wide">${name}</b><span class="price">${price ? money(price) : "included"}</span></a>`)}
    <div class="bar"><a class="main-button" href="${to({ page: "booked", ...given, bags: chosen })}">Book for ${money(flight.price + BAGS[chosen][1])}</a></div></main>`);
}

const booked = () => show("Booked - Farhaven", `${top("")}<main><div class="done"><h1>Booked</h1>
  <p>${FLIGHTS[at("id")].line} to ${at("city")}, ${at("day")} May, ${BAGS[at("bags")][0].toLowerCase()}.</p><br>
  <a class="button" href="${to({ page: "stays" })}">Find a place to stay</a></div></main>`);

const stays = () => show("Stays in Lisbon - Farhaven", `${top("Stays")}<main><h1>Stays in Lisbon</h1><p class="quiet">Two nights in May. A stay opens in a tab of its own.</p><br>
  ${each(STAYS, (stay) => `<a class="row" target="_blank" href="${to({ page: "stay", id: stay.id })}">${house(stay)}
    <div class="wide"><b>${stay.name}</b><br><span class="quiet">${stay.quarter}</span></div>${stars(stay.rating)}
    <span class="price">${money(stay.price)}</span></a>`)}</main>`);

function stay() {
  const one = STAYS[at("id")];
  show(`${one.name} - Farhaven`, `${top("Stays")}<main><div class="two">${house(one)}<div><h1>${one.name}</h1>${stars(one.rating)}
    <p>${one.quarter}</p><h2 class="price">${money(one.price)} a night</h2><p class="quiet">Breakfast ${one.breakfast ? "included" : "not included"}</p><br>
    <a class="main-button" href="${to({ page: "reserved", id: one.id })}">Reserve</a> <button class="button">Ask the host</button></div></div></main>`);
}

const reserved = () => show("Reserved - Farhaven", `${top("Stays")}<main><div class="done"><h1>Reserved</h1>
  <p>${STAYS[at("id")].name} expects you.</p></div></main>`);

({ flights, luggage, booked, stays, stay, reserved })[at("page")]?.() ?? (at("page") || search());
