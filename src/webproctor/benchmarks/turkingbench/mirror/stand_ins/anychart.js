// Own stand-in for AnyChart, which may not be redistributed: bar charts of labelled numbers.

(function () {
  function draw(rows, container) {
    const largest = Math.max(...rows.map(([, value]) => Number(value) || 0), 1e-9);
    const table = document.createElement("table");
    table.style.cssText = "width: 100%; height: 100%; font: 13px sans-serif; color: #545f69";
    for (const [label, value] of rows) {
      const bar = document.createElement("div");
      const share = (100 * (Number(value) || 0)) / largest;
      bar.style.cssText = `width: ${share}%; height: 1.2em; background: #64b5f6`;
      bar.title = `${label}: ${value}`;
      const row = table.insertRow();
      row.insertCell().textContent = label;
      row.insertCell().append(bar);
      row.cells[0].style.cssText = "width: 1%; padding-right: 6px; text-align: right";
    }
    container.append(table);
  }

  function chart(rows = []) {
    let container = null;
    const self = {
      data(data) {
        rows = data;
        return self;
      },
      title() {
        return self;
      },
      container(target) {
        container = typeof target === "string" ? document.getElementById(target) : target;
        return self;
      },
      draw() {
        draw(rows, container);
        return self;
      },
    };
    return self;
  }

  window.anychart = { bar: chart, column: chart };
})();
