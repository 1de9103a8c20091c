"""The few-shot agent of the paper's baselines: one question per field, no history between fields.

The format of the questions and the field types of the examples are those of the original
(https://github.com/JHU-CLSP/turking-bench): `Input name: X`, a line break, `HTML:`, a line break,
the HTML; nine examples, of which the first 1, 3 or 7 are used. The examples themselves come from a
dump of training tasks, because two of the original ones are incorrect. Examples and questions show
the same number of lines.

In later passes, a question also contains the last answer about the field, and what was wrong with
it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ValidationError

from webproctor.benchmarks.turkingbench.encodings import (
    WINDOWS,
    Encoding,
    Window,
    encode,
    narrowed,
)
from webproctor.benchmarks.turkingbench.replay import execute_answer
from webproctor.benchmarks.turkingbench.session import PageSession
from webproctor.core.actions import form
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Model
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task, is_test_split
from webproctor.core.tokens import truncate
from webproctor.files.reading import describe_errors, file_in, read_json_lines

# Name of a dump's file of demonstrations.
FILE = "demonstrations.jsonl"
# Field types of the original's examples, in its order.
KINDS = (*("checkbox", "checkbox", "radio", "checkbox", "range", "text", "text", "radio", "radio"),)
_PROMPT = Path(__file__).with_name("few_shot.txt")
# What the prompt says about the HTML of each encoding.
_HTML_NOTES = {
    "full": "The HTML contains the instructions of the task: follow them.",
    "relevant": "The HTML is the part of the page around the field, without the instructions.",
}
# Longest part of a failed answer that the model is shown.
_FAILED_ANSWER_TOKENS = 1000
Picture = Literal["field", "view"]


@dataclass(frozen=True)
class Example:
    """A field of a training task with its correct answer.

    Attributes:
        name: The field's name.
        html: Its HTML in the encoding in use.
        answer: The action that enters the correct value.
        picture: A PNG of the view with the field, or None.
    """

    name: str
    html: str
    answer: str
    picture: bytes | None


class _Field(BaseModel):
    """The parts of a dump's field that examples use."""

    input_name: str
    type: str
    relevant_html: list[str]
    action: dict[str, Any] | None = None
    action_sequence: str
    image: str | None = None


# A field with its task, and the page as served.
_FoundField = tuple[str, _Field, str]


class _Demonstration(BaseModel):
    """One line of a dump's demonstrations."""

    task: str
    split: str
    html: str
    fields: list[_Field]


class FewShot:
    """Asks a model about each visible field, in one or more passes."""

    takes = frozenset({"form"})

    def __init__(
        self,
        model: Model,
        examples: Sequence[Example],
        *,
        encoding: Encoding,
        window: Window,
        vision: bool,
        picture: Picture,
        max_passes: int,
        html_tokens: int,
    ) -> None:
        self._model = model
        self._examples = tuple(examples)
        self._encoding: Encoding = encoding
        self._window = window
        self._vision = vision
        self._picture: Picture = picture
        self._max_passes = max_passes
        self._html_tokens = html_tokens

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        page = session.unwrapped
        assert isinstance(page, PageSession)
        # What was wrong with the last answer about a field; "" if it was executed.
        failures: dict[str, str] = {}
        for _ in range(self._max_passes):
            for field in [field["name"] for field in page.fields]:
                if failures.get(field) == "" or not await _visible(page, field):
                    continue
                question = await self._question(page, field, failures.get(field, ""))
                reply = await self._model.generate(question)
                error = await execute_answer(session, reply.text, usage=reply.usage)
                answer = truncate(reply.text, _FAILED_ANSWER_TOKENS)
                failures[field] = (
                    f"Your last answer:\n{answer}\nIt failed: {error}" if error else ""
                )

    async def _question(self, page: PageSession, field: str, failure: str) -> list[Message]:
        prompt = _PROMPT.read_text(encoding="utf-8").format(shown=_HTML_NOTES[self._encoding])
        messages = [Message("system", prompt)]
        for example in self._examples:
            messages.append(self._field_message(example.name, example.html, example.picture))
            messages.append(Message("assistant", example.answer))
        html = await encode(page, self._encoding, field, self._window)
        picture = await self._screenshot(page, field) if self._vision else None
        messages.append(self._field_message(field, html, picture, failure))
        return messages

    async def _screenshot(self, page: PageSession, field: str) -> bytes | None:
        await page.act(form.ScrollToElement(input_name=field))
        if self._picture == "field":
            screenshot = form.TakeScreenshot(target="element", input_name=field)
        else:
            screenshot = form.TakeScreenshot(target="view", input_name=field, border=True)
        return (await page.act(screenshot)).image

    def _field_message(
        self, name: str, html: str, picture: bytes | None, failure: str = ""
    ) -> Message:
        text = f"Input name: {name}\nHTML:\n{truncate(html, self._html_tokens)}"
        text += f"\n\n{failure}" if failure else ""
        return Message("user", text, images=(picture,) if picture and self._vision else ())


async def _visible(page: PageSession, field: str) -> bool:
    return any(element.visible for element in await page.look_up([field]))


def read_examples(
    folder: Path,
    shots: int,
    encoding: Encoding,
    window: Window = WINDOWS["paper"],
    example_fields: Sequence[str] = (),
) -> list[Example]:
    """Read examples from a dump.

    Args:
        shots: Number of examples.
        window: The lines around the field, for the encoding `relevant`.
        example_fields: The fields of the examples, in order, each as `TASK/FIELD`. By default they
            have the original's field types, and are from different tasks if possible.

    Raises:
        UserError: If there is no dump, it contains test tasks, or it does not have the fields.
    """
    path = folder / FILE
    if not path.is_file():
        raise UserError(
            f"{folder}: {FILE} not found. Create it with `webproctor dump turkingbench --split "
            f"train --data DATA --instances 1 --out {folder}`; for screenshots, add "
            "--include-screenshots."
        )
    fields = list(_fields(path))
    selected = (
        _requested_fields(path, fields, example_fields[:shots])
        if example_fields
        else _fields_by_type(path, fields, shots)
    )
    return [
        Example(
            name=field.input_name,
            html=page
            if encoding == "full"
            else "\n".join(narrowed(field.relevant_html, field.input_name, window)),
            answer=field.action_sequence,
            picture=_read_picture(folder, field),
        )
        for _, field, page in selected
    ]


def _requested_fields(
    path: Path, fields: Sequence[_FoundField], requested: Sequence[str]
) -> list[_FoundField]:
    existing = {f"{task}/{field.input_name}": (task, field, page) for task, field, page in fields}
    for name in requested:
        if name not in existing:
            raise UserError(f"{path}: has no example {name!r}. Add the task to the dump.")
    return [existing[name] for name in requested]


def _fields_by_type(path: Path, fields: Sequence[_FoundField], shots: int) -> list[_FoundField]:
    selected: list[_FoundField] = []
    for kind in KINDS[:shots]:
        matching = [found for found in fields if found[1].type == kind and found not in selected]
        tasks = {task for task, *_ in selected}
        of_new_tasks = [found for found in matching if found[0] not in tasks]
        if not matching:
            raise UserError(f"{path}: has too few fields of type {kind!r} for {shots} examples.")
        selected.append((of_new_tasks or matching)[0])
    return selected


def _fields(path: Path) -> Iterator[_FoundField]:
    """Yield task, field and page of every field with an action."""
    for number, line in read_json_lines(path):
        try:
            demonstration = _Demonstration.model_validate(line)
        except ValidationError as error:
            raise UserError(
                f"{path}, line {number}: not a valid demonstration ({describe_errors(error)})."
            ) from error
        if is_test_split(demonstration.split):
            raise UserError(
                f"{path}, line {number}: {demonstration.task!r} is a test task; examples must "
                "come from training tasks."
            )
        yield from (
            (demonstration.task, field, demonstration.html)
            for field in demonstration.fields
            if field.action
        )


def _read_picture(folder: Path, field: _Field) -> bytes | None:
    path = file_in(folder, field.image) if field.image else None
    return path.read_bytes() if path else None
