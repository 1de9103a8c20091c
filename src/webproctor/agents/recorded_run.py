"""Repeat the actions of a stored run, and say where they do not have the same result.

Passwords of WebGames are new in every episode, so a recorded one is wrong. The answer is therefore
given with what the present page shows in the place where the recorded page showed the answer.
"""

import json
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from webproctor.agents.recorded_texts import answer_now
from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action, InvalidAction, action_set
from webproctor.core.episodes import Episode, Snapshot, Turn, TurnRecord
from webproctor.core.errors import ReplayDiffers, UserError
from webproctor.core.observations import Observation, View
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.scores import Table
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Task
from webproctor.core.text_views import result_text, views_in
from webproctor.files.reading import file_in, read_text
from webproctor.run.logs import finished_episodes
from webproctor.run.provenance import about_run
from webproctor.run.snapshots import TEXTS, in_words

_TARGETS = ("element", "to_element")


class RecordedRun:
    """An agent that repeats the episodes of a run; it does nothing at tasks that have none.

    Each step has the recorded actions, whatever the page shows now. A step whose actions do not
    have the recorded results gets the note `differs`, and each episode with such a step a warning.

    Args:
        folder: The folder of the run.
        episodes: The recorded episodes by task.
        benchmark: The benchmark of the replay.
        limit: The number of tasks of the recorded run, if it was limited.
        surface: The surface that the recorded agent acted on.

    Attributes:
        coverage: How many tasks have a recorded episode.
    """

    def __init__(
        self,
        folder: Path,
        episodes: Mapping[str, Episode],
        benchmark: Benchmark,
        limit: int | None = None,
        surface: Surface = "page",
    ) -> None:
        self.surface: Surface = surface
        self._folder = folder
        self._episodes = episodes
        self._accepts = benchmark.accepts
        self._lacks = benchmark.lacks
        self.coverage = _coverage(benchmark, episodes, limit)

    def actions_for(self, task: Task) -> str:
        """Return the action set that the recorded agent used at a task."""
        episode = self._episodes.get(task.id, Episode(task=task.id))
        done = {action["name"] for turn in episode.turns for action in turn.actions}
        sets = [task.actions, *sorted(self._accepts - {task.actions})]
        return max(sets, key=lambda name: len(done & action_set(name).by_name.keys()))

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        episode = self._episodes.get(task.id)
        if episode is None:
            return None
        replay = _Replay(self._folder, episode, session, self._lacks)
        answer = await replay.run()
        if replay.differences:
            first, *others = replay.differences
            more = f" (and {len(others)} more differences)" if others else ""
            warnings.warn(f"{task.id}: {first}{more}", ReplayDiffers, stacklevel=2)
        return answer


class _Replay:
    """The replay of one episode.

    Attributes:
        differences: What was not as recorded, one sentence each.
    """

    def __init__(
        self, folder: Path, episode: Episode, session: EpisodeRecorder, lacks: frozenset[View]
    ) -> None:
        self._texts_in = folder / TEXTS
        self._episode = episode
        self._session = session
        self._lacks = lacks
        self._marked = any(_marks(action) for turn in episode.turns for action in turn.actions)
        self._texts: list[tuple[str, str]] = []
        self.differences: list[str] = []

    async def run(self) -> str | None:
        turns = self._episode.turns
        for number, recorded in enumerate(turns, 1):
            if self._session.over:
                self.differences.append(f"ended before step {number} of {len(turns)}")
                return None
            await self._step(number, recorded)
        return await self._answer()

    async def _step(self, number: int, recorded: TurnRecord) -> None:
        differ: list[str] = []
        if recorded.observing or recorded.url:
            before, now = await self._observe(recorded)
            for action in recorded.actions:
                differ += [_other_mark(mark, before, now) for mark in _marks(action)]
        actions = [self._action(action) for action in recorded.actions]
        results = await self._session.turn(
            Turn(actions=actions, thought=recorded.thought, plan=recorded.plan)
        )
        for action, then, now in zip(recorded.actions, recorded.results, results, strict=False):
            self._texts.append((result_text(then), result_text(now)))
            if then.ok != now.ok:
                differ.append(f"{action['name']}: {now.message} (recorded: {then.message})")
        if differ := [*filter(None, differ)]:
            self._session.episode.turns[-1].notes["differs"] = differ
            of = len(self._episode.turns)
            self.differences += [f"step {number} of {of}: {one}" for one in differ]

    async def _observe(self, recorded: Snapshot) -> tuple[str, str]:
        """Observe what the recorded agent did; return the recorded text of its views and the
        present one."""
        before = self._text(recorded)
        reads = views_in(before) - self._lacks
        if self._marked and not reads:
            reads = frozenset[View]({"elements"}) - self._lacks
        seen: Observation = await self._session.observe(reads)
        now = in_words(seen)
        if before:
            self._texts.append((before, now))
        return before, now

    def _text(self, recorded: Snapshot) -> str:
        path = file_in(self._texts_in, recorded.text) if recorded.text else None
        # Written with a byte order mark.
        return read_text(path).removeprefix("\ufeff") if path else ""

    def _action(self, recorded: Mapping[str, Any]) -> Action:
        name, arguments = recorded["name"], recorded["arguments"]
        if name == InvalidAction.name:
            return InvalidAction(**arguments)
        return self._session.actions.read(name, arguments)

    async def _answer(self) -> str | None:
        given = self._episode.answer
        if given is None:
            return None
        if self._episode.ending.text:
            await self._observe(self._episode.ending)
        found = answer_now(given, self._texts)
        if found is None:
            self.differences.append(
                f"the answer {_short(given)} is given as recorded: its place on the recorded pages "
                "is not found on the present ones"
            )
        return given if found is None else found


def _marks(action: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the elements that an action refers to."""
    given = action["arguments"]
    return [given[name] for name in _TARGETS if isinstance(given.get(name), int)]


def _other_mark(number: int, before: str, now: str) -> str:
    """Say how the line with a mark differs between two texts; "" if it does not."""
    there, here = (
        next((line.strip() for line in text.splitlines() if f"[{number}]" in line), "")
        for text in (before, now)
    )
    if not there or there == here:
        return ""
    return f"mark {number} is gone" if not here else f"mark {number} is {here} (recorded: {there})"


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}...")


def _coverage(benchmark: Benchmark, episodes: Mapping[str, Episode], limit: int | None) -> Table:
    tag = benchmark.cluster
    tasks, there = Counter[str](), Counter[str]()
    for task in benchmark.tasks()[:limit]:
        group = str(task.tags.get(tag, "all"))
        tasks[group] += 1
        there[group] += task.id in episodes
    rows: list[list[str | int | float | None]] = [
        [name, tasks[name], there[name]] for name in tasks
    ]
    return Table(
        title="Replayed episodes", columns=[tag or "tasks", "tasks", "recorded"], rows=rows
    )


def replay_of(folder: Path, benchmark: Benchmark, epoch: int = 1) -> RecordedRun:
    """Return an agent that repeats a run. Warnings say how the replay differs from it.

    Args:
        folder: The folder of the run.
        epoch: The recorded epoch to repeat.

    Raises:
        UserError: If the folder has no run of this benchmark that has ended.
    """
    stamps = tuple(log.stat().st_mtime_ns for log in sorted(folder.glob("*.eval")))
    return _replay_of(folder, benchmark, epoch, stamps)


@lru_cache(maxsize=1)  # An agent is created for each episode.
def _replay_of(
    folder: Path, benchmark: Benchmark, epoch: int, stamps: tuple[int, ...]
) -> RecordedRun:
    about = about_run(folder)
    episodes = {
        task: episode for (task, of), episode in finished_episodes(folder).items() if of == epoch
    }
    if not any(task.id in episodes for task in benchmark.tasks()):
        raise UserError(
            f"{folder}: the run has no finished episode of these tasks of {benchmark.name} in "
            f"epoch {epoch}. Select the tasks of the run, or repeat it with `webproctor replay`."
        )
    limit = about["condition"].get("limit")
    surface = about["agent_settings"].get("surface", "page")
    made = RecordedRun(folder, episodes, benchmark, limit, surface)
    for difference in _differences(about, benchmark, episodes):
        warnings.warn(f"{folder}: {difference}", ReplayDiffers, stacklevel=4)
    return made


def _differences(
    about: Mapping[str, Any], benchmark: Benchmark, episodes: Mapping[str, Episode]
) -> Iterator[str]:
    """Yield how a replay differs from the recorded run before it begins, one sentence each."""
    there = about["condition"]
    here = json.loads(json.dumps({**benchmark.condition, "version": benchmark.version}))
    for name, value in here.items():
        if name in there and there[name] != value:
            yield f"{name} is {value!r} in the replay (recorded: {there[name]!r})."
    if there.get("clock") == here.get("clock") == "real":
        yield "the clock is real: games in real time can take another course."
    if (salt := about["settings"].get("salt", "")) != benchmark.salt:
        yield (
            "the puzzles are others, because the salt is another one. Add "
            + (f"--salt {salt}." if salt else "--puzzles published.")
        )
    tasks = benchmark.tasks()[: there.get("limit")]
    missing = [task.id for task in tasks if task.id not in episodes]
    if missing:
        yield (
            f"{len(missing)} of {len(tasks)} tasks have no recorded episode, such as "
            f"{missing[0]!r}. Nothing is done at them."
        )
