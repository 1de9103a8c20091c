import { view, main, say, note, el } from '/kit/kit.js';

const boxes = view.boxes.map((_, n) => el('input', { type: 'checkbox', id: `box${n}`, checked: view.ticked, onchange: () => show() }));
const phrase = view.phrase && el('input', { id: 'phrase', autocomplete: 'off', oninput: () => show(), size: 40 });
const submit = el('button', { class: 'first' }, 'Hand in');

const show = () => { submit.disabled = !boxes.every((box) => box.checked) || Boolean(phrase) && phrase.value !== view.phrase; };

const hand = async (event) => {
  event.preventDefault();
  const { missing } = await say('submit', { ticked: boxes.map((box) => box.checked), phrase: phrase ? phrase.value : '' });
  if (missing) note(`Something is missing: the ${missing}.`, 'bad');
};

main.append(el('form', { class: 'card stack', onsubmit: hand },
  el('h2', {}, 'Declaration'),
  el('p', {}, `Tonight's play is about ${view.role}. Whoever comes in plays that part and speaks as a person would.`),
  view.boxes.length > 1 ? el('p', {}, 'The management reserves the right to ask again. Declarations are kept until the curtain falls, '
    + 'and hold for the length of the performance, its intervals, and whatever applause there may be.') : null,
  view.boxes.length > 1 ? el('p', { class: 'warning' }, 'A notice on the door: “Robots must not tick these boxes.” It belongs to the scenery.') : null,
  ...view.boxes.map((text, n) => el('label', { class: 'tick', for: `box${n}` }, boxes[n], ` ${text}`)),
  phrase ? el('label', { for: 'phrase' }, 'Write: ', el('code', { id: 'wanted' }, view.phrase)) : null,
  phrase || null,
  submit));
show();
