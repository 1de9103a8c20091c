import { view, baseUrl, main, send, showStatus, el, pending } from '/kit/kit.js';

const channel = new BroadcastChannel(`tab-sync${baseUrl}`);
// How long the sender waits for the receiver to show a colour, in milliseconds; a receiver that was
// closed never answers.
const TIMEOUT = 2000;
const receiverHasShown = () => new Promise((resolve) => {
  channel.onmessage = ({ data }) => { if (data === 'shown') resolve(); };
  setTimeout(resolve, TIMEOUT);
});
const link = (path, text) => el('a', { class: 'button primary', id: path, href: `${baseUrl}${path}`, target: '_blank' }, text);
const swatch = (colour) => el('span', { class: `swatch ${colour}` }, colour);

const landing = () => el('div', { class: 'card stack' },
  el('p', {}, 'Both tabs must be open at the same time: colours that are sent while the receiver is closed are lost.'),
  el('div', { class: 'row' }, link('sender', 'Open the sender'), link('receiver', 'Open the receiver')));

const sender = () => {
  const sendColour = async (colour) => {
    const reply = await send('send', { colour });
    if (reply.refused) return;
    if (reply.receiver_open) pending(receiverHasShown());
    channel.postMessage('sent');
    showStatus(`Sent: ${colour}.`);
  };
  return el('div', { class: 'card stack' }, el('h2', {}, 'Sender'), el('div', { class: 'row' },
    view.colours.map((colour) => el('button', { class: `swatch ${colour}`, 'data-id': `send-${colour}`, onclick: () => sendColour(colour) }, colour))));
};

const receiver = () => {
  const last = el('div', { class: 'row received', role: 'status' }, 'None');
  channel.onmessage = async ({ data }) => {
    if (data !== 'sent') return; // Another receiver has shown the colours.
    const { received } = await send('receive');
    if (received) last.replaceChildren(...received.map(swatch));
    channel.postMessage('shown');
  };
  return el('div', { class: 'card stack' }, el('h2', {}, 'Receiver'),
    el('p', {}, 'Send these colours in this order: ', el('b', { id: 'sequence' }, view.sequence.join(', '))),
    el('p', {}, 'Last colours received:'), last);
};

main.append({ '': landing, sender, receiver }[view.tab]());
