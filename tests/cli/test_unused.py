"""Commands leave out modules that Inspect imports and that they never use."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from webproctor.cli.unused import VERSIONS, without_unused

LOCK = Path(__file__).parents[2] / "requirements.lock"
# Prints the modules that the run of the oracle at one game has imported.
RUN = """
import sys
from webproctor.cli import main
try:
    main()
finally:
    print("modules:", *sys.modules, file=sys.stderr)
"""
PANEL = "inspect_ai.util._panel"
UNUSED = {"httpx._main", "textual", "trio", "inspect_ai._eval.eval_set_overrides"}


@pytest.mark.exhaustive
@pytest.mark.usefixtures("executable")
def test_a_run_imports_none_of_the_skipped_modules(tmp_path: Path) -> None:
    command = [sys.executable, "-c", RUN, "run", "webgames", "--task", "date", "--clock", "virtual"]
    done = subprocess.run(
        [*command, "--out", str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "success: 100.00 %" in done.stdout
    imported = set(done.stderr.rpartition("modules: ")[2].split())
    assert "inspect_ai._eval.eval" in imported
    assert imported & UNUSED == set()


def test_the_locked_version_of_inspect_is_supported() -> None:
    [locked] = re.findall(r"^inspect-ai==(\S+)", LOCK.read_text(encoding="utf-8"), re.MULTILINE)
    assert locked in VERSIONS


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The modules that are imported before Inspect."""
    for name in ("inspect_ai", PANEL, "trio"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return set(sys.modules)


def test_with_other_versions_nothing_is_skipped(
    before: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webproctor.cli.unused.version", lambda _: "0.3.999")
    with without_unused():
        assert set(sys.modules) == before


def test_skipped_modules_cannot_be_used(before: set[str]) -> None:
    with without_unused():
        panel: Any = import_module(PANEL)
        with pytest.raises(RuntimeError, match="InputPanel"):
            panel.InputPanel()
        with pytest.raises(ImportError):
            import_module("trio")


def test_skipped_modules_can_be_imported_afterwards(before: set[str]) -> None:
    with without_unused():
        assert set(sys.modules) > before
    assert set(sys.modules) == before
