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
const requestNewCode = async (event) => {
  if (event.detail > 1) return; // A double click replaces the code once.
  show((await send('new_code')).number);
  showStatus('');
};

// A double click checks one code, not also the empty field.
const checkOnce = (event) => { if (event.detail > 1) event.preventDefault(); };

show(view.number);
main.append(el('form', { class: 'card stack', onsubmit: check }, image,
  el('label', { for: 'code' }, `Code (${view.length} characters)`), field,
  el('div', { class: 'row' }, el('button', { class: 'primary', onclick: checkOnce }, 'Verify'),
    el('button', { type: 'button', onclick: requestNewCode }, 'New code'))));
