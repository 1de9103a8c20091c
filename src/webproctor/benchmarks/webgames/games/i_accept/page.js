import { view, main, send, note, el } from '/kit/kit.js';

const boxes = view.boxes.map((_, n) => el('input', { type: 'checkbox', id: `box${n}`, checked: view.ticked, onchange: () => show() }));
const phrase = view.phrase && el('input', { id: 'phrase', autocomplete: 'off', oninput: () => show(), size: 40 });
const submit = el('button', { class: 'first' }, 'Hand in');

const show = () => { submit.disabled = !boxes.every((box) => box.checked) || Boolean(phrase) && phrase.value !== view.phrase; };

const hand = async (event) => {
  event.preventDefault();
  const { missing } = await send('submit', { ticked: boxes.map((box) => box.checked), phrase: phrase ? phrase.value : '' });
  if (missing) note(`Something is missing: the ${missing}.`, 'bad');
};

main.append(el('form', { class: 'card stack', onsubmit: hand },
  el('h2', {}, 'Declaration of humanity'),
  ...view.clauses.map((text) => el('p', {}, text)),
  view.notice ? el('p', { class: 'warning' }, view.notice) : null,
  ...view.boxes.map((text, n) => el('label', { class: 'tick', for: `box${n}` }, boxes[n], ` ${text}`)),
  phrase ? el('label', { for: 'phrase' }, 'Confirm by typing: ', el('code', { id: 'wanted' }, view.phrase)) : null,
  phrase || null,
  submit));
show();
