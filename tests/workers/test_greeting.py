"""A worker that cannot run the same episodes is refused with a clear error."""

import platform
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from workers.conftest import AGENTS, Thread, Threads, Worked

from webproctor.benchmarks import load_benchmark
from webproctor.core.errors import UserError
from webproctor.run.provenance import condition_of
from webproctor.workers import greeting
from webproctor.workers.greeting import Expected, greet
from webproctor.workers.messages import Setup

SETTINGS = {"targets": 2}
SETUP = Setup("grounding", SETTINGS, f"{AGENTS}:noted", {"notes": "notes"})


def expected(**changes: Any) -> Expected:
    condition = condition_of(load_benchmark("grounding", **SETTINGS))
    return Expected(replace(SETUP, **changes.pop("setup", {})), condition | changes, None)


async def refused(expected: Expected) -> str:
    worker = Thread(1)
    try:
        with pytest.raises(UserError) as raised:
            await greet(worker, expected)
    finally:
        await worker.close()
    return str(raised.value)


async def test_an_accepted_worker_has_a_name_with_its_machine() -> None:
    worker = Thread(1)
    machine = platform.node()
    assert await greet(worker, expected()) == (f"worker thread on {machine}", machine)
    await worker.close()


async def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greeting, "__version__", "9.9.9")
    message = await refused(expected())
    assert "and this process has 9.9.9: install the same version on all machines." in message


async def test_missing_data_is_refused(tmp_path: Path) -> None:
    settings = {"dataset": "screenspot", "data": str(tmp_path / "absent")}
    message = await refused(expected(setup={"settings": settings}))
    assert message.startswith("worker thread on ")
    assert str(tmp_path / "absent") in message


async def test_other_data_is_refused() -> None:
    message = await refused(expected(setup={"settings": {"targets": 3}}))
    assert "All machines need the same data, browser and sandbox." in message


async def test_a_missing_agent_is_refused(tmp_path: Path) -> None:
    message = await refused(expected(setup={"agent": f"{tmp_path}/gone.py:Agent"}))
    assert "gone.py: file not found" in message


def test_a_refused_worker_leaves_no_run(
    worked: Worked, notes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(greeting, "__version__", "9.9.9")
    with pytest.raises(UserError, match="install the same version"):
        worked(Threads(2, 1), "noted", notes=notes)
    assert not (tmp_path / "run/run.json").exists()
