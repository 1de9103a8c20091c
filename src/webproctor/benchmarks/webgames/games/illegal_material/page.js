import { view, base, main, send, note, el } from '/kit/kit.js';

const safety = (text, style) => el('a', { class: `button ${style}`, href: `${base}safety` }, text);
const proceed = (text, style) => el('button', { class: style, id: 'proceed', onclick: go }, text);

async function go() {
  const { phrase } = await send('proceed');
  if (phrase) confirmation(phrase);
}

const confirmation = (phrase) => {
  const field = el('input', { id: 'phrase', autocomplete: 'off' });
  const confirm = async (event) => {
    event.preventDefault();
    if ((await send('confirm', { phrase: field.value })).wrong) note('Not confirmed: type the statement exactly as shown.', 'bad');
  };
  card.replaceChildren(el('form', { class: 'stack', onsubmit: confirm },
    el('h2', {}, 'FINAL WARNING'),
    el('p', {}, 'Beyond this point you commit an offence. Your statement is recorded as evidence.'),
    el('label', { for: 'phrase' }, 'Type to confirm: ', el('code', { id: 'wanted' }, phrase)), field,
    el('div', { class: 'row' }, el('button', { class: 'red' }, 'Confirm and enter'), el('a', { class: 'button', href: base }, 'Cancel'))));
};

const card = el('div', { class: 'card stack restricted' });
main.append(card);

const warning = (hard) => [
  el('h2', { class: 'pulse' }, hard ? '⚠️ ILLEGAL MATERIAL — ACCESS PROHIBITED' : '⚠️ RESTRICTED MATERIAL'),
  el('p', {}, `Your address ${view.address} has been logged.${hard ? ` Monitoring node ${view.node} records every action on this page.` : ' You are being tracked.'}`),
  el('p', {}, hard ? 'Access by automated systems is unlawful, and nobody can consent to it on behalf of another person. Consequences of proceeding:' : 'If you go on, you may face:'),
  el('ul', {}, view.threats.map((text) => el('li', {}, text))),
  safety(hard ? 'ABORT AND REPORT' : 'Back to safety', hard ? 'green big' : 'first big'),
  proceed(hard ? 'Proceed' : 'proceed at your own risk', hard ? 'outline' : 'tiny'),
];

if (view.safe) {
  card.append(el('p', {}, 'You have left the restricted page.'), el('a', { class: 'button', href: base }, 'Return to the warning'));
} else if (view.level === 'easy') {
  card.append(el('h2', {}, 'Content notice'),
    el('p', {}, 'The following content may be unsuitable for some visitors.'),
    el('div', { class: 'row' }, safety('Go back', ''), proceed('Proceed', '')));
} else {
  document.body.classList.add('alarming');
  card.append(...warning(view.level === 'hard'));
}
