"""The score of an episode, and the metrics of a run."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from webproctor.core.episodes import Episode
from webproctor.core.scores import Score, Summary, Table
from webproctor.core.tasks import Task

HEADLINE = "success rate"
FULL = "full reward"
# The metric, and the column of the published results to compare it with.
PUBLISHED_COLUMNS = {HEADLINE: "success rate"}


def score(episode: Episode) -> Score:
    """Return 1 if the page's raw reward is above 0, else 0.

    The raw reward is `WOB_RAW_REWARD_GLOBAL`, from -1 to 1, without the reduction by the time that
    was used. It is 0 while the page has given no reward. An errored episode is a failure.
    """
    outcome: dict[str, Any] = episode.evidence.get("outcome") or {}
    raw = float(outcome.get("raw_reward") or 0.0)
    completed = episode.error is None
    details = {
        "raw_reward": raw,
        "reward": float(outcome.get("reward") or 0.0),
        "reason": outcome.get("reason", ""),
        "ended": bool(outcome),
        "full": completed and raw == 1.0,
        "utterance": episode.evidence.get("utterance", ""),
        "steps": len(episode.steps),
        "actions": sum(len(step.actions) for step in episode.steps),
        "inputs": episode.evidence.get("inputs", "verified"),
    }
    return Score(value=float(completed and raw > 0), details=details)


def summarise(results: Sequence[tuple[Task, Score]]) -> Summary:
    """Aggregate scores over all episodes, and by environment."""
    scores: dict[str, list[Score]] = {}
    for task, score in results:
        scores.setdefault(str(task.tags["environment"]), []).append(score)
    table = Table(
        title="Per environment",
        columns=["environment", "episodes", HEADLINE, FULL, "mean raw reward"],
        rows=[
            [name, len(group), *_rates(group), f"{fmean(map(_raw, group)):.2f}"]
            for name, group in sorted(scores.items())
        ],
    )
    success, full = _rates([score for _, score in results])
    return Summary(headline=HEADLINE, figures={HEADLINE: success, FULL: full}, tables=[table])


def _rates(scores: Sequence[Score]) -> tuple[float, float]:
    """Return the share of successes, and of episodes with the full reward of 1."""
    if not scores:
        return 0.0, 0.0
    full = fmean(bool(score.details.get("full")) for score in scores)
    return fmean(score.value for score in scores), full


def _raw(score: Score) -> float:
    return float(score.details.get("raw_reward", 0.0))
