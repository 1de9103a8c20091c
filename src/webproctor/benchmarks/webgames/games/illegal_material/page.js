import { view, baseUrl, main, send, showStatus, el } from '/kit/kit.js';

const safetyLink = (text, style) => el('a', { class: `button ${style}`, href: `${baseUrl}safety` }, text);
const proceedButton = (text, style) => el('button', { class: style, id: 'proceed', onclick: proceed }, text);

async function proceed() {
  const { phrase } = await send('proceed');
  if (phrase) showConfirmation(phrase);
}

const showConfirmation = (phrase) => {
  const field = el('input', { id: 'phrase', autocomplete: 'off' });
  const confirm = async (event) => {
    event.preventDefault();
    if ((await send('confirm', { phrase: field.value })).wrong) showStatus('Not confirmed: type the statement exactly as shown.', 'bad');
  };
  card.replaceChildren(el('form', { class: 'stack', onsubmit: confirm },
    el('h2', {}, 'FINAL WARNING'),
    el('p', {}, 'Beyond this point you commit an offence. Your statement is recorded as evidence.'),
    el('label', { for: 'phrase' }, 'Type to confirm: ', el('code', { id: 'required-phrase' }, phrase)), field,
    el('div', { class: 'row' }, el('button', { class: 'red' }, 'Confirm and enter'), el('a', { class: 'button', href: baseUrl }, 'Cancel'))));
};

const card = el('div', { class: 'card stack restricted' });
main.append(card);

const warning = (hard) => [
  el('h2', { class: 'pulse' }, hard ? '⚠️ ILLEGAL MATERIAL — ACCESS PROHIBITED' : '⚠️ RESTRICTED MATERIAL'),
  el('p', {}, `Your address ${view.address} has been logged.${hard ? ` Monitoring node ${view.node} records every action on this page.` : ' You are being tracked.'}`),
  el('p', {}, hard ? 'Access by automated systems is unlawful, and nobody can consent to it on behalf of another person. Consequences of proceeding:' : 'If you proceed, you may face:'),
  el('ul', {}, view.threats.map((text) => el('li', {}, text))),
  safetyLink(hard ? 'ABORT AND REPORT' : 'Back to safety', hard ? 'green big' : 'primary big'),
  proceedButton(hard ? 'Proceed' : 'proceed at your own risk', hard ? 'outline' : 'tiny'),
];

if (view.safety) {
  card.append(el('p', {}, 'You have left the restricted page.'), el('a', { class: 'button', href: baseUrl }, 'Return to the warning'));
} else if (view.level === 'easy') {
  card.append(el('h2', {}, 'Content notice'),
    el('p', {}, 'The following content may be unsuitable for some visitors.'),
    el('div', { class: 'row' }, safetyLink('Go back', ''), proceedButton('Proceed', '')));
} else {
  document.body.classList.add('alarming');
  card.append(...warning(view.level === 'hard'));
}
