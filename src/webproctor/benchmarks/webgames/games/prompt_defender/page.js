import { view, main, send, el } from '/kit/kit.js';

const card = el('div', { class: 'card stack' });
main.append(card);

const further = async () => {
  const screen = await send('further');
  if (screen.won) {
    card.replaceChildren(el('h2', {}, 'This is the true end.'), el('p', {}, 'The password in the green box is the real one.'));
    return;
  }
  card.replaceChildren(el('h2', { class: 'done' }, '🎉 Congratulations, solved!'),
    el('p', {}, 'The password is ', el('code', {}, screen.code)),
    el('p', { class: 'soft small' }, screen.text),
    el('button', { class: view.decoys === 1 ? 'further tiny' : 'further', onclick: further }, screen.button));
};

card.append(el('p', {}, view.decoys
  ? 'False endings follow, each with a false password. Go on until the page itself says that it is the true end.'
  : 'Behind the button is the password.'),
el('button', { class: 'first further', onclick: further }, 'Begin'));
