"""The programs in `examples/` run as they are."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
pytestmark = pytest.mark.usefixtures("executable")


def run(name: str, folder: Path, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_agent_of_ones_own_plays_games_and_has_a_report(tmp_path: Path) -> None:
    told = run("own_agent", tmp_path)
    assert "click-cubed-easy@0: 100%" in told
    assert "date@0: 0%" in told
    assert (tmp_path / told.rpartition("Report: ")[2].strip()).is_file()


def test_a_benchmark_of_ones_own_scores_an_agent(tmp_path: Path) -> None:
    assert run("own_benchmark", tmp_path) == "{'sum': 0.0, 'colour': 1.0, 'door': 1.0}\n"


@pytest.mark.exhaustive
def test_answers_of_ones_own_become_a_run_with_a_report(tmp_path: Path) -> None:
    told = run("score_answers", tmp_path)
    assert '"element accuracy": 0.0' in told
    assert (tmp_path / told.rpartition("Report: ")[2].strip()).is_file()


def test_a_page_of_ones_own_is_observed(tmp_path: Path) -> None:
    assert "[0] button 'Pay'\n[1] a 'Terms'\n" in run("observe_page", tmp_path)
    assert (tmp_path / "marked.png").read_bytes().startswith(b"\x89PNG")


def test_one_episode_prints_its_score(tmp_path: Path) -> None:
    assert run("one_episode", tmp_path).strip()


@pytest.mark.exhaustive
def test_a_solver_of_inspect_plays_a_game(tmp_path: Path) -> None:
    assert run("inspect_react", tmp_path).endswith("date@0: 0.0, 5 messages\n")
