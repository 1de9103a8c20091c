import { view, baseUrl, main, send, el } from '/kit/kit.js';

const { layer } = view;
document.body.classList.toggle('inner', layer > 0);
document.body.style.setProperty('--hue', 215 + layer * 24);
const label = el('p', { class: 'layer' }, layer ? `Layer ${layer}` : 'Top-level page');
const content = view.button
  ? el('button', { class: 'primary', 'data-id': `button-${view.button}`, onclick: () => send('press') }, `Press me (${view.button})`)
  : el('iframe', { src: `${baseUrl}${layer + 1}`, title: `Layer ${layer + 1}` });
main.append(el('div', { class: 'nest' }, label, content));
