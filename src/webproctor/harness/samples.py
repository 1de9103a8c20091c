"""Read episodes, scores and results from Inspect's logged samples."""

from collections.abc import Callable
from dataclasses import dataclass, field

from inspect_ai.log import EvalSample
from inspect_ai.util import store_from_events

from webproctor.core.actions import InvalidAction
from webproctor.core.episodes import Episode
from webproctor.core.outcomes import NO_RECORD, EpisodeError
from webproctor.core.scores import Score
from webproctor.harness.scoring import UNRECORDED, error_in, score_of
from webproctor.harness.tasks import epoch_of
from webproctor.run.episode_results import STOPPED, Result
from webproctor.run.logs import EPISODE
from webproctor.run.packed import PackedResults


def result_of(sample: EvalSample) -> Result | None:
    """Return the result of a logged sample; None if it was never scored."""
    score = logged_score(sample)
    return None if score is None else result_with(sample, episode_of(sample), score)


def logged_score(sample: EvalSample) -> Score | None:
    """Return the score of a logged sample; None if it was never scored."""
    scores = list((sample.scores or {}).values())
    return score_of(scores[0]) if scores else None


def result_with(sample: EvalSample, episode: Episode | None, score: Score) -> Result:
    """Return the result of a logged sample, given its episode and score."""
    task = str(sample.metadata["task"]["id"])
    if episode is None:
        episode = void_episode(sample)
    error = error_in(episode, score)
    if error is None and sample.error is not None:  # A solver of another package failed.
        error = EpisodeError(cause="agent", message=sample.error.message)
    return Result(
        task=task,
        epoch=epoch_of(sample),
        score=score,
        cause=error.cause if error else None,
        message=error.message if error else None,
        void=bool(error and error.void),
        tries=1 + len(sample.error_retries or ()),
        steps=len(episode.steps),
        actions=sum(len(step.actions) for step in episode.steps),
        refused=len(episode.evidence.get("refused", [])),
        seconds=episode.seconds,
        invalid_actions=sum(
            call["name"] == InvalidAction.name for step in episode.steps for call in step.actions
        ),
        usage=episode.used,
    )


def void_episode(sample: EvalSample) -> Episode:
    """Return the void episode of a logged sample that has none."""
    message = sample.error.message if sample.error else UNRECORDED
    error = EpisodeError(cause=NO_RECORD, message=message, void=True)
    return Episode(task=str(sample.metadata["task"]["id"]), error=error)


def episode_of(sample: EvalSample) -> Episode | None:
    """Return the episode of a logged sample; None if it has none."""
    # A log recovered from a killed run has only events, from which the store is rebuilt.
    stored = sample.store.get(EPISODE) or store_from_events(sample.events).get(EPISODE)
    return None if stored is None else Episode.model_validate(stored)


@dataclass
class SampleResults:
    """Collects the results of a run's samples.

    Attributes:
        results: The results so far; new ones are added.
        on_result: Called with each new result.
        errors: Messages of samples that could not be scored.
        stopped: Why the run was stopped, for each episode that it has stopped.
    """

    results: PackedResults
    on_result: Callable[[Result], None] | None = None
    errors: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)

    def add(self, sample: EvalSample) -> None:
        """Add the result of a sample, unless its episode was stopped."""
        result = result_of(sample)
        if result is None:
            if sample.error:
                self.errors.append(f"{sample.id}: {sample.error.message}")
        elif result.cause in STOPPED:
            self.stopped.append(result.message or "")
        else:
            key = result.task, result.epoch
            self.results[key] = result.after(self.results.get(key))
            if self.on_result:
                self.on_result(result)
