"""Stored episodes are scored again with other rules, without a browser or a model."""

import json
from pathlib import Path

import pytest

import webproctor
from webproctor.core.errors import UserError
from webproctor.harness.rescoring import rescore


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that misses half of the steps, scored by the rules of the code."""
    out = tmp_path_factory.mktemp("runs") / "run"
    webproctor.evaluate(
        "realwebassist",
        "noisy-oracle",
        settings={"past": 1},
        agent_settings={"error_rate": 0.5},
        out=out,
        report=False,
    )
    return out


def test_rescoring_gives_the_scores_of_a_run_with_these_rules(folder: Path, tmp_path: Path) -> None:
    expected = webproctor.evaluate(
        "realwebassist",
        "noisy-oracle",
        settings={"past": 1, "metric_variant": "paper"},
        agent_settings={"error_rate": 0.5},
        out=tmp_path / "run",
        report=False,
    )
    run, changed = rescore(folder, {"metric_variant": "paper"})
    assert changed == {"metric_variant": ("code", "paper")}
    assert run.summary == expected.summary
    assert (run.condition["metric_variant"], run.condition["past"]) == ("paper", 1)


def test_rescoring_without_other_rules_gives_the_same_scores(folder: Path) -> None:
    run, changed = rescore(folder, {})
    assert changed == {}
    assert run.summary == webproctor.read_run(folder).summary


def test_the_run_is_not_changed(folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    rescore(folder, {"metric_variant": "paper"})
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_setting_that_affects_more_than_scores_is_a_user_error(folder: Path) -> None:
    with pytest.raises(UserError, match=r"setting 'past' .* affect only scores: metric_variant"):
        rescore(folder, {"past": 0})


def edited(folder: Path, to: Path, **condition: object) -> Path:
    """Return a copy of a run with other entries in its condition; None removes an entry."""
    to.mkdir()
    for path in folder.iterdir():
        if path.is_file():
            (to / path.name).write_bytes(path.read_bytes())
    about = json.loads((to / "run.json").read_text())
    entries = about["condition"] | condition
    about["condition"] = {key: value for key, value in entries.items() if value is not None}
    (to / "run.json").write_text(json.dumps(about))
    return to


def test_a_run_of_another_version_is_scored_by_the_current_version(
    folder: Path, tmp_path: Path
) -> None:
    run, changed = rescore(edited(folder, tmp_path / "old", version="0"), {})
    assert list(changed) == ["version"]
    assert changed["version"][0] == "0"
    assert run.condition["version"] == changed["version"][1]
    assert run.summary == webproctor.read_run(folder).summary


@pytest.mark.parametrize("condition", [{"data": "another"}, {"data": None}, {"unknown": 1}])
def test_changed_data_is_a_user_error(
    folder: Path, tmp_path: Path, condition: dict[str, object]
) -> None:
    with pytest.raises(UserError, match="data has changed"):
        rescore(edited(folder, tmp_path / "other", **condition), {})
