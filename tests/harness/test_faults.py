"""Tests of runs whose driver, browser or renderer is killed or stopped."""

import itertools
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import processes
import pytest

from webproctor.agents import make_agent
from webproctor.benchmarks import Benchmark
from webproctor.core.agents import SelfDrivenAgent
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task
from webproctor.harness import runs
from webproctor.run.results import Run

Register = Callable[[str, Callable[..., Any]], str]
pytestmark = pytest.mark.usefixtures("executable")
GAMES = ("date", "key-combo", "right-click")


class Faulty:
    """The oracle; in its second episode it sends a signal to the processes of its run.

    Browsers and drivers that other tests share are not its own.
    """

    episodes = 0

    def __init__(self, oracle: SelfDrivenAgent, kind: processes.Kind, sign: signal.Signals) -> None:
        self._oracle = oracle
        self._kind: processes.Kind = kind
        self._sign = sign
        self._others = processes.find(kind)

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        Faulty.episodes += 1
        if Faulty.episodes == 2:
            await session.observe()
            there = processes.find(self._kind) - self._others
            assert there
            processes.send(self._sign, there)
        return await self._oracle.run(task, session)


def evaluate(agent: str, folder: Path) -> Run:
    settings = {"task": GAMES, "clock": "virtual", "timeout": 4.0}
    return runs.run("webgames", agent, settings=settings, folder=folder, parallel=2)


# At every change, a browser is killed in `test_runs`, and browsers and pages under
# `environments/browser`.
@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("kind", "sign"),
    [*itertools.product(("browser", "renderer"), (signal.SIGKILL, signal.SIGSTOP))],
)
def test_a_killed_or_stopped_process_costs_one_retry_and_no_result(
    kind: processes.Kind,
    sign: signal.Signals,
    tmp_path: Path,
    register_agent: Register,
) -> None:
    def faulty(benchmark: Benchmark) -> Faulty:
        oracle = make_agent("oracle", benchmark)
        assert isinstance(oracle, SelfDrivenAgent)
        return Faulty(oracle, kind, sign)

    Faulty.episodes = 0
    before = processes.find("browser")
    done = evaluate(register_agent("faulty", faulty), tmp_path / "faulty")
    assert done.outcomes() == {"scored": 3, "errored": 0, "void": 0}
    assert done.complete
    assert [result.score.value for result in done.results] == [1.0] * 3
    assert sum(result.tries for result in done.results) > 3
    # No killed or stopped process is left.
    assert processes.find("browser") == before
