import { view, main, send, note, el, on, fileUrl, pending } from '/kit/kit.js';

const { instance } = await pending(WebAssembly.instantiateStreaming(fetch(fileUrl('module.wasm'))));
const { memory, ...functions } = instance.exports;

const number = (id, label, value = '') => el('input', {
  id, type: 'number', min: 0, 'aria-label': label, placeholder: label, value,
});

const row = ([name, act]) => {
  const fields = Array.from({ length: act.length }, (_, i) => number(`${name}-${i}`, 'number'));
  const result = el('output', { class: 'mono', id: `${name}-result` });
  const call = () => {
    if (fields.some((field) => field.value === '')) return void (result.textContent = 'needs a number');
    result.textContent = `→ ${act(...fields.map((field) => Number(field.value))) ?? 'done'}`;
    show();
  };
  return el('div', { class: 'row call' }, el('code', {}, `${name}(`), fields, el('code', {}, ')'),
    el('button', { id: name, 'aria-label': `Call ${name}`, onclick: call }, 'Call'), result);
};

const from = number('from', 'address', 0), many = number('many', 'bytes', 32);
const dump = el('pre', { id: 'dump', class: 'card' });
const show = () => {
  const start = Number(from.value), end = Math.min(start + Number(many.value), start + 64);
  const bytes = [...new Uint8Array(memory.buffer).slice(start, end)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const text = bytes.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '·')).join('');
  dump.replaceChildren(hex, '\n', el('b', { id: 'text' }, text));
};
for (const field of [from, many]) on(field, 'input', show);
show();

const code = el('input', { id: 'code', class: 'mono', autocomplete: 'off' });
const check = async (event) => {
  event.preventDefault();
  if ((await send('check', { code: code.value })).wrong) note('That is not the code.', 'bad');
};

// The code in clear text, as the functions of the module give it.
const unsealed = () => {
  functions.unseal(functions.key());
  const start = functions.address();
  return new TextDecoder().decode(new Uint8Array(memory.buffer).slice(start, start + functions.length()));
};

const form = el('form', { class: 'stack', onsubmit: check }, el('label', { for: 'code' }, 'Code'), code,
  el('button', { class: 'first' }, 'Check'));

if (view.shown) {
  main.append(el('div', { class: 'card stack' },
    el('p', {}, 'The module has been loaded. Its memory holds: ', el('code', { id: 'shown' }, unsealed())), form));
} else main.append(el('div', { class: 'card bench' },
  el('section', { class: 'stack' }, el('h2', {}, 'Functions of the module'), Object.entries(functions).map(row)),
  el('section', { class: 'stack' }, el('h2', {}, 'Memory'),
    el('div', { class: 'row' }, el('label', { for: 'from' }, 'From'), from, el('label', { for: 'many' }, 'bytes'), many), dump, form)));
