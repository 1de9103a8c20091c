"""The timeline of a recording: instructions in the sound, and the steps that follow each."""

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from sqlalchemy.orm import Session

from webproctor.collect.tools.session.files import Files
from webproctor.collect.tools.session.segmenting import spoken
from webproctor.collect.tools.session.tables import Instruction, Recording, Step
from webproctor.core.errors import UserError
from webproctor.core.sanitize import clean_text
from webproctor.files.reading import faults
from webproctor.methods.speech.audio import RATE

LONGEST = 2000
"""Maximum number of characters of a text."""
MOST = 5000
"""Maximum number of instructions of a recording."""
# Seconds by which an instruction may exceed the sound: browsers round.
_OVER = 0.05
Change = Callable[[str], str]
"""Masks names in a text."""


class _Texts(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, str_strip_whitespace=True)

    @field_validator("*")
    @classmethod
    def _clean(cls, value: Any) -> Any:
        return clean_text(value).replace("\0", "\ufffd") if isinstance(value, str) else value


class GivenInstruction(_Texts):
    """An instruction as the page sends it; the fields are those of `Instruction`."""

    start: float = Field(ge=0)
    end: float
    text: str = Field("", max_length=LONGEST)
    task: str = Field("", max_length=LONGEST)
    website: str = Field("", max_length=200)


class GivenStep(_Texts):
    """What the page changes of a step; `instruction` is an index, or None if it is not used."""

    id: int
    action: str = Field("", max_length=LONGEST)
    instruction: int | None = Field(None, ge=0)


class Timeline(BaseModel):
    """A changed timeline.

    Attributes:
        revision: The revision that was changed; another one is refused.
    """

    model_config = ConfigDict(extra="forbid")

    revision: int
    instructions: list[GivenInstruction] = Field(max_length=MOST)
    steps: list[GivenStep]


def parse(value: Any) -> Timeline:
    """Parse a timeline.

    Raises:
        UserError: If a field is missing or invalid.
    """
    try:
        return Timeline.model_validate(value)
    except ValidationError as error:
        raise UserError(f"The timeline is not valid: {faults(error)}.") from error


def shown(recording: Recording) -> dict[str, Any]:
    """Return the timeline as JSON data for the page."""
    numbers = {one.id: index for index, one in enumerate(recording.instructions)}
    return {
        "revision": recording.revision,
        "seconds": recording.samples / RATE,
        "instructions": [
            {name: getattr(one, name) for name in ("start", "end", "text", "task", "website")}
            for one in recording.instructions
        ],
        "steps": [
            {
                "id": one.id,
                "seconds": one.seconds,
                "action": one.action,
                "instruction": numbers.get(one.instruction_id or 0),
            }
            for one in recording.steps
        ],
    }


def change(session: Session, recording: Recording, given: Timeline, masked: Change) -> None:
    """Replace the instructions of a recording, and link its steps.

    Raises:
        UserError: If the recording is no longer edited, the revision is another one, or times,
            steps or links are invalid.
    """
    if recording.state != "editing":
        raise UserError("This recording cannot be edited now.")
    if given.revision != recording.revision:
        raise UserError("It was changed in another window. Load the page again.")
    _check(recording, given)
    made = [
        Instruction(
            start=one.start,
            end=min(one.end, recording.samples / RATE),
            text=masked(one.text),
            task=masked(one.task),
            website=masked(one.website),
        )
        for one in given.instructions
    ]
    _replace(session, recording, made, {one.id: one.instruction for one in given.steps})
    by_id = {one.id: one for one in recording.steps}
    for one in given.steps:
        by_id[one.id].action = masked(one.action)


def _check(recording: Recording, given: Timeline) -> None:
    before = 0.0
    for number, one in enumerate(given.instructions, 1):
        if one.end <= one.start:
            raise UserError(f"Instruction {number} must end after it starts.")
        if one.start < before:
            raise UserError(f"Instruction {number} starts before the one before it ends.")
        before = one.end
    if before > recording.samples / RATE + _OVER:
        raise UserError(f"Instruction {len(given.instructions)} ends after the sound.")
    if [one.id for one in given.steps] != [one.id for one in recording.steps]:
        raise UserError("The steps are not those of the recording. Load the page again.")
    last = 0
    for number, one in enumerate(given.steps, 1):
        if one.instruction is None:
            continue
        if one.instruction >= len(given.instructions):
            raise UserError(f"Step {number} belongs to an instruction that does not exist.")
        if one.instruction < last:
            raise UserError(f"Step {number} belongs to an earlier instruction than a step before.")
        last = one.instruction


def _replace(
    session: Session,
    recording: Recording,
    made: list[Instruction],
    links: dict[int, int | None],
) -> None:
    """Replace the instructions; `links` has the index of each step's instruction."""
    for step in recording.steps:
        step.instruction_id = None
    session.flush()
    recording.instructions = made
    recording.revision += 1
    session.flush()
    for step in recording.steps:
        index = links.get(step.id)
        step.instruction_id = None if index is None else made[index].id


def draft(session: Session, recording: Recording, files: Files) -> None:
    """Replace the instructions by the parts with speech."""
    found = spoken(files.sound(0, recording.samples))[:MOST]
    from_parts(session, recording, [(start, end, "") for start, end in found])


def from_parts(
    session: Session, recording: Recording, parts: list[tuple[float, float, str]]
) -> None:
    """Replace the instructions by parts of the sound: start, end and text.

    Task and website come from the log. A step is linked to the instruction that started last
    before it.
    """
    made = [
        Instruction(
            start=start,
            end=end,
            text=text,
            task=_logged(recording, "task", end),
            website=_logged(recording, "website", end),
        )
        for start, end, text in parts
    ]
    links = {step.id: _last(parts, step) for step in recording.steps}
    _replace(session, recording, made, links)


def _last(parts: list[tuple[float, float, str]], step: Step) -> int | None:
    before = [index for index, part in enumerate(parts) if part[0] <= step.seconds]
    return before[-1] if before else None


def _logged(recording: Recording, kind: str, until: float) -> str:
    """Return the last text of a kind in the log up to a time, or ""."""
    found = [one.text for one in recording.events if one.kind == kind and one.seconds <= until]
    return found[-1] if found else ""


def used(recording: Recording) -> list[Step]:
    """Return the steps that are linked to an instruction, in order."""
    return [one for one in recording.steps if one.instruction_id is not None]


def check_complete(recording: Recording) -> None:
    """Check that a timeline can be labelled.

    Raises:
        UserError: If no step is linked, or a linked instruction has no transcript or no task.
    """
    steps = used(recording)
    if not steps:
        raise UserError("Link at least one step to an instruction.")
    linked = {one.instruction_id for one in steps}
    for number, one in enumerate(recording.instructions, 1):
        if one.id in linked and not one.text:
            raise UserError(f"Instruction {number} has no transcript.")
        if one.id in linked and not one.task:
            raise UserError(f"Instruction {number} has no task.")
