"""The same benchmark and agents through Inspect's own program and functions."""

import subprocess
import sys
from pathlib import Path

import pytest
from inspect_ai import score
from inspect_ai.log import list_eval_logs, read_eval_log

from webproctor.harness import runs
from webproctor.harness.tasks import marks

pytestmark = pytest.mark.usefixtures("executable")


def test_inspect_eval_finds_benchmark_and_agent_by_name(tiny: Path, tmp_path: Path) -> None:
    inspect = Path(sys.executable).with_name("inspect")
    command = [
        *(inspect, "eval", "webproctor/turkingbench", "--solver", "webproctor/oracle"),
        *("-T", f"data={tiny}", "-T", "split=all", "-T", "instances=2"),
        *("--log-dir", tmp_path / "logs", "--display", "plain"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    [log] = [read_eval_log(info) for info in list_eval_logs(str(tmp_path / "logs"))]
    assert log.status == "success"
    assert log.results
    assert log.results.scores[0].metrics["mean over tasks"].value == 1.0
    assert log.results.total_samples == 2


def test_a_stored_log_is_marked_again_without_a_browser(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"data": tiny, "split": "all"}
    done = runs.run("turkingbench", "oracle", settings=settings, folder=tmp_path / "run")
    [log] = [read_eval_log(info) for info in list_eval_logs(str(done.folder))]
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "no such browser")
    again = score(log, marks(), action="overwrite", display="none")
    assert again.results
    assert again.results.scores[0].metrics["mean over tasks"].value == 1.0
