"""A site on loopback that resembles a deployment of the published suite.

One document for every address, one script that contains all passwords and draws the page of the
address, fixed passwords, no state on the server, and telemetry that fails.
"""

import json
from collections.abc import Mapping, Sequence

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

_DOCUMENT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>WebGames</title>
<style>
body { margin: 0; font: 16px sans-serif; background: linear-gradient(135deg, #667eea, #764ba2); }
.card { width: 640px; margin: 40px auto; padding: 24px; background: #fff; border-radius: 12px; }
</style><div class="card" id="root"></div><script src="/assets/index.js"></script></html>"""

_BUNDLE = """
const tasks = TASKS;
const root = document.getElementById('root');
localStorage.user_id ??= crypto.randomUUID();
const report = (kind) => fetch(`/api/record-${kind}`, {method: 'POST'}).catch(() => {});

const path = () => location.pathname.slice(1);
const findTask = () => tasks.find(({id}) => id.endsWith('/*')
  ? path().startsWith(id.slice(0, -1)) : id === path());
const append = (tag, text, properties = {}) => root.appendChild(
  Object.assign(document.createElement(tag), {textContent: text}, properties));
const showPassword = ({password}) => {
  append('p', `The password is: ${password}`, {id: 'won'});
  report('completion');
};

// Doors 1, 2 lead to the exit; every choice is a new address of the same document.
const maze = (task) => {
  const doors = path().split('/').slice(1).filter(Boolean).join('');
  if (doors === '12') return showPassword(task);
  if (!'12'.startsWith(doors)) return append('p', 'A dead end. Go back.');
  for (const n of [1, 2, 3]) append('button', `Door ${n}`, {onclick: () => {
    history.pushState(null, '', `/${task.id.slice(0, -2)}/${[...doors, n].join('/')}`);
    draw();
  }});
};

// The page shows the password if it is loaded again after 0.2 seconds.
const patience = (task) => {
  const start = localStorage.patience;
  if (!start) localStorage.patience = Date.now();
  else if (Date.now() - start > 200) showPassword(task);
  else delete localStorage.patience;
};

const draw = () => {
  const task = findTask();
  root.replaceChildren();
  if (!task) return append('h1', 'No such page');
  append('h1', task.title);
  report('view');
  if (task.id.startsWith('maze')) maze(task);
  else if (task.id.startsWith('patience')) patience(task);
  else append('button', 'Solve', {onclick: () => showPassword(task)});
};
addEventListener('popstate', draw);
draw();
"""


def deployment(records: Sequence[Mapping[str, str]]) -> Starlette:
    """Return the deployment with the pages of these records."""
    bundle = _BUNDLE.replace("TASKS", json.dumps(list(records)))

    async def script(request: Request) -> Response:
        return Response(bundle, media_type="text/javascript")

    async def document(request: Request) -> Response:
        return HTMLResponse(_DOCUMENT)

    async def telemetry(request: Request) -> Response:
        return Response(status_code=404)

    return Starlette(
        routes=[
            Route("/assets/index.js", script),
            Route("/api/{name}", telemetry, methods=["POST"]),
            Route("/{path:path}", document),
        ]
    )
