"""Logs are read straight through, and hold what the harness library reads of them."""

from pathlib import Path

from inspect_ai.log import read_eval_log_samples

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
