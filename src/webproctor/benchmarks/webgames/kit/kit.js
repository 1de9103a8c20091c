// Code shared by all game pages: the data from the server, a clock, messages to the server, and
// helpers to create elements and listen to their events.

// Read once and removed, so that the document contains nothing that it does not show.
const script = document.getElementById('page-data');
const pageData = JSON.parse(script.textContent);
script.remove();

// The data returned by the play's `view`, and the path of this page within the game ("" for the first).
export const view = pageData.view;
export const path = pageData.path;
export const base = pageData.base;
export const main = document.getElementById('main');

// ---- Time, in milliseconds since the page was loaded. Games use it for motion and never count frames.
// `clock.of(event)` is when an input happened; a busy page may handle it later.

const FRAME = 1000 / 60;

// Pending requests to the server, and the documents that use this clock: the page and its frames.
const requests = new Set();
const documents = new Set();

// Resolves after the current tasks and microtasks. A timer would wait for the next frame.
const turn = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(0);
});

// Scrolling takes effect only with the next frame, and observers of intersections are called after it.
// So `idle` waits for both after inputs that may scroll, if there is anything to scroll.
let mayScroll = false;
const SCROLLS = /^(Arrow|Page|Home|End|Tab| )/;
for (const kind of ['wheel', 'keydown']) {
  addEventListener(kind, (event) => {
    mayScroll ||= event.key === undefined || SCROLLS.test(event.key);
  }, { capture: true, passive: true });
}
const larger = (node) => node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth;
const scrollable = () => larger(document.scrollingElement) || [...document.querySelectorAll('*')].some(
  (node) => larger(node) && getComputedStyle(node).overflow !== 'visible',
);
const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });
// A new observer is called after the next frame, together with all others that it concerns.
const intersections = () => new Promise((resolve) => {
  new IntersectionObserver((_, observer) => { observer.disconnect(); resolve(); }).observe(main);
});

// Resolves when all requests to the server are answered and the answers are handled.
const idle = async () => {
  if (mayScroll) {
    mayScroll = false;
    if (scrollable()) {
      await frame();
      await frame();
      await intersections();
      await turn();
    }
  }
  while (requests.size) {
    await Promise.allSettled(requests);
    await turn();
  }
  clock.animate();
};

// A page that shows what happens in another page uses that page's time.
const sinceLoad = () => performance.now() + (pageData.offset ?? 0);

const realClock = () => ({
  now: sinceLoad,
  of: (event) => event.timeStamp + (pageData.offset ?? 0),
  after: (ms, act) => { const id = setTimeout(act, ms); return () => clearTimeout(id); },
  every: (ms, act) => { const id = setInterval(act, ms); return () => clearInterval(id); },
  frame: (act) => {
    let last = sinceLoad(), id;
    const turn = () => {
      id = requestAnimationFrame(turn);
      const now = sinceLoad();
      act(now - last, now);
      last = now;
    };
    id = requestAnimationFrame(turn);
    return () => cancelAnimationFrame(id);
  },
  advance: () => {},
  animate: () => {},
  draw: (act) => act(),
  show: () => {},
});

// Time that passes only when the session advances it. It also controls animations.
const virtualClock = () => {
  let time = 0, number = 0;
  const due = new Map();
  // Drawings since the last action ended: nobody sees those in between.
  const drawings = new Set();
  const born = new WeakMap();
  const plan = (at, act) => {
    const id = number++;
    due.set(id, { at, act });
    return () => due.delete(id);
  };
  const repeat = (period, act) => {
    let cancel, on = true;
    const next = (at) => {
      cancel = plan(at, () => { if (on) next(at + period); act(at); });
    };
    next(time + period);
    return () => { on = false; cancel(); };
  };
  const animate = () => {
    const pages = [...documents].filter((page) => page.defaultView);
    for (const animation of pages.flatMap((page) => page.getAnimations())) {
      if (!born.has(animation)) born.set(animation, time);
      animation.pause();
      animation.currentTime = time - born.get(animation);
    }
  };
  return {
    animate,
    now: () => time,
    of: () => time,
    after: (ms, act) => plan(time + ms, act),
    every: (ms, act) => repeat(ms, () => act()),
    frame: (act) => repeat(FRAME, (at) => act(FRAME, at)),
    draw: (act) => { drawings.add(act); },
    show: () => {
      for (const draw of drawings) draw();
      drawings.clear();
    },
    advance: async (ms) => {
      // What was waited for before this time happened before it.
      await idle();
      const end = time + ms;
      for (;;) {
        let id = -1, first = { at: Infinity };
        for (const [one, plan] of due) if (plan.at < first.at) { id = one; first = plan; }
        if (first.at > end + 1e-6) break;
        due.delete(id);
        time = Math.max(time, first.at);
        first.act();
        if (requests.size) await idle();
      }
      time = end;
      animate();
    },
  };
};

const shared = window !== window.top && window.top.webproctorClock;
export const clock = shared || {
  ...(pageData.virtual ? virtualClock() : realClock()), requests, documents, idle: () => { clock.show(); return idle(); },
};
clock.documents.add(document);
if (pageData.virtual) {
  // A blinking cursor would show real time.
  const still = new CSSStyleSheet();
  still.replaceSync(':root { caret-animation: manual; }');
  document.adoptedStyleSheets.push(still);
}
globalThis.webproctorClock = clock;

// Call `act(n)` for the n-th step, from 0, at `rate` equal steps per second, and `draw()` after each
// batch; under a virtual clock only after every action. The motion does not depend on the frame rate.
// Returns a function that stops it.
export const steps = (rate, act, draw = () => {}) => {
  const began = clock.now();
  let done = 0, on = true;
  const stop = clock.frame((passed, now) => {
    for (const due = Math.floor((now - began) * rate / 1000 + 1e-6); on && done < due;) act(done++);
    if (on) clock.draw(draw);
  });
  return () => { on = false; stop(); };
};

// ---- The server.

let number = 0;
let line = Promise.resolve();
const reports = [];
globalThis.witness?.((input) => reports.push(input));

const messageBody = (kind, parameters, more = {}) => JSON.stringify({
  key: pageData.key, n: ++number, kind, at: clock.now(), parameters, inputs: reports.splice(0), ...more,
});

const handleReply = (reply) => {
  if (reply.refused) note(reply.refused, 'bad');
  if (reply.over) triesLeft(0);
  if (reply.tries_left !== undefined) triesLeft(reply.tries_left);
  if (reply.password) win(reply.password);
  return reply;
};

// Keep the page from being idle until a promise has settled. Returns the promise.
export const pending = (promise) => {
  const settled = promise.catch(() => {}).then(() => clock.requests.delete(settled));
  clock.requests.add(settled);
  return promise;
};

const ask = (send) => {
  const reply = line.then(send).then(async (response) => handleReply(await response.json()));
  const quiet = reply.catch(() => note('The server does not answer.', 'bad'));
  line = quiet;
  pending(quiet);
  return reply;
};

// Send a message to the play; resolves to its reply. Messages are sent one after another. A win is
// shown automatically.
export const send = (kind, parameters = {}) => {
  const body = messageBody(kind, parameters);
  return ask(() => fetch(`${pageData.base}messages`, { method: 'POST', body }));
};

// Send a message synchronously, for when a page cannot wait (while it is being printed).
export const sendSync = (kind, parameters = {}) => {
  const request = new XMLHttpRequest();
  request.open('POST', `${pageData.base}messages`, false);
  request.send(messageBody(kind, parameters, { stands: true }));
  return handleReply(JSON.parse(request.responseText));
};

// Upload a file that the player chose to the play; resolves to its reply.
export const upload = (file) => ask(() => fetch(`${pageData.base}upload/${encodeURIComponent(file.name)}`, {
  method: 'POST', body: file,
  headers: { 'x-key': pageData.key, 'content-type': file.type || 'application/octet-stream' },
}));

// ---- Views.

// Whether this page only shows what happens in another page, which is judged.
export const viewing = Boolean(pageData.viewing);

const PUBLISHING = 33;  // Milliseconds between two states.

// Make a view show the states of the judged page. This is for games whose outcome depends on the exact
// time of every input: run in a view, such a game would diverge. `read()` returns the state as JSON
// data, `show(state)` shows it. Returns a function to call after every change.
export const mirrored = (read, show) => {
  if (viewing) {
    const states = new EventSource(`${pageData.base}states?key=${pageData.key}`);
    states.onmessage = ({ data }) => {
      const shown = JSON.parse(data);
      if (shown.state !== undefined) show(shown.state);
      if (shown.note) note(...shown.note);
      handleReply(shown);
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
      const { textContent, className } = document.getElementById('note');
      const body = JSON.stringify({ key: pageData.key, state: read(), note: [textContent, className] });
      await fetch(`${pageData.base}states`, { method: 'POST', body });
      await new Promise((done) => { setTimeout(done, PUBLISHING); });
    }
    sending = false;
  };
};

// The URL of a file from the play.
export const fileUrl = (name) => `${pageData.base}file/${encodeURIComponent(name)}`;

// ---- Elements.

// Create an element: properties (`class`, `data-id`, `onclick`, `style` as an object), then children.
export const el = (tag, properties = {}, ...children) => {
  const [name, space] = tag.startsWith('svg:')
    ? [tag.slice(4), 'http://www.w3.org/2000/svg'] : [tag, 'http://www.w3.org/1999/xhtml'];
  const node = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith('on')) on(node, key.slice(2), value);
    else if (key === 'style') Object.assign(node.style, value);
    else if (key in node && !key.includes('-') && space.endsWith('xhtml') && key !== 'list') node[key] = value;
    else node.setAttribute(key === 'className' ? 'class' : key, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
};

// Listen to trusted events only; events dispatched by scripts are ignored. Returns a function that
// removes the listener.
export const on = (node, kind, act, options) => {
  const listener = (event) => { if (event.isTrusted) act(event); };
  node.addEventListener(kind, listener, options);
  return () => node.removeEventListener(kind, listener, options);
};

// Show a file from the play in an `img` element; resolves when the image is decoded. The page is not
// idle before.
export const load = (image, name) => {
  image.src = fileUrl(name);
  const shown = image.decode().catch(() => note('A picture cannot be loaded.', 'bad'));
  return pending(shown);
};

// Follow a press on an element until it is released; `start(event)` may return false to ignore it.
export const drag = (node, { start = () => {}, move = () => {}, end = () => {} }) => {
  on(node, 'pointerdown', (event) => {
    if (event.button !== 0 || start(event) === false) return;
    event.preventDefault();
    node.setPointerCapture(event.pointerId);
    const stops = [
      on(node, 'pointermove', move),
      ...['pointerup', 'pointercancel'].map((kind) => on(node, kind, (last) => {
        stops.forEach((stop) => stop());
        end(last);
      })),
    ];
  });
};

// Show a one-line message under the game: `tone` is 'good', 'bad' or ''.
export const note = (text, tone = '') => {
  const line = document.getElementById('note');
  line.textContent = text;
  line.className = tone;
};

// Create a canvas at the device's resolution; `width` and `height` are in CSS pixels.
export const canvas = (width, height, properties = {}) => {
  const node = el('canvas', { ...properties, width: width * devicePixelRatio, height: height * devicePixelRatio });
  Object.assign(node.style, { width: `${width}px`, height: `${height}px` });
  const pen = node.getContext('2d');
  pen.scale(devicePixelRatio, devicePixelRatio);
  return { node, pen };
};

// The position of an event on an element, in CSS pixels from its top left corner inside the border.
export const at = (event, node) => {
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

// Show how many tries the episode has left in the top-level page; the next call replaces the line.
const triesLeft = (count) => {
  if (window !== window.top) return void window.top.webproctorTriesLeft(count);
  const line = document.getElementById('tries') ?? el('p', { id: 'tries', role: 'status' });
  line.textContent = count ? `Tries left in this episode: ${count}` : 'No tries are left in this episode.';
  document.body.append(line);
};

globalThis.webproctorTriesLeft = triesLeft;
globalThis.webproctorWin = win;
if (pageData.password) win(pageData.password);
if (pageData.over) triesLeft(0);
else if (pageData.tries_left !== null) triesLeft(pageData.tries_left);
