"""What models are trained on: samples drawn from recorded steps (catalogue, sections 3 and 4.2).

Samples are drawn anew in every epoch. Which ones, and in which order, follows from a seed and the
epoch's number alone, so that a training that was broken off goes on as it would have gone.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.rank import page
from webproctor.benchmarks.mind2web.records import Candidate, Demonstration, Step
from webproctor.dom import Tree
from webproctor.errors import UserError
from webproctor.mindact.prompts import (
    GROUP,
    Asker,
    Question,
    choice_target,
    generation_target,
)
from webproctor.mindact.ranking import Scores
from webproctor.mindact.texts import candidate_texts, query

NEGATIVES = 5  # A positive draw and so many negative ones of each step, for the ranker.
DRAWS = 10  # Groups of each step, for the predictor.
WITHOUT = 0.2  # The share of groups that hold no positive.
FROM_TOP = 0.8  # Where scores are given: the share of negatives that the ranker put on top.
TOP = 50
# Steps whose samples are shuffled together: all of an epoch would not fit into memory.
_TOGETHER = 1000
Kind = Literal["multi-choice", "generation"]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a step is: the task and the step's number in it."""

    demonstration: Demonstration
    number: int


@dataclass(frozen=True, slots=True)
class Pair:
    """A sample for a ranker: a query, a candidate's text, and whether it is right, 1 or 0."""

    query: str
    candidate: str
    label: float


@dataclass(frozen=True, slots=True)
class Answered:
    """A sample for a predictor: a question and its right answer."""

    question: Question
    target: str


def trainable(dataset: Dataset, split: str = "") -> list[Place]:
    """The steps that can be trained on: those that have a right element.

    Args:
        split: Only this split; all that are no tests where it is "".

    Raises:
        UserError: If tests are asked for, or nothing is left.
    """
    if split.startswith("test"):
        raise UserError(f"split {split!r} is there to test with: choose one to train on.")
    chosen = [
        demo
        for demo in dataset.demonstrations
        if (demo.split == split if split else not demo.split.startswith("test"))
    ]
    found = [
        Place(demo, number)
        for demo in chosen
        for number, step in enumerate(dataset.steps(demo))
        if step.positives
    ]
    if not found:
        there = ", ".join(dataset.splits)
        raise UserError(
            f"{dataset.path}: no step to train on is there (splits: {there}; tests are not taken)."
        )
    return found


def pairs(dataset: Dataset, places: Sequence[Place], *, seed: int, epoch: int) -> Iterator[Pair]:
    """One epoch of pairs: of each step a right candidate and five wrong ones."""

    def drawn(place: Place, rng: random.Random) -> list[Pair]:
        step, tree = _read(dataset, place)
        asked = query(place.demonstration.task, place.demonstration.previous(place.number))
        right, wrong = _there(step.positives, tree), _there(step.negatives, tree)
        if not right:
            return []
        chosen = [rng.choice(right), *(rng.choice(wrong or right) for _ in range(NEGATIVES))]
        labels = [1.0, *(0.0 if wrong else 1.0 for _ in range(NEGATIVES))]
        texts = candidate_texts(tree, chosen)
        return [Pair(asked, text, label) for text, label in zip(texts, labels, strict=True)]

    return _shuffled(places, drawn, f"{seed}/{epoch}")


def answers(
    dataset: Dataset,
    places: Sequence[Place],
    *,
    kind: Kind,
    seed: int,
    epoch: int,
    scores: Scores | None = None,
    draws: int = DRAWS,
) -> Iterator[Answered]:
    """One epoch of questions with their answers: of each step ten groups of five candidates.

    Args:
        scores: A ranker's: four of five negatives are then drawn from its first 50.
    """

    def drawn(place: Place, rng: random.Random) -> list[Answered]:
        step, tree = _read(dataset, place)
        right = _there(step.positives, tree)
        wrong = _there(step.negatives, tree)
        if not right:
            return []
        hard = _hardest(step, tree, (scores or {}).get(step.key, {}))
        asker = Asker(tree)
        demo = place.demonstration
        made = []
        for _ in range(draws):
            target = rng.choice(right) if not wrong or rng.random() >= WITHOUT else None
            size = GROUP - (target is not None)
            group = _negatives(wrong, hard, size, rng)
            group += [target] if target is not None else []
            ask = asker.choice if kind == "multi-choice" else asker.generation
            question = ask(demo.task, demo.previous(place.number), group)
            write = choice_target if kind == "multi-choice" else generation_target
            operation = step.operation
            made.append(Answered(question, write(question, target, operation.op, operation.value)))
        return made

    return _shuffled(places, drawn, f"{seed}/{epoch}")


def _negatives(
    wrong: Sequence[int], hard: Sequence[int], size: int, rng: random.Random
) -> list[int]:
    """Different negatives, of the hard ones where there are any, mostly."""
    chosen: list[int] = []
    easy = [place for place in wrong if place not in set(hard)]
    pools = (hard, easy) if hard and rng.random() < FROM_TOP else (easy, hard)
    for pool in pools:
        left = [place for place in pool if place not in chosen]
        chosen += rng.sample(left, min(size - len(chosen), len(left)))
    return chosen


def _hardest(step: Step, tree: Tree, scores: dict[str, float]) -> list[int]:
    best = sorted(scores, key=lambda one: -scores[one])[:TOP]
    wrong = {one.id for one in step.negatives}
    return [tree.places[one] for one in best if one in wrong and one in tree.places]


def _shuffled(
    places: Sequence[Place], drawn: Callable[[Place, random.Random], list[T]], seed: str
) -> Iterator[T]:
    rng = random.Random(seed)
    order = list(places)
    rng.shuffle(order)
    for first in range(0, len(order), _TOGETHER):
        samples = [one for place in order[first : first + _TOGETHER] for one in drawn(place, rng)]
        rng.shuffle(samples)
        yield from samples


def _read(dataset: Dataset, place: Place) -> tuple[Step, Tree]:
    demo = place.demonstration
    step = dataset.step(demo.annotation_id, demo.uids[place.number])
    return step, page(step)


def _there(listed: Sequence[Candidate], tree: Tree) -> list[int]:
    return [tree.places[one.id] for one in listed if one.id in tree.places]
