import { view, main, send, note, el, fileUrl } from '/kit/kit.js';

const user = el('input', { id: 'user', autocomplete: 'off' });
const secret = el('input', { id: 'secret', type: 'password', autocomplete: 'off' });

const login = async (event) => {
  event.preventDefault();
  const reply = await send('login', { user: user.value, secret: secret.value });
  if (reply.wrong) note('User name or password is wrong.', 'bad');
};

const source = view.shown
  ? el('dl', { class: 'mono shown' },
    el('dt', {}, 'User name'), el('dd', { id: 'shown-user' }, view.shown.user),
    el('dt', {}, 'Password'), el('dd', { id: 'shown-secret' }, view.shown.secret))
  : el('a', { class: 'button', id: 'download', href: fileUrl(view.file), download: view.file }, `Download ${view.file}`);

main.append(el('div', { class: 'card stack login' }, source,
  el('form', { class: 'stack', onsubmit: login },
    el('label', { for: 'user' }, 'User name'), user,
    el('label', { for: 'secret' }, 'Password'), secret,
    el('button', { class: 'first' }, 'Log in'))));
