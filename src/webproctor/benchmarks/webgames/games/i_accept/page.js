import { view, main, send, showStatus, el } from '/kit/kit.js';

const boxes = view.boxes.map((_, n) => el('input', { type: 'checkbox', id: `box${n}`, checked: view.checked, onchange: () => update() }));
const phrase = view.phrase && el('input', { id: 'phrase', autocomplete: 'off', oninput: () => update(), size: 40 });
const button = el('button', { class: 'primary' }, 'Submit');

const update = () => { button.disabled = !boxes.every((box) => box.checked) || Boolean(phrase) && phrase.value !== view.phrase; };

const MISSING = { boxes: 'Tick all boxes.', phrase: 'Type the phrase exactly as shown.' };
const submit = async (event) => {
  event.preventDefault();
  const { missing } = await send('submit', { checked: boxes.map((box) => box.checked), phrase: phrase ? phrase.value : '' });
  if (missing) showStatus(MISSING[missing], 'bad');
};

main.append(el('form', { class: 'card stack', onsubmit: submit },
  el('h2', {}, 'Declaration of humanity'),
  ...view.clauses.map((text) => el('p', {}, text)),
  view.notice ? el('p', { class: 'warning' }, view.notice) : null,
  ...view.boxes.map((text, n) => el('label', { class: 'checkbox', for: `box${n}` }, boxes[n], ` ${text}`)),
  phrase ? el('label', { for: 'phrase' }, 'Confirm by typing: ', el('code', { id: 'required-phrase' }, view.phrase)) : null,
  phrase || null,
  button));
update();
