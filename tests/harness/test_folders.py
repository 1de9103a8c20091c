"""Tests of run folders."""

import shutil
from datetime import datetime
from pathlib import Path
from unittest.mock import Mock

import pytest
from in_memory import MEMORY

from webproctor.core.errors import UserError
from webproctor.harness import folders
from webproctor.harness.reading import read_run
from webproctor.harness.runs import run
from webproctor.run.logs import DIGESTS


def test_a_resumed_run_names_only_the_settings_that_differ(tmp_path: Path) -> None:
    run(MEMORY, "random", agent_settings={"seed": 1}, folder=tmp_path / "run")
    with pytest.raises(UserError) as raised:
        run(
            MEMORY,
            "random",
            agent_settings={"seed": 2},
            limit=1,
            epochs=2,
            folder=tmp_path / "run",
            resume=True,
        )
    assert str(raised.value) == (
        f"{tmp_path / 'run' / 'run.json'}: agent setting seed is 1 there and 2 now; limit is not "
        "set there and 1 now; epochs is 1 there and 2 now. Resume the run with its original "
        "settings."
    )


def test_a_log_of_a_run_that_was_started_in_the_same_second_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = Mock(now=lambda zone: datetime(2026, 1, 31, tzinfo=zone))
    monkeypatch.setattr(folders, "datetime", now)
    one, other = (run(MEMORY, "random", folder=tmp_path / name) for name in ("one", "other"))
    [log] = other.folder.glob("*.eval")
    shutil.copy(log, one.folder / f"later-{log.name}")
    with pytest.raises(UserError, match="belongs to another run"):
        read_run(one.folder)


def test_the_error_for_resuming_a_run_with_a_damaged_log_names_the_log(tmp_path: Path) -> None:
    unfinished = run(MEMORY, "random", folder=tmp_path / "run")
    [log] = unfinished.folder.glob("*.eval")
    log.write_bytes(log.read_bytes()[:100])
    (unfinished.folder / DIGESTS).unlink()
    with pytest.raises(UserError, match=f"{log.name}: the log is damaged .*--resume"):
        run(MEMORY, "random", folder=unfinished.folder, resume=True)
