"""The public layout of the data, with all its traps (catalogue, section 1)."""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from webproctor.errors import UserError
from webproctor.grounding.targets import Box, Target

SAMPLE = Path(__file__).with_name("sample")
QUESTIONS = "questions_with_task_updated.json"
# Folders of participants may lie in this one.
ROOT = "full_human_dataset"
# One name is the README's, the other the evaluation script's; both are found, whatever their case.
_HISTORIES = ("extracted_actions_gt.json", "extracted_actions.json")


Where = Callable[[], str]
"""Says where in the data something is; not written out for each of many records."""


@dataclass(frozen=True, slots=True)
class Step:
    """One screenshot of a session, with what the user said.

    Attributes:
        participant: Number of the participant.
        place: Number of the step in the participant's session, from 0, unscored steps included.
        image: Number of the screenshot.
        folder: The participant's folder.
        named: What the data calls the screenshot, within it.
        instruction: What the user said; a longer instruction has several steps.
        boxes: Where a click is right; None for a step that is not answered by a click.
        task: The task that it belongs to.
        website: The website that it is on; empty where the data does not tell.
        own_task: Whether the data names no task, so that the step is one by itself.
        utterance: Number of the instruction in the session, from 0.
        within: Number of the step in its instruction, from 0.
        derived: Whether `utterance` was worked out from equal texts that follow one another.
    """

    participant: int
    place: int
    image: int
    folder: Path
    named: str
    instruction: str
    boxes: tuple[Box, ...] | None
    task: str
    website: str
    own_task: bool
    utterance: int
    within: int
    derived: bool

    @property
    def key(self) -> str:
        """The step's name in files of answers."""
        return f"{self.participant}/{self.image}"

    @property
    def file(self) -> Path:
        """The screenshot; looked for only where it is looked at."""
        file = self.folder / self.named
        return file if file.is_file() else self.folder / "images" / file.name

    @property
    def scored(self) -> bool:
        return self.boxes is not None

    @property
    def target(self) -> Target:
        """The step as what is to be pointed at."""
        groups = {"participant": str(self.participant), "website": self.website}
        of = tuple((kind, value) for kind, value in groups.items() if value)
        return Target(self.key, self.file, self.instruction, self.boxes or (), of)


class Dataset:
    """The sessions of all participants.

    Args:
        path: The folder of participants' folders, or the one that holds it.
        heard: What a recogniser heard of each instruction, by participant and number from 1, to
            stand for what was said, in the history too.

    Raises:
        UserError: If no participant is there, or a file is not what it should be.
    """

    def __init__(self, path: Path, heard: Mapping[tuple[int, int], str] | None = None) -> None:
        self._heard = heard
        inner = path / ROOT
        self.path = inner if inner.is_dir() else path
        if not self.path.is_dir():
            raise UserError(
                f"{path}: not there. Download RealWebAssist from Hugging Face "
                "(stonehj05/RealWebAssist)."
            )
        folders = sorted(
            (one for one in self.path.iterdir() if one.is_dir() and one.name.isdecimal()),
            key=lambda one: int(one.name),
        )
        if not folders:
            raise UserError(f"{self.path}: no participant's folder (1, 2, ...) is in it.")
        self._folders = {int(one.name): one for one in folders}

    @cached_property
    def _said(self) -> Mapping[int, Sequence[Step]]:
        return {number: _read(folder, number) for number, folder in self._folders.items()}

    @cached_property
    def sessions(self) -> Mapping[int, Sequence[Step]]:
        """The steps of each participant, in order."""
        if self._heard is None:
            return self._said
        return {
            number: [self._as_heard(step) for step in steps] for number, steps in self._said.items()
        }

    def spoken(self, participants: Collection[int]) -> list[tuple[str, str]]:
        """What participants said, and what was heard of it; empty without a recogniser."""
        if self._heard is None:
            return []
        said = {
            (step.participant, step.utterance + 1): step.instruction
            for number in sorted(participants)
            for step in self._said[number]
        }
        return [(words, self._heard[place]) for place, words in said.items()]

    def _as_heard(self, step: Step) -> Step:
        assert self._heard is not None
        place = step.participant, step.utterance + 1
        if place not in self._heard:
            raise UserError(
                f"the transcripts have no instruction {place[1]} of participant {place[0]}."
            )
        return replace(step, instruction=self._heard[place])

    @cached_property
    def steps(self) -> Sequence[Step]:
        """All steps, participant by participant."""
        return [step for session in self.sessions.values() for step in session]

    def history(self, participant: int, *, corrected: bool = True) -> list[tuple[str, str]]:
        """What was said and done at each step of a session: instruction, action.

        Args:
            corrected: From corrected transcripts; else from what a recogniser heard.

        Raises:
            UserError: If there is no such file, or it does not belong to the session.
        """
        folder = self._folders[participant]
        wanted = _HISTORIES[0] if corrected else _HISTORIES[1]
        found = next((one for one in folder.iterdir() if one.name.lower() == wanted), None)
        if found is None:
            raise UserError(f"{folder}: a history was asked for, and {wanted} is not there.")
        listed = _list(found)
        if len(listed) != len(self.sessions[participant]):
            raise UserError(
                f"{found}: {len(listed)} actions, and the session has "
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
    said: object = None  # What tells the instruction of the step before.
    for place, record in enumerate(_list(path)):
        where = partial("{}, entry {}".format, path, place)
        instruction = record.get("instruction")
        if not isinstance(instruction, str):
            raise UserError(f"{where()}: instruction is no text.")
        named, numbered = record.get("task"), record.get("instruction_id")
        task = f"unknown_{place}" if named is None else str(named)
        # There is no id in the published data: equal texts that follow one another are taken for
        # one instruction.
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
    """A screenshot's name, and its number."""
    named = record.get("final_image")
    number = named.rpartition("/")[2].rpartition(".")[0] if isinstance(named, str) else ""
    if not isinstance(named, str) or not number.isdecimal():
        raise UserError(f"{where()}: final_image is {named!r}; it must end in images/NUMBER.png.")
    return named, int(number)


def _boxes(given: Any, where: Where) -> tuple[Box, ...] | None:
    if given is None:
        return None
    listed = given if isinstance(given, list) else [given]
    return tuple(_box(one, where) for one in listed)


def _box(given: Any, where: Where) -> Box:
    try:
        x, y, width, height = (float(given[key]) for key in ("x", "y", "width", "height"))
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(
            f"{where()}: bounding_box must have the numbers x, y, width, height: "
            f"{type(error).__name__} {error}."
        ) from error
    return Box(x, y, width, height)


def _list(path: Path) -> list[dict[str, Any]]:
    try:
        listed = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: no JSON list: {error}.") from error
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise UserError(f"{path}: it must be a JSON list of objects.")
    return listed
