"""The floor of rollouts: the DevTools commands that webproctor sends in them, sent again.

`recorded` makes rollouts and returns the commands to their pages, including those that reset a page
for the next rollout. `replayed` sends them to the same pages, in one tab of a browser without a
driver and a sandbox, and measures only the processor time of the browser.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from commands import Sent, recording
from replay import Opening, Page, ReplayFault, page, started

from webproctor.benchmarks.miniwob import package
from webproctor.benchmarks.miniwob.benchmark import miniwob
from webproctor.benchmarks.miniwob.pages import HEADER, HOST, Pages
from webproctor.core.observations import View
from webproctor.environments.serving import serve
from webproctor.rollouts.episode import OpenEpisode

SIZE = (320, 400)
_BLANK = "about:blank"
# Keys of values that differ between two browsers, by what they name.
_NAMED = {
    "objectId": "object",
    "backendNodeId": "node",
    "contextId": "context",
    "executionContextId": "context",
    "frameId": "frame",
    "id": "frame",
}


@dataclass(frozen=True)
class Rollout:
    """The commands of a rollout.

    Attributes:
        document: The path of its page.
        frame: The id of the page's main frame.
        before: The commands before its page was opened.
        after: The commands since then.
    """

    document: str
    frame: str
    before: Sequence[Sent]
    after: Sequence[Sent]


# For each task, the seeds of its rollouts, with the points that are clicked in each.
Plan = Sequence[tuple[str, Sequence[tuple[int, Sequence[tuple[int, int]]]]]]


async def recorded(plans: Sequence[Plan], reads: Sequence[View]) -> list[list[Rollout]]:
    """Make the rollouts of plans in turn; return those of each."""
    made: list[list[Rollout]] = []
    seeds = 1 + max(seed for plan in plans for _, rollouts in plan for seed, _ in rollouts)
    names = tuple({task: None for plan in plans for task, _ in plan})
    async with miniwob(environment=names, seeds=seeds) as benchmark:
        tasks = {one.id: one for one in benchmark.tasks()}

        async def rollout(name: str, clicks: Sequence[tuple[int, int]]) -> None:
            episode = OpenEpisode(benchmark, tasks[name], frozenset(reads))
            await episode.begin()
            for x, y in clicks:
                await episode.step({"name": "click", "arguments": {"x": x, "y": y}})
            await episode.close()
            assert benchmark.browser is not None
            await benchmark.browser.prepared_pages.wait_until_filled()

        await rollout(f"{names[0]}@0", [])
        benchmark.prepare(1)
        await rollout(f"{names[0]}@0", [])  # From now on, contexts are used again.
        for plan in plans:
            made.append([])
            for task, rollouts in plan:
                for seed, clicks in rollouts:
                    with recording() as sent:
                        await rollout(f"{task}@{seed}", clicks)
                    made[-1].append(_divided(package.document(task), sent))
    return made


def _divided(document: str, sent: Sequence[Sent]) -> Rollout:
    [created] = [one for one in sent if one.commands[0][0] == "Page.createIsolatedWorld"]
    mine = [one for one in sent if one.session == created.session]
    at = next(number for number, one in enumerate(mine) if one is created)
    before = [one for one in mine[:at] if not _opens(one)]
    return Rollout(document, created.commands[0][1]["frameId"], before, mine[at:])


def _opens(sent: Sent) -> bool:
    """Return whether a command opens the page of the rollout. The replay has its own command."""
    method, given = sent.commands[0]
    opened = method == "Page.navigate" and given["url"] != _BLANK
    return opened or method == "Network.setExtraHTTPHeaders"


async def replayed(browser: Path, warm: Sequence[Rollout], rollouts: Sequence[Rollout]) -> float:
    """Send the commands of rollouts again; return the browser's processor seconds.

    Args:
        warm: Rollouts before those that are measured.

    Raises:
        ReplayFault: If a command is rejected, or a page differs.
    """
    own = Pages(package.folder())
    async with (
        serve(own) as port,
        started(browser, {HOST: port}) as connection,
        page(connection, Opening(_BLANK, size=SIZE)) as shown,
    ):
        tab = _Tab(shown)
        for one in warm:
            await tab.show(own, one)
        began = _used()
        for one in rollouts:
            await tab.show(own, one)
        return _used() - began


class _Tab:
    """A tab that shows one rollout after another."""

    def __init__(self, shown: Page) -> None:
        self._page = shown
        self._names: dict[tuple[str, Any], Any] = {}

    async def show(self, own: Pages, rollout: Rollout) -> None:
        secret = own.register(rollout.document)
        headers = {"headers": {HEADER: secret}}
        await self._send([("Network.setExtraHTTPHeaders", headers)])
        await self._repeat(rollout.before)
        opened = await self._open(f"http://{HOST}/{rollout.document}")
        self._names["frame", rollout.frame] = opened["frameId"]
        await self._repeat(rollout.after)
        own.unregister(secret)

    async def _repeat(self, sent: Sequence[Sent]) -> None:
        for one in sent:
            method, given = one.commands[0]
            if method == "Page.navigate":
                await self._open(given["url"])
                continue
            answers = await self._send([(name, self._named(value)) for name, value in one.commands])
            for (name, asked), theirs, ours in zip(one.commands, one.answers, answers, strict=True):
                if name == "Runtime.evaluate" and _value(theirs) != _value(ours):
                    raise ReplayFault(f"{asked['expression'][:60]}: the value is another one")
                self._learn(theirs, ours)

    async def _open(self, url: str) -> dict[str, Any]:
        loaded = asyncio.Event()
        browser, session = self._page.browser, self._page.session
        browser.listeners[session, "Page.loadEventFired"] = lambda _: loaded.set()
        [opened] = await self._send([("Page.navigate", {"url": url})])
        await loaded.wait()
        return opened

    async def _send(self, commands: list[tuple[str, dict[str, Any]]]) -> list[dict[str, Any]]:
        return await self._page.browser.send(self._page.session, commands)

    def _named(self, value: Any) -> Any:
        """Return parameters with this browser's ids in place of the recorded ones."""
        return _mapped(value, lambda kind, one: self._names.get((kind, one), one))

    def _learn(self, theirs: Any, ours: Any) -> None:
        """Record the ids in an answer that differ from those of the recorded answer."""
        if isinstance(theirs, dict) and isinstance(ours, dict):
            for key in theirs.keys() & ours.keys():
                if (kind := _NAMED.get(key)) and not isinstance(theirs[key], dict | list):
                    self._names[kind, theirs[key]] = ours[key]
                self._learn(theirs[key], ours[key])
        elif isinstance(theirs, list) and isinstance(ours, list):
            for one, other in zip(theirs, ours, strict=False):
                self._learn(one, other)


def _value(answer: dict[str, Any]) -> Any:
    return answer.get("result", {}).get("value")


def _mapped(value: Any, name: Callable[[str, Any], Any], key: str = "") -> Any:
    if isinstance(value, dict):
        return {one: _mapped(inner, name, one) for one, inner in value.items()}
    if isinstance(value, list):
        return [_mapped(one, name) for one in value]
    return name(_NAMED[key], value) if key in _NAMED else value


def _used() -> float:
    """Return the processor seconds of the browser so far: of all descendants of this process."""
    return sum(sum(one.cpu_times()[:2]) for one in psutil.Process().children(recursive=True))
