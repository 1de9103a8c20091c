"""Tests of run folders."""

from pathlib import Path

import pytest
from in_memory import MEMORY

from webproctor.core.errors import UserError
from webproctor.harness.runs import run


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
