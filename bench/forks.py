"""Measure forks of episodes: their time, and whether they are in the state of the first episode.

    python bench/forks.py [--forks N] [--steps N] [--every N] [--game ID] [--json]

An episode of every page game takes steps with random clicks, keys, texts, waits and moves of the
mouse. Then it is forked after the last step. As in a service, blank pages are prepared ahead of
demand. See README.md in this folder.
"""

import argparse
import asyncio
import io
import json
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
from PIL import Image, ImageChops
from printing import show
from results import Measured, Row
from stopwatch import Stopwatch

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.benchmarks.shared_browser import SharedBrowser
from webproctor.core.observations import View
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Task
from webproctor.rollouts.episode import ClientObservation, OpenEpisode
from webproctor.rollouts.forking import fork, prepare_fork

READS: frozenset[View] = frozenset({"elements", "text"})
# Also compared once per game: the screenshot, and the HTML with its hidden parts.
MORE: frozenset[View] = frozenset({"elements", "text", "html", "screenshot"})
# The password of a solved game differs; digests ignore it in texts.
SOLVED = "The password is"
# The browser draws equal pages with small differences, for example at rounded corners. This is the
# maximum difference of a color value (0 to 255) in a pixel.
SHADES = 24
KEYS = ("ArrowRight", "ArrowDown", "Enter", "Tab", "Space")
# Blank pages that are prepared, as in a service.
PREPARED_PAGES = 2
# If the random steps end the episode, other steps are tried, at most this often.
TRIES = 10


@dataclass
class Forked:
    """The forks of one game.

    Attributes:
        again: Time of executing and observing all steps again.
        first: Time of the first fork, for which only a blank page was prepared.
        loaded: Time of a fork whose page was loaded in the background.
        standby: Time of a fork that was kept ready in the background.
        forks: Times of the other forks.
        void: Causes of forks that failed, with their numbers.
        differing: Whether the picture or the HTML of the first fork differs.
        traced: Number of steps that were repeated by a trace.
    """

    again: Stopwatch
    first: Stopwatch = field(default_factory=Stopwatch)
    loaded: Stopwatch = field(default_factory=Stopwatch)
    standby: Stopwatch = field(default_factory=Stopwatch)
    forks: list[Stopwatch] = field(default_factory=list)
    void: Counter[str] = field(default_factory=Counter)
    differing: bool = False
    traced: int = 0


def some_call(seen: ClientObservation, random: Random) -> dict[str, Any]:
    """Return a random action, mostly a click on some element."""
    shown = [one["index"] for one in json.loads(seen.texts["elements"])]
    chance = random.random()
    if shown and chance < 0.6:
        return _call("click", element=random.choice(shown))
    if shown and chance < 0.7:
        return _call("type", element=random.choice(shown), text=random.choice(("7", "ada", "blue")))
    if chance < 0.8:
        return _call("press", keys=random.choice(KEYS))
    if chance < 0.9:
        return _call("click", x=random.randrange(300, 900), y=random.randrange(100, 600))
    return _call("wait", seconds=0.2)


def _call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


async def walked(benchmark: Benchmark, task: Task, steps: int) -> OpenEpisode:
    """Return an episode after a number of steps that have not ended it."""
    for attempt in range(TRIES):
        episode, random = OpenEpisode(benchmark, task, READS), Random(f"{task.id} {attempt}")
        seen: ClientObservation | None = await episode.begin()
        while len(episode.traces) < steps and seen is not None and episode.ended is None:
            seen = (await episode.step(some_call(seen, random))).observation
        if episode.ended is None:
            return episode
        await episode.close()
    raise SystemExit(f"{task.id}: all of {TRIES} walks ended their episodes.")


async def executed_again(source: OpenEpisode) -> Stopwatch:
    """Return the time of another episode with the same steps and all observations."""
    with Stopwatch() as took:
        episode = OpenEpisode(source.benchmark, source.task, source.reads)
        await episode.begin()
        for call in source.calls:
            await episode.step(call)
    await episode.close()
    return took


async def alike(source: OpenEpisode, made: OpenEpisode) -> bool:
    """Whether two episodes also have equal HTML and pictures."""
    one, other = await source.observe(MORE), await made.observe(MORE)
    if (
        not isinstance(one, ClientObservation)
        or not isinstance(other, ClientObservation)
        or one.digest != other.digest
    ):
        return False
    if SOLVED in one.texts["text"]:
        return True
    drawn = [
        Image.open(io.BytesIO(seen.pictures["screenshot"])).convert("RGB") for seen in (one, other)
    ]
    differing = np.asarray(ImageChops.difference(*drawn))
    return int(differing.max()) <= SHADES


async def forked(source: OpenEpisode, forks: int) -> Forked:
    """Fork an episode after its last step, one fork after another.

    For the last one, all steps were executed in the background; for the one before, the page was
    loaded. The processor time of all but the first includes that of making it ahead.
    """
    ahead = 0.0
    steps = len(source.traces)
    found = Forked(await executed_again(source), traced=sum(map(bool, source.traces)))
    await prepared(source.benchmark)
    for number in range(forks):
        loaded, standby = number == forks - 2, number == forks - 1
        if loaded or standby:
            if source.prepared_fork is not None:
                await source.prepared_fork.close()
                source.prepared_fork = None
            await prepared(source.benchmark)
            ahead = await stood_by(source, 0 if loaded else None)
        took = Stopwatch()
        try:
            with took:
                made = await fork(source, steps)
        except SessionLost as lost:
            found.void[f"{lost.cause}: {lost}"] += 1
            continue
        if number == 0:
            found.first = took
            found.differing = not await alike(source, made)
        elif loaded:
            found.loaded = took
        elif standby:
            found.standby = took
        else:
            found.forks.append(took)
        took.processor += ahead
        with Stopwatch() as preparing:
            if source.prepared_fork is not None:
                await asyncio.wait({source.prepared_fork.preparation})
        ahead = preparing.processor
        await made.close()
        await prepared(source.benchmark)
    return found


async def prepared(benchmark: Benchmark) -> None:
    """Prepare blank pages, as a service does while its clients think."""
    assert isinstance(benchmark, SharedBrowser)
    assert benchmark.browser is not None
    benchmark.prepare(PREPARED_PAGES)
    await benchmark.browser.prepared_pages.wait_until_filled()


async def stood_by(source: OpenEpisode, steps: int | None) -> float:
    """Prepare a fork, and return the processor time that it takes."""
    with Stopwatch() as took:
        prepare_fork(source, steps)
        assert source.prepared_fork is not None
        await asyncio.wait({source.prepared_fork.preparation})
    await prepared(source.benchmark)
    return took.processor


async def measure(games: list[str], every: int, forks: int, steps: int) -> dict[str, Forked]:
    """Return the forks by game."""
    found = {}
    benchmark = load_benchmark(
        "webgames", clock="virtual", task=tuple(games), difficulty=() if games else ("base",)
    )
    async with benchmark:
        for task in benchmark.tasks()[::every]:
            began = time.perf_counter()
            source = await walked(benchmark, task, steps)
            game = str(task.tags["game"])
            found[game] = one = await forked(source, forks)
            await source.close()
            middle = statistics.median([1000 * took.seconds for took in one.forks] or [0])
            print(
                f"{game}: first {1000 * one.first.seconds:.0f} ms, others {middle:.0f} ms, "
                f"loaded {1000 * one.loaded.seconds:.0f} ms, "
                f"standby {1000 * one.standby.seconds:.0f} ms, "
                f"executed again {1000 * one.again.seconds:.0f} ms, "
                f"{one.traced} of {steps} steps traced, void: {dict(one.void)}, "
                f"differing: {one.differing} ({time.perf_counter() - began:.0f} s)",
                file=sys.stderr,
                flush=True,
            )
    return found


def rows(found: dict[str, Forked], forks: int, steps: int) -> list[Row]:
    """Return the rows of the table."""
    games = f"{len(found)} games"
    firsts = [one.first for one in found.values()]
    loaded = [one.loaded for one in found.values()]
    standbys = [one.standby for one in found.values()]
    later = [took for one in found.values() for took in one.forks]
    again = at_quantile([one.again for one in found.values()], 50)
    against = "all steps executed and observed again"

    def timed(name: str, taken: list[Stopwatch], percent: int) -> Row:
        called = f"{name}, after step {steps}, {games}, p{percent}"
        theirs = {"against": against, "theirs": again} if percent == 50 else {}
        return Row(name=called, unit="ms", ours=at_quantile(taken, percent), **theirs)

    def counted(name: str, number: int, of: int) -> Row:
        return Row(name=name, unit=f"of {of:,}", ours=Measured.single(number))

    void = sum(one.void.total() for one in found.values())
    differing = sum(one.differing for one in found.values())
    return [
        *(timed("first fork", firsts, percent) for percent in (50, 95)),
        *(timed("further forks", later, percent) for percent in (50, 95)),
        *(timed("first fork with a loaded page", loaded, percent) for percent in (50, 95)),
        *(timed("forks with a standby", standbys, percent) for percent in (50, 95)),
        counted("forks that differ or fail", void, forks * len(found)),
        counted("forks with another picture or other HTML", differing, len(found)),
    ]


def at_quantile(taken: list[Stopwatch], percent: int) -> Measured:
    """Return a quantile of times in milliseconds, and of their processor times."""
    seconds, processor = (
        statistics.quantiles(values, n=100, method="inclusive")[percent - 1]
        for values in zip(*((one.seconds, one.processor) for one in taken), strict=True)
    )
    return Measured.single(1000 * seconds, 1000 * processor)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--forks", type=int, default=5, help="Forks of each game (5), at least 4.")
    parser.add_argument("--steps", type=int, default=20, help="Steps before a fork (20).")
    parser.add_argument("--every", type=int, default=1, help="Only every Nth game.")
    parser.add_argument("--game", action="append", default=[], help="Only this one; repeatable.")
    parser.add_argument("--json", action="store_true", help="Print one JSON object.")
    given = parser.parse_args(arguments)
    if given.forks < 4:
        parser.error(f"--forks {given.forks}: at least 4, the last two of which are special")
    found = asyncio.run(measure(given.game, given.every, given.forks, given.steps))
    show("Forks", rows(found, given.forks, given.steps), as_json=given.json)
    return 1 if any(one.void or one.differing for one in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
