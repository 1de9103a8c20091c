const value = (cell) => cell.dataset.value !== undefined ? Number(cell.dataset.value)
  : Number.isNaN(parseFloat(cell.innerText)) ? cell.innerText.toLowerCase() : parseFloat(cell.innerText);
for (const button of document.querySelectorAll("th button")) {
  button.onclick = () => {
    const head = button.parentElement, row = head.parentElement, table = row.closest("table");
    const place = [...row.children].indexOf(head);
    const down = head.ariaSort !== "descending";
    for (const other of row.children) other.ariaSort = "none";
    head.ariaSort = down ? "descending" : "ascending";
    const rows = [...table.querySelectorAll("tr")].slice(1);
    rows.sort((one, other) => {
      const [a, b] = [value(one.children[place]), value(other.children[place])];
      return (a < b ? 1 : a > b ? -1 : 0) * (down ? 1 : -1);
    });
    for (const each of rows) each.parentElement.append(each);
  };
}
const filter = () => {
  const benchmark = document.getElementById("benchmark").value;
  const parts = [...document.querySelectorAll("[data-part]")].filter((one) => one.value);
  const find = document.getElementById("find").value.toLowerCase();
  for (const section of document.querySelectorAll("section")) {
    let any = false;
    const told = (section.dataset.benchmark + section.dataset.text).toLowerCase();
    for (const row of [...section.querySelectorAll(".board tr")].slice(1)) {
      const where = row.querySelector("a").title;
      row.hidden = !(told + (row.innerText + where).toLowerCase()).includes(find);
      any ||= !row.hidden;
    }
    const own = JSON.parse(section.dataset.parts);
    section.hidden = !any || (benchmark && section.dataset.benchmark !== benchmark)
      || parts.some((one) => own[one.dataset.part] !== one.value);
  }
};
for (const one of document.querySelectorAll("[data-part]")) one.onchange = filter;
document.getElementById("benchmark").onchange = document.getElementById("find").oninput = filter;
