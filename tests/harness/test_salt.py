"""Tests of the salt of a run's puzzles."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from webproctor.core.errors import UserError
from webproctor.harness import reading, runs
from webproctor.harness.folders import unfinished


def begin(folder: Path, *, resume: bool = False, **settings: Any) -> dict[str, Any]:
    """Begin a run, or resume it, without an episode; return what it says about itself."""
    settings = {"task": ("date",), "clock": "virtual"} | settings
    stop = threading.Event()
    stop.set()
    runs.run("webgames", "do-nothing", settings=settings, folder=folder, resume=resume, stop=stop)
    return json.loads((folder / "run.json").read_text())


def test_every_run_has_a_salt_of_its_own(tmp_path: Path) -> None:
    one, other = (begin(tmp_path / name) for name in ("one", "other"))
    assert one["settings"]["salt"] != other["settings"]["salt"]
    assert one["condition"]["puzzles"] == "salted"


def test_a_resumed_run_keeps_its_salt(tmp_path: Path) -> None:
    before = begin(tmp_path / "run")
    after = begin(tmp_path / "run", resume=True)
    assert after["settings"]["salt"] == before["settings"]["salt"]
    assert reading.read_run(tmp_path / "run").condition["puzzles"] == "salted"


def test_published_puzzles_have_no_salt(tmp_path: Path) -> None:
    about = begin(tmp_path / "run", puzzles="published")
    assert not about["settings"].get("salt")
    assert about["condition"]["puzzles"] == "published"


def test_a_run_is_found_again_without_its_salt(tmp_path: Path) -> None:
    begin(tmp_path / "run")
    given = {"task": ("date",), "clock": "virtual", "salt": ""}
    assert unfinished("webgames", "do-nothing", given, tmp_path) == tmp_path / "run"


def test_a_salt_and_published_puzzles_exclude_each_other(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="--salt"):
        begin(tmp_path / "run", puzzles="published", salt="abc")
