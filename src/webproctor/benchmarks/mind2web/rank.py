"""Rank the candidates of every step and evaluate the ranking (Mind2Web paper, section 3.1)."""

from collections.abc import Callable, Iterable, Sequence

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.records import Demonstration, Step
from webproctor.methods.mindact.rankers import Ranker, page_scores
from webproctor.methods.mindact.ranking import RankingMetrics, Scores, best_rank, ranking_metrics


def ranked(
    dataset: Dataset,
    demonstrations: Iterable[Demonstration],
    ranker: Ranker,
    progress: Callable[[], None] | None = None,
) -> tuple[RankingMetrics, Scores]:
    """Score all candidates of all steps.

    Args:
        progress: Called after each task.

    Returns:
        The ranking metrics over all steps, where steps without an accepted element count 0; and
        the score of each candidate, by step key and candidate id.
    """
    scores: Scores = {}
    best: list[int | None] = []
    for demo in demonstrations:
        for number, step in enumerate(dataset.steps(demo)):
            candidate_scores = step_scores(step, demo.task, demo.previous(number), ranker)
            scores[step.key] = candidate_scores
            best.append(best_rank(candidate_scores, (one.id for one in step.positives)))
        if progress is not None:
            progress()
    return ranking_metrics(best), scores


def step_scores(step: Step, task: str, previous: Sequence[str], ranker: Ranker) -> dict[str, float]:
    """Return the score of each candidate of a step by id, in document order."""
    tree = step.page()
    ids = {one.id for one in step.candidates if one.id in tree.indices}
    order = sorted(ids, key=lambda id: tree.indices[id])
    found = page_scores(ranker, tree, [tree.indices[id] for id in order], task, previous)
    return dict(zip(order, found, strict=True))
