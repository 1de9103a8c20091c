"""Run the sessions of one task, whose results several checks need."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from webproctor.agents import task_for
from webproctor.agents.nothing import DoNothing
from webproctor.benchmarks import Benchmark
from webproctor.core.actions import ActionResult
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation, View
from webproctor.core.outcomes import EpisodeError
from webproctor.core.sessions import Session
from webproctor.core.tasks import Task
from webproctor.testing.checks import Failed, Skipped

# Arguments that no page or recorded step has; the first action that takes one of them is tried.
_NONEXISTENT: Mapping[str, Any] = {"element": 999_999, "input_name": "no such field"}
_ANY_VALUE: Mapping[str, Any] = {"integer": 0, "number": 0, "boolean": False, "array": []}


@dataclass(frozen=True)
class TaskCheck:
    """The results of the sessions of one task.

    Attributes:
        observations: The first observations of two sessions.
        invalid: The result of an action on an element that does not exist, or the exception; None
            if the session has no such action.
        nothing: The episode of the do-nothing agent.
        oracle: The episode of the oracle, or the exception that prevented it.
    """

    task: Task
    observations: tuple[Observation, Observation]
    invalid: ActionResult | Exception | None
    nothing: Episode
    oracle: Episode | Exception

    def episodes(self) -> Iterator[tuple[str, Episode]]:
        """Yield the episodes to score by name: these two, and an errored and a void one."""
        yield "do-nothing", self.nothing
        if isinstance(self.oracle, Episode):
            yield "oracle", self.oracle
        for outcome, void in (("errored", False), ("void", True)):
            error = EpisodeError(cause="agent", message="made by the check", void=void)
            yield outcome, Episode(task=self.task.id, error=error)


async def run_task(benchmark: Benchmark, task: Task) -> TaskCheck:
    """Run the sessions of a task.

    Raises:
        Failed: If the episode of the do-nothing agent has an error.
    """
    lacks = benchmark.lacks
    reads: frozenset[View] = (
        frozenset[View]({"text", "elements"}) - lacks or frozenset[View]({"screenshot"}) - lacks
    )
    async with benchmark.session(task) as session:
        first = await session.observe(reads)
    async with benchmark.session(task) as session:
        second = await session.observe(reads)
        invalid = await _invalid(session)
    async with benchmark.session(task) as session:
        nothing = await run_episode(task, session, DoNothing())
    if nothing.error is not None:
        raise Failed(
            f"the do-nothing episode failed ({nothing.error.cause}): {error_text(nothing)}"
        )
    return TaskCheck(task, (first, second), invalid, nothing, await _oracle(benchmark, task))


async def _invalid(session: Session) -> ActionResult | Exception | None:
    for action in session.actions.schema():
        fields = action["parameters"].get("properties", {})
        if not (invalid := fields.keys() & _NONEXISTENT.keys()):
            continue
        arguments = {
            name: _NONEXISTENT[name]
            if name in invalid
            else _ANY_VALUE.get(fields[name].get("type", ""), "0")
            for name in {*action["parameters"].get("required", ()), *invalid}
        }
        try:
            return await session.act(session.actions.parse(action["name"], arguments))
        except Exception as error:  # noqa: BLE001 - judged by the check `invalid action`
            return error
    return None


async def _oracle(benchmark: Benchmark, task: Task) -> Episode | Exception:
    try:
        agent = benchmark.oracle()
    except UserError as reason:
        return Skipped(str(reason))
    except Exception as error:  # noqa: BLE001 - judged by the check `oracle`
        return error
    async with benchmark.session(task_for(agent, task, benchmark)) as session:
        try:
            return await run_episode(task, session, agent)
        except UserError as error:
            return error


def error_text(episode: Episode) -> str:
    """Return the message of an episode's error, and the line that raised it."""
    assert episode.error is not None
    last = episode.error.traceback.strip().splitlines()[-3:-1]
    return " ".join([episode.error.message, *(f"({line.strip()})" for line in last[:1])])
