"""Score recorded episodes as Inspect's scorer."""

import math
from typing import Any

from inspect_ai.scorer import Metric, SampleScore, Target, Value, metric, scorer
from inspect_ai.scorer import Score as InspectScore
from inspect_ai.scorer import Scorer as InspectScorer
from inspect_ai.solver import TaskState
from pydantic import TypeAdapter

from webproctor.core.episodes import Episode
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
    """Return the task of a sample, given its metadata."""
    return _TASK.validate_python(metadata["task"])


@metric
def figures() -> Metric:
    """Compute the benchmark's metrics from all scores."""

    def compute(scores: list[SampleScore]) -> Value:
        if not scores:
            return {}
        metadata = [score.sample_metadata or {} for score in scores]
        scored = [
            (entry.get("epoch", 1), task_of(entry), score_of(score.score))
            for entry, score in zip(metadata, scores, strict=True)
        ]
        benchmark = benchmark_of(metadata[0]["benchmark"], metadata[0]["settings"])
        return dict(summary_of(benchmark, scored).figures)

    return compute


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


@scorer(metrics=[figures()])
def episode_score() -> InspectScorer:
    """Score an episode by the benchmark's rules, from the stored episode only.

    Logs can therefore be rescored. Void episodes are unscored: Inspect excludes them from metrics
    and counts them.
    """

    async def score(state: TaskState, target: Target) -> InspectScore:
        benchmark = benchmark_of(state.metadata["benchmark"], state.metadata["settings"])
        if (tool_episode := await end_episode(state)) is not None:
            state.store.set(EPISODE, tool_episode.model_dump(mode="json"))
        episode = episode_of(state)
        scored = benchmark.score_episode(task_of(state.metadata), episode)
        if not math.isfinite(scored.value):  # Inspect's mark of a void episode.
            raise ValueError(f"the score is {scored.value}; it must be a number from 0 to 1")
        details = scored.model_dump(mode="json", exclude={"value"})
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
scorer(metrics=[figures()], name="episode_score")(_without_prefix)
