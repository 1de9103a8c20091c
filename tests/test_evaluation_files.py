"""`webproctor.evaluate` with agents and benchmarks in Python files; exceptions of their code."""

import re
from pathlib import Path

import pytest
from in_memory import MEMORY

import webproctor
from webproctor import UserError
from webproctor.harness.folders import find_unfinished, new_folder

AGENT = """
from neighbour import ANSWER
from webproctor import Step


class Agent:
    reads = frozenset({"text"})

    def __init__(self, benchmark, *, answer: str = ANSWER):
        self.answer = answer

    async def act(self, observation):
        return Step(actions=[], done=True, answer=self.answer)
"""
BENCHMARK = """
from in_memory import Memory


class Sum(Memory):
    name = "sum"
"""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """A folder with an agent and a benchmark in files."""
    (tmp_path / "neighbour.py").write_text("ANSWER = '41'")
    (tmp_path / "agent.py").write_text(AGENT)
    (tmp_path / "benchmark.py").write_text(BENCHMARK)
    return tmp_path


def test_a_benchmark_and_an_agent_are_loaded_from_files(written: Path) -> None:
    names = f"{written}/benchmark.py:Sum", f"{written}/agent.py:Agent"
    run = webproctor.evaluate(*names, out=written / "wrong", report=False)
    assert (run.benchmark, run.score) == ("sum", 0.0)
    run = webproctor.evaluate(
        *names, agent_settings={"answer": "42"}, out=written / "right", report=False
    )
    assert run.score == 1.0
    assert webproctor.read_run(written / "right").score == 1.0


def test_a_run_is_named_after_classes_not_paths(
    written: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(written)
    names = f"{written}/benchmark.py:Sum", "agent.py:Agent"
    run = webproctor.evaluate(*names, report=False)
    assert (run.benchmark, run.agent) == ("sum", "Agent")
    assert run.folder.parent == Path("runs")
    assert run.folder.name.startswith("sum-Agent-")
    assert new_folder(*names).name.startswith("Sum-Agent-")
    assert find_unfinished("benchmark.py:Sum", "agent.py:Agent", {}) == run.folder


def test_errors_in_a_file_are_user_errors(tmp_path: Path) -> None:
    path = tmp_path / "agent.py"
    with pytest.raises(UserError, match=r"agent\.py: file not found"):
        webproctor.evaluate("grounding", f"{path}:Agent")
    path.write_text("x = 1\nimport nothing_of_this_name\n")
    with pytest.raises(UserError, match=r"cannot be imported: line 2: ModuleNotFoundError"):
        webproctor.evaluate("grounding", f"{path}:Agent")
    path.write_text("class Other: pass")
    with pytest.raises(UserError, match="defines no 'Agent'"):
        webproctor.evaluate("grounding", f"{path}:Agent")
    with pytest.raises(UserError, match=r"defines no 'Othr'\. Did you mean 'Other'\?"):
        webproctor.evaluate("grounding", f"{path}:Othr")
    path = tmp_path / "exits.py"
    path.write_text("import sys\nsys.exit(3)\n")
    with pytest.raises(UserError, match=r"cannot be imported: line 2: SystemExit: 3"):
        webproctor.evaluate("grounding", f"{path}:Agent")


def test_the_error_for_a_relative_import_says_how_to_import_the_neighbour(written: Path) -> None:
    (written / "inside.py").write_text("from .neighbour import ANSWER\n")
    with pytest.raises(UserError, match="import files of the same folder by their names alone"):
        webproctor.evaluate("grounding", f"{written}/inside.py:Agent")


RAISING = """
from in_memory import Memory


class Agent:
    reads = frozenset()

    def __init__(self):
        raise ValueError("no weights")


class Tasks(Memory):
    def __init__(self):
        open("no such file")
"""


def test_exceptions_of_constructors_in_a_file_are_user_errors(tmp_path: Path) -> None:
    path = tmp_path / "raising.py"
    path.write_text(RAISING)
    expected = f"agent '{path}:Agent': ValueError: no weights (raising.py, line 9)."
    with pytest.raises(UserError, match=f"^{re.escape(expected)}$"):
        webproctor.evaluate(MEMORY, f"{path}:Agent", out=tmp_path / "run")
    with pytest.raises(UserError, match=r"Tasks': FileNotFoundError: .* \(raising\.py, line 14\)"):
        webproctor.evaluate(f"{path}:Tasks", "oracle", out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_exceptions_of_webproctor_constructors_are_raised_unchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(*given: object, **settings: object) -> None:
        raise ValueError("a defect")

    monkeypatch.setattr("webproctor.agents.random.Random", fault)
    with pytest.raises(ValueError, match="a defect"):
        webproctor.evaluate(MEMORY, "random", out=tmp_path / "run")
