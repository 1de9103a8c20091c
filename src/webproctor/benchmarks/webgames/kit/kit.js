// What every game's page shares: what the server told it, a clock, a way to tell the server what the
// player does, and a few short ways to build and watch elements.

const given = JSON.parse(document.getElementById('given').textContent);

// What the play's `view` gave, and which page of the game this is ("" for the first).
export const view = given.view;
export const path = given.path;
export const base = given.base;
export const main = document.getElementById('main');

// ---- Time. Milliseconds since the page was loaded; games move by it, never by frames counted.

const FRAME = 1000 / 60;

// What is asked of the server, and the documents that keep this time: the page and its frames.
const asks = new Set();
const documents = new Set();

// Resolves when the page has dealt with what is at hand. A timer would wait for the next frame.
const turn = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(0);
});

// Scrolling shows only with the next frame: what may scroll makes `idle` wait for it.
let stirred = false;
const SCROLLS = /^(Arrow|Page|Home|End|Tab| )/;
for (const kind of ['wheel', 'keydown']) {
  addEventListener(kind, (event) => {
    stirred ||= event.key === undefined || SCROLLS.test(event.key);
  }, { capture: true, passive: true });
}
const frame = () => new Promise((resolve) => { requestAnimationFrame(resolve); });

// Resolves when nothing that was asked of the server is unanswered and the answers are dealt with.
const idle = async () => {
  if (stirred) {
    stirred = false;
    await frame();
    await frame();
  }
  while (asks.size) {
    await Promise.allSettled(asks);
    await turn();
  }
  clock.animate();
};

const realClock = () => ({
  now: () => performance.now(),
  after: (ms, act) => { const id = setTimeout(act, ms); return () => clearTimeout(id); },
  every: (ms, act) => { const id = setInterval(act, ms); return () => clearInterval(id); },
  frame: (act) => {
    let last = performance.now(), id;
    const turn = () => {
      id = requestAnimationFrame(turn);
      const now = performance.now();
      act(now - last, now);
      last = now;
    };
    id = requestAnimationFrame(turn);
    return () => cancelAnimationFrame(id);
  },
  advance: () => {},
  animate: () => {},
});

// Time that stands still until the session says how much of it passes. Animations obey it too.
const virtualClock = () => {
  let time = 0, number = 0;
  const due = new Map();
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
    after: (ms, act) => plan(time + ms, act),
    every: (ms, act) => repeat(ms, () => act()),
    frame: (act) => repeat(FRAME, (at) => act(FRAME, at)),
    advance: async (ms) => {
      const end = time + ms;
      animate();
      for (;;) {
        let id = -1, first = { at: Infinity };
        for (const [one, plan] of due) if (plan.at < first.at) { id = one; first = plan; }
        if (first.at > end + 1e-6) break;
        due.delete(id);
        time = Math.max(time, first.at);
        first.act();
        if (asks.size) await idle();
      }
      time = end;
      animate();
    },
  };
};

const shared = window !== window.top && window.top.webproctorClock;
export const clock = shared || { ...(given.virtual ? virtualClock() : realClock()), asks, documents, idle };
clock.documents.add(document);
globalThis.webproctorClock = clock;

// Call `act(n)` for the n-th of `rate` equal steps in a second, from 0, and `draw()` after each
// batch: motion that is the same however often the screen is drawn. Returns what stops it.
export const steps = (rate, act, draw = () => {}) => {
  const began = clock.now();
  let done = 0, on = true;
  const stop = clock.frame((passed, now) => {
    for (const due = Math.floor((now - began) * rate / 1000 + 1e-6); on && done < due;) act(done++);
    if (on) draw();
  });
  return () => { on = false; stop(); };
};

// ---- The server.

let number = 0;
let line = Promise.resolve();
const reports = [];
globalThis.witness?.((told) => reports.push(told));

const letter = (kind, said, more = {}) => JSON.stringify({
  key: given.key, n: ++number, kind, at: clock.now(), said, inputs: reports.splice(0), ...more,
});

const answered = (reply) => {
  if (reply.refused) note(reply.refused, 'bad');
  if (reply.password) win(reply.password);
  return reply;
};

const ask = (send) => {
  const reply = line.then(send).then(async (response) => answered(await response.json()));
  const quiet = reply.catch(() => note('The server does not answer.', 'bad'));
  line = quiet;
  clock.asks.add(quiet);
  quiet.finally(() => clock.asks.delete(quiet));
  return reply;
};

// Tell the play something; resolves to its reply. Messages are sent one after another. A win is
// shown without further ado.
export const say = (kind, said = {}) => {
  const body = letter(kind, said);
  return ask(() => fetch(`${given.base}say`, { method: 'POST', body }));
};

// The same without waiting, for moments in which a page cannot wait (while it is being printed).
export const sayAtOnce = (kind, said = {}) => {
  const request = new XMLHttpRequest();
  request.open('POST', `${given.base}say`, false);
  request.send(letter(kind, said, { stands: true }));
  return answered(JSON.parse(request.responseText));
};

// Give the play a file that the player chose; resolves to its reply.
export const upload = (file) => ask(() => fetch(`${given.base}upload/${encodeURIComponent(file.name)}`, {
  method: 'POST', body: file,
  headers: { 'x-key': given.key, 'content-type': file.type || 'application/octet-stream' },
}));

// The address of a file that the play gives.
export const fileUrl = (name) => `${given.base}file/${encodeURIComponent(name)}`;

// ---- Elements.

// Make an element: properties (`class`, `data-id`, `onclick`, `style` as an object), then children.
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

// Listen to what a hand does: events that scripts make up are passed over.
export const on = (node, kind, act, options) => {
  const heard = (event) => { if (event.isTrusted) act(event); };
  node.addEventListener(kind, heard, options);
  return () => node.removeEventListener(kind, heard, options);
};

// Follow a press on an element until it is let go: `start(event)` may return false to pass it over.
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

// Show one line of news under the game: `tone` is 'good', 'bad' or ''.
export const note = (text, tone = '') => {
  const line = document.getElementById('note');
  line.textContent = text;
  line.className = tone;
};

// A canvas whose drawing is sharp; `width` and `height` are in CSS pixels.
export const canvas = (width, height, properties = {}) => {
  const node = el('canvas', { ...properties, width: width * devicePixelRatio, height: height * devicePixelRatio });
  Object.assign(node.style, { width: `${width}px`, height: `${height}px` });
  const pen = node.getContext('2d');
  pen.scale(devicePixelRatio, devicePixelRatio);
  return { node, pen };
};

// Where an event happened on an element, in CSS pixels from its top left corner inside the border.
export const at = (event, node) => {
  const box = node.getBoundingClientRect();
  return { x: event.clientX - box.left - node.clientLeft, y: event.clientY - box.top - node.clientTop };
};

// Show the password, in the outermost page. Called by itself when the server says that the puzzle is
// solved.
export const win = (password) => {
  if (window !== window.top) return void window.top.webproctorWin(password);
  document.getElementById('won')?.remove();
  document.body.append(el('section', { id: 'won', role: 'status' },
    el('strong', {}, 'Solved'),
    el('span', {}, 'The password is '), el('code', { id: 'password' }, password)));
  document.body.classList.add('solved');
};

globalThis.webproctorWin = win;
if (given.password) win(given.password);
