"""Tests of suggestions and notes in errors."""

from pathlib import Path

import pytest

from webproctor import UserError, evaluate, load_benchmark
from webproctor.core.errors import OPTIONS_IN_PYTHON, did_you_mean


def test_similar_names_are_suggested() -> None:
    assert did_you_mean("oracel", ["oracle", "random"]) == " Did you mean 'oracle'?"
    assert did_you_mean("xyz", ["oracle", "random"]) == ""


def test_errors_with_options_of_the_command_line_have_a_note_for_users_of_python() -> None:
    assert UserError("add --max-steps.").__notes__ == [OPTIONS_IN_PYTHON]
    assert str(UserError("add --max-steps.")) == "add --max-steps."
    assert not hasattr(UserError("file not found."), "__notes__")


def test_every_kind_of_name_gets_suggestions(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"no benchmark 'webgame'\. Did you mean 'webgames'"):
        load_benchmark("webgame")
    with pytest.raises(UserError, match=r"no setting 'tsk'\. Did you mean 'task'"):
        load_benchmark("webgames", tsk="date")
    with pytest.raises(UserError, match=r"no family 'dat'\. Did you mean 'date'"):
        load_benchmark("webgames", family=("dat",))
    with pytest.raises(UserError, match=r"no split 'tset'\. Did you mean 'test'"):
        load_benchmark("turkingbench", split="tset")
    with pytest.raises(UserError, match=r"no preset 'papr' for turkingbench. Did you mean 'paper'"):
        evaluate("turkingbench", "form", preset="papr", out=tmp_path / "run")
    with pytest.raises(UserError, match=r"no agent 'oracel'\. Did you mean 'oracle'"):
        evaluate("grounding", "oracel", out=tmp_path / "run")
