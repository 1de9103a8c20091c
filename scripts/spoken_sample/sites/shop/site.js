// Marlow & Finch: keyboards, lamps and mugs.
import { at, each, header, keep, kept, money, show, stars, to } from "/shared/site.js";

const GOODS = [
  ["Keyboards", "Cobalt 75", 64.5, 4.6, "#3a3f4b", "#3d7bd9"],
  ["Keyboards", "Quiet Typist", 39.9, 4.1, "#d8d5cd", "#8b8f98"],
  ["Keyboards", "Lagoon Mini", 48.0, 4.3, "#f0efe9", "#2f6fd0"],
  ["Keyboards", "Rosette 60", 52.25, 3.8, "#f3dfe4", "#d0597e"],
  ["Keyboards", "Night Shift Pro", 119.0, 4.8, "#20232a", "#4a4e58"],
  ["Keyboards", "Meadow Split", 87.75, 4.4, "#e9ece2", "#5a9a55"],
  ["Keyboards", "First Keys", 17.95, 3.4, "#4b4e56", "#d8d8d8"],
  ["Keyboards", "Amber Retro", 73.1, 4.2, "#efe3cd", "#c98b2c"],
  ["Lamps", "Heron Desk Lamp", 42.0, 4.5, "#2f6f6a", "#ffe9a8"],
  ["Lamps", "Pebble Night Light", 18.5, 4.0, "#9aa0a8", "#fff3cf"],
  ["Lamps", "Orchard Floor Lamp", 96.0, 4.7, "#7c5a3c", "#ffe1a1"],
  ["Lamps", "Signal Clip Lamp", 23.75, 3.6, "#c0392b", "#fff0c0"],
  ["Lamps", "Lantern Lamp", 31.2, 4.4, "#3d4d7a", "#ffdf94"],
  ["Lamps", "Studio Arm Lamp", 58.9, 4.1, "#24272e", "#fff1c9"],
  ["Mugs", "Speckled Mug", 12.0, 4.4, "#e7ddc9", "#8d7b5f"],
  ["Mugs", "Harbour Mug", 14.5, 4.7, "#2e5b86", "#e8eef4"],
  ["Mugs", "Tall Fern Mug", 16.25, 4.2, "#4c7d4b", "#dfeadb"],
  ["Mugs", "Twin Espresso Cups", 21.0, 4.6, "#3a2a22", "#f1e7dc"],
].map(([kind, name, price, rating, body, detail], id) => ({ id, kind, name, price, rating, body, detail }));

const KINDS = ["Keyboards", "Lamps", "Mugs"];
const ORDERS = {
  Featured: () => 0,
  "Cheapest first": (one, other) => one.price - other.price,
  "Best rated": (one, other) => other.rating - one.rating,
};
const DELIVERIES = [["Standard, 4 days", 3.5], ["Express, tomorrow", 9.0], ["Collect in the shop", 0]];

const basket = kept("basket", {});
const count = Object.values(basket).reduce((sum, of) => sum + of, 0);

const keys = ({ body, detail }) => `<rect x="18" y="34" width="164" height="62" rx="8" fill="${body}" stroke="#9b9a94"/>` +
  each([0, 1, 2, 3], (row) => each([...Array(12).keys()], (key) =>
    `<rect x="${25 + key * 12.7}" y="${40 + row * 13}" width="10.5" height="10.5" rx="2" fill="${detail}"/>`));
const lamp = ({ body, detail }) => `<path d="M70 62 L130 62 L116 22 L84 22Z" fill="${body}"/>
  <ellipse cx="100" cy="64" rx="30" ry="6" fill="${detail}"/><rect x="97" y="64" width="6" height="42" fill="${body}"/>
  <rect x="74" y="104" width="52" height="7" rx="3" fill="${body}"/>`;
const mug = ({ body, detail }) => `<rect x="66" y="34" width="60" height="66" rx="8" fill="${body}"/>
  <path d="M126 48 q26 18 0 38" fill="none" stroke="${body}" stroke-width="9"/>
  <rect x="66" y="58" width="60" height="12" fill="${detail}"/>`;
const DRAW = { Keyboards: keys, Lamps: lamp, Mugs: mug };
const picture = (good) => `<svg viewBox="0 0 200 128" role="img" aria-label="${good.name}">${DRAW[good.kind](good)}</svg>`;

const top = (here) => header("Marlow &amp; Finch", KINDS.map((kind) => [kind, to({ kind })]), here, {
  search: "Search the shop",
  end: `<a class="basket" href="${to({ page: "basket" })}">Basket (${count})</a>`,
});

function list() {
  const kind = at("kind", "Keyboards"), order = at("order", "Featured"), find = at("find").toLowerCase();
  const found = GOODS.filter((good) => find ? (good.name + good.kind).toLowerCase().includes(find) : good.kind === kind)
    .toSorted(ORDERS[order]);
  const title = find ? `Found: ${at("find")}` : kind;
  show(`${title} - Marlow & Finch`, `${top(find ? "" : kind)}<main><h1>${title}</h1>
    <div class="bar"><span class="quiet">${found.length} articles. Show</span>
      ${each(Object.keys(ORDERS), (name) => `<a class="chip ${name === order ? "here" : ""}"
        href="${to(find ? { find: at("find"), order: name } : { kind, order: name })}">${name}</a>`)}</div>
    <div class="grid">${each(found, (good) => `<a class="card" href="${to({ page: "article", id: good.id })}">
      ${picture(good)}<b>${good.name}</b>${stars(good.rating)}<span class="price">${money(good.price)}</span></a>`)}</div></main>`);
}

function article() {
  const good = GOODS[at("id")], many = Number(at("many", "1"));
  const others = GOODS.filter(({ kind, id }) => kind === good.kind && id !== good.id).slice(0, 4);
  show(`${good.name} - Marlow & Finch`, `${top(good.kind)}<main><div class="two">${picture(good)}<div>
    <h1>${good.name}</h1>${stars(good.rating)}<h2 class="price">${money(good.price)}</h2>
    <p class="quiet">Ready to be sent. Thirty days to change your mind.</p>
    <div class="bar">Quantity <button class="button" data-do="many" data-with="${many - 1}" aria-label="One less">&minus;</button>
      <b>${many}</b><button class="button" data-do="many" data-with="${many + 1}" aria-label="One more">+</button></div>
    <button class="main-button" data-do="add">Add to basket</button>
    <button class="button" data-do="save">Save for later</button></div></div>
    <h2>Others looked at</h2><div class="grid">${each(others, (other) => `<a class="card"
      href="${to({ page: "article", id: other.id })}">${picture(other)}<b>${other.name}</b>
      <span class="price">${money(other.price)}</span></a>`)}</div></main>`, {
    many: (number) => to({ page: "article", id: good.id, many: Math.max(1, number) }),
    add: () => (keep("basket", { ...basket, [good.id]: (basket[good.id] ?? 0) + many }), to({ page: "basket" })),
    save: () => (keep("saved", [...kept("saved", []), good.id]), to({ page: "article", id: good.id })),
  });
}

function cart() {
  const chosen = Object.entries(basket).map(([id, many]) => [GOODS[id], many]);
  const sum = chosen.reduce((total, [good, many]) => total + good.price * many, 0);
  show("Basket - Marlow & Finch", `${top("")}<main><h1>Your basket</h1>
    <p class="quiet">${count} ${count === 1 ? "article" : "articles"}</p><br>
    ${each(chosen, ([good, many]) => `<div class="row">${picture(good)}<div class="wide"><b>${good.name}</b><br>
      <span class="quiet">${many} at ${money(good.price)}</span></div><span class="price">${money(good.price * many)}</span>
      <button class="button" data-do="remove" data-with="${good.id}" aria-label="Remove ${good.name}">Remove</button></div>`)}
    <div class="bar"><b class="wide">Together ${money(sum)}</b></div>
    <a class="main-button" href="${to({ page: "delivery" })}">Go to checkout</a>
    <a class="button" href="./">Keep shopping</a></main>`, {
    remove: (id) => (delete basket[id], keep("basket", basket)),
  });
}

function delivery() {
  const chosen = Number(at("by", "0"));
  show("Checkout - Marlow & Finch", `${top("")}<main><h1>How shall it come?</h1><br>
    ${each(DELIVERIES, ([name, price], place) => `<a class="row" href="${to({ page: "delivery", by: place })}">
      <span>${place === chosen ? "&#9679;" : "&#9675;"}</span><b class="wide">${name}</b>
      <span class="price">${price ? money(price) : "free"}</span></a>`)}
    <button class="main-button" data-do="order">Place the order</button></main>`, {
    order: () => (keep("basket", {}), to({ page: "thanks" })),
  });
}

const thanks = () => show("Thank you - Marlow & Finch", `${top("")}<main><div class="done"><h1>Thank you</h1>
  <p>Your order is on its way.</p><br><a class="button" href="./">Back to the shop</a></div></main>`);

({ article, basket: cart, delivery, thanks })[at("page")]?.() ?? (at("page") || list());
