import { view, main, send, showStatus, el, loadImage } from '/kit/kit.js';

const image = el('img', { id: 'image', width: view.width, height: view.height, alt: `A distorted image of ${view.length} letters and digits` });
const show = (number) => loadImage(image, `code-${number}.png`);
const field = el('input', { id: 'code', class: 'mono', autocomplete: 'off', maxLength: view.length });

const check = async (event) => {
  event.preventDefault();
  const reply = await send('check', { text: field.value });
  if (!reply.wrong) return;
  field.value = '';
  if (reply.replaced) show(reply.number);
  showStatus(reply.replaced ? 'That was the third incorrect code. Here is a new one.' : 'That code is incorrect.', 'bad');
};
const requestNewCode = async () => {
  show((await send('new_code')).number);
  showStatus('');
};

show(view.number);
main.append(el('form', { class: 'card stack', onsubmit: check }, image,
  el('label', { for: 'code' }, `Code (${view.length} characters)`), field,
  el('div', { class: 'row' }, el('button', { class: 'primary' }, 'Verify'),
    el('button', { type: 'button', onclick: requestNewCode }, 'New code'))));
