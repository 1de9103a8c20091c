"""The in-context predictor: a few-shot language model (Mind2Web paper, section 4)."""

import asyncio
from collections.abc import Sequence

from webproctor.core.episodes import added
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Model
from webproctor.methods.mindact.answers import Choice, read_choice
from webproctor.methods.mindact.examples import Example
from webproctor.methods.mindact.predictors import (
    Conditions,
    PredictedChoice,
    Predictor,
    Situation,
    run_tournament,
)
from webproctor.methods.mindact.prompts import Asker, CandidateQuestion, choice_target

SYSTEM = (
    "You are a helpful assistant who is good at web design, at finding one's way on web pages, "
    "and at doing tasks there."
)


class InContext:
    """Asks the same questions after some examples, with the page as HTML and not truncated."""

    def __init__(self, model: Model, conditions: Conditions) -> None:
        self.name = "llm"
        self._model = model
        self._conditions = conditions
        self._prompt = [
            Message("system", conditions.system or SYSTEM),
            *_examples(conditions.examples(), conditions.shots),
        ]

    async def predict(self, situation: Situation) -> PredictedChoice:
        asker = Asker(situation.tree, "brackets")
        usages: list[dict[str, float]] = []

        async def ask_one(group: Sequence[int]) -> tuple[Choice, str]:
            question = asker.choice(situation.task, situation.previous, group)
            reply = await self._model.generate(
                [*self._prompt, Message("user", _question_text(question))]
            )
            usages.append(reply.usage)
            return read_choice(reply.text, question, "llm"), reply.text

        async def ask(groups: Sequence[Sequence[int]]) -> list[tuple[Choice, str]]:
            return list(await asyncio.gather(*map(ask_one, groups)))

        result = await run_tournament(situation, ask, self._conditions)
        return PredictedChoice(result.choice, added(*usages), result.notes)


def _question_text(question: CandidateQuestion) -> str:
    return f"'''\n{question.context}\n'''\n\n{question.text}"


def _examples(examples: Sequence[Example], shots: int) -> list[Message]:
    if not 0 <= shots <= len(examples):
        raise UserError(f"shots {shots}: must be 0 to {len(examples)}, the number of examples.")
    messages: list[Message] = []
    for example in examples[:shots]:
        question = Asker(example.tree, "brackets").choice(
            example.task, example.previous, example.group
        )
        answer = choice_target(question, example.right, example.op, example.value)
        messages += [
            Message("user", _question_text(question)),
            Message("assistant", f"Answer: {answer.strip()}"),
        ]
    return messages


def make(setting: str, model: Model | None, conditions: Conditions) -> Predictor:
    if setting:
        raise UserError("predictor llm uses --model: write llm without a model name.")
    if model is None:
        raise UserError("predictor llm needs a model: add --model, such as openai/gpt-5.")
    return InContext(model, conditions)
