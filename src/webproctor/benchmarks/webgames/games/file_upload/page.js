import { view, main, send, upload, note, el } from '/kit/kit.js';

const field = el('input', { type: 'file', id: 'file', accept: view.mp3 ? 'audio/mpeg,.mp3' : '' });
field.addEventListener('change', async () => {
  const [file] = field.files;
  if (!file) return;
  note(`Sending ${file.name} …`);
  await send('chosen');
  const reply = await upload(file);
  if (!reply.refused) note(reply.wrong ?? `${file.name} has arrived.`, reply.wrong ? 'bad' : 'good');
});

main.append(el('div', { class: 'card stack drop' },
  el('label', { for: 'file' }, view.mp3 ? 'An MP3 file from your computer' : 'Any file from your computer'), field));
