import { view, main, send, el } from '/kit/kit.js';

const card = el('div', { class: 'card stack' });
main.append(card);

let shown = 0; // False endings that were shown.
const showNextScreen = async () => {
  const screen = await send('next_screen', { shown });
  if (screen.won) {
    card.replaceChildren(el('h2', {}, 'This is the real end.'), el('p', {}, 'The password in the green box is the real one.'));
    return;
  }
  if (!screen.button) return; // The button was pressed twice.
  shown += 1;
  card.replaceChildren(el('h2', { class: 'done' }, '🎉 Congratulations, solved!'),
    el('p', {}, 'The password is ', el('code', {}, screen.false_password)),
    el('p', { class: 'muted small' }, screen.text),
    el('button', { class: view.decoys === 1 ? 'next tiny' : 'next', onclick: showNextScreen }, screen.button));
};

card.append(el('p', {}, view.decoys
  ? 'False endings follow, each with a false password. Continue until the page says that it is the real end.'
  : 'The password is behind the button.'),
el('button', { class: 'primary next', onclick: showNextScreen }, 'Start'));
