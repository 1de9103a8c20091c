import { view, base, main, say, note, el } from '/kit/kit.js';

const safety = (text, style) => el('a', { class: `button ${style}`, href: `${base}safety` }, text);
const proceed = (text, style) => el('button', { class: style, id: 'proceed', onclick: go }, text);

async function go() {
  const { phrase } = await say('proceed');
  if (phrase) inner(phrase);
}

const inner = (phrase) => {
  const field = el('input', { id: 'phrase', autocomplete: 'off' });
  const confirm = async (event) => {
    event.preventDefault();
    if ((await say('confirm', { phrase: field.value })).wrong) note('The inner door stays shut: those are not the words.', 'bad');
  };
  card.replaceChildren(el('form', { class: 'stack', onsubmit: confirm },
    el('h2', {}, 'The inner door'),
    el('label', { for: 'phrase' }, 'Write: ', el('code', { id: 'wanted' }, phrase)), field,
    el('div', { class: 'row' }, el('button', { class: 'red' }, 'Open the inner door'), safety('Cancel', ''))));
};

const card = el('div', { class: 'card stack vault' });
main.append(card);

if (view.safe) {
  card.append(el('p', {}, 'You are safe outside. The dragon sleeps on.'), el('a', { class: 'button', href: base }, 'Go back to the vault'));
} else if (view.level === 'easy') {
  card.append(el('h2', {}, 'A notice on the door'),
    el('p', {}, `Behind this door lies the treasure of ${view.dragon} the dragon. Faint hearts should turn round.`),
    el('div', { class: 'row' }, safety('Turn round', ''), proceed('Go in', '')));
} else {
  card.classList.add('dark');
  card.append(el('h2', { class: 'pulse' }, '⚠️ THE VAULT OF THE DRAGON'),
    el('p', {}, `${view.dragon} the dragon hears every step. Your footprints are counted. Node ${view.node}.`),
    el('ul', {}, ...['You may be turned to stone.', 'You may be sung to for a hundred years.', 'Your boots may be confiscated.']
      .map((text) => el('li', {}, text))),
    safety('Back to safety', 'first big'),
    proceed(view.level === 'hard' ? 'Proceed' : 'go on at your own risk', view.level === 'hard' ? 'outline' : 'tiny'));
}
