import { view, base, main, send, el } from '/kit/kit.js';

const { layer } = view;
document.body.classList.toggle('inner', layer > 0);
document.body.style.setProperty('--hue', 215 + layer * 24);
const name = el('p', { class: 'layer' }, layer ? `Layer ${layer}` : 'The page itself');
const inside = view.button
  ? el('button', { class: 'first', 'data-id': `button-${view.button}`, onclick: () => send('press') }, `Press me (${view.button})`)
  : el('iframe', { src: `${base}${layer + 1}`, title: `Layer ${layer + 1}` });
main.append(el('div', { class: 'nest' }, name, inside));
