"""`bench/run.py`: the results of scripts are added to one file, and missing ones are explained."""

import importlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from webproctor.core.errors import UserError

BENCH = Path(__file__).parents[2] / "bench"
ROW = {
    "name": "work",
    "unit": "s",
    "ours": {"rounds": [1, 2], "processor": [0.5, 0.5]},
    "against": "baseline",
    "theirs": {"rounds": [3, 4], "processor": [1, 1]},
}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, executable: Path) -> Any:
    monkeypatch.syspath_prepend(str(BENCH))
    return importlib.import_module("run")


def script(folder: Path, name: str, source: str) -> str:
    path = folder / f"{name}.py"
    path.write_text(source, encoding="utf-8")
    return str(path)


def printing(folder: Path, name: str, row: Mapping[str, Any] = ROW) -> str:
    """Write a script that prints one row."""
    printed = json.dumps({"results": [row], "versions": {"Fake": "1.0"}})
    return script(folder, name, f"print({printed!r})")


def test_a_result_has_the_machine_and_versions(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    assert run.main(["one"], {"one": printing(tmp_path, "one")}, file) == 0
    [result] = json.loads(file.read_text())
    assert result["rows"][0]["ours"] == ROW["ours"]
    assert result["machine"]["cores"] >= 1
    assert result["versions"]["Fake"] == "1.0"
    assert result["versions"].keys() >= {"Python", "Chromium", "webproctor"}
    assert result["seconds"] > 0


def test_the_ratio_is_computed_per_round(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    run.main(["one"], {"one": printing(tmp_path, "one")}, file)
    [row] = importlib.import_module("results").read(file)[0].rows
    assert row.ratio == (2, 2.5, 3)
    assert row.processor_ratio == (2, 2, 2)


def test_results_of_other_scripts_are_kept(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    benches = {name: printing(tmp_path, name) for name in ("one", "two")}
    run.main(["two"], benches, file)
    before = json.loads(file.read_text())
    run.main(["one"], benches, file)
    assert [one["bench"] for one in json.loads(file.read_text())] == ["one", "two"]
    assert json.loads(file.read_text())[1:] == before


def test_a_script_with_missing_requirements_is_skipped_with_the_reason(
    run: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = "from results import leave_out\nleave_out('no driver')"
    path = script(tmp_path, "one", f"import sys\nsys.path.append({str(BENCH)!r})\n{source}")
    file = tmp_path / "results.json"
    assert run.main([], {"one": path}, file) == 0
    assert "one is left out: no driver" in capsys.readouterr().out
    assert json.loads(file.read_text())[0]["left_out"] == "no driver"


def test_a_failure_keeps_the_previous_result(
    run: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "results.json"
    run.main(["one"], {"one": printing(tmp_path, "one")}, file)
    before = file.read_bytes()
    broken = script(tmp_path, "broken", "raise SystemExit('the fields differ')")
    assert run.main(["one"], {"one": broken}, file) == 1
    assert file.read_bytes() == before
    assert "one failed: exit status 1: the fields differ" in capsys.readouterr().err


def test_a_script_that_prints_no_rows_fails(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    row = {**ROW, "theirs": {"rounds": [3]}}  # fewer rounds than webproctor's
    assert run.main(["one"], {"one": printing(tmp_path, "one", row)}, file) == 1
    assert not file.exists()


def test_an_unknown_name_is_refused(run: Any, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="'two' is not a benchmark script: choose from one"):
        run.main(["two"], {"one": printing(tmp_path, "one")}, tmp_path / "results.json")


def test_every_command_names_an_existing_script(run: Any) -> None:
    assert {command.split()[0] for command in run.BENCHES.values()} <= {
        path.name for path in BENCH.glob("*.py")
    }


def test_long_commands_run_only_if_named(run: Any) -> None:
    usual = run.chosen([], run.BENCHES)
    assert "memory" in usual
    assert not set(usual) & run.LONG.keys()
    assert run.chosen(["memory-2000"], run.BENCHES) == ["memory-2000"]


def test_a_script_name_selects_its_usual_commands(run: Any) -> None:
    assert run.chosen(["memory"], run.BENCHES) == ["memory"]
    assert run.chosen(["trace"], run.BENCHES) == ["trace-turkingbench", "trace-webgames"]
    assert run.chosen(["objects"], run.BENCHES) == ["objects-turkingbench", "objects-webgames"]
