// A site is a function from the address's query to the HTML of its page. State is stored in the
// browser, so that it is available in every tab and after going back.

export const query = new URLSearchParams(location.search);
export const at = (name, other = "") => query.get(name) ?? other;

/** Return an address on this site with only the given parameters. */
export const to = (given) => "?" + new URLSearchParams(given);

export const kept = (name, other) => JSON.parse(localStorage.getItem(name) ?? "null") ?? other;
export const keep = (name, value) => localStorage.setItem(name, JSON.stringify(value));

export const money = (amount) => "$" + amount.toFixed(2);
export const stars = (rating) => `<span class="stars">&#9733; ${rating.toFixed(1)}</span>`;
export const each = (list, show) => list.map(show).join("");

/** Render a page; `deeds` are the handlers of its `data-do` buttons, called before rendering again. */
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

/** Return a header: name, links, a search field if the site has one, and a last link. */
export const header = (name, places, here, { search, end } = {}) => `
  <header><a class="logo" href="./">${name}</a>
    <nav>${each(places, ([label, href]) =>
      `<a href="${href}" ${label === here ? 'class="here"' : ""}>${label}</a>`)}</nav>
    ${search ? `<form><input name="find" placeholder="${search}" value="${at("find")}" aria-label="${search}">
      <button>Search</button></form>` : ""}
    ${end ?? ""}</header>`;
