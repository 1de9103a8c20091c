"""Tests of the salt of a run's puzzles."""

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from webproctor.benchmarks.webgames.benchmark import webgames
from webproctor.core.errors import UserError
from webproctor.core.factories import Factory
from webproctor.harness import reading, runs
from webproctor.harness.folders import find_unfinished
from webproctor.harness.rescoring import rescore


def begin(
    folder: Path, *, benchmark: str | Factory = "webgames", resume: bool = False, **settings: Any
) -> dict[str, Any]:
    """Start a run, or resume it, without an episode; return the content of `run.json`."""
    settings = {"task": ("date",), "clock": "virtual"} | settings
    stop = threading.Event()
    stop.set()
    runs.run(benchmark, "do-nothing", settings=settings, folder=folder, resume=resume, stop=stop)
    return json.loads((folder / "run.json").read_text())


def test_every_run_has_its_own_salt(tmp_path: Path) -> None:
    one, other = (begin(tmp_path / name) for name in ("one", "other"))
    assert one["settings"]["salt"] != other["settings"]["salt"]
    assert one["condition"]["puzzles"] == "salted"


def test_a_resumed_run_keeps_its_salt(tmp_path: Path) -> None:
    before = begin(tmp_path / "run")
    after = begin(tmp_path / "run", resume=True)
    assert after["settings"]["salt"] == before["settings"]["salt"]
    assert reading.read_run(tmp_path / "run").condition["puzzles"] == "salted"


def test_a_resumed_run_of_a_factory_keeps_its_salt(tmp_path: Path) -> None:
    before = begin(tmp_path / "run", benchmark=webgames)
    after = begin(tmp_path / "run", benchmark=webgames, resume=True)
    assert before["settings"]["salt"] == after["settings"]["salt"]


def test_a_run_is_not_resumed_with_another_salt(tmp_path: Path) -> None:
    salt = begin(tmp_path / "run")["settings"]["salt"]
    assert begin(tmp_path / "run", resume=True, salt=salt)["settings"]["salt"] == salt
    with pytest.raises(UserError, match="the run has another salt"):
        begin(tmp_path / "run", resume=True, salt="known")


def test_a_run_is_not_resumed_with_other_tasks(tmp_path: Path) -> None:
    begin(tmp_path / "run")
    with pytest.raises(UserError, match="the tasks are different now"):
        begin(tmp_path / "run", resume=True, task=("buttons",))


@pytest.mark.parametrize("read", [reading.read_run, lambda folder: rescore(folder, {})])
def test_a_run_whose_tasks_were_exchanged_is_not_read(
    tmp_path: Path, read: Callable[[Path], object]
) -> None:
    about = begin(tmp_path / "run")
    about["settings"]["task"] = ["buttons"]
    (tmp_path / "run" / "run.json").write_text(json.dumps(about))
    with pytest.raises(UserError, match="other tasks than those of the run"):
        read(tmp_path / "run")


def test_published_puzzles_have_no_salt(tmp_path: Path) -> None:
    about = begin(tmp_path / "run", puzzles="published")
    assert not about["settings"].get("salt")
    assert about["condition"]["puzzles"] == "published"


def test_an_unfinished_run_is_found_without_its_salt(tmp_path: Path) -> None:
    begin(tmp_path / "run")
    given = {"task": ("date",), "clock": "virtual", "salt": ""}
    assert find_unfinished("webgames", "do-nothing", given, tmp_path) == tmp_path / "run"


def test_a_salt_and_published_puzzles_are_mutually_exclusive(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--salt"):
        begin(tmp_path / "run", puzzles="published", salt="abc")
