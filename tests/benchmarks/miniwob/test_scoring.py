"""Scores of episodes and metrics of runs."""

from typing import Any

import pytest

from webproctor.benchmarks.miniwob.published import published_table
from webproctor.benchmarks.miniwob.scoring import FULL, HEADLINE, score, summarise
from webproctor.core.episodes import Episode
from webproctor.core.outcomes import EpisodeError
from webproctor.core.scores import Score
from webproctor.core.tasks import Task


def score_of(outcome: dict[str, Any] | None, error: EpisodeError | None = None) -> Score:
    return score(Episode(task="t", evidence={"outcome": outcome}, error=error))


@pytest.mark.parametrize(
    ("raw", "value", "full"),
    [(1.0, 1.0, True), (0.25, 1.0, False), (0, 0.0, False), (-1, 0.0, False), (None, 0.0, False)],
)
def test_a_raw_reward_above_zero_is_a_success(raw: float | None, value: float, full: bool) -> None:
    got = score_of({"raw_reward": raw, "reward": raw, "reason": ""})
    assert (got.value, got.details["full"], got.details["ended"]) == (value, full, True)


def test_a_page_without_a_reward_is_a_failure() -> None:
    got = score_of(None)
    assert (got.value, got.details["raw_reward"], got.details["ended"]) == (0.0, 0.0, False)
    assert score(Episode(task="t")).value == 0.0


def test_an_errored_episode_is_a_failure_regardless_of_its_reward() -> None:
    fault = EpisodeError(cause="time limit", message="late", void=False)
    got = score_of({"raw_reward": 1.0, "reward": 1.0, "reason": ""}, fault)
    assert (got.value, got.details["full"]) == (0.0, False)


def test_a_run_is_summarised_over_all_episodes_and_by_environment() -> None:
    results = [
        (_task(name), score_of({"raw_reward": raw, "reward": raw, "reason": ""}))
        for name, raw in (("b", 1.0), ("a", 0.5), ("a", -1.0))
    ]
    summary = summarise(results)
    assert summary.figures == pytest.approx({HEADLINE: 2 / 3, FULL: 1 / 3})
    assert summary.tables[0].rows == [["a", 2, 0.5, 0.0, "-0.25"], ["b", 1, 1.0, 1.0, "1.00"]]


def test_published_results_have_a_source() -> None:
    table = published_table()
    assert table.rows
    assert all("arXiv" in str(row[-1]) for row in table.rows)


def _task(environment: str) -> Task:
    return Task(environment, "miniwob", "x", tags={"environment": environment})
