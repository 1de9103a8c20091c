"""The timeline of a recording: instructions in the sound, and the steps that follow each."""

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from sqlalchemy.orm import Session

from webproctor.collect.store import storable
from webproctor.collect.tools.session.files import Files
from webproctor.collect.tools.session.segmenting import spoken
from webproctor.collect.tools.session.tables import Instruction, Recording, Step
from webproctor.core.errors import UserError
from webproctor.files.reading import describe_errors
from webproctor.methods.speech.audio import RATE

MAX_LENGTH = 2000
"""Maximum number of characters of a text."""
MAX_INSTRUCTIONS = 5000
"""Maximum number of instructions of a recording."""
# Seconds by which an instruction may exceed the sound: browsers round.
_TOLERANCE = 0.05
TextMask = Callable[[str], str]
"""Masks names in a text."""


class _CleanTexts(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, str_strip_whitespace=True)

    @field_validator("*")
    @classmethod
    def _clean(cls, value: Any) -> Any:
        return storable(value) if isinstance(value, str) else value


class InstructionData(_CleanTexts):
    """An instruction as the page sends it; the fields are those of `Instruction`."""

    start: float = Field(ge=0)
    end: float
    text: str = Field("", max_length=MAX_LENGTH)
    task: str = Field("", max_length=MAX_LENGTH)
    website: str = Field("", max_length=200)


class StepData(_CleanTexts):
    """What the page changes of a step; `instruction` is an index, or None if it is not used."""

    id: int
    action: str = Field("", max_length=MAX_LENGTH)
    instruction: int | None = Field(None, ge=0)


class Timeline(BaseModel):
    """A changed timeline.

    Attributes:
        revision: The revision that was changed; another one is refused.
    """

    model_config = ConfigDict(extra="forbid")

    revision: int
    instructions: list[InstructionData] = Field(max_length=MAX_INSTRUCTIONS)
    steps: list[StepData]


def parse(value: Any) -> Timeline:
    """Parse a timeline.

    Raises:
        UserError: If a field is missing or invalid.
    """
    try:
        return Timeline.model_validate(value)
    except ValidationError as error:
        raise UserError(f"The timeline is not valid: {describe_errors(error)}.") from error


def as_json(recording: Recording) -> dict[str, Any]:
    """Return the timeline as JSON data for the page."""
    indices = {instruction.id: index for index, instruction in enumerate(recording.instructions)}
    return {
        "revision": recording.revision,
        "seconds": recording.samples / RATE,
        "instructions": [
            {
                name: getattr(instruction, name)
                for name in ("start", "end", "text", "task", "website")
            }
            for instruction in recording.instructions
        ],
        "steps": [
            {
                "id": step.id,
                "seconds": step.seconds,
                "action": step.action,
                "instruction": indices.get(step.instruction_id or 0),
            }
            for step in recording.steps
        ],
    }


def change(session: Session, recording: Recording, timeline: Timeline, mask: TextMask) -> None:
    """Replace the instructions of a recording, and link its steps; once, if that is sent twice.

    Raises:
        UserError: If the recording is no longer edited, the revision is another one, or times,
            steps or links are invalid.
    """
    if recording.state != "editing":
        raise UserError("This recording cannot be edited now.")
    instructions = [
        {
            "start": instruction.start,
            "end": min(instruction.end, recording.samples / RATE),
            "text": mask(instruction.text),
            "task": mask(instruction.task),
            "website": mask(instruction.website),
        }
        for instruction in timeline.instructions
    ]
    steps = [step.model_copy(update={"action": mask(step.action)}) for step in timeline.steps]
    if timeline.revision != recording.revision:
        stored = as_json(recording)
        stored_steps = [(one["id"], one["action"], one["instruction"]) for one in stored["steps"]]
        if (
            timeline.revision + 1 == recording.revision
            and instructions == stored["instructions"]
            and [(step.id, step.action, step.instruction) for step in steps] == stored_steps
        ):
            return
        raise UserError("It was changed in another window. Load the page again.")
    _check(recording, timeline)
    links = {step.id: step.instruction for step in steps}
    _replace(session, recording, [Instruction(**one) for one in instructions], links)
    by_id = {step.id: step for step in recording.steps}
    for step in steps:
        by_id[step.id].action = step.action


def _check(recording: Recording, timeline: Timeline) -> None:
    previous_end = 0.0
    for number, instruction in enumerate(timeline.instructions, 1):
        if instruction.end <= instruction.start:
            raise UserError(f"Instruction {number} must end after it starts.")
        if instruction.start < previous_end:
            raise UserError(f"Instruction {number} starts before the one before it ends.")
        previous_end = instruction.end
    if previous_end > recording.samples / RATE + _TOLERANCE:
        raise UserError(f"Instruction {len(timeline.instructions)} ends after the sound.")
    if [step.id for step in timeline.steps] != [step.id for step in recording.steps]:
        raise UserError("The steps are not those of the recording. Load the page again.")
    previous_index = 0
    for number, step in enumerate(timeline.steps, 1):
        if step.instruction is None:
            continue
        if step.instruction >= len(timeline.instructions):
            raise UserError(f"Step {number} belongs to an instruction that does not exist.")
        if step.instruction < previous_index:
            raise UserError(f"Step {number} belongs to an earlier instruction than a step before.")
        previous_index = step.instruction


def _replace(
    session: Session,
    recording: Recording,
    instructions: list[Instruction],
    links: dict[int, int | None],
) -> None:
    """Replace the instructions; `links` has the index of each step's instruction."""
    for step in recording.steps:
        step.instruction_id = None
    session.flush()
    recording.instructions = instructions
    recording.revision += 1
    session.flush()
    for step in recording.steps:
        index = links.get(step.id)
        step.instruction_id = None if index is None else instructions[index].id


def draft(session: Session, recording: Recording, files: Files) -> None:
    """Replace the instructions by the parts with speech."""
    parts = spoken(files.sound(0, recording.samples))[:MAX_INSTRUCTIONS]
    from_parts(session, recording, [(start, end, "") for start, end in parts])


def from_parts(
    session: Session, recording: Recording, parts: list[tuple[float, float, str]]
) -> None:
    """Replace the instructions by parts of the sound: start, end and text.

    Task and website come from the log. A step is linked to the instruction that started last
    before it.
    """
    instructions = [
        Instruction(
            start=start,
            end=end,
            text=text,
            task=_last_logged(recording, "task", end),
            website=_last_logged(recording, "website", end),
        )
        for start, end, text in parts
    ]
    links = {step.id: _last_started(parts, step) for step in recording.steps}
    _replace(session, recording, instructions, links)


def _last_started(parts: list[tuple[float, float, str]], step: Step) -> int | None:
    started = [index for index, part in enumerate(parts) if part[0] <= step.seconds]
    return started[-1] if started else None


def _last_logged(recording: Recording, kind: str, until: float) -> str:
    """Return the last text of a kind in the log up to a time, or ""."""
    texts = [
        event.text for event in recording.events if event.kind == kind and event.seconds <= until
    ]
    return texts[-1] if texts else ""


def used_steps(recording: Recording) -> list[Step]:
    """Return the steps that are linked to an instruction, in order."""
    return [step for step in recording.steps if step.instruction_id is not None]


def check_complete(recording: Recording) -> None:
    """Check that a timeline can be labelled.

    Raises:
        UserError: If no step is linked, or a linked instruction has no transcript or no task.
    """
    steps = used_steps(recording)
    if not steps:
        raise UserError("Link at least one step to an instruction.")
    linked = {step.instruction_id for step in steps}
    for number, instruction in enumerate(recording.instructions, 1):
        if instruction.id in linked and not instruction.text:
            raise UserError(f"Instruction {number} has no transcript.")
        if instruction.id in linked and not instruction.task:
            raise UserError(f"Instruction {number} has no task.")
