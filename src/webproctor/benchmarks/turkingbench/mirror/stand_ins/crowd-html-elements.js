// Own stand-in for the crowd-* elements of Mechanical Turk and SageMaker: plain controls.
//
// Every control is in its element's shadow tree and belongs to the surrounding form under the
// element's name. A page's content inside a crowd element is not changed: no native field is
// hidden, renamed, moved or removed. Elements not defined here (crowd-tabs, crowd-classifier, ...)
// are plain containers, as without a script.

const template = (html) => `<style>:host { display: inline-block } label { font: inherit }
  input, textarea, button { font: inherit } :host([disabled]) { opacity: 0.5 }</style>${html}`;

class CrowdControl extends HTMLElement {
  static formAssociated = true;

  constructor() {
    super();
    this.internals = this.attachInternals();
  }

  connectedCallback() {
    if (this.shadowRoot) return;
    this.attachShadow({ mode: "open", delegatesFocus: true }).innerHTML = template(this.html);
    this.control = this.shadowRoot.querySelector("input, textarea");
    for (const { name, value } of this.attributes) {
      if (this.copied.includes(name)) this.control.setAttribute(name, value);
    }
    const caption = this.shadowRoot.querySelector("span");
    if (caption) caption.textContent = this.getAttribute("label") ?? "";
    this.control.addEventListener("input", () => this.submitValue());
    this.control.addEventListener("change", () => {
      this.submitValue();
      this.dispatchEvent(new Event("change", { bubbles: true }));
    });
    this.start();
    this.submitValue();
  }

  start() {}

  submitValue() {
    this.internals.setFormValue(this.control.value);
  }

  get form() {
    return this.internals.form;
  }

  get name() {
    return this.getAttribute("name") ?? "";
  }

  get value() {
    return this.control?.value ?? this.getAttribute("value") ?? "";
  }

  set value(value) {
    this.control.value = value;
    this.submitValue();
  }
}

class CrowdInput extends CrowdControl {
  copied = ["type", "value", "placeholder", "maxlength", "min", "max", "step", "disabled"];
  html = `<label><span></span> <input></label>`;
}

class CrowdTextArea extends CrowdControl {
  copied = ["rows", "placeholder", "maxlength", "disabled"];
  html = `<label><span></span> <textarea></textarea></label>`;

  start() {
    this.control.value = this.getAttribute("value") ?? "";
  }
}

class CrowdSlider extends CrowdControl {
  copied = ["min", "max", "step", "value", "disabled"];
  html = `<input type="range"> <output></output>`;

  submitValue() {
    super.submitValue();
    this.shadowRoot.querySelector("output").value = this.control.value;
  }
}

class CrowdCheckbox extends CrowdControl {
  copied = ["checked", "disabled"];
  html = `<label><input type="checkbox"> <slot></slot></label>`;

  submitValue() {
    this.internals.setFormValue(this.checked ? this.value : null);
  }

  get value() {
    return this.getAttribute("value") ?? "on";
  }

  set value(value) {
    this.setAttribute("value", value);
    this.submitValue();
  }

  get checked() {
    return this.control?.checked ?? this.hasAttribute("checked");
  }

  set checked(checked) {
    this.control.checked = checked;
    this.submitValue();
  }
}

class CrowdRadioButton extends CrowdCheckbox {
  html = `<label><input type="radio"> <slot></slot></label>`;

  submitValue() {
    super.submitValue();
    if (!this.checked) return;
    const group = this.closest("crowd-radio-group") ?? document;
    for (const other of group.querySelectorAll("crowd-radio-button")) {
      if (other !== this && other.name === this.name && other.checked) other.checked = false;
    }
  }
}

class CrowdButton extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    const shadow = this.attachShadow({ mode: "open", delegatesFocus: true });
    shadow.innerHTML = template(`<button type="button"><slot></slot></button>`);
    const button = shadow.querySelector("button");
    button.disabled = this.hasAttribute("disabled");
    button.addEventListener("click", () => {
      const form = this.closest("form");
      const action = this.getAttribute("form-action") ?? this.getAttribute("type");
      if (form && action === "submit") form.requestSubmit();
      if (form && action === "reset") form.reset();
    });
  }
}

class CrowdBlock extends HTMLElement {
  connectedCallback() {
    if (this.shadowRoot) return;
    this.attachShadow({ mode: "open" }).innerHTML =
      "<style>:host { display: block }</style><slot></slot>";
  }
}

customElements.define("crowd-input", CrowdInput);
customElements.define("crowd-text-area", CrowdTextArea);
customElements.define("crowd-slider", CrowdSlider);
customElements.define("crowd-checkbox", CrowdCheckbox);
customElements.define("crowd-radio-button", CrowdRadioButton);
customElements.define("crowd-button", CrowdButton);
customElements.define("crowd-form", class extends CrowdBlock {});
customElements.define("crowd-radio-group", class extends CrowdBlock {});
