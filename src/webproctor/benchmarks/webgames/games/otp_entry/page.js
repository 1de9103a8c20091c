import { view, main, send, showStatus, el, on, clock, fileUrl } from '/kit/kit.js';

const boxes = Array.from({ length: view.digits }, (_, i) => el('input', {
  class: 'digit mono', inputMode: 'numeric', autocomplete: 'off', maxLength: 1, 'data-id': `digit-${i}`,
  'aria-label': `Digit ${i + 1} of ${view.digits}`,
}));

const checkIfComplete = async () => {
  const code = boxes.map((box) => box.value).join('');
  if (code.length < view.digits) return;
  const reply = await send('enter', { code });
  if (!reply.wrong && !reply.over) return;
  showStatus('That code is incorrect.', 'bad');
  boxes.forEach((box) => { box.value = ''; });
  boxes[0].focus();
};

// Put the digits of a text into the boxes from this one on.
const insertDigits = (text, start) => {
  const digits = [...text].filter((character) => /\d/.test(character)).slice(0, view.digits - start);
  digits.forEach((digit, i) => { boxes[start + i].value = digit; });
  boxes[Math.min(start + digits.length, view.digits - 1)].focus();
  checkIfComplete();
};

boxes.forEach((box, i) => {
  on(box, 'focus', () => box.select());
  on(box, 'input', () => {
    const digit = box.value;
    box.value = '';
    if (/^\d$/.test(digit)) insertDigits(digit, i);
  });
  on(box, 'keydown', (event) => {
    const target = { ArrowLeft: i - 1, ArrowRight: i + 1 }[event.key] ?? (event.key === 'Backspace' && !box.value ? i - 1 : i);
    if (target === i || !boxes[target]) return;
    event.preventDefault();
    boxes[target].focus();
    if (event.key === 'Backspace') boxes[target].value = '';
  });
  on(box, 'paste', (event) => {
    event.preventDefault();
    insertDigits(event.clipboardData.getData('text'), 0);
  });
});

const codeInput = el('div', { class: 'row' }, boxes);
if (view.code) {
  main.append(el('div', { class: 'card centre' }, el('p', { class: 'muted' }, 'Your code is'),
    el('p', { class: 'code mono', id: 'code' }, view.code), codeInput));
} else {
  const secret = el('p', { class: 'mono', id: 'secret', role: 'status' });
  const cannotScan = el('button', { id: 'cannot-scan', onclick: async () => {
    secret.textContent = (await send('cannot_scan')).secret;
  } }, 'I cannot scan it');
  const time = el('time', { class: 'mono', id: 'clock' });
  const showTime = () => { time.textContent = new Date(view.clock + clock.now()).toISOString().slice(0, 19).replace('T', ' '); };
  showTime();
  clock.every(1000, showTime);
  main.append(el('div', { class: 'card split' },
    el('div', { class: 'centre' },
      el('img', { src: fileUrl('qr.png'), alt: 'QR code for an authenticator app', width: 200, height: 200 }), cannotScan, secret),
    el('div', { class: 'stack' }, el('p', {}, "The site's clock (UTC): ", time), el('p', {}, 'Current code'), codeInput)));
}
