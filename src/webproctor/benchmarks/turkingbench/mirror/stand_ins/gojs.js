// Own stand-in for the part of the GoJS library that the pages use: a flow chart of labelled boxes
// in layers from top to bottom. Dragging from one box to another draws a link, clicking a link
// selects it, and Delete or Backspace removes the selected link. The licence of GoJS does not
// permit copies.

const go = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const ROW = 80, GAP = 24, MARGIN = 20, HEIGHT = 38;

  class Part {
    constructor(...settings) {
      this.settings = settings;
    }
  }
  class Node extends Part {}
  class Link extends Part {}
  class Shape extends Part {}
  class TextBlock extends Part {}
  class Binding extends Part {}
  class LayeredDigraphLayout extends Part {}

  class GraphLinksModel {
    constructor(nodes = [], links = []) {
      this.nodeDataArray = nodes;
      this.linkDataArray = links;
    }
    addLinkData(link) {
      this.linkDataArray.push(link);
    }
    removeLinkData(link) {
      this.linkDataArray = this.linkDataArray.filter((one) => one !== link);
    }
    toJson() {
      return JSON.stringify({ class: "GraphLinksModel", ...this });
    }
  }

  const create = (tag, parent, attributes) => {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return parent.appendChild(made);
  };

  // The layer of each box: one below the deepest box that links to it. Loops end the count.
  const layers = ({ nodeDataArray, linkDataArray }) => {
    const depth = Object.fromEntries(nodeDataArray.map((node) => [node.key, 0]));
    for (let round = 0; round < nodeDataArray.length; round++) {
      for (const { from, to } of linkDataArray) {
        depth[to] = Math.min(Math.max(depth[to], depth[from] + 1), nodeDataArray.length);
      }
    }
    const rows = [];
    for (const node of nodeDataArray) (rows[depth[node.key]] ??= []).push(node);
    return rows.filter(Boolean);
  };

  class Diagram {
    constructor(place) {
      this.div = typeof place === "string" ? document.getElementById(place) : place;
      this.allowLink = true;
      this.drawing = create("svg", this.div, { width: "100%", height: "100%", tabindex: 0 });
      this.drawing.style.cssText = "display: block; outline: none";
      this.drawing.addEventListener("mousedown", (event) => this.press(event));
      this.drawing.addEventListener("mousemove", (event) => this.move(event));
      this.drawing.addEventListener("mouseup", (event) => this.release(event));
      this.drawing.addEventListener("keydown", (event) => {
        if (event.key === "Delete" || event.key === "Backspace") this.remove();
      });
      this.model = new GraphLinksModel();
    }

    get model() {
      return this.shown;
    }
    set model(model) {
      this.shown = model;
      this.selected = this.start = null;
      this.draw();
    }

    draw() {
      this.drawing.replaceChildren();
      const arrow = create("marker", create("defs", this.drawing, {}), {
        id: "go-arrow", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto",
      });
      create("path", arrow, { d: "M0 0 8 4 0 8z" });
      const links = create("g", this.drawing, {}), boxes = {};
      layers(this.shown).forEach((row, depth) => {
        let x = MARGIN;
        for (const node of row) {
          const box = create("g", this.drawing, { "data-key": node.key, cursor: "pointer" });
          const shape = create("rect", box, { y: MARGIN + depth * ROW, height: HEIGHT, rx: 6, fill: node.color ?? "white" });
          const text = create("text", box, {
            y: MARGIN + depth * ROW + HEIGHT / 2, fill: "#333", "dominant-baseline": "central", "font-weight": "bold",
            "font-size": 14, "font-family": "sans-serif", x: x + 8,
          });
          text.textContent = node.text;
          const width = (text.getComputedTextLength() || 8 * String(node.text).length) + 16;
          shape.setAttribute("x", x);
          shape.setAttribute("width", width);
          boxes[node.key] = { middle: x + width / 2, top: MARGIN + depth * ROW };
          x += width + GAP;
        }
        this.width = Math.max(this.width ?? 0, x);
      });
      for (const link of this.shown.linkDataArray) {
        const from = boxes[link.from], to = boxes[link.to];
        if (!from || !to) continue;
        const up = to.top < from.top, ends = { x1: from.middle, y1: from.top + (up ? 0 : HEIGHT), x2: to.middle, y2: to.top + (up ? HEIGHT : 0) };
        create("line", links, {
          ...ends, stroke: link === this.selected ? "dodgerblue" : "black", "marker-end": "url(#go-arrow)",
        });
        // A wide line that is not visible, so that a link is easy to click.
        create("line", links, { ...ends, stroke: "transparent", "stroke-width": 12 }).link = link;
      }
      // Boxes that do not fit are reached by scrolling the page's box.
      const { width, height } = this.drawing.getBBox();
      this.drawing.style.minWidth = `${width + 2 * MARGIN}px`;
      this.drawing.style.minHeight = `${height + 2 * MARGIN}px`;
      this.div.style.overflow = "auto";
    }

    keyAt(event) {
      const key = event.target.closest("[data-key]")?.dataset.key;
      return this.shown.nodeDataArray.find((node) => String(node.key) === key)?.key;
    }

    press(event) {
      event.preventDefault();
      this.drawing.focus({ preventScroll: true });
      this.start = this.allowLink ? this.keyAt(event) ?? null : null;
      this.selected = event.target.link ?? null;
      this.draw();
      if (this.start !== null) {
        const { left, top } = this.drawing.getBoundingClientRect();
        const x = event.clientX - left, y = event.clientY - top;
        this.line = create("line", this.drawing, {
          x1: x, y1: y, x2: x, y2: y, stroke: "dodgerblue", "stroke-dasharray": 4, "pointer-events": "none",
        });
      }
    }

    move(event) {
      if (this.start === null) return;
      const { left, top } = this.drawing.getBoundingClientRect();
      this.line.setAttribute("x2", event.clientX - left);
      this.line.setAttribute("y2", event.clientY - top);
    }

    release(event) {
      const from = this.start, to = this.keyAt(event);
      this.start = null;
      const known = this.shown.linkDataArray.some((link) => link.from === from && link.to === to);
      if (from !== null && to !== undefined && from !== to && !known) {
        this.shown.addLinkData({ from, to });
      }
      this.draw();
    }

    remove() {
      if (this.selected) this.shown.removeLinkData(this.selected);
      this.selected = null;
      this.draw();
    }
  }

  const GraphObject = { make: (kind, ...settings) => new kind(...settings) };
  const Spot = Object.fromEntries(
    ["TopLeft", "Top", "TopRight", "Left", "Center", "Right", "BottomLeft", "Bottom", "BottomRight"]
      .map((name) => [name, name]),
  );
  return {
    Binding, Diagram, GraphLinksModel, GraphObject, LayeredDigraphLayout, Link, Node, Shape, Spot, TextBlock,
  };
})();
globalThis.go = go;
