"""A run imports and starts only the parts of Inspect that it uses."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from in_memory import MEMORY
from inspect_ai.model import _model as logging_module
from rich.table import Table

from webproctor.harness.runs import run
from webproctor.harness.unused import without_coloured_tracebacks

# Libraries of models, servers and documents that a run of the oracle at one game does not need.
UNUSED = {"acp", "anthropic", "fastapi", "fpdf", "openai", "pypdf", "segno", "torch"}
RUN = """
import gc, sys
from pathlib import Path
from webproctor.harness import runs

before = gc.isenabled()
done = runs.run(
    "webgames", "oracle", settings={"task": ("date",), "clock": "virtual"}, folder=Path(sys.argv[1])
)
assert done.results[0].score.value == 1.0
assert before, "garbage collection is off after the imports"
"""
IMPORTED = "print(*{name.partition('.')[0] for name in sys.modules})"
# Modules that were disabled for a run are available afterwards.
SERVER = "from inspect_ai.agent._acp.server import AcpServer; print(AcpServer.__name__)"


Once = Callable[[str, Callable[[Path], object]], Path]


@pytest.fixture
def printed(once: Once, executable: Path) -> str:
    """The output of a program that runs the oracle, and then imports what it did not use."""

    def fill(folder: Path) -> None:
        command = [sys.executable, "-c", f"{RUN}\n{IMPORTED}\n{SERVER}", str(folder / "run")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        (folder / "output").write_text(done.stdout)

    return (once("unused", fill) / "output").read_text()


@pytest.mark.exhaustive
def test_a_run_without_a_model_imports_no_unused_libraries(printed: str) -> None:
    imported, _ = printed.splitlines()
    assert UNUSED & set(imported.split()) == set()


@pytest.mark.exhaustive
def test_skipped_modules_can_be_imported_after_a_run(printed: str) -> None:
    _, server = printed.splitlines()
    assert server == "AcpServer"


def logged(error: Exception) -> tuple[str, str]:
    """Return the traceback of an error as Inspect logs it, without and with colours."""
    return vars(logging_module)["format_traceback"](type(error), error, error.__traceback__)


def test_errors_are_logged_without_colours_during_a_run() -> None:
    error = ValueError("no answer")
    before = logged(error)
    with without_coloured_tracebacks():
        plain, coloured = logged(error)
    assert plain == coloured == "ValueError: no answer\n"
    assert logged(error) == before != (plain, coloured)


def test_the_end_of_a_long_traceback_is_kept() -> None:
    error = ValueError("x" * 1_000_000 + "the end")
    with without_coloured_tracebacks():
        plain, _ = logged(error)
    assert len(plain) < 110_000
    assert plain.startswith("ValueError: x")
    assert plain.endswith("the end\n")


def test_inspects_table_of_results_is_not_rendered(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a table is rendered")

    monkeypatch.setattr(Table, "__rich_console__", refuse)
    assert run(MEMORY, "oracle", folder=tmp_path / "run").complete
