"""docs/performance.md and README.md: measured tables are up to date with the results."""

import html
import json
from pathlib import Path
from typing import Any

import pytest
from repository import script

from webproctor.core.errors import UserError

SCRIPT = script("write_performance")


@pytest.fixture(autouse=True)
def _fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SCRIPT.BENCHES, "fake", "fake.py --rounds 2")


PAGE = "before\n<!-- bench fake -->\nold\n<!-- end of bench fake -->\nafter\n"


def result(cores: int = 2, bench: str = "fake") -> Any:
    row = {
        "name": "work",
        "unit": "s",
        "ours": {"rounds": [1, 2], "processor": [0.5]},
        "against": "baseline",
        "theirs": {"rounds": [3, 4], "processor": [1.25]},
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
def test_the_tables_are_up_to_date_with_the_script(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert page == SCRIPT.written(page, SCRIPT.read())


def test_there_are_measured_tables() -> None:
    assert "<!-- bench " in SCRIPT.PAGES[0].read_text(encoding="utf-8")


def test_a_table_has_command_machine_and_ratios_with_their_range() -> None:
    page = SCRIPT.written(PAGE, [result()])
    assert page.startswith("before\n<!-- bench fake -->\n")
    assert page.endswith("<!-- end of bench fake -->\nafter\n")
    assert "bench/fake.py --rounds 2" in page
    assert "2026-01-02, 2 cores (CPU, 8 GB" in page
    values = "1.50 (1 to 2) | 0.500 | 3.50 (3 to 4) | 1.25 | 2.50 (2 to 3) | 2.50"
    assert f"| work | baseline | s | {values} |" in page
    assert "cores |" not in page
    assert "old" not in page


def test_writing_again_changes_only_the_text_between_markers() -> None:
    page = SCRIPT.written(PAGE, [result()])
    assert SCRIPT.written(page, [result()]) == page


def test_a_table_without_results_says_how_to_measure() -> None:
    page = SCRIPT.written(PAGE, [result(bench="other")])
    assert 'Not measured yet: `make bench BENCH="fake"`.' in page


def test_a_table_of_an_unknown_benchmark_is_an_error() -> None:
    with pytest.raises(UserError, match=r"'other' is not a benchmark: choose from .*fake"):
        SCRIPT.written(PAGE.replace("fake", "other"), [])


def test_results_of_several_machines_are_listed_below_each_other() -> None:
    page = SCRIPT.written(PAGE, [result(2), result(4)])
    assert "2026-01-02, 2 cores (CPU, 8 GB" in page
    assert "2026-01-02, 4 cores (CPU, 8 GB" in page
    values = "1.50 (1 to 2) | 0.500 | 3.50 (3 to 4) | 1.25 | 2.50 (2 to 3) | 2.50"
    assert "|  | compared with | unit | cores | webproctor | processor time |" in page
    assert f"| work | baseline | s | 2 | {values} |\n| work | baseline | s | 4 | {values} |" in page


def test_a_row_measured_on_only_one_machine_is_listed() -> None:
    four = result(4)
    more = four.rows[0].model_copy(update={"name": "more work"})
    page = SCRIPT.written(PAGE, [result(2), four.model_copy(update={"rows": [*four.rows, more]})])
    assert [line.split(" | ")[:4] for line in page.splitlines() if "baseline" in line] == [
        ["| work", "baseline", "s", "2"],
        ["| work", "baseline", "s", "4"],
        ["| more work", "baseline", "s", "4"],
    ]


def test_a_table_can_be_limited_to_one_machine() -> None:
    one = PAGE.replace("<!-- bench fake -->", "<!-- bench fake 4 -->")
    page = SCRIPT.written(one, [result(2), result(4)])
    assert "4 cores (CPU" in page
    assert "2 cores (CPU" not in page
    assert "Not measured yet" in SCRIPT.written(one, [result(2)])


def test_highlights_are_the_medians_of_their_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    page = PAGE.replace("bench fake", "bench highlights")
    monkeypatch.setattr(SCRIPT, "HIGHLIGHTS", [("fake", "wo", "baseline", "a page")])
    text = SCRIPT.written(page, [result()])
    assert 'make bench BENCH="fake"' in text
    assert "| a page | baseline | s | 1.50 | 3.50 | 2.50 (2 to 3) | 2.50 |" in text


def test_highlights_of_one_machine_have_the_first_and_the_last_date(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = PAGE.replace("bench fake", "bench highlights")
    monkeypatch.setitem(SCRIPT.BENCHES, "other", "other.py")
    rows = [(bench, "work", "baseline", "a page") for bench in ("fake", "other")]
    monkeypatch.setattr(SCRIPT, "HIGHLIGHTS", rows)
    later = result(bench="other").model_copy(update={"date": "2026-01-05"})
    text = SCRIPT.written(page, [result(), later])
    assert "\n2026-01-02 to 2026-01-05, 2 cores (CPU, 8 GB, Linux 6).\n" in text


def test_highlights_without_results_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    page = PAGE.replace("bench fake", "bench highlights")
    monkeypatch.setattr(SCRIPT, "HIGHLIGHTS", [("fake", "work", "a baseline", "a page")])
    with pytest.raises(UserError, match="of fake have no 'work' compared with 'a baseline'"):
        SCRIPT.written(page, [result()])


def test_highlights_of_missing_baselines_are_omitted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = PAGE.replace("bench fake", "bench highlights")
    rows = [("fake", "work", against, "a page") for against in ("baseline", "plain Selenium")]
    monkeypatch.setattr(SCRIPT, "HIGHLIGHTS", rows)
    assert SCRIPT.written(page, [result()]).count("| a page |") == 1


def test_the_plot_is_up_to_date_with_the_results() -> None:
    results = SCRIPT.chosen("parallel", SCRIPT.read())
    assert results
    description = html.escape(SCRIPT.described(results), quote=False)
    assert description in SCRIPT.PLOT.read_text(encoding="utf-8")


def test_flame_graphs_are_up_to_date_with_the_results() -> None:
    graphs = SCRIPT.flame_graphs(SCRIPT.read())
    assert graphs
    for path, graph in graphs.items():
        assert path.read_text(encoding="utf-8") == graph


def test_a_plot_has_one_line_per_number_of_cores() -> None:
    def widths(cores: int) -> Any:
        row = result(cores, "parallel").rows[0]
        rows = [row.model_copy(update={"name": f"`--parallel {width}`"}) for width in (1, 2)]
        return result(cores, "parallel").model_copy(update={"rows": rows})

    two, four = widths(2), widths(4)
    assert json.loads(SCRIPT.described([two, four])) == {
        "2 cores": {"1": [40, 0.5], "2": [40, 0.5]},
        "4 cores": {"1": [40, 0.5], "2": [40, 0.5]},
    }
    assert SCRIPT.drawn([two, four]).startswith("<?xml")


def test_a_table_without_an_end_marker_is_an_error() -> None:
    with pytest.raises(UserError, match="has no"):
        SCRIPT.written("<!-- bench fake -->\n", [result()])
