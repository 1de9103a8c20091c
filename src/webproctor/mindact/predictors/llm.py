"""A language model that is shown a few examples, of any provider (catalogue, section 4.6)."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

from webproctor.dom import parse
from webproctor.episodes import added
from webproctor.errors import UserError
from webproctor.mindact.answers import Choice, read_choice
from webproctor.mindact.predictors import Conditions, Predicted, Predictor, Situation, play
from webproctor.mindact.prompts import Asker, Question, choice_target
from webproctor.models import Message, Model

_EXAMPLES = Path(__file__).with_name("examples.json")
_SYSTEM = (
    "You are a helpful assistant who is good at web design, at finding one's way on web pages, "
    "and at doing tasks there."
)


class InContext:
    """The same questions, the page in angle brackets and not cut, after some examples."""

    def __init__(self, model: Model, conditions: Conditions) -> None:
        self.name = "llm"
        self._model = model
        self._conditions = conditions
        self._shown = [Message("system", _SYSTEM), *_examples(conditions.demonstrations)]

    async def predict(self, situation: Situation) -> Predicted:
        asker = Asker(situation.tree, "brackets")
        usages: list[dict[str, float]] = []

        async def one(group: Sequence[int]) -> tuple[Choice, str]:
            question = asker.choice(situation.task, situation.previous, group)
            reply = await self._model.generate([*self._shown, Message("user", _asked(question))])
            usages.append(reply.usage)
            return read_choice(reply.text, question, "llm"), reply.text

        async def ask(groups: Sequence[Sequence[int]]) -> list[tuple[Choice, str]]:
            return list(await asyncio.gather(*map(one, groups)))

        played = await play(situation, ask, self._conditions)
        return Predicted(played.choice, added(*usages), played.notes)


def _asked(question: Question) -> str:
    return f"'''\n{question.context}\n'''\n\n{question.text}"


def _examples(count: int) -> list[Message]:
    written = json.loads(_EXAMPLES.read_text(encoding="utf-8"))
    if not 0 <= count <= len(written):
        raise UserError(f"demonstrations {count}: 0 to {len(written)} can be shown.")
    told: list[Message] = []
    for one in written[:count]:
        tree = parse(one["html"])
        group = [tree.places[name] for name in one["group"]]
        question = Asker(tree, "brackets").choice(one["task"], one["previous"], group)
        place = tree.places[one["right"]] if one["right"] else None
        answer = choice_target(question, place, one["op"], one["value"])
        told += [
            Message("user", _asked(question)),
            Message("assistant", f"Answer: {answer.strip()}"),
        ]
    return told


def make(setting: str, model: Model | None, conditions: Conditions) -> Predictor:
    if setting:
        raise UserError("predictor llm asks the model that --model names: write just llm.")
    if model is None:
        raise UserError("predictor llm needs a model: add --model, such as openai/gpt-5.")
    return InContext(model, conditions)
