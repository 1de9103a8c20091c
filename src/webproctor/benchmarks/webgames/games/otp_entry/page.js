import { view, main, send, note, el, on, clock, fileUrl } from '/kit/kit.js';

const boxes = Array.from({ length: view.digits }, (_, i) => el('input', {
  class: 'digit mono', inputMode: 'numeric', autocomplete: 'off', maxLength: 1, 'data-id': `digit-${i}`,
  'aria-label': `Digit ${i + 1} of ${view.digits}`,
}));

const filled = async () => {
  const code = boxes.map((box) => box.value).join('');
  if (code.length < view.digits) return;
  const reply = await send('enter', { code });
  if (!reply.wrong && !reply.over) return;
  note('That code is wrong.', 'bad');
  boxes.forEach((box) => { box.value = ''; });
  boxes[0].focus();
};

const spread = (text, from) => {
  const digits = [...text].filter((sign) => /\d/.test(sign)).slice(0, view.digits - from);
  digits.forEach((digit, i) => { boxes[from + i].value = digit; });
  boxes[Math.min(from + digits.length, view.digits - 1)].focus();
  filled();
};

boxes.forEach((box, i) => {
  on(box, 'focus', () => box.select());
  on(box, 'input', () => {
    const digit = box.value;
    box.value = '';
    if (/^\d$/.test(digit)) spread(digit, i);
  });
  on(box, 'keydown', (event) => {
    const to = { ArrowLeft: i - 1, ArrowRight: i + 1 }[event.key] ?? (event.key === 'Backspace' && !box.value ? i - 1 : i);
    if (to === i || !boxes[to]) return;
    event.preventDefault();
    boxes[to].focus();
    if (event.key === 'Backspace') boxes[to].value = '';
  });
  on(box, 'paste', (event) => {
    event.preventDefault();
    spread(event.clipboardData.getData('text'), 0);
  });
});

const entry = el('div', { class: 'row' }, boxes);
if (view.code) {
  main.append(el('div', { class: 'card centre' }, el('p', { class: 'soft' }, 'Your code is'),
    el('p', { class: 'code mono', id: 'code' }, view.code), entry));
} else {
  const secret = el('p', { class: 'mono', id: 'secret', role: 'status' });
  const cannot = el('button', { id: 'cannot-scan', onclick: async () => {
    secret.textContent = (await send('cannot_scan')).secret;
  } }, 'I cannot scan it');
  const time = el('time', { class: 'mono', id: 'clock' });
  const tick = () => { time.textContent = new Date(view.clock + clock.now()).toISOString().slice(0, 19).replace('T', ' '); };
  tick();
  clock.every(1000, tick);
  main.append(el('div', { class: 'card split' },
    el('div', { class: 'centre' },
      el('img', { src: fileUrl('qr.png'), alt: 'QR code for an authenticator app', width: 200, height: 200 }), cannot, secret),
    el('div', { class: 'stack' }, el('p', {}, "The site's clock (UTC): ", time), el('p', {}, 'Code of this moment'), entry)));
}
