"""Training examples sampled from recorded steps (Mind2Web paper, section 3).

Every epoch has new samples. They and their order depend only on the seed and the epoch's number, so
that a resumed training continues identically.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from webproctor.benchmarks.mind2web.dataset import TRAIN, Dataset, canonical
from webproctor.benchmarks.mind2web.records import Candidate, Demonstration, Step
from webproctor.core.dom import Tree
from webproctor.core.errors import UserError
from webproctor.core.tasks import is_test_split
from webproctor.methods.mindact.predictors.multi_choice import Kind
from webproctor.methods.mindact.prompts import (
    GROUP_SIZE,
    Asker,
    CandidateQuestion,
    choice_target,
    generation_target,
)
from webproctor.methods.mindact.ranking import Scores, scores_of
from webproctor.methods.mindact.texts import input_texts

NEGATIVES = 5  # Negatives per positive of each step, for the ranker.
DRAWS = 10  # Groups per step, for the predictor.
WITHOUT_POSITIVE = 0.2  # Share of groups without a positive.
FROM_TOP = 0.8  # With scores: share of negatives from the ranker's top candidates.
TOP = 50
# Names of splits that are used for training only on request.
_VALIDATION = frozenset(("val", "valid", "validation", "dev", "eval", "evaluation"))
# Number of steps whose samples are shuffled together; a whole epoch would not fit into memory.
_SHUFFLED_STEPS = 1000
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StepIndex:
    """The index of a step: the task and the step's number."""

    demonstration: Demonstration
    number: int

    @property
    def key(self) -> str:
        """The key of the step in score files."""
        return self.demonstration.keys[self.number]


@dataclass(frozen=True, slots=True)
class RankerSample:
    """A sample for a ranker: a query, a candidate's text, and 1 if it is correct, else 0."""

    query: str
    candidate: str
    label: float


@dataclass(frozen=True, slots=True)
class PredictorSample:
    """A sample for a predictor: a question and its target answer."""

    question: CandidateQuestion
    target: str


def trainable(dataset: Dataset, split: str = "") -> list[StepIndex]:
    """Return the steps for training: those with a correct element.

    Args:
        split: Only this split; "" for all splits that are not test or validation splits. Tasks of
            which the split is not known, as in a raw dump without a list of tasks, are left out.

    Raises:
        UserError: If a test split is given, or no step is left.
    """
    split = canonical(split)
    if split and is_test_split(split):
        raise UserError(f"split {split!r} is a test split: choose a training split.")
    chosen = [
        demo
        for demo in dataset.demonstrations
        if (demo.split == split if split else _is_for_training(demo.split))
    ]
    found = [
        StepIndex(demo, number)
        for demo in chosen
        for number, step in enumerate(dataset.steps(demo))
        if step.positives
    ]
    if not found:
        names = ", ".join(name or "none" for name in dataset.splits)
        hint = (
            " Tasks without a split may be test tasks: in the raw dump's task_meta.json, set "
            f'"split" to "{TRAIN}" for those to train on.'
        )
        raise UserError(
            f"{dataset.path}: no steps to train on (splits: {names}; test splits are not "
            "used, and validation splits only if chosen)."
            f"{'' if all(dataset.splits) else hint}"
        )
    return found


def _is_for_training(split: str) -> bool:
    return not is_test_split(split) and split.lower() not in _VALIDATION


def pairs(
    dataset: Dataset,
    indices: Sequence[StepIndex],
    *,
    seed: int,
    epoch: int,
    similar_negatives: float = 0.0,
    positions: bool = False,
) -> Iterator[RankerSample]:
    """Yield one epoch of pairs: for each step one correct candidate and five wrong ones.

    Args:
        similar_negatives: Share of the wrong ones, 0 to 1, that are drawn from the candidates with
            the tag and the type of the correct one, where there are any.
        positions: Whether candidates' texts contain positions; see `input_texts`.
    """

    def draw(index: StepIndex, rng: random.Random) -> list[RankerSample]:
        step, tree = _read(dataset, index)
        positives, negatives = _indices_in(step.positives, tree), _indices_in(step.negatives, tree)
        if not positives:
            return []
        chosen = [rng.choice(positives)]
        similar = [
            negative
            for negative in negatives
            if _tag_and_type(tree, negative) == _tag_and_type(tree, chosen[0])
        ]
        for _ in range(NEGATIVES):
            hard = similar_negatives and similar and rng.random() < similar_negatives
            chosen.append(rng.choice(similar if hard else negatives or positives))
        labels = [1.0, *(0.0 if negatives else 1.0 for _ in range(NEGATIVES))]
        demo = index.demonstration
        query, texts = input_texts(
            tree, chosen, demo.task, demo.previous(index.number), positions=positions
        )
        return [RankerSample(query, text, label) for text, label in zip(texts, labels, strict=True)]

    return _shuffled(indices, draw, f"{seed}/{epoch}")


def answers(
    dataset: Dataset,
    indices: Sequence[StepIndex],
    *,
    kind: Kind,
    seed: int,
    epoch: int,
    scores: Scores | None = None,
    draws: int = DRAWS,
) -> Iterator[PredictorSample]:
    """Yield one epoch of questions with answers: for each step ten groups of five candidates.

    Args:
        scores: A ranker's scores; four of five negatives are then from its first 50 candidates.

    Raises:
        UserError: If scores are of other candidates.
    """

    def draw(index: StepIndex, rng: random.Random) -> list[PredictorSample]:
        step, tree = _read(dataset, index)
        positives = _indices_in(step.positives, tree)
        negatives = _indices_in(step.negatives, tree)
        if not positives:
            return []
        hard = _hard_negatives(step, tree, scores or {})
        asker = Asker(tree)
        make_question, make_target = (
            (asker.choice, choice_target)
            if kind == "multi-choice"
            else (asker.generation, generation_target)
        )
        demo, operation = index.demonstration, step.operation
        samples = []
        for _ in range(draws):
            target = (
                rng.choice(positives) if not negatives or rng.random() >= WITHOUT_POSITIVE else None
            )
            size = GROUP_SIZE - (target is not None)
            group = _negatives(negatives, hard, size, rng)
            group += [target] if target is not None else []
            question = make_question(demo.task, demo.previous(index.number), group)
            answer = make_target(question, target, operation.op, operation.value)
            samples.append(PredictorSample(question, answer))
        return samples

    return _shuffled(indices, draw, f"{seed}/{epoch}")


def _negatives(
    negatives: Sequence[int], hard: Sequence[int], size: int, rng: random.Random
) -> list[int]:
    """Return distinct negatives, mostly hard ones if there are any."""
    chosen: list[int] = []
    known = set(hard)
    easy = [negative for negative in negatives if negative not in known]
    pools = (hard, easy) if hard and rng.random() < FROM_TOP else (easy, hard)
    for pool in pools:
        remaining = [negative for negative in pool if negative not in chosen]
        chosen += rng.sample(remaining, min(size - len(chosen), len(remaining)))
    return chosen


def _hard_negatives(step: Step, tree: Tree, scores: Scores) -> list[int]:
    wrong = {one.id for one in step.negatives}
    step_scores = scores_of(scores, step.key, {one.id for one in step.positives} | wrong)
    best = sorted(step_scores, key=lambda one: -step_scores[one])[:TOP]
    return [tree.indices[one] for one in best if one in wrong and one in tree.indices]


def _shuffled(
    indices: Sequence[StepIndex], draw: Callable[[StepIndex, random.Random], list[T]], seed: str
) -> Iterator[T]:
    rng = random.Random(seed)
    order = list(indices)
    rng.shuffle(order)
    for first in range(0, len(order), _SHUFFLED_STEPS):
        samples = [
            one for index in order[first : first + _SHUFFLED_STEPS] for one in draw(index, rng)
        ]
        rng.shuffle(samples)
        yield from samples


def _read(dataset: Dataset, index: StepIndex) -> tuple[Step, Tree]:
    demo = index.demonstration
    step = dataset.step(demo.annotation_id, demo.uids[index.number])
    return step, step.page()


def _tag_and_type(tree: Tree, index: int) -> tuple[str, str]:
    return tree.tags[index], tree.attributes[index].get("type", "")


def _indices_in(listed: Sequence[Candidate], tree: Tree) -> list[int]:
    return [tree.indices[one.id] for one in listed if one.id in tree.indices]
