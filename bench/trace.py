"""Measure what renderers do in an episode: their processor time by task, from Chromium's tracing.

    python bench/trace.py BENCHMARK [--agent oracle] [--data FOLDER] [--episodes N] [--json]

See README.md in this folder for the method.
"""

import asyncio
import contextlib
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from choosing import parser_of, settings_of
from printing import show
from results import Measured, Row

from webproctor.agents import make_agent, surface_of, task_for
from webproctor.benchmarks import load_benchmark
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.environments.browser.devtools import DevTools

CATEGORIES = ["-*", "devtools.timeline", "toplevel", "blink", "cc", "v8", "input", "loading"]
# Names of trace events, by the beginning of the name; the first that fits counts.
_WORK = {
    "layout": ("LocalFrameView::", "Blink.Forced", "Layout", "InlineNode", "Document::Update"),
    "style": ("Document::recalcStyle", "Document::rebuild", "UpdateLayoutTree", "CSS"),
    "drawing": (
        *("Paint", "Blink.Paint", "Blink.PrePaint", "Blink.Compositing", "DisplayItemList"),
        *("Raster", "ZeroCopy", "TileManager", "ProxyMain", "ProxyImpl", "LayerTree", "Graphics"),
        *("Scheduler", "Commit", "Layerize", "PictureLayer", "ImageDecode", "PropertyTree"),
    ),
    "scripts": ("FunctionCall", "RunMicrotasks", "V8.", "v8.", "Evaluate", "Timer", "FireAnim"),
    "input": (
        *("WebFrameWidgetImpl::Handle", "EventHandler", "EventDispatch", "HitTest", "Editor"),
        *("Typing", "VisibleUnits", "LatencyInfo", "Widget", "InputHandler", "FrameSelection"),
    ),
    "parsing": ("ParseHTML", "HTML", "ParseAuthor", "Resource", "Loader", "Navigation"),
}
Seconds = dict[str, float]


def kind(name: str) -> str:
    """Return the kind of work of a trace event."""
    fitting = (one for one, begins in _WORK.items() if name.startswith(begins))
    return next(fitting, "messages and others")


def own_times(events: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, float]]:
    """Yield the name and the processor seconds of each event of a thread, without inner events."""
    inside: list[tuple[float, dict[str, Any]]] = []
    for event in sorted(events, key=lambda one: (one["ts"], -one["dur"])):
        while inside and inside[-1][0] <= event["ts"]:
            done = inside.pop()[1]
            yield done["name"], done["own"] / 1e6
        took = event.get("tdur", event["dur"])
        if inside:
            inside[-1][1]["own"] -= took
        inside.append((event["ts"] + event["dur"], {"name": event["name"], "own": took}))
    for _, done in inside:
        yield done["name"], done["own"] / 1e6


def by_thread(
    trace: Mapping[str, Any],
) -> Iterator[tuple[str, str, list[Mapping[str, Any]]]]:
    """Yield the name of the process, that of the thread, and the events of each thread."""
    names: dict[str, dict[Any, str]] = {"process_name": {}, "thread_name": {}}
    threads: dict[tuple[int, int], list[Mapping[str, Any]]] = defaultdict(list)
    for event in trace["traceEvents"]:
        if (named := names.get(event["name"])) is not None:
            named[event["pid"], event.get("tid", 0)] = event["args"]["name"]
        elif event.get("ph") == "X":
            threads[event["pid"], event["tid"]].append(event)
    processes = {pid: name for (pid, _), name in names["process_name"].items()}
    for key, events in threads.items():
        yield processes.get(key[0], ""), names["thread_name"].get(key, ""), events


def in_renderers(trace: Mapping[str, Any]) -> Seconds:
    """Return the processor seconds of all renderers in a trace, by kind of work."""
    found: Seconds = defaultdict(float)
    for process, _, events in by_thread(trace):
        if process == "Renderer":
            for name, seconds in own_times(events):
                found[kind(name)] += seconds
    return dict(found)


@contextlib.asynccontextmanager
async def traced(devtools: DevTools) -> AsyncIterator[dict[str, Any]]:
    """Trace a browser during the block; the trace that it yields is complete after the block."""
    trace: dict[str, Any] = {"traceEvents": []}
    ended = asyncio.Event()

    def add(event: dict[str, Any]) -> None:
        trace["traceEvents"] += event["value"]

    deaf = [
        devtools.listen(None, "Tracing.dataCollected", add),
        devtools.listen(None, "Tracing.tracingComplete", lambda _: ended.set()),
    ]
    begin = {
        "transferMode": "ReportEvents",
        "traceConfig": {"includedCategories": CATEGORIES[1:], "excludedCategories": ["*"]},
    }
    await devtools.send(None, [("Tracing.start", begin)])
    yield trace
    await devtools.send(None, [("Tracing.end", {})])
    await ended.wait()
    for one in deaf:
        one()


async def measure(name: str, settings: dict[str, Any], agent: str, episodes: int) -> list[Seconds]:
    """Return the seconds of each episode by kind of work, without those of a first episode."""
    found: list[Seconds] = []
    async with load_benchmark(name, **settings) as benchmark:
        tasks = benchmark.tasks()[: episodes + 1]
        for task in tasks:
            acting = make_agent(agent, benchmark)
            fitting = task_for(acting, task, benchmark)
            async with benchmark.session(fitting, surface_of(acting)) as session:
                page = getattr(session, "page", None)
                if page is None:
                    raise UserError(f"{name} has no live pages.")
                async with traced(page.devtools) as trace:
                    await run_episode(fitting, session, acting)
            found.append(in_renderers(trace))
    return found[1:]


def compared(name: str, episodes: Sequence[Seconds]) -> list[Row]:
    """Return the milliseconds of an episode, and the share of each kind of work in percent."""
    totals = [sum(one.values()) for one in episodes]
    shares = {
        work: [100 * one.get(work, 0) / total for one, total in zip(episodes, totals, strict=True)]
        for work in {work for one in episodes for work in one}
    }
    largest = sorted(shares, key=lambda work: -fmean(shares[work]))
    return [
        Row(
            name=f"{name}: renderers",
            unit="processor ms per episode",
            ours=Measured(rounds=[1000 * total for total in totals]),
        ),
        *(
            Row(name=f"{name}: {work}", unit="% of it", ours=Measured(rounds=shares[work]))
            for work in largest
        ),
    ]


def main() -> int:
    parser = parser_of(__doc__)
    parser.add_argument("--episodes", type=int, default=20)
    given = parser.parse_args()
    settings = settings_of(given)
    try:
        found = asyncio.run(measure(given.benchmark, settings, given.agent, given.episodes))
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    if not found:
        print(f"{given.benchmark} has no second task.", file=sys.stderr)
        return 1
    show("What renderers do", compared(given.benchmark, found), as_json=given.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
