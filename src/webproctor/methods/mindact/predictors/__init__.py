"""Predictors, one module each: choose a candidate of a pool and an operation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from webproctor.core import factories, registry
from webproctor.core.dom import ID, Tree
from webproctor.core.llm import Model
from webproctor.methods.mindact.answers import Choice
from webproctor.methods.mindact.examples import Example, read_examples
from webproctor.methods.mindact.tournament import Ask, LastCandidate, tournament


@dataclass(frozen=True)
class Situation:
    """The input of a predictor for one step.

    Attributes:
        tree: The cleaned page.
        task: The task's instruction.
        previous: The earlier actions as text.
        pool: Indices of the candidates, the best ranked first.
    """

    tree: Tree
    task: str
    previous: Sequence[str]
    pool: Sequence[int]


@dataclass(frozen=True)
class PredictedChoice:
    """A choice, its usage, and how it was made, as JSON data."""

    choice: Choice
    usage: dict[str, float] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)


class Predictor(Protocol):
    @property
    def name(self) -> str: ...

    async def predict(self, situation: Situation) -> PredictedChoice:
        """Choose a candidate and an operation.

        Raises:
            ModelFailed: If a model does not answer.
        """
        ...


@dataclass(frozen=True)
class Conditions:
    """Settings of a predictor.

    Attributes:
        seed: Seed of the grouping of candidates.
        group_size: Number of candidates in one question.
        last_candidate: How to treat a last candidate that was in no question.
        device: Device of a local model; "" for the best available.
        shots: Number of examples in the prompt of in-context predictors.
        examples: Reads the examples; called only by predictors that show some.
        system: The system message of in-context predictors; "" for the predictor's own.
    """

    seed: int = 0
    group_size: int = 5
    last_candidate: LastCandidate = "ask"
    device: str = ""
    shots: int = 3
    examples: Callable[[], Sequence[Example]] = read_examples
    system: str = ""


async def run_tournament(situation: Situation, ask: Ask, conditions: Conditions) -> PredictedChoice:
    """Choose by a tournament and record its rounds by the candidates' ids."""
    seed = f"{conditions.seed}/{situation.task}/{len(situation.previous)}"
    result = await tournament(
        situation.pool,
        ask,
        seed=seed,
        group_size=conditions.group_size,
        last_candidate=conditions.last_candidate,
    )
    ids = situation.tree.attributes
    rounds = [
        {"group": [ids[index].get(ID, "") for index in one.group], "words": one.words}
        for one in result.rounds
    ]
    return PredictedChoice(result.choice, notes={"rounds": rounds})


def predictor(spec: str, model: Model | None, conditions: Conditions) -> Predictor:
    """Create a predictor.

    Args:
        spec: `ranker`; `multi-choice:MODEL` or `generation:MODEL`, where MODEL is a folder or a
            name on a model hub; or `llm`, which uses `model`. Or one of your own: an entry point
            `webproctor.predictors`, or `path/file.py:NAME`; see `registry.create`.

    Raises:
        UserError: If there is no such predictor, or its library or model is not available.
    """
    included = registry.modules(__name__, "make")
    values = {"model": model, "conditions": conditions}
    return registry.create("predictors", spec, included, ("name", "predict"), **values)


def takes(spec: str, parameter: Literal["model", "conditions"]) -> bool:
    """Whether a predictor uses the model of the run, or has conditions: whether its factory has a
    parameter of this name.

    Raises:
        UserError: If there is no such predictor.
    """
    name, _ = registry.split_spec(spec)
    make = registry.find("predictors", name, registry.modules(__name__, "make"))
    return callable(make) and factories.takes(make, parameter)
