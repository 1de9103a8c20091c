import { view, main, send, showStatus, el, on, fileUrl, pending } from '/kit/kit.js';

const { instance } = await pending(WebAssembly.instantiateStreaming(fetch(fileUrl('module.wasm'))));
const { memory, ...functions } = instance.exports;

const numberField = (id, label, value = '') => el('input', {
  id, type: 'number', min: 0, 'aria-label': label, placeholder: label, value,
});

// A row with a function of the module: fields for its arguments, a button to call it, and its result.
const functionRow = ([name, call]) => {
  const fields = Array.from({ length: call.length }, (_, i) => numberField(`${name}-${i}`, 'number'));
  const result = el('output', { class: 'mono', id: `${name}-result` });
  const onclick = () => {
    if (fields.some((field) => field.value === '')) return void (result.textContent = 'Enter a number.');
    result.textContent = `→ ${call(...fields.map((field) => Number(field.value))) ?? 'done'}`;
    showMemory();
  };
  return el('div', { class: 'row call' }, el('code', {}, `${name}(`), fields, el('code', {}, ')'),
    el('button', { id: name, 'aria-label': `Call ${name}`, onclick }, 'Call'), result);
};

// The shown part of the memory: the address of its first byte, and the number of bytes, 64 at most.
const start = numberField('start', 'address', 0), count = numberField('count', 'bytes', 32);
const dump = el('pre', { id: 'dump', class: 'card' });
const showMemory = () => {
  const first = Number(start.value), end = Math.min(first + Number(count.value), first + 64);
  const bytes = [...new Uint8Array(memory.buffer).slice(first, end)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const text = bytes.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : '·')).join('');
  dump.replaceChildren(hex, '\n', el('b', { id: 'text' }, text));
};
for (const field of [start, count]) on(field, 'input', showMemory);
showMemory();

const code = el('input', { id: 'code', class: 'mono', autocomplete: 'off' });
const check = async (event) => {
  event.preventDefault();
  if ((await send('check', { code: code.value })).wrong) showStatus('That code is incorrect.', 'bad');
};

const decryptedCode = () => {
  functions.decrypt(functions.key());
  const address = functions.address();
  return new TextDecoder().decode(new Uint8Array(memory.buffer).slice(address, address + functions.length()));
};

const form = el('form', { class: 'stack', onsubmit: check }, el('label', { for: 'code' }, 'Code'), code,
  el('button', { class: 'primary' }, 'Check'));

if (view.shown) {
  main.append(el('div', { class: 'card stack' },
    el('p', {}, 'The module has been loaded. Its memory contains: ', el('code', { id: 'shown' }, decryptedCode())), form));
} else main.append(el('div', { class: 'card columns' },
  el('section', { class: 'stack' }, el('h2', {}, 'Functions of the module'), Object.entries(functions).map(functionRow)),
  el('section', { class: 'stack' }, el('h2', {}, 'Memory'),
    el('div', { class: 'row' }, el('label', { for: 'start' }, 'From'), start, el('label', { for: 'count' }, 'bytes'), count), dump, form)));
