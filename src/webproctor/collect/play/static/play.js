// A running task: shows the time left, opens its window, sends clicks on screenshots, and loads the page
// again when the task has ended.
import { showFault } from '/static/pages.js';

const $ = (selector) => document.querySelector(selector);
const task = $('#task'), timeLeft = $('#left'), startedAt = performance.now();
const reload = () => location.reload();

const showTimeLeft = () => {
  const seconds = Math.max(0, Math.ceil(task.dataset.seconds - (performance.now() - startedAt) / 1000));
  timeLeft.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  timeLeft.parentElement.classList.toggle('short', seconds <= 30);
};
setInterval(showTimeLeft, 250);

// The form of a window can end the task, and so does the time limit.
const check = async () => {
  const response = await fetch(`/play/attempts/${task.dataset.attempt}/state`).catch(() => null);
  const content = $('#content'), fault = content.querySelector(':scope > .fault');
  // A proxy in front of a stopped server answers with a status of 500 or more.
  if (!response || response.status >= 500) {
    if (!fault) showFault(content, 'The server does not answer. Wait, and do not close this page.');
    return;
  }
  fault?.remove();
  if (!response.ok || !(await response.json()).running) reload();
};
setInterval(check, 2000);
addEventListener('focus', check);

const open = $('#open');
open?.addEventListener('click', (event) => {
  event.preventDefault();
  const { width, height } = open.dataset;
  window.open(open.href, '_blank', `popup,noopener,width=${width},height=${height}`);
});

const picture = $('#picture');
if (picture) {
  const form = $('#click'), image = picture.querySelector('img'), cross = $('#cross');
  const cursor = { x: image.width / 2, y: image.height / 2 };  // In CSS pixels of the shown image.
  let sent = false;
  const sendClick = (x, y) => {
    if (sent || !image.complete || !image.naturalWidth) return;
    sent = true;
    form.elements.x.value = x * image.naturalWidth / image.width;
    form.elements.y.value = y * image.naturalHeight / image.height;
    form.submit();
  };
  image.addEventListener('click', (event) => {
    const box = image.getBoundingClientRect();
    sendClick(event.clientX - box.left, event.clientY - box.top);
  });
  const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  picture.addEventListener('keydown', (event) => {
    const direction = directions[event.key];
    if (event.key === 'Enter' && !cross.hidden) sendClick(cursor.x, cursor.y);
    if (!direction) return;
    event.preventDefault();
    const distance = event.shiftKey ? 1 : 10;
    cursor.x = Math.min(image.width - 1, Math.max(0, cursor.x + distance * direction[0]));
    cursor.y = Math.min(image.height - 1, Math.max(0, cursor.y + distance * direction[1]));
    cross.hidden = false;
    cross.style.left = `${cursor.x}px`;
    cross.style.top = `${cursor.y}px`;
  });
  // A picture that is not loaded cannot be answered.
  const ready = () => picture.classList.add('ready');
  if (image.complete) ready();
  else image.addEventListener('load', ready, { once: true });
}
