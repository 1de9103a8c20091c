"""Scores and metrics of samples, without a run."""

from dataclasses import asdict
from typing import Any

import pytest
from in_memory import MEMORY
from inspect_ai.scorer import SampleScore
from inspect_ai.scorer import Score as InspectScore

from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.outcomes import EpisodeError
from webproctor.core.scores import Score
from webproctor.core.tasks import Task
from webproctor.harness.scoring import error_in, figures, score_of, task_of


def sample(task: str, value: float, epoch_of_inspect: int = 1, **metadata: Any) -> SampleScore:
    """Return the score of a sample of the benchmark in memory."""
    described = asdict(Task(id=task, benchmark="memory", instruction="Add."))
    return SampleScore(
        score=InspectScore(value=value, metadata={"epoch": epoch_of_inspect}),
        sample_metadata={"task": described, "benchmark": MEMORY, "settings": {}} | metadata,
    )


@pytest.mark.parametrize("metadata", [{}, {"task": {}}, {"benchmark": "memory"}])
def test_metadata_without_a_task_or_a_benchmark_is_a_user_error(metadata: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="the sample has no task of webproctor"):
        task_of(metadata)


def test_no_scores_have_no_metrics() -> None:
    assert figures()([]) == {}


@pytest.mark.parametrize(
    "scores",
    [
        [sample("one", 1), sample("two", 1), sample("one", 0, epoch_of_inspect=2)],
        [sample("one", 1, epoch=1), sample("two", 1, epoch=1), sample("one", 0, epoch=2)],
    ],
    ids=["of inspect", "of the run"],
)
def test_metrics_are_means_over_the_epochs(scores: list[SampleScore]) -> None:
    assert figures()(scores) == {"score": (1 + 0) / 2}  # type: ignore[arg-type]


def test_an_unscored_sample_has_the_score_0_with_its_details() -> None:
    unscored = InspectScore.unscored(reason="browser", metadata={"details": {"a": 1}})
    assert score_of(unscored) == Score(value=0, details={"a": 1})


def test_a_fault_of_the_data_is_a_void_error_unless_the_episode_has_one() -> None:
    faulty, error = Score(value=0, fault="no answer"), EpisodeError(cause="agent", message="x")
    found = error_in(Episode(task="one"), faulty)
    assert found == EpisodeError(cause="data", message="no answer", void=True)
    assert error_in(Episode(task="one", error=error), faulty) == error
    assert error_in(Episode(task="one"), Score(value=0)) is None
