"""The generation baseline: a model writes the element's own text (catalogue, section 4.5)."""

import asyncio
from collections.abc import Sequence

from webproctor.mindact.answers import Choice, read_generation
from webproctor.mindact.language_models import Generator, load_generator
from webproctor.mindact.predictors import Conditions, Predicted, Predictor, Situation, play
from webproctor.mindact.prompts import Asker
from webproctor.models import Model


class Generation:
    """As multi-choice, but the options are not listed: the answer names the element."""

    def __init__(self, generator: Generator, conditions: Conditions) -> None:
        self.name = f"generation:{generator.name}"
        self._generator = generator
        self._conditions = conditions

    async def predict(self, situation: Situation) -> Predicted:
        asker = Asker(situation.tree)

        async def ask(groups: Sequence[Sequence[int]]) -> list[tuple[Choice, str]]:
            questions = [
                asker.generation(situation.task, situation.previous, one) for one in groups
            ]
            words = await asyncio.to_thread(self._generator.answer, questions)
            return [
                (read_generation(said, question), said)
                for said, question in zip(words, questions, strict=True)
            ]

        return await play(situation, ask, self._conditions)


def make(setting: str, model: Model | None, conditions: Conditions) -> Predictor:
    return Generation(load_generator("generation", setting, conditions.device), conditions)
