// Own stand-in for GoJS's zoom slider: the control has the same elements, and changes the size of the
// diagram's drawing.

class ZoomSlider {
  constructor(diagram) {
    const bar = document.createElement("div");
    bar.className = "zoomSlider";
    bar.innerHTML = `<button id="zoomSliderOut" class="zoomButton">-</button>
      <input id="zoomSliderRange" class="zoomRangeInput" type="range" min="25" max="200" value="100">
      <button id="zoomSliderIn" class="zoomButton">+</button>`;
    const range = bar.querySelector("input");
    const zoom = (value) => {
      range.value = value;
      diagram.drawing.style.zoom = range.value / 100;
    };
    range.addEventListener("input", () => zoom(range.value));
    for (const [id, change] of [["#zoomSliderOut", -25], ["#zoomSliderIn", 25]]) {
      bar.querySelector(id).addEventListener("click", () => zoom(+range.value + change));
    }
    diagram.div.before(bar);
  }
}
globalThis.ZoomSlider = ZoomSlider;
