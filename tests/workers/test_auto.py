"""`--parallel auto` with workers: each chooses a number for its share of the machine."""

from collections import Counter
from pathlib import Path

import pytest
from environments.machine_files import Files
from workers.conftest import Threads, Worked, about_workers

from webproctor.environments import parallel
from webproctor.environments.parallel import Auto
from webproctor.harness.reading import read_run
from webproctor.report.page import write_report


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Files:
    """The files of a machine with one core, on which the workers run."""
    files = Files(tmp_path / "machine")
    monkeypatch.setattr(parallel, "Machine", lambda: files.machine)
    return files


def test_each_worker_chooses_a_number_for_its_share_and_explains_it(
    worked: Worked, tmp_path: Path
) -> None:
    messages: list[str] = []
    notes = tmp_path / "notes"
    how = {"on_parallel": messages.append}
    assert worked(Threads(2, Auto(3)), "noted", notes=notes, tasks=60, how=how).complete
    chosen = [worker["parallel"] for worker in about_workers(tmp_path / "run")]
    assert len(chosen) == 2
    page = write_report(read_run(tmp_path / "run")).read_text()
    for one in chosen:
        assert 1 <= one["episodes"] <= one["most"] == 3
        assert one["why"].endswith("at most 3, as one of 2 workers of the machine")
        assert one["why"] in page
        assert any(sentence.endswith(one["why"]) for sentence in messages)
    assert all(sentence.startswith("worker thread on ") for sentence in messages)


@pytest.mark.usefixtures("files")
def test_a_worker_never_exceeds_its_maximum(worked: Worked, notes: Path) -> None:
    # One episode per core, and the second worker has the same core.
    assert worked(Threads(2, Auto()), "ending", notes=notes, tasks=6).complete
    running: Counter[str] = Counter()
    for line in notes.read_text().splitlines():
        what, worker = line.split()
        running[worker] += 1 if what == "begin" else -1
        assert running[worker] <= 1
    assert len(running) == 2


def test_a_worker_reduces_its_number_when_memory_runs_out(
    worked: Worked, notes: Path, tmp_path: Path, files: Files
) -> None:
    how = {"on_parallel": lambda message: files.memory(free=100)}
    assert worked(Threads(1, Auto(2)), "noted", notes=notes, tasks=30, how=how).complete
    [worker] = about_workers(tmp_path / "run")
    assert worker["parallel"]["lowered"] == ["to 1: 100 MB of 8,000 MB of memory are free"]
    assert worker["parallel"]["episodes"] == 1
