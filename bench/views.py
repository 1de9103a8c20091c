"""Measure how many tokens the text views of pages take, and how much can be read from them.

    python bench/views.py [--pages webgames turkingbench] [--limit N] [--data FOLDER] [--json]

See README.md in this folder for the questions.
"""

import argparse
import asyncio
import contextlib
import re
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path
from typing import Any

from printing import show
from results import Measured, Row
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from webproctor.benchmarks import load_benchmark
from webproctor.core.actions import form
from webproctor.core.observations import Observation, View
from webproctor.core.text_views import TextView, view_text
from webproctor.core.tokens import tokens
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession
from webproctor.environments.serving import serve

HOST = "views.localhost"
# Names of the views, with the token budget of each: that of the `web` agent.
VIEWS: dict[str, tuple[TextView, ...]] = {
    "content": ("content",),
    "elements, text": ("elements", "text"),
    "axtree": ("axtree",),
    "pruned_html": ("pruned_html",),
}
BUDGET = 8000
# How the number of an element is written in a view.
NUMBERS = {
    "content": r"(?<!\\)\[{n} ",
    "elements, text": r"^\[{n}\] ",
    "axtree": r"^ *\[{n}\] ",
    "pruned_html": r'mark="{n}"',
}
# Kinds of questions, and how they are printed.
KINDS = {"states": "states", "row": "row", "order": "text before"}
# Characters before and after an element in which its context must be.
NEAR = 400
# The facts about the elements with numbers, read from the document itself.
FACTS = Path(__file__).with_name("views.js").read_text(encoding="utf-8")


class Reader:
    """Answers questions about the elements of a page from the text of a view.

    Args:
        name: The name of the view in `VIEWS`.
        text: The text that a model is shown.
    """

    def __init__(self, name: str, text: str) -> None:
        self._name, self._text = name, text
        _, _, self._read = text.partition("\nText\n") if "text" in name else ("", "", "")

    def answers(self, number: int, fact: dict[str, Any]) -> Counter[str]:
        """Return the numbers of questions, by kind, and of those that the view answers."""
        found = re.search(NUMBERS[self._name].format(n=number), self._text, re.MULTILINE)
        own, near, before = self._around(found, fact["name"])
        counts: Counter[str] = Counter()
        for kind, wanted, place in (
            ("states", fact["states"], own),
            ("row", fact["row"][:1], near),
            ("order", [fact["before"]] if fact["before"] else [], before),
        ):
            counts[f"{kind} asked"] += len(wanted)
            counts[f"{kind} answered"] += sum(_plain(one) in place for one in wanted)
        return counts

    def _around(self, found: re.Match[str] | None, name: str) -> tuple[str, str, str]:
        """Return an element's own text, the text around it, and the text before it."""
        if found is None:
            return "", "", ""
        end = self._text.find("\n", found.end())
        line = self._text[found.start() : end if end >= 0 else None]
        if self._name == "content":
            line = line[: (re.search(r'^\[(?:"(?:\\.|[^"\\])*"|[^"\]])*\]', line) or found).end()]
        start = found.start()
        near = self._text[max(0, start - NEAR) : start + NEAR]
        before = self._text[max(0, start - NEAR) : start]
        if self._read and name and self._read.count(name) == 1:
            # The element is where its name is in the text.
            at = self._read.find(name)
            near += self._read[max(0, at - NEAR) : at + NEAR]
            before = self._read[max(0, at - NEAR) : at]
        elif self._read:
            before = ""
        return _plain(line), _plain(near), _plain(before)


def _plain(text: str) -> str:
    """Return text without what views add to it, in lower case."""
    text = re.sub(r"<[^>]*>|&amp;|&lt;|[|]", " ", text) if "<" in text else text
    return " ".join(re.sub(r"\\([\[\]\"'\\])", r"\1", text).casefold().replace("|", " ").split())


async def measure(session: WebSession, found: dict[str, Counter[str]]) -> None:
    """Add the figures of one page."""
    reads: frozenset[View] = frozenset(one for views in VIEWS.values() for one in views)
    seen = await session.observe(reads)
    facts = await session.page.call(FACTS)
    for name, views in VIEWS.items():
        text = _text(seen, views)
        found[name]["pages"] += 1
        found[name]["tokens"] += tokens(text)
        reader = Reader(name, text)
        for number, fact in enumerate(facts):
            found[name] += reader.answers(number, fact)


def _text(seen: Observation, views: Sequence[TextView]) -> str:
    return "\n\n".join(view_text(seen, view, BUDGET // len(views)) for view in views)


async def games(limit: int | None) -> AsyncGenerator[WebSession, None]:
    """Yield sessions on the first pages of the base WebGames."""
    benchmark = load_benchmark("webgames", difficulty=("base",))
    async with benchmark:
        for task in list(benchmark.tasks())[:limit]:
            async with benchmark.session(task) as session:
                assert isinstance(session, WebSession)
                yield session


async def forms(limit: int | None, data: str | None) -> AsyncGenerator[WebSession, None]:
    """Yield sessions on pages of TurkingBench."""
    benchmark = load_benchmark("turkingbench", **({"data": data} if data else {}))
    pages: list[str] = []
    async with benchmark:
        for task in list(benchmark.tasks())[:limit]:
            async with benchmark.session(task) as session:
                pages.append((await session.act(form.GetHtml())).data or "")

    async def page(request: Request) -> HTMLResponse:
        return HTMLResponse(pages[int(request.path_params["number"])])

    site = Starlette(routes=[Route("/{number:int}", page)])
    async with serve(site) as port, Browser({HOST: port}) as browser:
        for number in range(len(pages)):
            async with browser.page() as one:
                yield await WebSession.open(one, f"http://{HOST}/{number}")


async def run(
    pages: Sequence[str], limit: int | None, data: str | None
) -> dict[str, dict[str, Counter[str]]]:
    found: dict[str, dict[str, Counter[str]]] = {}
    for name in pages:
        figures = {view: Counter[str]() for view in VIEWS}
        source = games(limit) if name == "webgames" else forms(limit, data)
        async with contextlib.aclosing(source) as sessions:
            async for session in sessions:
                await measure(session, figures)
        found[name] = figures
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", nargs="+", default=["webgames", "turkingbench"])
    parser.add_argument("--limit", type=int, help="only the first pages of each")
    parser.add_argument("--data", help="TurkingBench data; default: the sample")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    found = asyncio.run(run(given.pages, given.limit, given.data))
    rows = [row for pages, figures in found.items() for row in compared(pages, figures)]
    show("Text views", rows, as_json=given.json)


def compared(pages: str, figures: dict[str, Counter[str]]) -> list[Row]:
    """Return the tokens and the answered questions of `content` and each other view."""
    first, *others = VIEWS
    units = {"tokens": "tokens per page"} | dict.fromkeys(KINDS, "% answered")
    return [
        Row(
            name=f"{pages}: {KINDS.get(measure, measure)}",
            unit=unit,
            ours=_value(figures[first], measure),
            against=other,
            theirs=_value(figures[other], measure),
        )
        for measure, unit in units.items()
        if measure == "tokens" or figures[first][f"{measure} asked"]
        for other in others
    ]


def _value(of: Counter[str], measure: str) -> Measured:
    if measure == "tokens":
        return Measured.single(of["tokens"] / of["pages"])
    return Measured.single(100 * of[f"{measure} answered"] / of[f"{measure} asked"])


if __name__ == "__main__":
    main()
