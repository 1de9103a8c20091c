"""Tests of step scores: every rule, against values computed by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.mind2web.scoring import (
    Prediction,
    StepScore,
    error_ratio,
    failures,
    means,
    operation_f1,
    score_step,
)

RIGHT = Prediction(element="7", op="TYPE", value="new york")


def step_score(prediction: Prediction | None, positives: tuple[str, ...] = ("7", "8")) -> StepScore:
    return score_step(prediction, positives, "TYPE", "new york")


@pytest.mark.parametrize(
    ("predicted", "gold", "f1"),
    [
        ("TYPE york", "TYPE new york", 0.8),
        ("CLICK ", "CLICK ", 1.0),
        ("CLICK", "TYPE x", 0.0),
        ("", "", 1.0),
        ("", "CLICK", 0.0),
        ("TYPE New York", "TYPE new york", 1 / 3),
        ("TYPE a a b", "TYPE a b b", 1.0),
        ("SELECT 9:30 AM", "SELECT 9 30 AM", 4 / 7),
        ("TYPE york.", "TYPE york", 0.5),
    ],
)
def test_operation_f1_is_computed_on_sets_of_words(predicted: str, gold: str, f1: float) -> None:
    assert operation_f1(predicted, gold) == pytest.approx(f1)


@given(st.text("ab "), st.text("ab "))
def test_operation_f1_is_symmetric_and_within_bounds(one: str, other: str) -> None:
    assert 0 <= operation_f1(one, other) <= 1
    assert operation_f1(one, other) == operation_f1(other, one)


def test_any_accepted_element_with_the_correct_operation_is_a_success() -> None:
    for element in ("7", "8"):
        mark = step_score(RIGHT.model_copy(update={"element": element}))
        assert (mark.element, mark.operation, mark.success, mark.cause) == (1, 1, 1, "")
        assert mark.reachable


@pytest.mark.parametrize(
    ("change", "element", "operation", "cause"),
    [
        ({"element": "9"}, 0, 1, "wrong element"),
        ({"op": "SELECT"}, 1, 2 / 3, "wrong operation"),
        ({"value": "york"}, 1, 0.8, "wrong value"),
        ({"element": ""}, 0, 0, "none chosen"),
        ({"pool": ["1", "2"]}, 0, 0, "not in the pool"),
        ({"element": "8", "pool": ["7"]}, 0, 1, "wrong element"),
    ],
)
def test_a_failed_step_gives_the_cause(
    change: dict[str, object], element: float, operation: float, cause: str
) -> None:
    mark = step_score(RIGHT.model_copy(update=change))
    assert (mark.element, mark.operation) == (element, pytest.approx(operation))
    assert (mark.success, mark.cause) == (0, cause)
    assert mark.reachable == (cause != "not in the pool")


def test_a_step_without_positives_always_fails() -> None:
    mark = step_score(RIGHT, ())
    assert (mark.element, mark.operation, mark.success) == (0, 0, 0)
    assert (mark.cause, mark.reachable) == ("no positive in the data", False)


def test_an_unanswered_step_fails() -> None:
    assert step_score(None).cause == "none chosen"


def test_macro_weights_tasks_equally_and_micro_weights_steps_equally() -> None:
    hit, miss = StepScore(element=1, operation=1, success=1, reachable=True), StepScore()
    tasks = [[hit], [hit, miss, miss, miss]]
    macro, micro = means(tasks, "macro"), means(tasks, "micro")
    assert macro.step_success_rate == (1 + 1 / 4) / 2
    assert micro.step_success_rate == 2 / 5
    assert macro.success_rate == micro.success_rate == 1 / 2
    assert micro.recall_cap == 2 / 5
    assert (micro.tasks, micro.steps) == (2, 5)


def test_each_metric_is_the_mean_of_its_own_scores() -> None:
    step = StepScore(element=1, operation=0.5, success=0, reachable=True)
    for average in ("macro", "micro"):
        found = means([[step], [StepScore(operation=0.25)], []], average)
        assert (found.element_accuracy, found.operation_f1) == (1 / 2, 3 / 8)
        assert (found.step_success_rate, found.success_rate, found.recall_cap) == (0, 0, 1 / 2)
        assert found.tasks == 2


def test_scores_of_no_steps_are_zero() -> None:
    assert means([], "macro").success_rate == 0


def test_tasks_are_counted_by_their_failed_steps() -> None:
    hit, miss = StepScore(success=1), StepScore()
    tasks = [[hit], [hit, miss], [hit, hit], [miss] * 2, [miss] * 3, [miss] * 4, [miss] * 5, [miss]]
    assert error_ratio(tasks) == {"0": 2 / 8, "1": 2 / 8, "2": 1 / 8, "3": 1 / 8, ">3": 2 / 8}
    assert error_ratio([]) == dict.fromkeys(("0", "1", "2", "3", ">3"), 0)


def test_failures_are_counted_by_cause() -> None:
    counted = failures([step_score(None), step_score(RIGHT), step_score(RIGHT, ())])
    assert {cause: count for cause, count in counted.items() if count} == {
        "no positive in the data": 1,
        "none chosen": 1,
    }
