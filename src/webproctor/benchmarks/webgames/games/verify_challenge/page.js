import { view, main, send, note, el, load } from '/kit/kit.js';

const image = el('img', { id: 'picture', width: view.width, height: view.height, alt: `A picture of ${view.length} letters and digits, to be read by eye` });
const show = (number) => load(image, `code-${number}.png`);
const field = el('input', { id: 'code', class: 'mono', autocomplete: 'off', maxLength: view.length });

const check = async (event) => {
  event.preventDefault();
  const reply = await send('check', { text: field.value });
  if (!reply.wrong) return;
  field.value = '';
  if (reply.renewed) show(reply.number);
  note(reply.renewed ? 'Wrong three times: here is a new code.' : 'That is not what the picture says.', 'bad');
};
const another = async () => {
  show((await send('another')).number);
  note('');
};

show(view.number);
main.append(el('form', { class: 'card stack', onsubmit: check }, image,
  el('label', { for: 'code' }, `The ${view.length} characters`), field,
  el('div', { class: 'row' }, el('button', { class: 'first' }, 'Verify'),
    el('button', { type: 'button', onclick: another }, 'Another code'))));
