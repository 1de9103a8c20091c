"""Tests of `webproctor data`."""

import contextlib
import gzip
import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hub import serve_hub
from per_change import first

from webproctor.benchmarks.turkingbench.download import download

Program = Callable[..., subprocess.CompletedProcess[str]]


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve a folder on loopback; yield the address."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A data set whose task has a variable without a column, and bytes that are not UTF-8."""
    task = tmp_path / "data" / "tasks" / "Say it"
    task.mkdir(parents=True)
    (task / "template.html").write_text("${word} ${other} <input name='said'>")
    (task / "batch.csv").write_bytes(b"word,Answer.said\none,yes\ntwo,n\xffo\n")
    return tmp_path / "data"


@pytest.fixture
def some(data: Path, tmp_path: Path) -> Path:
    """The data set with ten of its tasks."""
    folder = tmp_path / "some"
    (folder / "tasks").mkdir(parents=True)
    for task in sorted((data / "turkingbench/tasks").iterdir())[:10]:
        (folder / "tasks" / task.name).symlink_to(task)
    return folder


@pytest.mark.parametrize("whole", first(False, True))
def test_valid_data_passes_the_check(program: Program, data: Path, some: Path, whole: bool) -> None:
    folder = data / "turkingbench" if whole else some
    done = program("data", "turkingbench", "--check", folder)
    assert done.returncode == 0
    tasks = list((folder / "tasks").iterdir())
    assert f"{len(tasks)} tasks" in done.stdout


def test_the_error_for_a_broken_file_gives_its_row(program: Program, broken: Path) -> None:
    done = program("data", "turkingbench", "--check", broken)
    assert done.returncode == 1
    assert "tasks/Say it/batch.csv, row 2" in done.stdout


def test_the_audit_is_one_json_object(program: Program, broken: Path) -> None:
    report = json.loads(program("data", "turkingbench", "--check", broken, "--json").stdout)
    assert report["errors"] == 1
    [error] = [problem for problem in report["problems"] if problem["severity"] == "error"]
    assert (error["file"], error["row"]) == ("tasks/Say it/batch.csv", 2)


def test_a_run_on_invalid_data_names_the_fault(program: Program, broken: Path) -> None:
    done = program("run", "turkingbench", "--data", broken, "--split", "all")
    assert done.returncode == 2
    assert "batch.csv" in done.stderr
    assert "UTF-8" in done.stderr


def test_a_failed_download_is_a_user_error(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert download.__kwdefaults__ is not None
    monkeypatch.setitem(download.__kwdefaults__, "pause", 0.0)
    done = program("data", "turkingbench", "--get", "--to", "got", "--url", "http://127.0.0.1:9/x")
    assert done.returncode == 2
    assert "127.0.0.1:9" in done.stderr
    assert not (tmp_path / "got").exists()


def test_an_archive_over_max_size_is_refused(program: Program, tmp_path: Path) -> None:
    (tmp_path / "bomb").write_bytes(gzip.compress(bytes(5_000_000)))
    with serving(tmp_path) as address:
        url = f"{address}/bomb"
        done = program("data", "turkingbench", "--get", "--url", url, "--max-size", "2")
    assert done.returncode == 2
    assert "the limit is 2.0 MB" in done.stderr
    assert "--max-size" in done.stderr


def test_a_data_set_of_the_hub_is_downloaded(program: Program, tmp_path: Path) -> None:
    pytest.importorskip("huggingface_hub", reason="the extra `data` is not installed")
    box = {"x": 0, "y": 0, "width": 9, "height": 9}
    step = {"instruction": "x", "bounding_box": box, "final_image": "1/images/1.png", "task": "a"}
    files = {"1/questions_with_task_updated.json": json.dumps([step]).encode()}
    with serve_hub("stonehj05/RealWebAssist", files) as hub:
        done = program("data", "realwebassist", "--get", "--to", "got", "--url", hub.address)
    assert (done.returncode, done.stdout) == (0, "\n1 task is in got.\n"), done.stderr
    assert "0.0 of 0.0 MB" in done.stderr


def test_a_checksum_is_for_archives(program: Program) -> None:
    done = program("data", "realwebassist", "--get", "--sha256", "0" * 64)
    assert done.returncode == 2
    assert "--sha256 is not available for realwebassist" in done.stderr


def test_images_are_recorded_and_missing_ones_are_counted_by_task(
    program: Program, tmp_path: Path
) -> None:
    (tmp_path / "here.gif").write_bytes(b"GIF89a" + bytes(20))
    task = tmp_path / "data" / "tasks" / "See it"
    task.mkdir(parents=True)
    (task / "batch.csv").write_text("file,Answer.said\nhere,yes\ngone,no\n")
    with serving(tmp_path) as address:
        (task / "template.html").write_text(f"<img src='{address}/${{file}}.gif'>")
        done = program("data", "turkingbench", "--record-pictures", "data", "--to", "kept")
        machine = program("data", "turkingbench", "--record-pictures", "data", "--json")
    assert done.returncode == 0, done.stderr
    assert "1 file in kept." in done.stdout
    assert "See it: 1 file not available" in done.stdout
    assert json.loads(machine.stdout) == {
        "folder": str(Path("data/pictures")),
        "files": 1,
        "absent": {"See it": 1},
    }


def test_images_of_other_benchmarks_are_not_recorded(program: Program) -> None:
    done = program("data", "realwebassist", "--record-pictures", ".")
    assert done.returncode == 2
    assert "the pages of realwebassist name no pictures elsewhere" in done.stderr


def test_only_available_actions_are_offered(program: Program) -> None:
    assert "give exactly one of --check DIR and --get." in program("data", "realwebassist").stderr
    output = program("data", "realwebassist", "--help").stdout
    assert "--rebuild" not in output
    assert "--sha256" not in output
    output = program("data", "mind2web").stderr
    assert "give exactly one of --check DIR, --get and --rebuild DIR" in output


def test_the_advice_for_missing_data_names_commands_with_their_own_options(
    program: Program,
) -> None:
    output = program("data", "mind2web", "--check", "absent").stderr
    assert "`webproctor data mind2web --get`" in output
    assert "`webproctor run mind2web`, without --data" in output
