"""Web site to view the pages, fill them in and see their scores.

Pages are read by the same script and scored by the same rules as after an agent's episode. Public
files are served from the mirror, and all other requests to other hosts are blocked, so no network
is needed.
"""

import html
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, select_autoescape
from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from webproctor.benchmarks.turkingbench import pages
from webproctor.benchmarks.turkingbench.benchmark import TurkingBench
from webproctor.benchmarks.turkingbench.dataset import cell_text
from webproctor.benchmarks.turkingbench.mirror.recorded import Mirrors
from webproctor.benchmarks.turkingbench.scoring import VARIANTS, InstanceScore, score_instance
from webproctor.benchmarks.turkingbench.session import LIBRARY
from webproctor.benchmarks.turkingbench.splits import SPLITS
from webproctor.benchmarks.turkingbench.table import Cell
from webproctor.core.errors import UserError
from webproctor.environments import browser

# A framed page can connect only to this server. Its own scripts run, as they do for agents.
POLICY = (
    "default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; "
    "base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
PRIVATE = ("/answers/", "/score/")
"""Path prefixes that reveal the workers' answers and require the server's token."""
_PACKAGE_FILES = {
    "dom.js": Path(browser.__file__).with_name("dom.js"),
    "page.js": Path(browser.__file__).with_name("page.js"),
    "fields.js": LIBRARY,
    "site.js": Path(__file__).with_name("site.js"),
    "site.css": Path(__file__).with_name("site.css"),
}
_CONTENT_TYPES = {".js": "text/javascript", ".css": "text/css"}
_ADDRESS = re.compile(
    r"""(?:https?:)?//(?P<host>[\w.-]+)(?P<rest>[/?](?:(?!&(?:quot|apos|\#3[49]);)[^\s"'<>()\\])*)"""
)
_TEMPLATES = Environment(
    loader=PackageLoader("webproctor.benchmarks.turkingbench"),
    autoescape=select_autoescape(default=True),
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters["per_cent"] = lambda value: f"{100 * value:.1f}".removesuffix(".0") + "\u202f%"


class Reading(BaseModel):
    """A field of the page as read by `fields.read`."""

    name: str
    type: str
    visible: bool
    values: list[str | None]


_READINGS = TypeAdapter(list[Reading])


@dataclass(frozen=True)
class _Site:
    """The pages shown, and their scores since the server was started.

    Attributes:
        benchmark: The selection of instances.
        rows: Row numbers of each task, in display order.
        scores: The last score, by task, row and variant of the metric.
    """

    benchmark: TurkingBench
    rows: dict[str, list[int]]
    scores: dict[tuple[str, int, str], float] = field(default_factory=dict)

    def score_of(self, task: str) -> tuple[int, float]:
        """Return how many pages of a task were scored, and the mean of their scores."""
        keys = ((task, row, self.benchmark.variant) for row in self.rows[task])
        scores = [self.scores[key] for key in keys if key in self.scores]
        return len(scores), sum(scores) / len(scores) if scores else 0.0


def application(benchmark: TurkingBench) -> Starlette:
    """Return a web application with a benchmark's pages and the workers' answers."""
    rows: dict[str, list[int]] = {}
    for task in benchmark.tasks():
        rows.setdefault(str(task.tags["task"]), []).append(int(task.tags["row"]))
    app = Starlette(
        routes=[
            Route("/", _home),
            Route("/fill/{task}", _first_page),
            Route("/fill/{task}/{row:number}", _fill),
            Route("/page/{task}/{row:number}/", _page, methods=["GET", "POST"]),
            Route("/score/{task}/{row:number}", _score, methods=["POST"]),
            Route("/answers/{task}/{row:number}", _answers, methods=["POST"]),
            Route("/mirror/{host}/{path:path}", _mirrored),
            Route("/own/{name}", _package_file),
        ],
        exception_handlers={404: _not_found},
    )
    app.state.site = _Site(benchmark, rows)
    return app


# Pages


async def _home(request: Request) -> Response:
    site = _site(request)
    dataset = site.benchmark.dataset
    tasks = [
        {
            "name": name,
            "split": dataset.split_of(name),
            "about": dataset.task(name).instances[rows[0]].get("Description", "").strip(),
            "pages": len(rows),
            "fields": len(dataset.task(name).field_names),
            "scored": site.score_of(name),
        }
        for name, rows in site.rows.items()
    ]
    pages_by_split = Counter(task["split"] for task in tasks)
    splits = {split: pages_by_split[split] for split in SPLITS if pages_by_split[split]}
    return _render("home.html", tasks=tasks, splits=splits, variant=site.benchmark.variant)


async def _first_page(request: Request) -> Response:
    task = request.path_params["task"]
    rows = _site(request).rows.get(task)
    if rows is None:
        raise HTTPException(404, _no_task(request, task))
    return RedirectResponse(f"/fill/{quote(task)}/{rows[0]}")


async def _fill(request: Request) -> Response:
    task, row = _instance(request)
    site = _site(request)
    rows, index = site.rows[task], site.rows[task].index(row)
    return _render(
        "fill.html",
        task=task,
        row=row,
        place=index + 1,
        pages=len(rows),
        previous=rows[index - 1] if index else None,
        next=rows[index + 1] if index + 1 < len(rows) else None,
        asked=site.benchmark.dataset.task(task).field_names,
        variant=_variant(request),
        variants=VARIANTS,
    )


async def _page(request: Request) -> Response:
    benchmark = _site(request).benchmark
    source = pages.render(benchmark.dataset, *_instance(request))
    # A cached page would keep entered values without the events of typing them.
    headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
    return HTMLResponse(localised(source, benchmark.copies), headers=headers)


async def _not_found(request: Request, error: Exception) -> Response:
    reason = error.detail if isinstance(error, HTTPException) else str(error)
    reason = "This page does not exist." if reason == "Not Found" else reason
    return _render("missing.html", 404, why=reason)


# Scores and answers


async def _score(request: Request) -> Response:
    task, row = _instance(request)
    site, variant = _site(request), _variant(request)
    gold = site.benchmark.dataset.task(task).gold(row)
    readings = await _readings(request)
    try:
        score = score_instance([reading.model_dump() for reading in readings], gold, variant)
    except UserError as error:
        raise HTTPException(400, str(error)) from error
    site.scores[task, row, variant] = score.value
    return _panel(gold, readings, variant, score)


async def _answers(request: Request) -> Response:
    task, row = _instance(request)
    gold = _site(request).benchmark.dataset.task(task).gold(row)
    return _panel(gold, await _readings(request), _variant(request), None)


def _panel(
    gold: dict[str, list[Cell]],
    readings: Sequence[Reading],
    variant: str,
    score: InstanceScore | None,
) -> Response:
    field_scores = score.fields if score else [None] * len(readings)
    present = {reading.name for reading in readings}
    return _render(
        "panel.html",
        fields=list(zip(readings, field_scores, strict=True)),
        workers={name: _answer_counts(cells) for name, cells in gold.items()},
        absent=[name for name in gold if name not in present],
        variant=variant,
        scored=score,
        counted=sum(score.counted for score in field_scores if score),
    )


def _answer_counts(cells: Sequence[Cell]) -> list[tuple[str, int]]:
    """Return the workers' answers with their counts, most frequent first; "" is a blank."""
    return Counter(map(cell_text, cells)).most_common()


async def _readings(request: Request) -> list[Reading]:
    try:
        return _READINGS.validate_json(await request.body())
    except ValidationError as error:
        detail = error.errors()[0]
        location = ".".join(map(str, detail["loc"])) or "request body"
        raise HTTPException(400, f"invalid field values, {location}: {detail['msg']}") from error


# Files


def localised(text: str, copies: Mirrors, *, unmatched: bool = False) -> str:
    """Replace public addresses that the mirrors have with addresses of this site.

    Args:
        unmatched: Also replace addresses on the mirrors' hosts that they have no file for, for
            scripts that assemble addresses.
    """

    def local(match: re.Match[str]) -> str:
        host, path = match["host"].lower(), match["rest"]
        if host not in copies.hosts:
            return match[0]
        if not unmatched and copies.find(html.unescape(match[0])) is None:
            return match[0]
        return f"/mirror/{host}/{path.removeprefix('/')}"

    return _ADDRESS.sub(local, text)


async def _mirrored(request: Request) -> Response:
    return mirrored(request, _site(request).benchmark.copies)


def mirrored(request: Request, copies: Mirrors) -> Response:
    """Return the local copy of a public file; the path has its host and its path.

    Raises:
        HTTPException: If there is none (404).
    """
    host, path = request.path_params["host"], request.path_params["path"]
    query = f"?{request.url.query}" if request.url.query else ""
    stored = copies.find(f"https://{host}/{quote(path)}{query}")
    if stored is None:
        raise HTTPException(404, f"The mirror has no copy of https://{host}/{path}.")
    body = stored.body
    # Published files are not changed, because pages contain their checksums. Our own stand-ins
    # refer to public files.
    if "webproctor" in stored.source:
        body = localised(body.decode(), copies, unmatched=True).encode()
    return Response(body, media_type=stored.content_type)


async def _package_file(request: Request) -> Response:
    path = _PACKAGE_FILES.get(request.path_params["name"])
    if path is None:
        raise HTTPException(404)
    return Response(_read(path), media_type=_CONTENT_TYPES[path.suffix])


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()


# Requests and responses


def _site(request: Request) -> _Site:
    return request.app.state.site


def _instance(request: Request) -> tuple[str, int]:
    """Return the instance in a request's path.

    Raises:
        HTTPException: If it is not among those shown (404).
    """
    task, row = request.path_params["task"], request.path_params["row"]
    rows = _site(request).rows.get(task)
    if rows is None:
        raise HTTPException(404, _no_task(request, task))
    if row not in rows:
        raise HTTPException(404, f"{task!r} has no page {row} among the {len(rows)} selected.")
    return task, row


def _no_task(request: Request, task: str) -> str:
    existing = _site(request).benchmark.dataset.folders
    note = "It is in the data, but not in this selection." if task in existing else ""
    return f"There is no task {task!r}. {note}".strip()


def _variant(request: Request) -> str:
    variant = request.query_params.get("variant", _site(request).benchmark.variant)
    if variant not in VARIANTS:
        raise HTTPException(400, f"metric variant {variant!r}: choose from {', '.join(VARIANTS)}")
    return variant


def _render(template: str, status: int = 200, **values: object) -> HTMLResponse:
    page = _TEMPLATES.get_template(template).render(quote=quote, **values)
    return HTMLResponse(page, status, headers={"Cache-Control": "no-store"})
