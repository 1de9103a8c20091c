"""Predictors: which candidate of a pool is acted on, and how. One file each."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from webproctor.dom import ID, Tree
from webproctor.errors import UserError
from webproctor.mindact.answers import Choice
from webproctor.mindact.tournament import Ask, Lone, tournament
from webproctor.models import Model


@dataclass(frozen=True)
class Situation:
    """What a predictor knows of a step.

    Attributes:
        tree: The cleaned page.
        task: What is to be done.
        previous: The actions before, in words.
        pool: Indices of the candidates, the best ranked first.
    """

    tree: Tree
    task: str
    previous: Sequence[str]
    pool: Sequence[int]


@dataclass(frozen=True)
class Predicted:
    """A choice, what it cost, and what led to it, as JSON data."""

    choice: Choice
    usage: dict[str, float] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)


class Predictor(Protocol):
    @property
    def name(self) -> str: ...

    async def predict(self, situation: Situation) -> Predicted:
        """Choose.

        Raises:
            ModelFailed: If a model gives no answer.
        """
        ...


@dataclass(frozen=True)
class Conditions:
    """How a predictor works.

    Attributes:
        seed: Decides how candidates are grouped.
        group: How many candidates a question is about.
        lone: What becomes of a candidate that is left without having been asked about.
        device: Where a model of its own runs; "" for the best there is.
        demonstrations: For in-context predictors: how many examples are shown.
    """

    seed: int = 0
    group: int = 5
    lone: Lone = "ask"
    device: str = ""
    demonstrations: int = 3


async def play(situation: Situation, ask: Ask, conditions: Conditions) -> Predicted:
    """Have a tournament decide; its rounds are noted by the candidates' ids."""
    seed = f"{conditions.seed}/{situation.task}/{len(situation.previous)}"
    played = await tournament(
        situation.pool, ask, seed=seed, group=conditions.group, lone=conditions.lone
    )
    ids = situation.tree.attributes
    rounds = [
        {"group": [ids[place].get(ID, "") for place in one.group], "words": one.words}
        for one in played.rounds
    ]
    return Predicted(played.choice, notes={"rounds": rounds})


def predictor(spec: str, model: Model | None, conditions: Conditions) -> Predictor:
    """Make a predictor.

    Args:
        spec: `ranker`; `multi-choice:MODEL`; `generation:MODEL`, where MODEL is a folder or a name
            on a model hub; `llm`, which asks `model`.

    Raises:
        UserError: If there is no such predictor, or its library or model cannot be had.
    """
    kind, _, setting = spec.partition(":")
    module = kind.replace("-", "_")
    known = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    if module not in known:
        names = ", ".join(name.replace("_", "-") for name in known)
        raise UserError(f"there is no predictor {kind!r}. There are: {names}.")
    return import_module(f"{__name__}.{module}").make(setting, model, conditions)
