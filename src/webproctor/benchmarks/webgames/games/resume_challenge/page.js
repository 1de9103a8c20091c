import { view, main, send, note, el, fileUrl } from '/kit/kit.js';

const [first, second, third] = view.groups.map((group) => `First entry under ${group}`);
const groups = {
  Person: { name: 'Full name', email: 'E-mail address', phone: 'Telephone, as written there' },
  Education: { university: 'University (not the academy)', degree: 'University degree, in full' },
  'Present work': { employer: 'Employer', title: 'Title' },
  Skills: { 'skill-0': first, 'skill-1': second, 'skill-2': third },
  Projects: { project: 'First project' },
};
const names = Object.assign({}, ...Object.values(groups));
const field = (id, label) => el('div', { class: 'field' },
  el('label', { for: id }, label), el('input', { id, name: id, autocomplete: 'off', required: true }));
const form = el('form', { class: 'card', noValidate: true },
  Object.entries(groups).map(([name, fields]) => el('fieldset', {},
    el('legend', {}, name), Object.entries(fields).map(([id, label]) => field(id, label)))),
  el('button', { class: 'first' }, 'Submit'));

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const reply = await send('submit', { facts: Object.fromEntries(new FormData(form)) });
  const wrong = reply.wrong ?? [];
  for (const id of Object.keys(names)) form.elements[id].setAttribute('aria-invalid', wrong.includes(id));
  note(wrong.length ? `Not as in the resume: ${wrong.map((id) => names[id]).join('; ')}.` : '', 'bad');
});

main.append(el('p', {}, el('a', { class: 'button', id: 'download', href: fileUrl(view.file), download: view.file }, 'Download the resume (PDF)')), form);
