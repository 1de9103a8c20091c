"""The result of an episode, and what it replaces."""

import pytest

from webproctor.core.scores import Score
from webproctor.run.episode_results import Result


def result(cause: str | None = None, *, void: bool = False, **fields: int) -> Result:
    return Result.model_validate(
        {"task": "a", "score": Score(value=0), "cause": cause, "void": void, **fields}
    )


@pytest.mark.parametrize(
    ("value", "solved"), [(1.0, True), (1 - 1e-9, False), (0.5, False), (0.0, False)]
)
def test_an_episode_with_the_full_score_is_solved(value: float, solved: bool) -> None:
    assert Result(task="a", score=Score(value=value)).solved == solved


@pytest.mark.parametrize(
    ("earlier", "outcome", "unfinished"),
    [
        (result(), "scored", False),
        (result("agent"), "errored", False),
        (result("time limit"), "errored", False),
        (result("model"), "errored", True),
        (result("browser", void=True), "void", True),
    ],
)
def test_void_episodes_and_those_without_an_answer_of_the_model_are_run_again(
    earlier: Result, outcome: str, unfinished: bool
) -> None:
    assert (earlier.outcome, earlier.unfinished) == (outcome, unfinished)
    # Any other result that is replaced is not of this run.
    assert result().after(earlier).replaced == (not unfinished)


def test_the_tries_of_replaced_results_are_added() -> None:
    assert result(tries=2).after(None) == result(tries=2)
    earlier = result("browser", void=True, tries=3, replaced=1)
    assert result(tries=2).after(earlier) == result(tries=5, replaced=1)
