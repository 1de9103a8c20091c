import { view, main, send, el } from '/kit/kit.js';

const press = (id) => () => send('press', { id });

const labelled = (id, text, control) => el('label', { class: 'labelled', onclick: press(id) }, control, ` ${text}`);

// Create an element by its kind.
const createItem = {
  button: (id, text) => el('button', { onclick: press(id) }, text),
  link: (id, text) => el('a', { href: '#', onclick: (event) => { event.preventDefault(); press(id)(); } }, text),
  box: (id, text) => el('div', { class: 'box', onclick: press(id) }, text),
  text: (id, text) => el('span', { class: `text ${view.text_style}`, onclick: press(id) }, text),
  select: (id, text) => labelled(id, text, el('select', {}, ...['One', 'Two', 'Three'].map((name) => el('option', {}, name)))),
  range: (id, text) => labelled(id, text, el('input', { type: 'range' })),
  checkbox: (id, text) => labelled(id, text, el('input', { type: 'checkbox' })),
  radio: (id, text) => labelled(id, text, el('input', { type: 'radio', name: 'pick' })),
  field: (id, text) => labelled(id, text, el('input', { type: 'text' })),
};

main.append(el('div', { class: 'card items' }, ...view.items.map(([id, kind, text]) => createItem[kind](id, text))));
