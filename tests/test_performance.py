"""docs/performance.md and README.md: measured tables are what the script makes of the results."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from webproctor.core.errors import UserError

ROOT = Path(__file__).parent.parent


def _script() -> Any:
    path = ROOT / "scripts/write_performance.py"
    spec = importlib.util.spec_from_file_location("write_performance", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCRIPT = _script()
PAGE = "before\n<!-- bench fake -->\nold\n<!-- end of bench fake -->\nafter\n"


def result(cores: int = 2, bench: str = "fake") -> Any:
    row = {
        "name": "work",
        "unit": "s",
        "ours": {"rounds": [1, 2]},
        "against": "baseline",
        "theirs": {"rounds": [3, 4]},
    }
    return SCRIPT.Result.model_validate(
        {
            "bench": bench,
            "command": "fake.py --rounds 2",
            "date": "2026-01-02",
            "machine": {"cores": cores, "model": "CPU", "memory_gb": 8, "kernel": "Linux 6"},
            "versions": {"Python": "3.11"},
            "rows": [row],
        }
    )


@pytest.mark.parametrize("path", SCRIPT.PAGES, ids=lambda path: path.name)
def test_the_tables_are_what_the_script_writes(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert page == SCRIPT.written(page, SCRIPT.read())


def test_there_are_measured_tables() -> None:
    assert "<!-- bench " in SCRIPT.PAGES[0].read_text(encoding="utf-8")


def test_a_table_has_command_place_and_ratios_with_their_spread() -> None:
    page = SCRIPT.written(PAGE, [result()])
    assert page.startswith("before\n<!-- bench fake -->\n")
    assert page.endswith("<!-- end of bench fake -->\nafter\n")
    assert "bench/fake.py --rounds 2" in page
    assert "2026-01-02, 2 cores (CPU, 8 GB" in page
    assert "| work | baseline | s | 1.50 (1 to 2) | 3.50 (3 to 4) | 2.50 (2 to 3) |" in page
    assert "old" not in page


def test_only_what_is_between_the_marks_changes_when_it_is_written_again() -> None:
    page = SCRIPT.written(PAGE, [result()])
    assert SCRIPT.written(page, [result()]) == page


def test_a_table_without_results_is_an_error() -> None:
    with pytest.raises(UserError, match='run `make bench BENCH="fake"`'):
        SCRIPT.written(PAGE, [result(bench="other")])


def test_of_several_machines_the_table_names_one() -> None:
    with pytest.raises(UserError, match="results for 2, 4 cores"):
        SCRIPT.written(PAGE, [result(2), result(4)])
    chosen = PAGE.replace("<!-- bench fake -->", "<!-- bench fake 4 -->")
    assert "4 cores (CPU" in SCRIPT.written(chosen, [result(2), result(4)])


def test_a_table_without_an_end_is_an_error() -> None:
    with pytest.raises(UserError, match="has no"):
        SCRIPT.written("<!-- bench fake -->\n", [result()])
