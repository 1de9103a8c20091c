const value = (cell) => cell.className === "text" ? cell.innerText.toLowerCase() : Number(cell.dataset.value ?? cell.innerText);
for (const button of document.querySelectorAll("th button")) {
  button.onclick = () => {
    const header = button.parentElement, row = header.parentElement, table = row.closest("table");
    const column = [...row.children].indexOf(header);
    const descending = header.ariaSort !== "descending";
    for (const other of row.children) other.ariaSort = "none";
    header.ariaSort = descending ? "descending" : "ascending";
    const rows = [...table.querySelectorAll("tbody tr")];
    rows.sort((first, second) => {
      const [a, b] = [value(first.children[column]), value(second.children[column])];
      return (a < b ? 1 : a > b ? -1 : 0) * (descending ? 1 : -1);
    });
    for (const row of rows) row.parentElement.append(row);
  };
}
const filter = () => {
  const benchmark = document.getElementById("benchmark").value;
  const selects = [...document.querySelectorAll("[data-part]")].filter((select) => select.value);
  const query = document.getElementById("find").value.toLowerCase();
  for (const section of document.querySelectorAll("section")) {
    let anyVisible = false;
    const sectionText = (section.dataset.benchmark + section.dataset.text).toLowerCase();
    for (const row of section.querySelectorAll(".board tbody tr")) {
      const folder = row.querySelector("a").title;
      row.hidden = !(sectionText + (row.innerText + folder).toLowerCase()).includes(query);
      anyVisible ||= !row.hidden;
    }
    const conditions = JSON.parse(section.dataset.parts);
    section.hidden = !anyVisible || (benchmark && section.dataset.benchmark !== benchmark)
      || selects.some((select) => conditions[select.dataset.part] !== select.value);
  }
};
for (const select of document.querySelectorAll("[data-part]")) select.onchange = filter;
document.getElementById("benchmark").onchange = document.getElementById("find").oninput = filter;
