"""Tests of reading and verifying logs."""

import hashlib
import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness.conftest import AddLog
from inspect_ai.log import read_eval_log_samples

from webproctor.core.errors import UserError
from webproctor.harness import logs, samples
from webproctor.harness.reading import read_run
from webproctor.harness.runs import run
from webproctor.run.logs import DIGESTS, EPISODE, write_digests
from webproctor.run.results import Run

Once = Callable[[str, Callable[[Path], object]], Path]


@pytest.fixture
def finished_run(once: Once, tmp_path: Path) -> Run:
    """A copy of a run of six episodes, which the test may change."""

    def fill(folder: Path) -> None:
        run("grounding", "random", settings={"targets": 6}, folder=folder / "run")

    return read_run(shutil.copytree(once("logged", fill) / "run", tmp_path / "run"))


def test_results_and_episodes_equal_those_read_with_inspect(finished_run: Run) -> None:
    [log] = finished_run.folder.glob("*.eval")
    theirs = list(read_eval_log_samples(str(log), all_samples_required=False))
    assert logs.read_results(finished_run.folder) == {
        (str(one.id), 1): samples.result_of(one) for one in theirs
    }
    assert logs.read_episodes(finished_run.folder) == {
        (str(one.id), 1): samples.episode_of(one) for one in theirs
    }
    assert len(theirs) == 6


@pytest.fixture
def log(finished_run: Run) -> Path:
    """The log of the run, without its digest."""
    (finished_run.folder / DIGESTS).unlink()
    [log] = finished_run.folder.glob("*.eval")
    return log


def _change(log: Path, change: Callable[[dict[str, Any]], None]) -> str:
    """Change the first sample of a log; return its id."""
    with zipfile.ZipFile(log) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    name = min(name for name in packed if name.startswith("samples/"))
    sample = json.loads(packed[name])
    change(sample)
    packed[name] = json.dumps(sample).encode()
    with zipfile.ZipFile(log, "w", zipfile.ZIP_DEFLATED) as archive:
        for each, content in packed.items():
            archive.writestr(each, content)
    return sample["id"]


def test_episodes_of_earlier_versions_have_turns_that_are_read_as_steps(
    finished_run: Run, log: Path
) -> None:
    def change(sample: dict[str, Any]) -> None:
        stored = sample["store"][EPISODE]
        stored["turns"] = stored.pop("steps")

    before = logs.read_episodes(finished_run.folder)
    key = (_change(log, change), 1)
    assert before[key].steps
    assert logs.read_episodes(finished_run.folder) == before
    assert read_run(finished_run.folder).results == finished_run.results


@pytest.mark.parametrize("kept", [0, 500, 5000])
def test_a_damaged_log_is_an_error_that_says_what_to_do(
    kept: int, finished_run: Run, log: Path
) -> None:
    log.write_bytes(log.read_bytes()[:kept])
    with pytest.raises(UserError, match=r"\.eval: the log is damaged .* or remove it"):
        logs.read_results(finished_run.folder)


def test_a_log_with_overwritten_bytes_is_damaged(finished_run: Run, log: Path) -> None:
    content = bytearray(log.read_bytes())
    with zipfile.ZipFile(log) as archive:
        [place] = [
            one.header_offset + 30 + len(one.filename)
            for one in archive.infolist()
            if one.filename.startswith("samples/") and "/1_" not in one.filename
        ][:1]
    content[place + 20 : place + 60] = bytes(40)
    log.write_bytes(content)
    with pytest.raises(UserError, match="is damaged"):
        logs.read_results(finished_run.folder)


def test_a_log_that_was_changed_after_the_run_is_an_error(finished_run: Run) -> None:
    [log] = finished_run.folder.glob("*.eval")
    _change(log, lambda sample: None)
    with pytest.raises(UserError, match=r"\.eval: the log was changed after the run"):
        read_run(finished_run.folder)


def test_a_run_says_that_its_checksums_are_missing(finished_run: Run) -> None:
    assert (finished_run.note, finished_run.warnings) == ("", [])
    (finished_run.folder / DIGESTS).unlink()
    read = read_run(finished_run.folder)
    assert read.note == "no checksums"
    assert "1 log is not in logs.sha256, so changes are not noticed" in read.warnings[0]
    assert read.outline()["logs_without_digest"] == 1


def test_a_log_of_another_run_is_an_error(finished_run: Run, tmp_path: Path) -> None:
    other = run("grounding", "oracle", settings={"targets": 6}, folder=tmp_path / "other")
    [log] = other.folder.glob("*.eval")
    shutil.copy(log, finished_run.folder)
    with pytest.raises(UserError, match=r"\.eval: the log belongs to another run, or .*run\.json"):
        read_run(finished_run.folder)


def test_a_run_says_that_it_has_logs_of_its_copy(finished_run: Run, log: Path) -> None:
    copy = log.with_stem(f"{log.stem}-copy")
    shutil.copy(log, copy)
    write_digests(finished_run.folder)
    assert read_run(finished_run.folder).warnings == [
        "The logs have 6 more results of finished episodes, which a run does not repeat: logs of a "
        "copy of the run were added."
    ]


def test_a_log_that_inspect_wrote_outside_the_run_is_an_error(
    finished_run: Run, add_log_of_inspect: AddLog
) -> None:
    add_log_of_inspect(finished_run.folder, targets=6)
    with pytest.raises(UserError, match=r"\.eval: the log belongs to another run"):
        read_run(finished_run.folder)


@pytest.mark.parametrize(
    "change",
    [
        {"agent": "web"},
        {"model": {"name": "openai/gpt-5"}},
        {"epochs": 2},
        {"started": "2020-01-01T00:00:00+00:00"},
        {"webproctor": "9.9"},
        {"condition": {"isolation": "namespaces"}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_run_whose_description_was_changed_is_an_error(
    finished_run: Run, change: dict[str, Any]
) -> None:
    about = json.loads((finished_run.folder / "run.json").read_text())
    if "condition" in change:
        change = {"condition": about["condition"] | change["condition"]}
    (finished_run.folder / "run.json").write_text(json.dumps(about | change))
    with pytest.raises(UserError, match=r"run\.json was changed after the run"):
        read_run(finished_run.folder)


def test_existing_digests_are_kept_and_new_logs_are_added(finished_run: Run, log: Path) -> None:
    write_digests(finished_run.folder)
    first = (finished_run.folder / DIGESTS).read_text()
    assert first == f"{hashlib.sha256(log.read_bytes()).hexdigest()}  {log.name}\n"
    log.write_bytes(b"changed")
    (finished_run.folder / "z.eval").write_bytes(b"new")
    write_digests(finished_run.folder)
    assert (finished_run.folder / DIGESTS).read_text() == (
        f"{first}{hashlib.sha256(b'new').hexdigest()}  z.eval\n"
    )


def test_a_score_that_its_episode_does_not_have_is_an_error_by_sample(
    finished_run: Run, log: Path
) -> None:

    def win(sample: dict[str, Any]) -> None:
        [score] = sample["scores"].values()
        score["value"] = 1.0 - score["value"]

    id = _change(log, win)
    with pytest.raises(UserError, match=rf"sample {re.escape(id)}: the logged score is"):
        read_run(finished_run.folder)


def test_details_are_computed_from_the_episode_and_not_read_from_the_log(
    finished_run: Run, log: Path
) -> None:

    def embellish(sample: dict[str, Any]) -> None:
        [score] = sample["scores"].values()
        score["metadata"]["details"] = {"outcome": "hit"}

    _change(log, embellish)
    assert read_run(finished_run.folder).results == finished_run.results


def test_an_episode_of_another_task_is_an_error(finished_run: Run, log: Path) -> None:

    def swap(sample: dict[str, Any]) -> None:
        sample["store"][EPISODE]["task"] = "another"

    _change(log, swap)
    with pytest.raises(UserError, match="contains an episode of another task, 'another'"):
        read_run(finished_run.folder)


def test_a_score_without_an_episode_is_an_error(finished_run: Run, log: Path) -> None:

    def win(sample: dict[str, Any]) -> None:
        sample["store"] = {}
        [score] = sample["scores"].values()
        score["value"] = 1.0

    id = _change(log, win)
    with pytest.raises(UserError, match=rf"sample {re.escape(id)}: the logged score is 1"):
        read_run(finished_run.folder)


def test_a_log_with_an_episode_that_cannot_be_scored_is_damaged(
    finished_run: Run, log: Path
) -> None:

    def spoil(sample: dict[str, Any]) -> None:
        sample["store"][EPISODE]["evidence"] = {"points": 7}

    _change(log, spoil)
    with pytest.raises(UserError, match="is damaged"):
        read_run(finished_run.folder)


@pytest.mark.parametrize("values", [{"seconds": -1.0}, {"usage": {"dollars": -1.0}}])
def test_an_episode_that_used_less_than_nothing_is_damaged(
    finished_run: Run, log: Path, values: dict[str, Any]
) -> None:
    _change(log, lambda sample: sample["store"][EPISODE].update(values))
    with pytest.raises(UserError, match="is damaged"):
        read_run(finished_run.folder)


@pytest.mark.parametrize("action", [{"name": "click"}, {"name": "click", "arguments": 7}])
def test_an_episode_with_an_action_without_arguments_is_damaged(
    finished_run: Run, log: Path, action: dict[str, Any]
) -> None:
    _change(log, lambda sample: sample["store"][EPISODE]["steps"][0].update(actions=[action]))
    with pytest.raises(UserError, match=r"(?s)is damaged .*needs a name and arguments"):
        read_run(finished_run.folder)
