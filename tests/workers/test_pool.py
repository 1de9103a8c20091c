"""Workers: the same results as in one process, nothing lost or repeated."""

import asyncio
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import psutil
import pytest
from models.server import ModelServer
from per_change import first
from workers.conftest import (
    AGENTS,
    Threads,
    Worked,
    about_workers,
    driver_of,
    signals,
    started,
)
from workers.logs import samples

from webproctor.agents.nothing import do_nothing
from webproctor.benchmarks import load_benchmark
from webproctor.core import awake
from webproctor.core.episodes import Episode, Step
from webproctor.core.errors import UserError, WorkerLost
from webproctor.core.llm import Reply
from webproctor.environments.parallel import Auto, Parallel
from webproctor.harness import remote, runs
from webproctor.harness.models import ModelSettings
from webproctor.harness.reading import read_run
from webproctor.run.ledger import read_ledger
from webproctor.workers import pool, processes
from webproctor.workers.connection import ConnectionLost
from webproctor.workers.episodes import Handlers
from webproctor.workers.messages import Done, StepDone, pack, unpack
from webproctor.workers.processes import Processes

Start = Callable[[ModelServer], int]
# Dollars per million tokens; an answer of the server has 1,000 input and 100 output tokens.
PRICE, COST = (1000.0, 10_000.0), 2.0
NEVER = 3000.0  # seconds


def test_results_and_logs_equal_those_of_one_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "EPISODES_PER_LOG", 20)
    for name, executor in ("one", None), ("two", Threads(2, 2)):
        runs.run(
            "grounding",
            "noisy-oracle",
            settings={"targets": 12},
            agent_settings={"error_rate": 0.5},
            epochs=2,
            folder=tmp_path / name,
            workers=executor,
        )
    assert samples(tmp_path / "two") == samples(tmp_path / "one")
    one, two = (read_run(tmp_path / name) for name in ("one", "two"))
    assert len(two.results) == 24
    assert two.summary == one.summary
    assert two.confidence == one.confidence
    assert [worker["parallel"] for worker in about_workers(tmp_path / "two")] == [2, 2]


class StopsAfter(threading.Event):
    """Is set after a number of calls of `is_set`."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self._left = times

    def is_set(self) -> bool:
        self._left -= 1
        return self._left < 0


@pytest.mark.parametrize("workers", [None, Threads(1, 1)], ids=["here", "in a worker"])
def test_a_waiting_episode_does_not_start_in_a_stopped_run(
    tmp_path: Path, workers: Threads | None
) -> None:
    # Asked once before an episode waits, and once before it begins.
    stopped = runs.run(
        "grounding",
        "oracle",
        settings={"targets": 12},
        folder=tmp_path / "run",
        stop=StopsAfter(14),
        workers=workers,
        parallel=1 if workers else Auto(12),
    )
    assert not stopped.complete
    assert 0 < len(stopped.results) <= 7


@pytest.mark.parametrize("parallel", first(2, Auto(2)))
def test_a_killed_worker_loses_nothing_and_finished_episodes_are_not_repeated(
    worked: Worked, notes: Path, tmp_path: Path, parallel: Parallel
) -> None:
    signals(notes, 1)
    ended: list[str] = []
    with pytest.warns(WorkerLost, match="SIGKILL"):
        done = worked(
            Processes(2, parallel),
            "signalling",
            notes=notes,
            how={"on_result": lambda result: ended.append(result.task)},
        )
    assert done.complete
    assert len(samples(tmp_path / "run")) == 8
    assert sorted(ended) == sorted(result.task for result in done.results)
    # Two episodes ran in the worker.
    assert 8 < started(notes).total() <= 10
    assert {result.tries for result in done.results} == {1, 2}
    assert {result.steps for result in done.results} == {1}
    lost = [worker.get("lost") for worker in about_workers(tmp_path / "run")]
    assert lost[0] == "its process ended by SIGKILL"
    assert set(lost[1:]) == {None}


@pytest.mark.exhaustive
def test_the_only_worker_is_replaced(worked: Worked, notes: Path) -> None:
    signals(notes, 1)
    with pytest.warns(WorkerLost):
        assert worked(Processes(1, 1), "signalling", notes=notes).complete
    assert len({line.split()[1] for line in notes.read_text().splitlines()}) == 2


@pytest.mark.exhaustive
@pytest.mark.parametrize("parallel", [1, Auto(1)])
def test_workers_that_die_repeatedly_stop_the_run_which_can_be_resumed(
    worked: Worked, notes: Path, parallel: Parallel
) -> None:
    signals(notes, 3)
    with pytest.warns(WorkerLost):
        done = worked(Processes(1, parallel), "signalling", notes=notes)
    assert not done.complete
    assert done.stopped == "no workers are left"
    assert len(done.results) == 2
    resumed = worked(Processes(1, parallel), "signalling", notes=notes, how={"resume": True})
    assert resumed.complete
    kept = {result.task for result in done.results}
    assert {started(notes)[task] for task in kept} == {1}


def test_an_episode_that_kills_its_workers_is_void_and_the_others_run(
    worked: Worked, notes: Path
) -> None:
    third = load_benchmark("grounding", targets=8).tasks()[2].id
    with pytest.warns(WorkerLost, match="SIGKILL"):
        done = worked(Processes(2, 1), "killing", notes=notes, task=third)
    assert done.stopped is None
    assert Counter(result.outcome for result in done.results) == {"scored": 7, "void": 1}
    assert {result.task for result in done.results if result.cause == "worker"} == {third}
    assert started(notes)[third] == 2


@pytest.mark.exhaustive
def test_a_worker_that_does_not_respond_is_abandoned(
    worked: Worked, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signals(notes, 1)
    # The third episode gets the signal 0, which does nothing, and never ends.
    third = load_benchmark("grounding", targets=8).tasks()[2].id
    monkeypatch.setattr(remote, "limit_of", lambda task: 5.0 if task.id == third else NEVER)
    monkeypatch.setattr(remote, "_GRACE_SECONDS", 0.0)
    with pytest.warns(WorkerLost, match="did not answer in 5 s. Unfinished episodes: 1"):
        done = worked(Threads(1, 1), "signalling", notes=notes, sign=0)
    assert done.complete
    assert started(notes)[third] == 2


@pytest.mark.exhaustive
def test_a_suspended_worker_is_abandoned(
    worked: Worked, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signals(notes, 1)
    third = load_benchmark("grounding", targets=8).tasks()[2].id
    monkeypatch.setattr(remote, "limit_of", lambda task: 10.0 if task.id == third else NEVER)
    monkeypatch.setattr(remote, "_GRACE_SECONDS", 0.0)
    monkeypatch.setattr(processes, "CLOSE_TIMEOUT", 0.01)
    with pytest.warns(WorkerLost, match="did not answer in 10 s"):
        done = worked(Processes(1, 1), "signalling", notes=notes, sign=int(signal.SIGSTOP))
    assert done.complete


class Answering:
    """A worker whose episodes have one step, and end at once."""

    cores, name = math.inf, "answering"
    parallel: Parallel = 1

    def __init__(self) -> None:
        self._frames: asyncio.Queue[bytes] = asyncio.Queue()

    async def wait_for_machine(self) -> None:
        """It needs none."""

    async def send(self, frame: bytes) -> None:
        number = unpack(frame).number
        self._frames.put_nowait(pack(StepDone(number, Step(), [])))
        self._frames.put_nowait(pack(Done(number, Episode(task="one"), {})))

    async def receive(self) -> bytes:
        return await self._frames.get()

    async def close(self) -> None:
        """Nothing was started."""

    def kill(self) -> None:
        """Nothing was started."""


class Silent(Answering):
    """A worker that never introduces itself."""

    name = "silent"

    async def receive(self) -> bytes:
        return await asyncio.Event().wait() and b""


def test_a_replacement_that_never_becomes_ready_is_abandoned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "START_TIMEOUT", 0.1)

    def lose_the_worker() -> None:
        with driver_of(Answering(), monkeypatch, Silent()) as driver:
            driver._loop.call_soon_threadsafe(driver._drop, driver._workers[0], "it was killed")
            with pytest.raises(ConnectionLost, match="no workers are left"):
                asyncio.run(driver.run("one", 1, 100.0, cast(Any, None)))

    killed, not_ready = "it was killed", "silent on this process was not ready in 0.1 s"
    with pytest.warns(WorkerLost, match=killed), pytest.warns(WorkerLost, match=not_ready):
        lose_the_worker()


def test_time_while_the_driver_is_stopped_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    async def stop(step: StepDone) -> None:
        """Let the clocks jump, as those of a process that was stopped."""
        loop, monotonic = asyncio.get_running_loop(), time.monotonic
        loop_time = loop.time
        stopped_time = SimpleNamespace(monotonic=lambda: monotonic() + 1000)
        monkeypatch.setattr(awake, "time", stopped_time)
        monkeypatch.setattr(loop, "time", lambda: loop_time() + 1000)
        for _ in range(3):  # Timeouts that have passed meanwhile are noticed.
            await asyncio.sleep(0)

    async def run() -> Done | None:
        with driver_of(Answering(), monkeypatch) as driver:
            return await driver.run("one", 1, 100.0, Handlers(cast(Any, None), stop))

    # In a loop of its own: what the loop of the other tests schedules meanwhile, such as the next
    # tick of a web server, would be 1000 s late.
    done = asyncio.run(run())
    assert done is not None
    assert done.episode.task == "one"


@pytest.mark.exhaustive
def test_a_fast_worker_gets_more_episodes(worked: Worked, notes: Path) -> None:
    assert worked(Processes(2, 1), "waiting", notes=notes, episodes=8).complete
    by_process = Counter(line.split()[1] for line in notes.read_text().splitlines())
    assert sorted(by_process.values()) == [1, 7]


def test_ctrl_c_ends_the_workers_and_keeps_finished_episodes(worked: Worked, notes: Path) -> None:
    notes.touch()

    def stop() -> None:
        # The first two episodes have ended when the next two have started, which never end.
        while started(notes).total() < 4:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=stop).start()
    done = worked(Threads(2, 1), "hanging", notes=notes)
    assert not done.complete
    assert done.results
    assert "worker" not in {thread.name for thread in threading.enumerate()}
    notes.with_name("go").touch()
    resumed = worked(Threads(2, 1), "hanging", notes=notes, how={"resume": True})
    assert resumed.complete
    assert resumed.restarts == sum(count - 1 for count in started(notes).values())


@pytest.mark.exhaustive
def test_a_run_whose_driver_was_killed_can_be_resumed_and_its_workers_end(
    worked: Worked, notes: Path, tmp_path: Path
) -> None:
    program = """
import sys
from pathlib import Path
from webproctor.harness import runs
from webproctor.workers.processes import Processes

agent, notes, folder = sys.argv[1:]
runs.run(
    "grounding",
    agent,
    settings={"targets": 8},
    agent_settings={"notes": notes},
    folder=Path(folder),
    workers=Processes(2, 1),
    on_result=lambda result: print(result.task, flush=True),
)
"""
    arguments = [f"{AGENTS}:hanging", str(notes), str(tmp_path / "run")]
    command = [sys.executable, "-c", program, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as driver:
        assert driver.stdout is not None
        ended = {driver.stdout.readline().strip(), driver.stdout.readline().strip()}
        workers = psutil.Process(driver.pid).children()
        driver.kill()
    gone, left = psutil.wait_procs(workers, timeout=300)
    assert len(gone) == 2
    assert not left
    notes.with_name("go").touch()
    done = worked(Processes(2, 1), "hanging", notes=notes, how={"resume": True})
    assert done.complete
    assert len(done.results) == 8
    assert {started(notes)[task] for task in ended} == {1}


def test_budget_and_ledger_are_shared_by_all_workers(
    worked: Worked, start: Start, tmp_path: Path
) -> None:
    served = ModelServer(lambda messages, acting: Reply("here"))
    model = ModelSettings(
        name="openai-api/loopback/scripted",
        base_url=f"http://127.0.0.1:{start(served)}/v1",
        arguments={"api_key": "none"},
        retries=0,
        price=PRICE,
        max_tokens=100,
        budget=7 * COST,
    )
    done = worked(Threads(2, 2), "asker", how={"model": model})
    assert not done.complete
    assert "of $14.00 are spent" in (done.stopped or "")
    assert 5 <= len(served.requests) <= 7
    assert len(read_ledger(tmp_path / "run")) == len(served.requests)
    assert done.usage()["dollars"] == pytest.approx(COST * len(served.requests))
    again = model.model_copy(update={"budget": None})
    assert worked(Threads(2, 2), "asker", how={"model": again, "resume": True}).complete


def test_transcripts_with_a_model_equal_those_of_one_process(
    worked: Worked, start: Start, tmp_path: Path
) -> None:
    served = ModelServer(lambda messages, acting: Reply(f"the button after {len(messages)}"))
    model = ModelSettings(
        name="openai-api/loopback/scripted",
        base_url=f"http://127.0.0.1:{start(served)}/v1",
        arguments={"api_key": "none"},
        price=PRICE,
    )
    found = []
    for executor in (None, Threads(1, 1)):
        worked(executor, "asker", tasks=2, how={"model": model})
        timed = frozenset({"call", "time", "pending"})
        found.append(samples(tmp_path / "run", leaving_out=timed))
        (tmp_path / "run").rename(tmp_path / f"run-{len(found)}")
    assert found[0] == found[1]
    assert '"event": "model"' in json.dumps(found[0]).replace("\\", "")


def test_workers_require_names(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="workers need the names of the agent and the benchmark"):
        runs.run("grounding", do_nothing, folder=tmp_path / "run", workers=Threads(1, 1))
