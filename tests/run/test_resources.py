"""What a run used, as a table and as text."""

import pytest

from webproctor.core.scores import Score
from webproctor.run.episode_results import Result
from webproctor.run.resources import dollars_text, resources_table, usage_text

RESULTS = [
    Result(task="a", score=Score(value=1), steps=2, seconds=1.5, usage={"input_tokens": 100}),
    Result(task="b", score=Score(value=0), steps=4, seconds=2.5),
]


def test_the_total_usage_includes_requests_of_episodes_without_a_result() -> None:
    table = resources_table(RESULTS, {"input_tokens": 300}, successes=1)
    assert table.rows == [
        ["steps", "3.0", "4", "6", "6.0"],
        ["seconds", "2.00", "2.50", "4.00", "4.00"],
        ["input tokens", "50.0", "100", "300", "300.0"],
    ]


def test_a_run_without_results_has_only_totals() -> None:
    table = resources_table([], {"calls": 2}, successes=0)
    assert table.rows == [["calls", "-", "-", "2", "-"]]


def test_the_usage_as_text_names_only_what_there_was() -> None:
    assert usage_text({}, 3) == ""
    assert usage_text({"calls": 1, "input_tokens": 1200}, 0) == (
        "1 model request; 1,200 input tokens; 0 output tokens"
    )
    usage = {"calls": 3, "failed_calls": 1, "cached_calls": 2, "dollars": 0.5}
    assert usage_text(usage, 4) == (
        "3 model requests; 1 of them failed; 2 answers from the cache; 0 input tokens; "
        "0 output tokens; $0.50; invalid actions: 4"
    )


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "$0.00"),
        (0.00018, "$0.00018"),
        (0.0042, "$0.0042"),
        (0.01, "$0.01"),
        (1234.5, "$1,234.50"),
    ],
)
def test_amounts_below_a_cent_have_two_significant_digits(amount: float, text: str) -> None:
    assert dollars_text(amount) == text
