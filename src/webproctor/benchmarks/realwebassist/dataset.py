"""Reader for the public data (https://huggingface.co/datasets/stonehj05/RealWebAssist)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import isfinite
from pathlib import Path
from typing import Any

from webproctor.core.errors import UserError
from webproctor.files.reading import file_in, read_json
from webproctor.methods.grounding.targets import Rectangle, Target

SAMPLE = Path(__file__).with_name("sample")
QUESTIONS = "questions_with_task_updated.json"
# The participants' folders may be in a subfolder of this name.
ROOT = "full_human_dataset"
# Histories from corrected transcripts, and from recognised speech. Matched case-insensitively: the
# README and the evaluation script spell the names differently.
_HISTORIES = ("extracted_actions_gt.json", "extracted_actions.json")
# Limit for a screenshot's number; `int` rejects strings of thousands of digits.
_MOST_DIGITS = 9

Where = Callable[[], str]
"""Returns a location in the data for error messages; formatted only when needed."""


@dataclass(frozen=True, slots=True)
class Step:
    """One screenshot of a session, with the user's instruction.

    Attributes:
        participant: Number of the participant.
        place: Index of the step in the participant's session, including unscored steps.
        image: Number of the screenshot.
        folder: The participant's folder.
        named: Name of the screenshot in the data, within `folder`.
        instruction: The user's words; an instruction may have several steps.
        boxes: Boxes of accepted clicks, in pixels; None for an unscored step (not a click).
        task: The task that the step belongs to.
        website: The website; "" if the data does not name it.
        own_task: Whether the data names no task, so that the step is a task of its own.
        utterance: Index of the instruction in the session.
        within: Index of the step in its instruction.
        derived: Whether `utterance` was derived from consecutive equal texts.
    """

    participant: int
    place: int
    image: int
    folder: Path
    named: str
    instruction: str
    boxes: tuple[Rectangle, ...] | None
    task: str
    website: str
    own_task: bool
    utterance: int
    within: int
    derived: bool

    @property
    def key(self) -> str:
        """The step's key in answer files, "participant/image"."""
        return f"{self.participant}/{self.image}"

    @property
    def file(self) -> Path:
        """The path of the screenshot; resolved on access."""
        found = file_in(self.folder, self.named)
        return found or self.folder / "images" / Path(self.named).name

    @property
    def scored(self) -> bool:
        return self.boxes is not None

    @property
    def target(self) -> Target:
        """The step as a grounding target."""
        groups = {"participant": str(self.participant), "website": self.website}
        of = tuple((kind, value) for kind, value in groups.items() if value)
        return Target(self.key, self.file, self.instruction, self.boxes or (), of)


class Dataset:
    """The sessions of all participants.

    Args:
        path: The folder with the participants' folders, or its parent.
        heard: Recognised text of each instruction, by participant and instruction number (from 1).
            It replaces the corrected transcripts, also in the history. Participants without any
            recognised text keep the corrected transcripts.

    Raises:
        UserError: If there are no participants, or a file is invalid.
    """

    def __init__(self, path: Path, heard: Mapping[tuple[int, int], str] | None = None) -> None:
        self._heard = heard
        inner = path / ROOT
        self.path = inner if inner.is_dir() else path
        if not self.path.is_dir():
            raise UserError(
                f"{path}: not found. Download RealWebAssist from Hugging Face "
                "(stonehj05/RealWebAssist)."
            )
        folders = sorted(
            (one for one in self.path.iterdir() if one.is_dir() and one.name.isdecimal()),
            key=lambda one: int(one.name),
        )
        if not folders:
            raise UserError(f"{self.path}: contains no participant folders (1, 2, ...).")
        self._folders = {int(one.name): one for one in folders}

    @cached_property
    def _said(self) -> Mapping[int, Sequence[Step]]:
        return {number: _read(folder, number) for number, folder in self._folders.items()}

    @cached_property
    def sessions(self) -> Mapping[int, Sequence[Step]]:
        """The steps of each participant, in order."""
        if self._heard is None:
            return self._said
        heard = {participant for participant, _ in self._heard}
        return {
            number: [self._as_heard(step) for step in steps] if number in heard else steps
            for number, steps in self._said.items()
        }

    def spoken(self, participants: Collection[int]) -> list[tuple[str, str]]:
        """Return pairs of corrected and recognised instructions; empty without a recogniser.

        Raises:
            UserError: If an instruction of a participant was not recognised.
        """
        if self._heard is None:
            return []
        said = {
            (step.participant, step.utterance + 1): step.instruction
            for number in sorted(participants)
            for step in self._said[number]
        }
        return [(words, self._heard_at(place)) for place, words in said.items()]

    def _as_heard(self, step: Step) -> Step:
        place = step.participant, step.utterance + 1
        return replace(step, instruction=self._heard_at(place))

    def _heard_at(self, place: tuple[int, int]) -> str:
        heard = self._heard or {}
        if place not in heard:
            raise UserError(
                f"the transcripts have no instruction {place[1]} of participant {place[0]}."
            )
        return heard[place]

    @cached_property
    def steps(self) -> Sequence[Step]:
        """All steps, ordered by participant."""
        return [step for session in self.sessions.values() for step in session]

    def history(self, participant: int, *, corrected: bool = True) -> list[tuple[str, str]]:
        """Return the instruction and the action of each step of a session.

        Args:
            corrected: Use the corrected transcripts instead of recognised speech.

        Raises:
            UserError: If the file is missing, or does not match the session.
        """
        folder = self._folders[participant]
        wanted = _HISTORIES[0] if corrected else _HISTORIES[1]
        found = next((one for one in folder.iterdir() if one.name.lower() == wanted), None)
        if found is None:
            raise UserError(f"{folder}: {wanted} not found; it is required for histories (--past).")
        listed = _list(found)
        if len(listed) != len(self.sessions[participant]):
            raise UserError(
                f"{found}: has {len(listed)} actions, but the session has "
                f"{len(self.sessions[participant])} steps."
            )
        steps = self.sessions[participant]
        return [
            (
                step.instruction if self._heard is not None else str(one.get("instruction", "")),
                str(one.get("extracted_action", "")),
            )
            for step, one in zip(steps, listed, strict=True)
        ]


def _read(folder: Path, participant: int) -> list[Step]:
    path = folder / QUESTIONS
    steps: list[Step] = []
    said: object = None  # Identifies the instruction of the previous step.
    for place, record in enumerate(_list(path)):
        where = partial("{}, entry {}".format, path, place)
        instruction = record.get("instruction")
        if not isinstance(instruction, str):
            raise UserError(f"{where()}: instruction must be a string.")
        named, numbered = record.get("task"), record.get("instruction_id")
        task = f"unknown_{place}" if named is None else str(named)
        # The published data has no instruction ids: consecutive equal texts count as one
        # instruction.
        saying = (task, instruction) if numbered is None else (numbered,)
        same = bool(steps) and saying == said
        said = saying
        named_picture, image = _picture(record, where)
        steps.append(
            Step(
                participant=participant,
                place=place,
                image=image,
                folder=folder,
                named=named_picture,
                instruction=instruction,
                boxes=_boxes(record.get("bounding_box"), where),
                task=task,
                website=str(record.get("website") or ""),
                own_task=named is None,
                utterance=steps[-1].utterance + (not same) if steps else 0,
                within=steps[-1].within + 1 if same else 0,
                derived=numbered is None,
            )
        )
    return steps


def _picture(record: Mapping[str, Any], where: Where) -> tuple[str, int]:
    """Return a screenshot's name and number."""
    named = record.get("final_image")
    number = named.rpartition("/")[2].rpartition(".")[0] if isinstance(named, str) else ""
    if not isinstance(named, str) or not number.isdecimal() or len(number) > _MOST_DIGITS:
        raise UserError(
            f"{where()}: final_image is {named!r:.200}; it must end with images/NUMBER.png."
        )
    return named, int(number)


def _boxes(given: Any, where: Where) -> tuple[Rectangle, ...] | None:
    if given is None:
        return None
    listed = given if isinstance(given, list) else [given]
    return tuple(_box(one, where) for one in listed)


def _box(given: Any, where: Where) -> Rectangle:
    try:
        x, y, width, height = (float(given[key]) for key in ("x", "y", "width", "height"))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise UserError(
            f"{where()}: bounding_box must have numbers x, y, width and height: "
            f"{type(error).__name__} {error}."
        ) from error
    if not all(map(isfinite, (x, y, width, height))):
        raise UserError(f"{where()}: bounding_box must have finite numbers.")
    return Rectangle(x, y, width, height)


def _list(path: Path) -> list[dict[str, Any]]:
    listed = read_json(path)
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise UserError(f"{path}: must be a JSON list of objects.")
    return listed
