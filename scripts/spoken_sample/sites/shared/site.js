// A site is a function from the address's query to the text of its page. What a visitor has put
// by is kept in the browser, so that it is there in every tab and after going back.

export const query = new URLSearchParams(location.search);
export const at = (name, other = "") => query.get(name) ?? other;

/** An address on this site: what is given, and nothing of the present one. */
export const to = (given) => "?" + new URLSearchParams(given);

export const kept = (name, other) => JSON.parse(localStorage.getItem(name) ?? "null") ?? other;
export const keep = (name, value) => localStorage.setItem(name, JSON.stringify(value));

export const money = (amount) => "$" + amount.toFixed(2);
export const stars = (rating) => `<span class="stars">&#9733; ${rating.toFixed(1)}</span>`;
export const each = (list, show) => list.map(show).join("");

/** Show a page; `deeds` are what its buttons of that `data-do` do, before the page is shown anew. */
export function show(title, parts, deeds = {}) {
  document.title = title;
  document.body.innerHTML = parts;
  for (const button of document.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => {
      const next = deeds[button.dataset.do](button.dataset.with);
      if (next) location.search = next;
      else location.reload();
    });
  }
}

/** A header: name, places to go, a search field where the site has one, and a link at its end. */
export const header = (name, places, here, { search, end } = {}) => `
  <header><a class="logo" href="./">${name}</a>
    <nav>${each(places, ([label, href]) =>
      `<a href="${href}" ${label === here ? 'class="here"' : ""}>${label}</a>`)}</nav>
    ${search ? `<form><input name="find" placeholder="${search}" value="${at("find")}" aria-label="${search}">
      <button>Search</button></form>` : ""}
    ${end ?? ""}</header>`;
