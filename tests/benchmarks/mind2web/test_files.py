"""Tests of prediction and score files, data checks, and their commands."""

import json
from pathlib import Path
from typing import Any

import pytest
from benchmarks.mind2web.conftest import PAGE, TASKS, WriteShard, task
from click.testing import CliRunner

from webproctor.benchmarks.mind2web import rank
from webproctor.benchmarks.mind2web.benchmark import mind2web
from webproctor.benchmarks.mind2web.data import check
from webproctor.benchmarks.mind2web.predictions import read_predictions, score_predictions
from webproctor.benchmarks.mind2web.rank import ranked
from webproctor.cli import command
from webproctor.core.errors import UserError
from webproctor.methods.mindact.rankers import ranker
from webproctor.methods.mindact.ranking import read_scores

PREDICTIONS = [
    ["a1_u1", "4", "TYPE york"],
    ["a1_u2", "5", "SELECT 9 30 AM"],
    ["a1_u3", "2", "CLICK "],
    ["b1_u5", "2", "CLICK "],
]


@pytest.fixture
def predictions(tmp_path: Path) -> Path:
    path = tmp_path / "train_predictions_top50.json"
    path.write_text(json.dumps(PREDICTIONS))
    return path


def _run(*arguments: object) -> Any:
    done = CliRunner().invoke(command, [*map(str, arguments), "--json"], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return json.loads(done.output)


def test_stored_predictions_are_scored(write_shard: WriteShard, predictions: Path) -> None:
    summary = _run("score", "mind2web", "--data", write_shard(), "--predictions", predictions)
    # a1: element 2 of 3, F1 (0.8 + 1 + 1) / 3, success 1 of 3; b1: one of two steps.
    assert summary["macro"]["element_accuracy"] == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert summary["macro"]["operation_f1"] == pytest.approx((2.8 / 3 + 1 / 2) / 2)
    assert summary["micro"]["step_success_rate"] == pytest.approx(2 / 5)
    assert summary["macro"]["success_rate"] == 0
    public = summary["public"]
    assert public["marco_step_acc"] == summary["macro"]["step_success_rate"]
    assert public["step_acc"] == summary["micro"]["step_success_rate"]
    assert public["acc_per_website"]["site-b"] == [0.5, 1]
    assert public["error_ratio"]["2"] == 0.5


def test_with_scores_of_the_ranker_the_candidate_pool_is_known(
    write_shard: WriteShard, predictions: Path
) -> None:
    chosen = mind2web(data=write_shard())
    scores = {"a1_u1": {"2": 0.9, "4": 0.1}, "a1_u2": {"5": 0.9, "2": 0.1}}
    found = score_predictions(
        chosen.dataset,
        chosen.demonstrations,
        read_predictions(predictions),
        scores=scores,
        top_k=1,
    )
    assert [mark.cause for mark in found["a1"]] == ["not in the pool", "", "not in the pool"]


def test_scores_of_other_candidates_are_a_user_error(
    write_shard: WriteShard, predictions: Path
) -> None:
    chosen, stored = mind2web(data=write_shard()), read_predictions(predictions)
    scores = {"a1_u1": {"104": 0.9, "102": 0.1}}
    with pytest.raises(UserError, match="step a1_u1: 2 of the 2 ids in the scores file"):
        score_predictions(chosen.dataset, chosen.demonstrations, stored, scores=scores)


def test_steps_without_a_prediction_are_counted(write_shard: WriteShard, predictions: Path) -> None:
    summary = _run("score", "mind2web", "--data", write_shard(), "--predictions", predictions)
    assert summary["without a prediction"] == 1


def test_scores_that_lack_a_step_are_a_user_error(
    write_shard: WriteShard, predictions: Path, tmp_path: Path
) -> None:
    scores = tmp_path / "scores.json"
    scores.write_text(json.dumps({"scores": {"a1_u1": {"4": 0.5}}}))
    given = ("--data", write_shard(), "--predictions", predictions, "--scores", scores)
    with pytest.raises(UserError, match="has no scores for 4 steps, such as a1_u2"):
        _run("score", "mind2web", *given)


@pytest.mark.parametrize(
    ("listed", "what"),
    [
        ({"a": 1}, "must be a list of"),
        ([["a1_u1", "4"]], "entry 0"),
        ([PREDICTIONS[0], PREDICTIONS[0]], "entry 1: duplicate prediction for step a1_u1"),
        ([["a1_u1", 4.5, "CLICK"]], r"entry 0: .* the id of an element and a text"),
        ([["a1_u1", ["4"], "CLICK"]], "entry 0"),
        ([["a1_u1", "4", "type x"]], "entry 0: 'type x' must begin with TYPE, then a space"),
        ([["a1_u1", "4", "TYPE: x"]], "entry 0: 'TYPE: x' must begin with TYPE, then a space"),
        ([["a1_u1", "4", ["CLICK", ""]]], "entry 0"),
    ],
)
def test_an_invalid_predictions_file_is_a_user_error(
    predictions: Path, listed: object, what: str
) -> None:
    predictions.write_text(json.dumps(listed))
    with pytest.raises(UserError, match=what):
        read_predictions(predictions)


@pytest.mark.parametrize("element", [4, 4.0, "4", "4.0"])
def test_the_id_of_a_predicted_element_can_be_a_number(predictions: Path, element: object) -> None:
    predictions.write_text(json.dumps([["a1_u1", element, "CLICK"]]))
    assert read_predictions(predictions)["a1_u1"].element == "4"


def test_predictions_for_another_split_are_a_user_error(
    write_shard: WriteShard, predictions: Path
) -> None:
    chosen = mind2web(data=write_shard(), task=("b1",))
    with pytest.raises(UserError, match=r"3 predictions .* such as a1_u1"):
        score_predictions(chosen.dataset, chosen.demonstrations, read_predictions(predictions))


def test_ranking_gives_recall_and_scores_for_every_step(
    write_shard: WriteShard, tmp_path: Path
) -> None:
    summary = _run("rank", "mind2web", "--data", write_shard(), "--out", tmp_path / "s.pkl")
    assert summary["steps"] == 5
    assert summary["recall"]["50"] == 4 / 5
    scores = read_scores(tmp_path / "s.pkl")
    assert list(scores) == ["a1_u1", "a1_u2", "a1_u3", "b1_u4", "b1_u5"]
    assert list(scores["a1_u1"]) == ["2", "4", "5", "8"]


def test_the_file_for_scores_is_checked_before_ranking(
    write_shard: WriteShard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rank, "ranked", lambda *_: pytest.fail("the candidates were ranked"))
    with pytest.raises(UserError, match=r"s\.csv: the name of a scores file must end in"):
        _run("rank", "mind2web", "--data", write_shard(), "--out", tmp_path / "s.csv")


def test_bm25_finds_the_element_that_the_task_names(write_shard: WriteShard) -> None:
    chosen = mind2web(data=write_shard([TASKS[0] | {"confirmed_task": "Choose the city"}]))
    marks, _ = ranked(chosen.dataset, chosen.demonstrations, ranker("bm25"))
    assert marks.top_1 == 1 / 3


def test_a_check_counts_irregular_steps(write_shard: WriteShard) -> None:
    report = _run("data", "mind2web", "--check", write_shard())
    assert report["counts"] == {
        "tasks": 2,
        "steps": 5,
        "steps without positives": 1,
        "lost colons": 1,
        "leaked marks": 5,
    }
    assert report["errors"] == 0
    text = " ".join(problem["text"] for problem in report["problems"])
    assert "found 2 tasks with 5 steps; the published split has 1009 with 7775" in text
    assert "a1_u2" in text


def test_a_check_lists_ids_that_occur_twice_in_a_page(write_shard: WriteShard) -> None:
    first = TASKS[0]["actions"][0]
    page = first["cleaned_html"].replace("</body>", '<a backend_node_id="8" title="x"/></body>')
    doubled = first | {"cleaned_html": page}
    twice = first | {"action_uid": "u2", "neg_candidates": [first["pos_candidates"][0]]}
    folder = write_shard([task("a1", doubled, twice)])
    problems = _run("data", "mind2web", "--check", folder)["problems"]
    [found] = [one["text"] for one in problems if "several elements" in one["text"]]
    assert found.startswith("warning: train: 2 ids belong to several elements of a page")
    assert found.endswith("For example a1_u1 (id 8), a1_u2 (id 4).")


def test_a_check_continues_after_an_invalid_step(write_shard: WriteShard) -> None:
    broken = TASKS[0]["actions"][0] | {"cleaned_html": "<html>"}
    faulty = TASKS[0] | {"actions": [broken, *TASKS[0]["actions"][1:]]}
    done = CliRunner().invoke(
        command,
        ["data", "mind2web", "--check", str(write_shard([faulty])), "--json"],
        standalone_mode=False,
    )
    report = json.loads(done.output)
    assert done.return_value == 1
    assert (report["errors"], report["counts"]["steps"]) == (1, 3)
    assert "train_0.json, a1, action u1: cleaned_html is not valid XML" in str(report["problems"])


def test_a_check_reports_every_file_that_cannot_be_read(write_shard: WriteShard) -> None:
    folder = write_shard(TASKS)
    for number in (1, 2):
        (folder / f"train_{number}.json").write_text("[{")
    report = check(folder)
    errors = [one["text"] for one in report["problems"] if one["severity"] == "error"]
    assert [f"train_{number}.json" in errors[number - 1] for number in (1, 2)] == [True, True]
    assert report["counts"]["tasks"] == len(TASKS)


def test_a_check_reports_every_invalid_task_of_a_file(write_shard: WriteShard) -> None:
    invalid = [TASKS[0] | {"annotation_id": name, "confirmed_task": 1} for name in ("c", "d")]
    report = check(write_shard([invalid[0], *TASKS, invalid[1]]))
    errors = [one["text"] for one in report["problems"] if one["severity"] == "error"]
    assert [one.partition("train_0.json, ")[2][:2] for one in errors] == ["c:", "d:"]
    assert report["counts"]["tasks"] == len(TASKS)


def test_a_check_of_files_that_all_cannot_be_read_counts_no_tasks(tmp_path: Path) -> None:
    (tmp_path / "train_0.json").write_text("[{")
    report = check(tmp_path)
    assert (len(report["problems"]), report["counts"]["tasks"]) == (1, 0)


def test_a_check_counts_steps_whose_positives_are_not_on_their_page(
    write_shard: WriteShard,
) -> None:
    first, second, *_ = TASKS[0]["actions"]
    away = first | {"cleaned_html": PAGE.replace('id="4"', 'id="99"')}
    folder = write_shard([task("a1", away, second)])
    found = [one["text"] for one in check(folder)["problems"] if "so no agent" in one["text"]]
    assert found == [
        "warning: train: 1 steps accept only elements that are missing from their page, so no "
        "agent can solve them. For example a1_u1."
    ]
