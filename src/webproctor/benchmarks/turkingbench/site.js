// A page to fill in: reads its fields as the benchmark does and shows their scores.
const $ = (selector) => document.querySelector(selector);
const frame = $('iframe'), panel = $('#panel'), scoring = $('#score'), answers = $('#answers');
const asked = JSON.parse(document.body.dataset.asked);
const library = Promise.all(['dom.js', 'page.js', 'fields.js'].map(async (name) => (await fetch(`/own/${name}`)).text()));

// The page in the frame: the reading functions, and the fields found when it had loaded.
let page = null;
// Content of the panel: `score`, `answers`, `fault` or empty.
let shown = '';

const variant = () => $('[name=variant]:checked').value;

const enter = async () => {
  const [nodes, looking, reading] = await library;
  const view = frame.contentWindow;
  // Created in the frame to work on its page, but in a scope that the page's own scripts cannot
  // access.
  const scope = {};
  view.Function('globalThis', `${nodes}\nconst { dom } = globalThis;\n${looking}\nconst { webproctor } = globalThis;\n${reading}`)(scope);
  page = { fields: scope.fields, found: await scope.fields.find(asked) };
  watch(view);
  view.document.addEventListener('submit', () => show('score'), true);
  view.HTMLFormElement.prototype.submit = () => show('score');
  view.document.addEventListener('click', outward, true);
  view.document.addEventListener('keydown', keyed);
  scoring.disabled = answers.disabled = false;
};

// Shows the number of blocked requests to other hosts.
const watch = (view) => {
  const refused = new Set(), note = $('#refused');
  note.hidden = true;
  const count = (reports) => {
    for (const { body } of reports) refused.add(body.blockedURL);
    note.hidden = false;
    note.textContent = `${refused.size} external request${refused.size === 1 ? '' : 's'} blocked`;
    note.title = [...refused].join('\n');
  };
  if (!view.ReportingObserver) return;
  new view.ReportingObserver(count, { types: ['csp-violation'], buffered: true }).observe();
};

// Open links to other sites in a new tab, so that the page stays open.
const outward = (event) => {
  const link = event.target.closest?.('a[href]');
  if (!link || link.origin === location.origin) return;
  link.target = '_blank';
  link.rel = 'noopener';
};

const show = async (what) => {
  let answer;
  try {
    answer = await fetch(`/${what}/${document.body.dataset.instance}?variant=${variant()}`, {
      method: 'POST', body: JSON.stringify(await page.fields.read(page.found)),
    });
  } catch {
    tell('The server did not answer. Is webproctor still running?');
    return;
  }
  if (answer.ok) panel.innerHTML = await answer.text();
  else tell(await answer.text());
  open(what);
};

const tell = (message) => {
  const note = document.createElement('p');
  note.className = 'fault';
  note.textContent = message;
  panel.replaceChildren(note);
  open('fault');
};

const open = (what) => {
  shown = what;
  panel.hidden = !what;
  panel.scrollTop = 0;
  answers.setAttribute('aria-pressed', what === 'answers');
  answers.textContent = what === 'answers' ? "Hide workers' answers" : "Show workers' answers";
};

const toggleAnswers = () => shown === 'answers' ? open('') : show('answers');

const keyed = (event) => {
  const turn = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key];
  if (event.key === 'Enter' && event.ctrlKey && page) show('score');
  else if (event.key === 'Escape') open('');
  else if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  // The focused element may use plain keys itself.
  else if (event.target.closest?.('input, select, textarea, [contenteditable], [tabindex]')) return;
  else if (turn) $(`a[rel=${turn}][href]`)?.click();
  else if (event.key === 'w' && page) toggleAnswers();
};

const choose = () => {
  const here = new URL(location);
  here.searchParams.set('variant', variant());
  history.replaceState(null, '', here);
  for (const link of document.querySelectorAll('nav a[href]')) {
    link.search = here.search;
  }
  if (shown === 'score') show('score');
};

// Outline on the page the field that is hovered or focused in the panel.
const outline = (event, on) => {
  const name = event.target.closest?.('[data-name]')?.dataset.name;
  if (name) page.fields.border(name, on);
};

scoring.addEventListener('click', () => show('score'));
answers.addEventListener('click', toggleAnswers);
document.addEventListener('keydown', keyed);
$('.bar .switch').addEventListener('change', choose);
for (const [kind, on] of [['mouseover', true], ['focusin', true], ['mouseout', false], ['focusout', false]]) {
  panel.addEventListener(kind, (event) => outline(event, on));
}
panel.addEventListener('click', (event) => {
  if (event.target.closest('.close')) open('');
  const name = event.target.closest('[data-name]')?.dataset.name;
  if (name) page.fields.box(name);
});
frame.addEventListener('load', enter);
frame.src = frame.dataset.src;
