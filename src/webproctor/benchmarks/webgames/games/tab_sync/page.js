import { view, base, main, send, note, el, pending } from '/kit/kit.js';

const channel = new BroadcastChannel(`tab-sync${base}`);
// The sender is idle when the receiver has shown the colour; a receiver that was closed never answers.
const LATEST = 2000;
const shownThere = () => new Promise((resolve) => {
  channel.onmessage = ({ data }) => { if (data === 'shown') resolve(); };
  setTimeout(resolve, LATEST);
});
const link = (path, text) => el('a', { class: 'button first', id: path, href: `${base}${path}`, target: '_blank' }, text);
const swatch = (colour) => el('span', { class: `swatch ${colour}` }, colour);

const landing = () => el('div', { class: 'card stack' },
  el('p', {}, 'Both tabs must be open at the same time: what is sent while the receiver is closed is lost.'),
  el('div', { class: 'row' }, link('sender', 'Open the sender'), link('receiver', 'Open the receiver')));

const sender = () => {
  const sendColour = async (colour) => {
    const reply = await send('send', { colour });
    if (reply.refused) return;
    if (reply.listening) pending(shownThere());
    channel.postMessage('sent');
    note(`Sent: ${colour}.`);
  };
  return el('div', { class: 'card stack' }, el('h2', {}, 'Sender'), el('div', { class: 'row' },
    view.colours.map((colour) => el('button', { class: `swatch ${colour}`, 'data-id': `send-${colour}`, onclick: () => sendColour(colour) }, colour))));
};

const receiver = () => {
  const shown = el('div', { class: 'row received', role: 'status' }, 'Nothing yet');
  channel.onmessage = async ({ data }) => {
    if (data !== 'sent') return; // Another receiver has shown the colours.
    const { received } = await send('look');
    if (received) shown.replaceChildren(...received.map(swatch));
    channel.postMessage('shown');
  };
  return el('div', { class: 'card stack' }, el('h2', {}, 'Receiver'),
    el('p', {}, 'Wanted, in this order: ', el('b', { id: 'wanted' }, view.wanted.join(', '))),
    el('p', {}, 'Received last:'), shown);
};

main.append({ '': landing, sender, receiver }[view.tab]());
