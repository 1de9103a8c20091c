"""Logs are read straight through, and hold what the harness library reads of them."""

import zipfile
from pathlib import Path

import pytest
from inspect_ai.log import read_eval_log_samples

from webproctor.errors import UserError
from webproctor.harness import results
from webproctor.harness.runs import run


def test_what_is_read_is_what_the_library_reads(tmp_path: Path) -> None:
    made = run("grounding", "random", settings={"targets": 6}, folder=tmp_path / "run")
    [log] = made.folder.glob("*.eval")
    theirs = list(read_eval_log_samples(str(log), all_samples_required=False))
    assert results.read_results(made.folder) == {
        (str(one.id), 1): results.result_of(one) for one in theirs
    }
    assert results.read_episodes(made.folder) == {
        (str(one.id), 1): results.episode_of(one) for one in theirs
    }
    assert len(theirs) == 6


@pytest.mark.parametrize("kept", [0, 500, 5000])
def test_a_damaged_log_is_told_with_what_to_do(kept: int, tmp_path: Path) -> None:
    made = run("grounding", "random", settings={"targets": 6}, folder=tmp_path / "run")
    [log] = made.folder.glob("*.eval")
    log.write_bytes(log.read_bytes()[:kept])
    with pytest.raises(UserError, match=r"\.eval: is damaged .* or remove it"):
        results.read_results(made.folder)


def test_a_log_with_bytes_that_are_not_its_own_is_told(tmp_path: Path) -> None:
    made = run("grounding", "random", settings={"targets": 6}, folder=tmp_path / "run")
    [log] = made.folder.glob("*.eval")
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
        results.read_results(made.folder)
