"""Workers on a Ray cluster of two nodes on this machine."""

import asyncio
import gc
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from per_change import first
from workers.conftest import AGENTS, Worked, about_workers, signals, started
from workers.logs import samples

from webproctor.core.errors import UserError, WorkerLost
from webproctor.environments.parallel import Auto, Parallel
from webproctor.harness import runs
from webproctor.workers import greeting
from webproctor.workers.connection import ConnectionLost
from webproctor.workers.executors import executor_of
from webproctor.workers.messages import Hello

pytest.importorskip("ray", reason="Ray is not installed: make ray")
on_ray = pytest.importorskip("webproctor.workers.on_ray")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes with one core each."""
    from ray.cluster_utils import Cluster  # pyright: ignore[reportMissingImports]

    # Workers import webproctor, and agents of the tests, as this process does.
    path = os.pathsep.join(filter(None, sys.path))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", path)
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        with socket.create_server(("127.0.0.1", 0)) as free:
            client = free.getsockname()[1]
        head = {"num_cpus": 1, "include_dashboard": False, "ray_client_server_port": client}
        ray_cluster = Cluster(True, head_node_args=head)
        ray_cluster.add_node(num_cpus=1)
        patch.setenv("RAY_ADDRESS", ray_cluster.address)
        ray_cluster.client = f"ray://127.0.0.1:{client}"
        yield ray_cluster
        ray_cluster.shutdown()


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("parallel", first(2, Auto(2)))
def test_results_and_logs_equal_those_of_one_process(tmp_path: Path, parallel: Parallel) -> None:
    for name, workers in ("one", None), ("ray", "ray"):
        runs.run(
            "grounding",
            "noisy-oracle",
            settings={"targets": 12},
            agent_settings={"error_rate": 0.5},
            epochs=2,
            folder=tmp_path / name,
            workers=executor_of(workers, parallel) if workers else None,
        )
    assert samples(tmp_path / "ray") == samples(tmp_path / "one")
    chosen = [worker["parallel"] for worker in about_workers(tmp_path / "ray")]
    if isinstance(parallel, Auto):
        # Both nodes are this machine.
        assert all("as one of 2 workers of the machine" in one["why"] for one in chosen)
    assert len(chosen) == 2


@pytest.mark.exhaustive
def test_a_driver_outside_the_cluster_gets_the_same_results(cluster: Any, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "webproctor", "run", "grounding", "--targets", "6"]
    command += [
        "--agent",
        "noisy-oracle",
        "--error-rate",
        "0.5",
        "--epochs",
        "2",
        "--parallel",
        "2",
    ]
    for name, workers in ("one", []), ("ray", ["--workers", cluster.client]):
        output = subprocess.run(
            [*command, *workers, "--out", str(tmp_path / name)],
            cwd=tmp_path,
            stderr=subprocess.PIPE,
            text=True,
            check=True,
        ).stderr
        assert "Traceback" not in output
    assert samples(tmp_path / "ray") == samples(tmp_path / "one")


# Settings of each benchmark for a few short tasks; `DATA` is the folder with real data.
PAIRS: dict[str, dict[str, Any]] = {
    "webgames": {"clock": "virtual", "salt": "0123456789abcdef" * 2},
    "turkingbench": {"data": "DATA/turkingbench", "instances": 1},
    "mind2web": {},
    "realwebassist": {},
    "miniwob": {"with_oracle": True},
}


@pytest.mark.usefixtures("cluster", "executable")
@pytest.mark.parametrize("benchmark", PAIRS)
def test_a_benchmark_has_the_same_logs_as_in_one_process(
    benchmark: str, data: Path, tmp_path: Path
) -> None:
    settings = {
        name: value.replace("DATA", str(data)) if isinstance(value, str) else value
        for name, value in PAIRS[benchmark].items()
    }
    for name, workers in ("one", None), ("ray", "ray"):
        done = runs.run(
            benchmark,
            "oracle",
            settings=settings,
            limit=3,
            folder=tmp_path / name,
            workers=executor_of(workers, 1) if workers else None,
        )
        assert done.complete
    one, two = (
        {task: _without_secrets(text) for task, text in found.items()}
        # Rewards of MiniWoB++ depend on the time.
        for found in (samples(tmp_path / name, leaving_out={"reward"}) for name in ("one", "ray"))
    )
    assert two == one


def _without_secrets(sample: str) -> str:
    """Replace the random parts of a game: its password, its address, hashes of texts with them."""
    for password in re.findall(r'"password": "([^"]+)"', sample):
        sample = sample.replace(password, "PASSWORD")
    sample = re.sub(r"(\.localhost)/[\w-]{16}/", r"\1/GAME/", sample)
    return re.sub(r'"[0-9a-f]{20}\.txt"', '"TEXT"', sample)


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize("parent", [False, True], ids=["worker", "actor"])
@pytest.mark.parametrize("parallel", first(2, Auto(2)))
def test_a_killed_worker_loses_nothing_and_finished_episodes_are_not_repeated(
    worked: Worked, notes: Path, tmp_path: Path, parent: bool, parallel: Parallel
) -> None:
    signals(notes, 1)
    ended: list[str] = []
    how = {"on_result": lambda result: ended.append(result.task)}
    executor = executor_of("ray", parallel)
    with pytest.warns(WorkerLost):
        done = worked(executor, "signalling", notes=notes, parent=parent, how=how)
    assert done.complete
    assert len(samples(tmp_path / "run")) == 8
    assert sorted(ended) == sorted(result.task for result in done.results)
    assert 8 < started(notes).total() <= 10


@pytest.mark.usefixtures("cluster")
async def test_the_end_of_an_actor_is_not_an_error_of_a_cancelled_request(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def close_after_a_cancelled_request() -> None:
        executor = executor_of("ray", 1)
        actors = await executor.open()
        receiving = asyncio.create_task(actors[0].receive())
        await actors[0].wait_for_machine()
        receiving.cancel()
        await asyncio.wait({receiving})
        await asyncio.gather(*(actor.close() for actor in actors))
        executor.close()

    await close_after_a_cancelled_request()
    gc.collect()  # Errors that nobody has retrieved are logged now.
    assert "never retrieved" not in caplog.text


@pytest.mark.usefixtures("cluster")
async def test_an_actor_that_does_not_react_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_ray, "_ACTOR_CLOSE_TIMEOUT", 0.1)
    executor = executor_of("ray", 1)
    actors = await executor.open()
    hello = Hello.of_json(await actors[0].receive())
    actor = psutil.Process(hello.process).parent()
    assert actor is not None
    actor.suspend()
    await asyncio.gather(*(actor.close() for actor in actors))
    executor.close()
    _, left = psutil.wait_procs([actor], timeout=100)
    assert not left


@pytest.mark.usefixtures("cluster")
async def test_an_actor_that_waits_for_a_machine_can_be_closed() -> None:
    executor = executor_of("ray", 1)
    actors = [*await executor.open(), on_ray.Actor(cores=100.0, parallel=1)]
    waiting = asyncio.create_task(actors[-1].wait_for_machine())
    await asyncio.sleep(0)
    await asyncio.gather(*(actor.close() for actor in actors))
    with pytest.raises(ConnectionLost):
        await waiting
    executor.close()


def test_a_lost_machine_loses_nothing(
    worked: Worked, notes: Path, tmp_path: Path, cluster: Any
) -> None:
    # It has two cores, so no other machine can run the replacement of its worker.
    third = cluster.add_node(num_cpus=2)
    raylet = psutil.Process(third.all_processes["raylet"][0].process.pid)

    def lose() -> None:
        # Two episodes have ended, and each worker runs another.
        while not notes.exists() or started(notes).total() < 5:
            time.sleep(0.01)
        raylet.suspend()  # So that it does not report the end of its actors.
        for process in (*raylet.children(recursive=True), raylet):
            process.kill()
        notes.with_name("go").touch()

    losing = threading.Thread(target=lose, daemon=True)
    losing.start()
    with pytest.warns(WorkerLost):
        done = worked(executor_of("ray", 1), "hanging", notes=notes)
    losing.join()
    cluster.remove_node(third, allow_graceful=False)
    cluster.wait_for_nodes(timeout=100)  # Later runs would start workers on the lost machine.
    assert done.complete
    assert len(samples(tmp_path / "run")) == 8
    assert sorted(started(notes).values()) == [1, 1, 1, 1, 1, 1, 1, 2]


@pytest.mark.usefixtures("cluster")
def test_a_run_whose_driver_was_killed_can_be_resumed_and_its_workers_end(
    worked: Worked, notes: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "webproctor", "run", "grounding", "--targets", "8"]
    command += ["--agent", f"{AGENTS}:hanging", "--notes", str(notes), "--workers", "ray"]
    command += ["--parallel", "1", "--out", str(tmp_path / "run")]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as driver:
        while not notes.exists() or started(notes).total() < 4:
            assert driver.poll() is None
        pids = {int(line.split()[1]) for line in notes.read_text().splitlines()}
        workers = [psutil.Process(pid) for pid in pids]
        driver.send_signal(signal.SIGKILL)
    _, left = psutil.wait_procs(workers, timeout=300)
    assert not left
    notes.with_name("go").touch()
    done = worked(executor_of("ray", 1), "hanging", notes=notes, how={"resume": True})
    assert done.complete
    # The first two episodes had ended.
    assert sorted(started(notes).values()) == [1, 1, 1, 1, 1, 1, 2, 2]


@pytest.mark.usefixtures("cluster")
def test_a_machine_with_another_version_is_refused(
    worked: Worked, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greeting, "__version__", "9.9.9")
    with pytest.raises(UserError, match=r"worker actor \w+ on .* install the same version"):
        worked(executor_of("ray", 1), "noted", notes=notes)


def test_the_reason_of_a_loss_is_the_last_line_of_the_message_without_its_full_stop() -> None:
    message = "The actor died because:\n\tits node was terminated.\n"
    assert on_ray.last_line(message) == "its node was terminated"


@pytest.mark.parametrize("where", ["ray", "ray://127.0.0.1:1"])
async def test_without_a_cluster_the_error_says_how_to_start_one(
    monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(UserError, match=r"no Ray cluster at '.*127.0.0.1:1'.*: start one with"):
        await executor_of(where, 1).open()


def test_a_client_server_that_dies_at_its_start_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    addresses: list[str] = []

    def init(address: str, **_: Any) -> None:
        addresses.append(address)
        if len(addresses) == 1:
            raise ConnectionAbortedError("Initialization failure from server")

    monkeypatch.setattr("ray.init", init)
    on_ray._connect("auto")
    assert addresses == ["auto", "auto"]
