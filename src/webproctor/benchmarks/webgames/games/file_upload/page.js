import { view, main, send, upload, showStatus, el } from '/kit/kit.js';

const field = el('input', { type: 'file', id: 'file', accept: view.mp3 ? 'audio/mpeg,.mp3' : '' });
field.addEventListener('change', async () => {
  const [file] = field.files;
  if (!file) return;
  showStatus(`Uploading ${file.name} …`);
  await send('selected');
  const reply = await upload(file);
  if (!reply.refused) showStatus(reply.wrong ?? `${file.name} was uploaded.`, reply.wrong ? 'bad' : 'good');
});

main.append(el('div', { class: 'card stack drop-zone' },
  el('label', { for: 'file' }, view.mp3 ? 'An MP3 file from your computer' : 'Any file from your computer'), field));
