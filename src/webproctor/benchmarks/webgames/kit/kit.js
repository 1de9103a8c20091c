// Code shared by all game pages: the data from the server, a clock, messages to the server, and
// helpers to create elements and listen to their events.

// Read once and removed, so that the document contains nothing that it does not show.
const script = document.getElementById('page-data');
const pageData = JSON.parse(script.textContent);
script.remove();

// The data returned by the play's `view`.
export const view = pageData.view;
// The path of this page within the game; "" for the first page.
export const path = pageData.path;
// The URL path of the game's first page; the paths of other pages are appended to it.
export const baseUrl = pageData.base_url;
export const main = document.getElementById('main');

// ---- Time, in milliseconds since the page was loaded. Games use it for motion and never count frames.
// `clock.timeOf(event)` returns when an input happened; a busy page may handle it later.

const FRAME = 1000 / 60;

// Pending requests to the server, and the documents that use this clock: the page and its frames.
const requests = new Set();
const documents = new Set();

// Resolves after the current tasks and microtasks. A timer would wait for the next frame.
const nextTask = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(0);
});

// Scrolling takes effect in the next frame, and observers of intersections are called after that frame.
// `idle` waits for both after inputs that may scroll, if anything can scroll.
let mayScroll = false;
const SCROLL_KEYS = /^(Arrow|Page|Home|End|Tab| )/;
for (const kind of ['wheel', 'keydown']) {
  addEventListener(kind, (event) => {
    mayScroll ||= event.key === undefined || SCROLL_KEYS.test(event.key);
  }, { capture: true, passive: true });
}
const overflows = (node) => node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth;
const canScroll = () => overflows(document.scrollingElement) || [...document.querySelectorAll('*')].some(
  (node) => overflows(node) && getComputedStyle(node).overflow !== 'visible',
);
const nextFrame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
// Resolves after the observers of intersections were called: a new one is called together with the others.
const intersectionsObserved = () => new Promise((resolve) => {
  new IntersectionObserver((_, observer) => { observer.disconnect(); resolve(); }).observe(main);
});

// Text in a font that has not been loaded is invisible. The layout starts to load the fonts that it needs.
const fontsLoaded = () => Promise.all([...documents].filter((page) => page.defaultView).map((page) => {
  void page.documentElement.offsetHeight;
  return page.fonts.status === 'loading' && page.fonts.ready;
}));

// Resolves when all requests to the server are answered, the answers are handled, and the fonts are loaded.
const idle = async () => {
  if (mayScroll) {
    mayScroll = false;
    if (canScroll()) {
      await nextFrame();
      await nextFrame();
      await intersectionsObserved();
      await nextTask();
    }
  }
  while (requests.size) {
    await Promise.allSettled(requests);
    await nextTask();
  }
  await fontsLoaded();
  clock.animate();
};

// A page that shows what happens in another page uses that page's time.
const timeSinceLoad = () => performance.now() + (pageData.offset ?? 0);

const realClock = () => ({
  now: timeSinceLoad,
  timeOf: (event) => event.timeStamp + (pageData.offset ?? 0),
  after: (ms, callback) => { const id = setTimeout(callback, ms); return () => clearTimeout(id); },
  every: (ms, callback) => { const id = setInterval(callback, ms); return () => clearInterval(id); },
  frame: (callback) => {
    let last = timeSinceLoad(), id;
    const onFrame = () => {
      id = requestAnimationFrame(onFrame);
      const now = timeSinceLoad();
      callback(now - last, now);
      last = now;
    };
    id = requestAnimationFrame(onFrame);
    return () => cancelAnimationFrame(id);
  },
  advance: () => {},
  animate: () => {},
  requestDraw: (draw) => draw(),
  draw: () => {},
});

// Time that passes only when the session advances it. It also controls animations.
const virtualClock = () => {
  let time = 0, lastId = 0;
  const timers = new Map();
  // Requested since the last action ended; nobody sees what is drawn in between.
  const drawRequests = new Set();
  const animationStarts = new WeakMap();
  const schedule = (due, callback) => {
    const id = ++lastId;
    timers.set(id, { id, due, callback });
    return () => timers.delete(id);
  };
  const repeat = (period, callback) => {
    let cancel, running = true;
    const scheduleAt = (due) => {
      cancel = schedule(due, () => { if (running) scheduleAt(due + period); callback(due); });
    };
    scheduleAt(time + period);
    return () => { running = false; cancel(); };
  };
  // The timer that is due next; of several at the same time, the one set first.
  const nextTimer = () => {
    let next = null;
    for (const timer of timers.values()) if (!next || timer.due < next.due) next = timer;
    return next;
  };
  const animate = () => {
    const pages = [...documents].filter((page) => page.defaultView);
    for (const animation of pages.flatMap((page) => page.getAnimations())) {
      if (!animationStarts.has(animation)) animationStarts.set(animation, time);
      animation.pause();
      animation.currentTime = time - animationStarts.get(animation);
    }
  };
  return {
    animate,
    now: () => time,
    timeOf: () => time,
    after: (ms, callback) => schedule(time + ms, callback),
    every: (ms, callback) => repeat(ms, () => callback()),
    frame: (callback) => repeat(FRAME, (now) => callback(FRAME, now)),
    requestDraw: (draw) => { drawRequests.add(draw); },
    draw: () => {
      for (const draw of drawRequests) draw();
      drawRequests.clear();
    },
    advance: async (ms) => {
      // Replies to pending requests arrived before this time.
      await idle();
      const end = time + ms;
      for (;;) {
        const timer = nextTimer();
        if (!timer || timer.due > end + 1e-6) break;
        timers.delete(timer.id);
        time = Math.max(time, timer.due);
        timer.callback();
        if (requests.size) await idle();
      }
      time = end;
      animate();
    },
  };
};

const shared = window !== window.top && window.top.webproctorClock;
export const clock = shared || {
  ...(pageData.virtual ? virtualClock() : realClock()), requests, documents, idle: () => { clock.draw(); return idle(); },
};
clock.documents.add(document);
if (pageData.virtual) {
  // A blinking cursor would show real time.
  const steadyCaret = new CSSStyleSheet();
  steadyCaret.replaceSync(':root { caret-animation: manual; }');
  document.adoptedStyleSheets.push(steadyCaret);
}
globalThis.webproctorClock = clock;

// Call `step(n)` for the n-th step, from 0, at `rate` equal steps per second, and `draw()` after each
// batch; under a virtual clock only after every action. The motion does not depend on the frame rate.
// Returns a function that stops it.
export const runSteps = (rate, step, draw = () => {}) => {
  const start = clock.now();
  let done = 0, running = true;
  const stop = clock.frame((_, now) => {
    for (const due = Math.floor((now - start) * rate / 1000 + 1e-6); running && done < due;) step(done++);
    if (running) clock.requestDraw(draw);
  });
  return () => { running = false; stop(); };
};

// ---- The server.

let lastNumber = 0;
let lastReply = Promise.resolve();
// Inputs to report with the next message, if the browser does not record them.
const inputs = [];
globalThis.witness?.((input) => inputs.push(input));

const messageBody = (kind, parameters, options = {}) => JSON.stringify({
  key: pageData.key, n: ++lastNumber, kind, at: clock.now(), parameters, inputs: inputs.splice(0), ...options,
});

const handleReply = (reply) => {
  if (reply.refused) showStatus(reply.refused, 'bad');
  if (reply.over) showTriesLeft(0);
  if (reply.tries_left !== undefined) showTriesLeft(reply.tries_left);
  if (reply.password) win(reply.password);
  return reply;
};

// Keep the page from being idle until a promise has settled. Returns the promise.
export const pending = (promise) => {
  const settled = promise.catch(() => {}).then(() => clock.requests.delete(settled));
  clock.requests.add(settled);
  return promise;
};

// Make a request after all earlier ones; resolves to its reply.
const enqueue = (request) => {
  const reply = lastReply.then(request).then(async (response) => handleReply(await response.json()));
  lastReply = reply.catch(() => showStatus('The server does not respond.', 'bad'));
  pending(lastReply);
  return reply;
};

// Send a message to the play; resolves to its reply. Messages are sent one after another. A win is
// shown automatically.
export const send = (kind, parameters = {}) => {
  const body = messageBody(kind, parameters);
  return enqueue(() => fetch(`${baseUrl}messages`, { method: 'POST', body }));
};

// Send a message synchronously, for when a page cannot wait (while it is being printed).
export const sendSync = (kind, parameters = {}) => {
  const request = new XMLHttpRequest();
  request.open('POST', `${baseUrl}messages`, false);
  request.send(messageBody(kind, parameters, { synchronous: true }));
  return handleReply(JSON.parse(request.responseText));
};

// Upload a file that the player chose to the play; resolves to its reply.
export const upload = (file) => enqueue(() => fetch(`${baseUrl}upload/${encodeURIComponent(file.name)}`, {
  method: 'POST', body: file,
  headers: { 'x-key': pageData.key, 'content-type': file.type || 'application/octet-stream' },
}));

// ---- Views.

// Whether this page only shows what happens in another page, which is judged.
export const viewing = Boolean(pageData.viewing);

const PUBLISH_INTERVAL = 33;  // Milliseconds between two states.

// Make a view show the states of the judged page. This is for games whose outcome depends on the exact
// time of every input: if such a game ran in a view, it would differ from the judged page.
// `read()` returns the state as JSON data, `show(state)` shows it. Returns a function to call after
// every change.
export const mirrorState = (read, show) => {
  if (viewing) {
    const states = new EventSource(`${baseUrl}states?key=${pageData.key}`);
    states.onmessage = ({ data }) => {
      const update = JSON.parse(data);
      if (update.state !== undefined) show(update.state);
      if (update.status) showStatus(...update.status);
      handleReply(update);
    };
  }
  if (viewing || !pageData.viewed) return () => {};
  let changed = false, sending = false;
  return async () => {
    changed = true;
    if (sending) return;
    sending = true;
    while (changed) {
      changed = false;
      const { textContent, className } = document.getElementById('status');
      const body = JSON.stringify({ key: pageData.key, state: read(), status: [textContent, className] });
      await fetch(`${baseUrl}states`, { method: 'POST', body });
      await new Promise((resolve) => { setTimeout(resolve, PUBLISH_INTERVAL); });
    }
    sending = false;
  };
};

// Return the URL of a file from the play.
export const fileUrl = (name) => `${baseUrl}file/${encodeURIComponent(name)}`;

// ---- Elements.

// Create an element: properties (`class`, `data-id`, `onclick`, `style` as an object), then children.
export const el = (tag, properties = {}, ...children) => {
  const [name, namespace] = tag.startsWith('svg:')
    ? [tag.slice(4), 'http://www.w3.org/2000/svg'] : [tag, 'http://www.w3.org/1999/xhtml'];
  const node = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith('on')) on(node, key.slice(2), value);
    else if (key === 'style') Object.assign(node.style, value);
    else if (key in node && !key.includes('-') && namespace.endsWith('xhtml') && key !== 'list') node[key] = value;
    else node.setAttribute(key === 'className' ? 'class' : key, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
};

// Listen to trusted events only: those dispatched by scripts are ignored. Returns a function that
// removes the listener.
export const on = (node, type, handler, options) => {
  const listener = (event) => { if (event.isTrusted) handler(event); };
  node.addEventListener(type, listener, options);
  return () => node.removeEventListener(type, listener, options);
};

// Show an image file from the play in an `img` element; resolves when the image is decoded. The page is
// not idle before.
export const loadImage = (image, name) => {
  image.src = fileUrl(name);
  return pending(image.decode().catch(() => showStatus('An image cannot be loaded.', 'bad')));
};

// Follow the mouse from a press on an element until the button is released. `start(event)` may return
// false to ignore the press.
export const drag = (node, { start = () => {}, move = () => {}, end = () => {} }) => {
  on(node, 'pointerdown', (event) => {
    if (event.button !== 0 || start(event) === false) return;
    event.preventDefault();
    node.setPointerCapture(event.pointerId);
    const listeners = [
      on(node, 'pointermove', move),
      ...['pointerup', 'pointercancel'].map((type) => on(node, type, (endEvent) => {
        listeners.forEach((remove) => remove());
        end(endEvent);
      })),
    ];
  });
};

// Show one line of text under the game, or nothing for ''. `tone` is 'good', 'bad' or ''.
export const showStatus = (text, tone = '') => {
  const status = document.getElementById('status');
  status.textContent = text;
  status.className = tone;
};

// Create a canvas at the device's resolution; `width` and `height` are in CSS pixels. Returns the element
// and its 2D context.
export const canvas = (width, height, properties = {}) => {
  const node = el('canvas', { ...properties, width: width * devicePixelRatio, height: height * devicePixelRatio });
  Object.assign(node.style, { width: `${width}px`, height: `${height}px` });
  const context = node.getContext('2d');
  context.scale(devicePixelRatio, devicePixelRatio);
  return { node, context };
};

// Return the position of an event on an element, in CSS pixels from its top left corner inside the border.
export const eventPosition = (event, node) => {
  const box = node.getBoundingClientRect();
  return { x: event.clientX - box.left - node.clientLeft, y: event.clientY - box.top - node.clientTop };
};

// Show the password in the top-level page. Called automatically when the server reports that the
// puzzle is solved.
export const win = (password) => {
  if (window !== window.top) return void window.top.webproctorWin(password);
  document.getElementById('won')?.remove();
  document.body.append(el('section', { id: 'won', role: 'status' },
    el('strong', {}, 'Solved'),
    el('span', {}, 'The password is '), el('code', { id: 'password' }, password)));
  document.body.classList.add('solved');
};

// Show in the top-level page how many tries the episode has left; the next call replaces the text.
const showTriesLeft = (count) => {
  if (window !== window.top) return void window.top.webproctorTriesLeft(count);
  const node = document.getElementById('tries') ?? el('p', { id: 'tries', role: 'status' });
  node.textContent = count ? `Tries left in this episode: ${count}` : 'No tries are left in this episode.';
  document.body.append(node);
};

globalThis.webproctorTriesLeft = showTriesLeft;
globalThis.webproctorWin = win;
if (pageData.password) win(pageData.password);
if (pageData.over) showTriesLeft(0);
else if (pageData.tries_left !== null) showTriesLeft(pageData.tries_left);
