"""The programs in `examples/` run as they are."""

import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
pytestmark = pytest.mark.usefixtures("executable")
Run = Callable[[str], str]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`run(name)`: run an example in an empty folder; return what it prints.

    It runs in this process, so that libraries are imported only once.
    """
    monkeypatch.chdir(tmp_path)

    def run(name: str) -> str:
        path = str(EXAMPLES / f"{name}.py")
        monkeypatch.setattr(sys, "argv", [path])
        runpy.run_path(path, run_name="__main__")
        return capsys.readouterr().out

    return run


@pytest.mark.exhaustive
def test_a_custom_agent_runs_on_games_and_has_a_report(run: Run, tmp_path: Path) -> None:
    output = run("own_agent")
    assert "click-cubed-easy@0: 100%" in output
    assert "date@0: 0%" in output
    assert (tmp_path / output.rpartition("Report: ")[2].strip()).is_file()


def test_a_custom_benchmark_scores_an_agent(run: Run, tmp_path: Path) -> None:
    assert run("own_benchmark") == "{'sum': 0.0, 'colour': 1.0, 'door': 1.0}\n"


def test_a_server_of_a_benchmark_keeps_the_state_of_each_episode(run: Run, tmp_path: Path) -> None:
    assert run("own_server") == "{'lamp': 1.0, 'chair': 1.0}\n"


@pytest.mark.exhaustive
def test_stored_answers_become_a_run_with_a_report(run: Run, tmp_path: Path) -> None:
    output = run("score_answers")
    assert '"element accuracy": 0.0' in output
    assert (tmp_path / output.rpartition("Report: ")[2].strip()).is_file()


def test_a_custom_page_can_be_observed(run: Run, tmp_path: Path) -> None:
    assert "[0] button 'Pay'\n[1] a 'Terms'\n" in run("observe_page")
    assert (tmp_path / "marked.png").read_bytes().startswith(b"\x89PNG")


def test_one_episode_prints_its_score(run: Run) -> None:
    task, score = run("one_episode").rsplit(maxsplit=1)
    assert task.endswith("/0")
    assert 0 <= float(score) <= 1


@pytest.mark.exhaustive
def test_a_solver_of_inspect_runs_on_a_game(run: Run, tmp_path: Path) -> None:
    assert run("inspect_react").endswith("date@0: 0.0, 5 messages\n")
