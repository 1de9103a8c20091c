import { view, main, send, showStatus, el, fileUrl } from '/kit/kit.js';

const user = el('input', { id: 'user', autocomplete: 'off' });
const secret = el('input', { id: 'secret', type: 'password', autocomplete: 'off' });

const login = async (event) => {
  event.preventDefault();
  const reply = await send('login', { user: user.value, secret: secret.value });
  if (reply.wrong) showStatus('The user name or the password is incorrect.', 'bad');
};

const source = view.credentials
  ? el('dl', { class: 'mono credentials' },
    el('dt', {}, 'User name'), el('dd', { id: 'shown-user' }, view.credentials.user),
    el('dt', {}, 'Password'), el('dd', { id: 'shown-secret' }, view.credentials.secret))
  : el('a', { class: 'button', id: 'download', href: fileUrl(view.file), download: view.file }, `Download ${view.file}`);

main.append(el('div', { class: 'card stack login' }, source,
  el('form', { class: 'stack', onsubmit: login },
    el('label', { for: 'user' }, 'User name'), user,
    el('label', { for: 'secret' }, 'Password'), secret,
    el('button', { class: 'primary' }, 'Log in'))));
