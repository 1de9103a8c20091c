"""The few-shot agent of the paper's baselines: one question per field, no history between fields.

What a question looks like, and which kinds of fields the examples are of, is the original's
(catalogue turkingbench section 10): `Input name: X`, a line break, `HTML:`, a line break, the HTML;
nine examples, of which the first 1, 3 or 7 are shown. The examples themselves are taken from a
dump of training tasks, since two of the original's are faulty.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webproctor.actions import form
from webproctor.benchmarks.turkingbench.encodings import BASELINE, Encoding, encode
from webproctor.benchmarks.turkingbench.replay import carry_out
from webproctor.benchmarks.turkingbench.session import PageSession
from webproctor.benchmarks.turkingbench.splits import TEST_SPLITS
from webproctor.episodes import RecordedSession
from webproctor.errors import UserError
from webproctor.models import Message, Model, Role
from webproctor.tasks import Task
from webproctor.texts import cut

# The file of a dump's demonstrations.
FILE = "demonstrations.jsonl"
# The kinds of the original's examples, in its order.
KINDS = (*("checkbox", "checkbox", "radio", "checkbox", "range", "text", "text", "radio", "radio"),)
_PROMPT = Path(__file__).with_name("few_shot.txt")


@dataclass(frozen=True)
class Example:
    """A field of a training task and its right answer.

    Attributes:
        name: The field's name.
        html: Its HTML in the encoding that is used.
        answer: The action that enters the right value.
        picture: A PNG of the field, or None.
    """

    name: str
    html: str
    answer: str
    picture: bytes | None


class FewShot:
    """Asks a model for each field that can be seen, in several rounds."""

    takes = frozenset({"form"})

    def __init__(
        self,
        model: Model,
        examples: Sequence[Example],
        *,
        encoding: Encoding,
        vision: bool,
        rounds: int,
        html_tokens: int,
    ) -> None:
        self._model = model
        self._examples = tuple(examples)
        self._encoding: Encoding = encoding
        self._vision = vision
        self._rounds = rounds
        self._html_tokens = html_tokens

    async def run(self, task: Task, session: RecordedSession) -> None:
        page = session.unwrapped
        assert isinstance(page, PageSession)
        answered: set[str] = set()
        for _ in range(self._rounds):
            for field in [field["name"] for field in page.fields]:
                if field in answered or not await _visible(page, field):
                    continue
                reply = await self._model.generate(await self._question(page, field))
                # A field whose answer could not be carried out is asked for again.
                if await carry_out(session, reply.text, usage=reply.usage):
                    answered.add(field)

    async def _question(self, page: PageSession, field: str) -> list[Message]:
        messages = [Message("system", _PROMPT.read_text(encoding="utf-8"))]
        for one in self._examples:
            messages.append(self._asked(one.name, one.html, one.picture))
            messages.append(Message("assistant", one.answer))
        html = await encode(page, self._encoding, field, BASELINE)
        picture = await _picture(page, field) if self._vision else None
        messages.append(self._asked(field, html, picture))
        return messages

    def _asked(self, name: str, html: str, picture: bytes | None) -> Message:
        text = f"Input name: {name}\nHTML:\n{cut(html, self._html_tokens)}"
        role: Role = "user"
        return Message(role, text, images=(picture,) if picture and self._vision else ())


async def _visible(page: PageSession, field: str) -> bool:
    return any(element.visible for element in await page.look_up([field]))


async def _picture(page: PageSession, field: str) -> bytes | None:
    await page.act(form.ScrollToElement(input_name=field))
    return (await page.act(form.TakeScreenshot(target="element", input_name=field))).image


def read_examples(folder: Path, shots: int, encoding: Encoding) -> list[Example]:
    """Examples out of a dump: of the original's kinds, each of another task as far as there are.

    Raises:
        UserError: If there is no dump, it holds tasks to test with, or not enough fields.
    """
    path = folder / FILE
    if not path.is_file():
        raise UserError(
            f"{folder}: holds no {FILE}. Make it with `webproctor dump turkingbench --split train "
            f"--data DATA --instances 1 --out {folder}`, with --images for examples with pictures."
        )
    fields = list(_fields(path))
    taken: list[tuple[str, dict[str, Any], str]] = []
    for kind in KINDS[:shots]:
        fitting = [one for one in fields if one[1]["type"] == kind and one not in taken]
        tasks = {task for task, *_ in taken}
        fresh = [one for one in fitting if one[0] not in tasks]
        if not fitting:
            raise UserError(f"{path}: has too few fields of type {kind!r} for {shots} examples.")
        taken.append((fresh or fitting)[0])
    return [
        Example(
            name=field["input_name"],
            html=page if encoding == "full" else "\n".join(field["relevant_html"]),
            answer=field["action_sequence"],
            picture=_read_picture(folder, field),
        )
        for _, field, page in taken
    ]


def _fields(path: Path) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Every field that has an action: its task, the field, the page."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            one = json.loads(line)
            if one["split"] in TEST_SPLITS:
                raise UserError(
                    f"{path}, line {number}: {one['task']!r} is a task to test with; examples come "
                    "from training tasks."
                )
            told = [field for field in one["fields"] if field["action"]]
            yield from ((one["task"], field, one["html"]) for field in told)
        except (ValueError, KeyError, TypeError) as error:
            raise UserError(f"{path}, line {number}: is no demonstration ({error}).") from error


def _read_picture(folder: Path, field: dict[str, Any]) -> bytes | None:
    name = field.get("image")
    return (folder / name).read_bytes() if name and (folder / name).is_file() else None
