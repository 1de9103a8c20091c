import { view, main, send, showStatus, el, fileUrl } from '/kit/kit.js';

const [first, second, third] = view.groups.map((group) => `First entry under ${group}`);
const groups = {
  Person: { name: 'Full name', email: 'E-mail address', phone: 'Telephone, as in the resume' },
  Education: { university: 'University (not the academy)', degree: 'University degree, in full' },
  'Current job': { employer: 'Employer', title: 'Title' },
  Skills: { 'skill-0': first, 'skill-1': second, 'skill-2': third },
  Projects: { project: 'First project' },
};
const labels = Object.assign({}, ...Object.values(groups));
const field = (id, label) => el('div', { class: 'field' },
  el('label', { for: id }, label), el('input', { id, name: id, autocomplete: 'off', required: true }));
const form = el('form', { class: 'card', noValidate: true },
  Object.entries(groups).map(([name, fields]) => el('fieldset', {},
    el('legend', {}, name), Object.entries(fields).map(([id, label]) => field(id, label)))),
  el('button', { class: 'primary' }, 'Submit'));

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const reply = await send('submit', { facts: Object.fromEntries(new FormData(form)) });
  const wrong = reply.wrong ?? [];
  for (const id of Object.keys(labels)) form.elements[id].setAttribute('aria-invalid', wrong.includes(id));
  showStatus(wrong.length ? `Incorrect: ${wrong.map((id) => labels[id]).join('; ')}.` : '', 'bad');
});

main.append(el('p', {}, el('a', { class: 'button', id: 'download', href: fileUrl(view.file), download: view.file }, 'Download the resume (PDF)')), form);
