"""MindAct's predictor: a model fine-tuned for multiple choice (Mind2Web paper, section 3)."""

import asyncio
from collections.abc import Sequence
from typing import Literal

from webproctor.methods.mindact.answers import Choice, read_choice, read_generation
from webproctor.methods.mindact.language_models import Generator, load_generator
from webproctor.methods.mindact.predictors import (
    Conditions,
    PredictedChoice,
    Predictor,
    Situation,
    run_tournament,
)
from webproctor.methods.mindact.prompts import Asker

Kind = Literal["multi-choice", "generation"]


class FineTuned:
    """A tournament of questions to a local model with greedy decoding.

    Args:
        kind: Whether the model answers with a letter or with the element's text.
    """

    def __init__(self, kind: Kind, generator: Generator, conditions: Conditions) -> None:
        self.name = f"{kind}:{generator.name}"
        self._kind = kind
        self._generator = generator
        self._conditions = conditions

    async def predict(self, situation: Situation) -> PredictedChoice:
        asker = Asker(situation.tree)
        multiple_choice = self._kind == "multi-choice"
        make_question, read = (
            (asker.choice, read_choice) if multiple_choice else (asker.generation, read_generation)
        )

        async def ask(groups: Sequence[Sequence[int]]) -> list[tuple[Choice, str]]:
            questions = [
                make_question(situation.task, situation.previous, group) for group in groups
            ]
            answers = await asyncio.to_thread(self._generator.answer, questions)
            pairs = zip(answers, questions, strict=True)
            return [(read(answer, question), answer) for answer, question in pairs]

        return await run_tournament(situation, ask, self._conditions)


def make(setting: str, conditions: Conditions) -> Predictor:
    generator = load_generator("multi-choice", setting, conditions.device)
    return FineTuned("multi-choice", generator, conditions)
