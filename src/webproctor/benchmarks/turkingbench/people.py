"""TurkingBench for people: the form in their own browser, read as at the end of an episode."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from webproctor.benchmarks.people import (
    REPORTED,
    ForPeople,
    PageAttempt,
    Recorded,
    Submit,
    steps_of,
    without_sound,
)
from webproctor.benchmarks.turkingbench.benchmark import TurkingBench
from webproctor.benchmarks.turkingbench.mirror.recorded import Mirrors
from webproctor.benchmarks.turkingbench.session import LIBRARY
from webproctor.benchmarks.turkingbench.site import POLICY, Reading, localised, mirrored
from webproctor.core.errors import UserError
from webproctor.core.tasks import Limits, Task
from webproctor.environments import browser
from webproctor.environments.browser import witness
from webproctor.environments.browser.witness import Input
from webproctor.files.reading import describe_errors

_INSTRUCTIONS = (
    "Each task is a form in a window of its own. Read its instructions, fill it in, and press the "
    "form's button to submit it: you can submit it once.",
)
_INSTRUCTION = "Fill in the form as its own instructions ask, and submit it."
_SCRIPT = Path(__file__).with_name("people.js")
_SUBMIT = '<input type="submit" value="Submit" disabled>'
_PRACTICE = """\
<style>body { max-width: 40rem; margin: 2rem auto; font: 16px/1.6 system-ui, sans-serif; }</style>
<form method="post" action="#"><h1>Practice</h1>
<p>Which of these is a fruit?</p>
<p><label><input type="radio" name="fruit" value="apple"> Apple</label>
<label><input type="radio" name="fruit" value="chair"> Chair</label></p>
<p><label>Write the word "window": <input type="text" name="word"></label></p>
<input type="submit" value="Submit"></form>"""
_Number = Annotated[float, Field(allow_inf_nan=False)]


class Sent(BaseModel):
    """What the page of an attempt sends when the form is submitted.

    Attributes:
        fields: The scored fields, as read by `fields.read`.
        inputs: Reports of trusted inputs, as `witness.js` makes them.
    """

    model_config = ConfigDict(extra="forbid")

    fields: list[Reading] = Field(max_length=5000)
    inputs: list[tuple[str, _Number, _Number, _Number, str, str]] = Field(max_length=100_000)


class FormAttempt(PageAttempt):
    """An attempt at a form. The page has the form's state, so it outlasts the server.

    Args:
        task: The task.
        source: The HTML of the page.
        field_names: The names of the scored fields.
        copies: Local copies of public files.
        submit: Stores the answer.
    """

    start = "/"

    def __init__(
        self, task: Task, source: str, field_names: Sequence[str], copies: Mirrors, submit: Submit
    ) -> None:
        self.task = task
        self._source = source
        self._field_names = tuple(field_names)
        self._copies = copies
        self._submit = submit
        self.app = Starlette(
            routes=[
                Route("/", self._page),
                Route("/own/form.js", self._script),
                Route("/own/submit", self._submitted, methods=["POST"]),
                Route("/mirror/{host}/{path:path}", self._mirrored),
            ]
        )

    @property
    def instruction(self) -> str:
        # The names of the fields, which agents get, are not shown on the page.
        return _INSTRUCTION

    async def recorded(self, answers: Sequence[Any], *, finished: bool) -> Recorded:
        if not answers:
            return Recorded(evidence={"inputs": REPORTED})
        sent = Sent.model_validate(answers[-1])
        inputs = [Input.read(list(entry), 0.0) for entry in sent.inputs]
        fields = [entry.model_dump() for entry in sent.fields]
        return Recorded(steps_of(inputs), {"fields": fields, "inputs": REPORTED})

    async def _page(self, request: Request) -> Response:
        # The button that the benchmark adds to templates without one is disabled for agents.
        source = localised(self._source, self._copies).replace(
            _SUBMIT, _SUBMIT.replace(" disabled", "")
        )
        headers = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"}
        return HTMLResponse(f'<script src="/own/form.js"></script>\n{source}', headers=headers)

    async def _script(self, request: Request) -> Response:
        names = json.dumps(self._field_names)
        text = _libraries().replace("ASKED", names)
        return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-store"})

    async def _mirrored(self, request: Request) -> Response:
        return mirrored(request, self._copies)

    async def _submitted(self, request: Request) -> Response:
        try:
            sent = parse_sent(await request.body(), self._field_names)
        except UserError as error:
            return PlainTextResponse(str(error), 400)
        if not await self._submit(sent.model_dump(mode="json")):
            return PlainTextResponse("This task has ended. Go back to the first window.", 409)
        return PlainTextResponse("Your form is stored. Go back to the first window.")


def parse_sent(data: bytes, field_names: Sequence[str]) -> Sent:
    """Parse what the page of an attempt sends.

    Args:
        data: JSON.
        field_names: The names of the scored fields.

    Raises:
        UserError: If it is not what the script of the page sends.
    """
    try:
        sent = Sent.model_validate_json(data)
    except ValidationError as error:
        raise UserError(f"This form cannot be read: {describe_errors(error)}.") from error
    names = [field.name for field in sent.fields]
    if len({*names}) != len(names) or not {*names} <= {*field_names}:
        raise UserError("This form cannot be read: its fields are those of another form.")
    return sent


@cache
def _libraries() -> str:
    """Return the script of the page: the functions that read forms, in a scope of their own."""
    folder = Path(browser.__file__).parent
    files = (folder / "dom.js", folder / "page.js", LIBRARY)
    dom, page, fields = (path.read_text(encoding="utf-8") for path in files)
    parts = (
        "((globalThis) => {",
        dom,
        "const { dom } = globalThis;",
        page,
        "const { webproctor } = globalThis;",
        _SCRIPT.read_text(encoding="utf-8"),
        fields,
        witness.source(),
        "started();\n})({});",
    )
    return "\n".join(parts)


def for_people(benchmark: TurkingBench, *, sound: bool = False) -> ForPeople:
    """Return how people take the instances."""
    without_sound(benchmark.name, sound)

    def attempt(task: Task, submit: Submit) -> FormAttempt:
        folder = benchmark.dataset.task(str(task.tags["task"]))
        source = folder.page(int(task.tags["row"]))
        return FormAttempt(task, source, folder.field_names, benchmark.copies, submit)

    def practice(submit: Submit) -> FormAttempt:
        task = Task("practice", benchmark.name, _INSTRUCTION, limits=Limits(seconds=600.0))
        return FormAttempt(task, _PRACTICE, ("fruit", "word"), benchmark.copies, submit)

    condition = {
        "inputs": REPORTED,
        "steps": "no limit",
        "window": "1280 x 720 at first",
        "instruction": "the form's own",
    }
    return ForPeople(_INSTRUCTIONS, condition, attempt, practice)
