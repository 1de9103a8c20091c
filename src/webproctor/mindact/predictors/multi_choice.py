"""MindAct's own predictor: a model fine-tuned to choose among five (catalogue, section 4)."""

import asyncio
from collections.abc import Sequence

from webproctor.mindact.answers import Choice, read_choice
from webproctor.mindact.language_models import Generator, load_generator
from webproctor.mindact.predictors import Conditions, Predicted, Predictor, Situation, play
from webproctor.mindact.prompts import Asker
from webproctor.models import Model


class MultiChoice:
    """A tournament of questions with lettered options, decoded greedily."""

    def __init__(self, generator: Generator, conditions: Conditions) -> None:
        self.name = f"multi-choice:{generator.name}"
        self._generator = generator
        self._conditions = conditions

    async def predict(self, situation: Situation) -> Predicted:
        asker = Asker(situation.tree)

        async def ask(groups: Sequence[Sequence[int]]) -> list[tuple[Choice, str]]:
            questions = [asker.choice(situation.task, situation.previous, one) for one in groups]
            words = await asyncio.to_thread(self._generator.answer, questions)
            return [
                (read_choice(said, question), said)
                for said, question in zip(words, questions, strict=True)
            ]

        return await play(situation, ask, self._conditions)


def make(setting: str, model: Model | None, conditions: Conditions) -> Predictor:
    return MultiChoice(load_generator("multi-choice", setting, conditions.device), conditions)
