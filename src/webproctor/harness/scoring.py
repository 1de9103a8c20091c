"""Score recorded episodes as Inspect's scorer."""

import math
from typing import Any

from inspect_ai.scorer import Metric, SampleScore, Target, Value, mean, metric, scorer
from inspect_ai.scorer import Score as InspectScore
from inspect_ai.scorer import Scorer as InspectScorer
from inspect_ai.solver import TaskState
from pydantic import TypeAdapter

from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.outcomes import NO_RECORD, EpisodeError, outcome_of
from webproctor.core.scores import Score
from webproctor.core.sessions import DATA
from webproctor.core.tasks import Task
from webproctor.harness.hooks import benchmark_of
from webproctor.harness.sample_tools import end_episode
from webproctor.run.logs import EPISODE
from webproctor.run.summaries import summary_of

UNRECORDED = "the solver left no record of the episode"
_TASK = TypeAdapter(Task)


def task_of(metadata: dict[str, Any]) -> Task:
    """Return the task of a sample, given its metadata.

    Raises:
        UserError: If the sample is not one of webproctor.
    """
    if "task" not in metadata or "benchmark" not in metadata:
        raise UserError(
            "the sample has no task of webproctor: episode_score() scores only logs of "
            "webproctor's tasks, such as webproctor/webgames."
        )
    return _TASK.validate_python(metadata["task"])


# Inspect reduces the epochs of a sample to one value, without the details that metrics need.
@metric(scores="unreduced")
def figures() -> Metric:
    """Compute the benchmark's metrics from the scores of all epochs."""

    def compute(scores: list[SampleScore]) -> Value:
        if not scores:
            return {}
        metadata = [score.sample_metadata or {} for score in scores]
        scored = [
            (_epoch_of(score), task_of(entry), score_of(score.score))
            for entry, score in zip(metadata, scores, strict=True)
        ]
        benchmark = benchmark_of(metadata[0]["benchmark"], metadata[0]["settings"])
        return dict(summary_of(benchmark, scored).figures)

    return compute


def _epoch_of(score: SampleScore) -> int:
    """Return the epoch of a score: that of the run if given, otherwise Inspect's."""
    metadata = score.sample_metadata or {}
    return metadata.get("epoch") or (score.score.metadata or {}).get("epoch", 1)


def score_of(score: InspectScore) -> Score:
    """Return the benchmark's score; 0 for void episodes, which are unscored in Inspect."""
    value = score.as_float()
    return Score(value=0.0 if math.isnan(value) else value, **score.metadata or {})


def episode_of(state: TaskState) -> Episode:
    """Return the episode in a sample's store, or a void episode if there is none."""
    stored = state.store.get(EPISODE)
    if stored is None:
        error = EpisodeError(cause=NO_RECORD, message=UNRECORDED, void=True)
        return Episode(task=str(state.sample_id), error=error)
    return Episode.model_validate(stored)


def error_in(episode: Episode, score: Score) -> EpisodeError | None:
    """Return the error of an episode, or of its data; None if it was scored."""
    if episode.error is None and score.fault:
        return EpisodeError(cause=DATA, message=score.fault, void=True)
    return episode.error


# The mean is that of the values to which Inspect reduces the epochs, for example by `pass_at_2`.
@scorer(metrics=[figures(), mean()])
def episode_score() -> InspectScorer:
    """Score an episode by the benchmark's rules, from the stored episode only.

    Logs can therefore be rescored. Void episodes are unscored: Inspect excludes them from metrics
    and counts them.
    """

    async def score(state: TaskState, target: Target) -> InspectScore:
        task = task_of(state.metadata)
        benchmark = benchmark_of(state.metadata["benchmark"], state.metadata["settings"])
        await end_episode(state)
        episode = episode_of(state)
        scored = benchmark.score_episode(task, episode)
        if not math.isfinite(scored.value):  # Inspect's mark of a void episode.
            raise ValueError(f"the score is {scored.value}; it must be a number from 0 to 1")
        details = scored.model_dump(mode="json", exclude={"value"}) | {"epoch": state.epoch}
        error = error_in(episode, scored)
        explanation = f"{error.cause}: {error.message}" if error else None
        if error is not None and outcome_of(error) == "void":
            return InspectScore.unscored(
                reason=error.cause, explanation=explanation, metadata=details
            )
        return InspectScore(value=scored.value, explanation=explanation, metadata=details)

    return score


def _without_prefix() -> InspectScorer:
    return episode_score()


# Logs name a scorer without its package. `inspect score LOG` finds it only if it is also registered
# under that name, which Inspect does for functions that belong to no package.
_without_prefix.__module__ = "__main__"
scorer(metrics=[figures(), mean()], name="episode_score")(_without_prefix)
