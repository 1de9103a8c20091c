// Spoonful: food delivery.
import { at, each, header, keep, kept, money, show, stars, to } from "/shared/site.js";

const KITCHENS = [
  ["Basil & Smoke", "Italian", 4.7, 25, "#c0392b"],
  ["Golden Wok", "Chinese", 4.3, 20, "#d39b1c"],
  ["Green Ladle", "Soups", 4.8, 35, "#3f8a4f"],
  ["Casa Maiz", "Mexican", 4.5, 30, "#b5562b"],
  ["Saffron House", "Indian", 4.6, 40, "#a8651a"],
  ["Little Miso", "Japanese", 4.4, 30, "#5a4e8c"],
].map(([name, kind, rating, minutes, colour], id) => ({ id, name, kind, rating, minutes, colour }));
const DISHES = [
  [["Margherita pizza", 9.5, "v"], ["Pepperoni pizza", 11.5, ""], ["Mushroom pizza", 10.8, "v"], ["Garlic bread", 4.2, "v"], ["Tiramisu", 5.9, ""], ["Lemonade", 3.1, "v"]],
  [["Fried rice", 8.2, "v"], ["Orange chicken", 10.9, ""], ["Spring rolls", 5.0, "v"], ["Jasmine tea", 2.5, "v"]],
  [["Tomato soup", 6.4, "v"], ["Chicken soup", 7.8, ""], ["Lentil soup", 6.9, "v"], ["Sourdough roll", 1.8, "v"], ["Apple juice", 2.9, "v"]],
  [["Bean tacos", 8.4, "v"], ["Beef tacos", 9.9, ""], ["Corn chips", 4.1, "v"], ["Lime water", 2.4, "v"]],
  [["Chicken tikka", 11.2, ""], ["Chickpea curry", 9.6, "v"], ["Naan", 2.2, "v"], ["Mango lassi", 3.6, "v"]],
  [["Salmon bowl", 12.4, ""], ["Tofu bowl", 10.4, "v"], ["Miso soup", 3.9, "v"], ["Green tea", 2.3, "v"]],
].map((list) => list.map(([name, price, mark], id) => ({ id, name, price, vegetarian: mark === "v" })));
const ORDERS = {
  "For you": () => 0,
  "Fastest": (one, other) => one.minutes - other.minutes,
  "Best rated": (one, other) => other.rating - one.rating,
};
const TIPS = ["no tip", "$1", "$2", "$4"];

const basket = kept("basket", []);
const plate = ({ name, colour }) => `<svg viewBox="0 0 200 128" preserveAspectRatio="xMidYMid slice" role="img" aria-label="${name}"><rect width="200" height="128" fill="#f2e6d6"/>
  <circle cx="100" cy="64" r="50" fill="#fff"/><circle cx="100" cy="64" r="36" fill="${colour}"/>
  <circle cx="88" cy="56" r="8" fill="#ffffff70"/><circle cx="112" cy="70" r="10" fill="#00000022"/><circle cx="104" cy="46" r="6" fill="#7fb069"/></svg>`;
const top = (here) => header("Spoonful", [["Kitchens", "./"], ["Past orders", to({ page: "past" })]], here, {
  search: "Kitchen or dish",
  end: `<a class="basket" href="${to({ page: "checkout" })}">Basket (${basket.length})</a>`,
});
const sum = () => basket.reduce((total, { price }) => total + price, 0);

function list() {
  const order = at("order", "For you"), find = at("find").toLowerCase();
  const found = KITCHENS.filter(({ id, name, kind }) =>
    (name + kind + each(DISHES[id], (dish) => dish.name)).toLowerCase().includes(find)).toSorted(ORDERS[order]);
  show("Kitchens - Spoonful", `${top("Kitchens")}<main><h1>${find ? `Kitchens with ${at("find")}` : "Kitchens near you"}</h1>
    <div class="bar">${each(Object.keys(ORDERS), (name) => `<a class="chip ${name === order ? "here" : ""}"
      href="${to({ order: name, find: at("find") })}">${name}</a>`)}</div>
    <div class="grid" style="grid-template-columns: repeat(3, 1fr)">${each(found, (kitchen) => `<a class="card"
      href="${to({ page: "menu", id: kitchen.id })}">${plate(kitchen)}<b>${kitchen.name}</b>
      <span class="quiet">${kitchen.kind}, ${kitchen.minutes} minutes</span>${stars(kitchen.rating)}</a>`)}</div></main>`);
}

function menu() {
  const kitchen = KITCHENS[at("id")];
  show(`${kitchen.name} - Spoonful`, `${top("Kitchens")}<main><h1>${kitchen.name}</h1>
    <p class="quiet">${kitchen.kind}, ${kitchen.minutes} minutes</p><br><div class="side"><div>${each(DISHES[kitchen.id], (dish) =>
      `<div class="row"><b class="wide">${dish.name}</b><span class="quiet">${dish.vegetarian ? "vegetarian" : ""}</span>
        <span class="price">${money(dish.price)}</span><button class="button" data-do="add" data-with="${dish.id}"
          aria-label="Add ${dish.name}">Add</button></div>`)}</div>
    <div class="panel"><b>Your order</b>${each(basket, ({ name, price }, place) => `<p>${name} ${money(price)}
      <button data-do="drop" data-with="${place}" aria-label="Take ${name} off">&times;</button></p>`) || "<p>nothing yet</p>"}<br>
      <p class="price">Together ${money(sum())}</p><br>
      <a class="main-button" href="${to({ page: "checkout" })}">Check out</a></div></div></main>`, {
    add: (id) => keep("basket", [...basket, { kitchen: kitchen.id, ...DISHES[kitchen.id][id] }]),
    drop: (place) => keep("basket", basket.toSpliced(place, 1)),
  });
}

function checkout() {
  const tip = at("tip", "no tip");
  show("Check out - Spoonful", `${top("")}<main><h1>Check out</h1><p class="quiet">To 14 Alder Lane</p><br><div class="side"><div>
    ${each(basket, ({ name, price }, place) => `<div class="row"><b class="wide">${name}</b><span class="price">${money(price)}</span>
      <button class="button" data-do="drop" data-with="${place}" aria-label="Remove ${name}">Remove</button></div>`)}
    <h2>Tip for the rider</h2><div class="bar">${each(TIPS, (name) => `<a class="chip ${name === tip ? "here" : ""}"
      href="${to({ page: "checkout", tip: name })}">${name}</a>`)}</div></div>
    <div class="panel"><p class="price">Together ${money(sum())}</p><p class="quiet">${tip}</p><br>
      <button class="main-button" data-do="order">Order now</button></div></div></main>`, {
    drop: (place) => keep("basket", basket.toSpliced(place, 1)),
    order: () => (keep("past", [basket, ...kept("past", [])]), keep("basket", []), to({ page: "past" })),
  });
}

const past = () => show("Past orders - Spoonful", `${top("Past orders")}<main><h1>Past orders</h1><br>
  ${each(kept("past", []), (dishes, place) => `<div class="row">${plate(KITCHENS[dishes[0].kitchen])}<div class="wide">
    <b>${KITCHENS[dishes[0].kitchen].name}</b><br><span class="quiet">${dishes.map(({ name }) => name).join(", ")}</span></div>
    <button class="button" data-do="again" data-with="${place}">Order again</button></div>`)}</main>`, {
  again: (place) => (keep("basket", kept("past", [])[place]), to({ page: "checkout" })),
});

({ menu, checkout, past })[at("page")]?.() ?? (at("page") || list());
