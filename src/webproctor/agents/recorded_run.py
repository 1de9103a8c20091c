"""Repeat the actions of a stored run, and say where they do not have the same result.

Passwords of WebGames are new in every episode, so a recorded one is wrong. The answer is therefore
replaced by the text that the current page shows where the recorded page showed the answer.
"""

import json
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from webproctor.agents.recorded_texts import current_answer
from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action, InvalidAction, action_set
from webproctor.core.content import element_text
from webproctor.core.episodes import Episode, Snapshot, Step, StepRecord
from webproctor.core.errors import ReplayDiffers, UserError
from webproctor.core.observations import Observation, View
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.scores import Cell, Table
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Task
from webproctor.core.text_views import result_text, views_in
from webproctor.files.reading import file_in, read_text
from webproctor.run.logs import finished_episodes
from webproctor.run.provenance import read_run_json
from webproctor.run.snapshots import TEXTS, observation_text

_TARGETS = ("element", "to_element")


class RecordedRun:
    """An agent that repeats the episodes of a run; it does nothing on tasks without one.

    Each step has the recorded actions, whatever the page shows now. A step whose actions do not
    have the recorded results gets the note `differs`, and its episode a warning.

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
        names = {action["name"] for step in episode.steps for action in step.actions}
        sets = [task.actions, *sorted(self._accepts - {task.actions})]
        return max(sets, key=lambda name: len(names & action_set(name).by_name.keys()))

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        episode = self._episodes.get(task.id)
        if episode is None:
            return None
        replay = _Replay(self._folder, episode, session, self._lacks)
        answer = await replay.run()
        if replay.differences:
            first, *others = replay.differences
            rest = f" (and {len(others)} more differences)" if others else ""
            warnings.warn(f"{task.id}: {first}{rest}", ReplayDiffers, stacklevel=2)
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
        self._uses_element_numbers = any(
            _element_numbers(action) for step in episode.steps for action in step.actions
        )
        self._texts: list[tuple[str, str]] = []
        self.differences: list[str] = []

    async def run(self) -> str | None:
        steps = self._episode.steps
        for number, recorded in enumerate(steps, 1):
            if self._session.over:
                self.differences.append(f"ended before step {number} of {len(steps)}")
                return None
            await self._step(number, recorded)
        return await self._answer()

    async def _step(self, number: int, recorded: StepRecord) -> None:
        differences: list[str] = []
        if recorded.observing or recorded.url:
            recorded_text, current_text = await self._observe(recorded)
            for action in recorded.actions:
                differences += [
                    _element_difference(element_number, recorded_text, current_text)
                    for element_number in _element_numbers(action)
                ]
        actions = [self._action(action) for action in recorded.actions]
        results = await self._session.step(
            Step(actions=actions, thought=recorded.thought, plan=recorded.plan)
        )
        for action, old, new in zip(recorded.actions, recorded.results, results, strict=False):
            self._texts.append((result_text(old), result_text(new)))
            if old.ok != new.ok:
                differences.append(f"{action['name']}: {new.message} (recorded: {old.message})")
        if differences := [*filter(None, differences)]:
            self._session.episode.steps[-1].notes["differs"] = differences
            total = len(self._episode.steps)
            self.differences += [f"step {number} of {total}: {one}" for one in differences]

    async def _observe(self, recorded: Snapshot) -> tuple[str, str]:
        """Observe with the views of the recorded agent; return their recorded and current text."""
        recorded_text = self._text(recorded)
        reads = views_in(recorded_text) - self._lacks
        if self._uses_element_numbers and not reads:
            reads = frozenset[View]({"elements"}) - self._lacks
        observation: Observation = await self._session.observe(reads)
        current_text = observation_text(observation)
        if recorded_text:
            self._texts.append((recorded_text, current_text))
        return recorded_text, current_text

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
        recorded = self._episode.answer
        if recorded is None:
            return None
        if self._episode.ending.text:
            await self._observe(self._episode.ending)
        current = current_answer(recorded, self._texts)
        if current is None:
            self.differences.append(
                f"the answer {_short(recorded)} is given as recorded: the current pages have no "
                "text that corresponds to it"
            )
        return recorded if current is None else current


def _element_numbers(action: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the elements that an action refers to."""
    arguments = action["arguments"]
    return [arguments[name] for name in _TARGETS if isinstance(arguments.get(name), int)]


def _element_difference(number: int, recorded_text: str, current_text: str) -> str:
    """Say how an element differs between two texts; "" if it does not."""
    recorded, current = (_element_text(text, number) for text in (recorded_text, current_text))
    if not recorded or recorded == current:
        return ""
    if not current:
        return f"mark {number} is gone"
    return f"mark {number} is {current} (recorded: {recorded})"


def _element_text(text: str, number: int) -> str:
    """Return an element as a text shows it: its brackets in `content`, its line in other views."""
    lines = (line.strip() for line in text.splitlines() if f"[{number}]" in line)
    return element_text(text, number) or next(lines, "")


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:60]}...")


def _coverage(benchmark: Benchmark, episodes: Mapping[str, Episode], limit: int | None) -> Table:
    tag = benchmark.cluster
    tasks, recorded = Counter[str](), Counter[str]()
    for task in benchmark.tasks()[:limit]:
        group = str(task.tags.get(tag, "all"))
        tasks[group] += 1
        recorded[group] += task.id in episodes
    rows: list[list[Cell]] = [[name, tasks[name], recorded[name]] for name in tasks]
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
    about = read_run_json(folder)
    episodes = {
        task: episode
        for (task, episode_epoch), episode in finished_episodes(folder).items()
        if episode_epoch == epoch
    }
    if not any(task.id in episodes for task in benchmark.tasks()):
        raise UserError(
            f"{folder}: the run has no finished episode of these tasks of {benchmark.name} in "
            f"epoch {epoch}. Select the tasks of the run, or repeat it with `webproctor replay`."
        )
    limit = about["condition"].get("limit")
    recorded_surface = about.get("surface") or about["agent_settings"].get("surface")
    # Actions of programs in a browser are repeated on the page.
    surface: Surface = "desktop" if recorded_surface == "desktop" else "page"
    agent = RecordedRun(folder, episodes, benchmark, limit, surface)
    for difference in _differences(about, benchmark, episodes):
        warnings.warn(f"{folder}: {difference}", ReplayDiffers, stacklevel=4)
    return agent


def _differences(
    about: Mapping[str, Any], benchmark: Benchmark, episodes: Mapping[str, Episode]
) -> Iterator[str]:
    """Yield how a replay differs from the recorded run before it begins, one sentence each."""
    recorded = about["condition"]
    current = json.loads(json.dumps({**benchmark.condition, "version": benchmark.version}))
    for name, value in current.items():
        if name in recorded and recorded[name] != value:
            yield f"{name} is {value!r} in the replay (recorded: {recorded[name]!r})."
    if recorded.get("clock") == current.get("clock") == "real":
        yield "the clock is real: games in real time can run differently."
    if (salt := about["settings"].get("salt", "")) != benchmark.salt:
        yield (
            "the puzzles differ, because the salt differs. Add "
            + (f"--salt {salt}." if salt else "--puzzles published.")
        )
    tasks = benchmark.tasks()[: recorded.get("limit")]
    missing = [task.id for task in tasks if task.id not in episodes]
    if missing:
        yield (
            f"{len(missing)} of {len(tasks)} tasks have no recorded episode, such as "
            f"{missing[0]!r}. The replay does nothing on them."
        )
