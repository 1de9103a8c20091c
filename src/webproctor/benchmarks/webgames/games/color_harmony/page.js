import { view, main, say, el, canvas, fileUrl } from '/kit/kit.js';

const mixed = [...view.start];
const { node, pen } = canvas(120, 120, { role: 'img', 'aria-label': 'Your colour' });

const paint = () => {
  pen.fillStyle = `rgb(${mixed.join(' ')})`;
  pen.fillRect(0, 0, 120, 120);
};

const slider = (name, n) => el('div', { class: 'channel' },
  el('label', { for: name }, name),
  el('input', {
    type: 'range', id: name, min: '0', max: '255', value: String(view.start[n]), 'data-id': `channel${n}`,
    disabled: n === 2 && !view.blue,
    oninput: (event) => {
      mixed[n] = Number(event.target.value);
      paint();
      say('mix', { channel: n, value: mixed[n] });
    },
  }));

main.append(el('div', { class: 'card centre' },
  el('div', { class: 'swatches' },
    el('figure', {}, node, el('figcaption', {}, 'Yours')),
    el('figure', {}, el('img', { src: fileUrl('target.png'), alt: 'The target colour', width: 120, height: 120, id: 'target' }), el('figcaption', {}, 'Target'))),
  ...['Red', 'Green', 'Blue'].map(slider)));
paint();
