"""Reader for the public data (https://huggingface.co/datasets/stonehj05/RealWebAssist)."""

import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import isfinite
from pathlib import Path
from typing import Any

from webproctor.core.errors import DataIncomplete, UserError
from webproctor.files.pictures import picture_size
from webproctor.files.reading import file_in, read_json
from webproctor.methods.grounding.regions import check_regions
from webproctor.methods.grounding.targets import Rectangle, Target

SAMPLE = Path(__file__).with_name("sample")
QUESTIONS = "questions_with_task_updated.json"
BOX_FORMAT = "Boxes must be in pixels of their screenshots."
"""Advice about boxes in another format."""
# The participants' folders may be in a subfolder of this name.
ROOT = "full_human_dataset"
# Histories from corrected transcripts, and from recognised speech. Matched case-insensitively: the
# README and the evaluation script spell the names differently.
_HISTORIES = ("extracted_actions_gt.json", "extracted_actions.json")
# Limit for a screenshot's number; `int` rejects strings of thousands of digits.
_MAX_DIGITS = 9

Location = Callable[[], str]
"""Returns a location in the data for error messages; formatted only when needed."""


@dataclass(frozen=True, slots=True)
class Step:
    """One screenshot of a session, with the user's instruction.

    Attributes:
        participant: Number of the participant.
        index: Index of the step in the participant's session, including unscored steps.
        image: Number of the screenshot.
        folder: The participant's folder.
        file_name: Name of the screenshot in the data, within `folder`.
        instruction: The user's words; an instruction may have several steps.
        boxes: Boxes of accepted clicks, in pixels; None for an unscored step (not a click).
        task: The task that the step belongs to.
        website: The website; "" if the data does not name it.
        own_task: Whether the data names no task and the step is a task of its own.
        utterance: Index of the instruction in the session.
        index_in_instruction: Index of the step in its instruction.
        is_utterance_derived: Whether `utterance` was derived from consecutive equal texts.
    """

    participant: int
    index: int
    image: int
    folder: Path
    file_name: str
    instruction: str
    boxes: tuple[Rectangle, ...] | None
    task: str
    website: str
    own_task: bool
    utterance: int
    index_in_instruction: int
    is_utterance_derived: bool

    @property
    def key(self) -> str:
        """The step's key in answer files, "participant/image"."""
        return f"{self.participant}/{self.image}"

    @property
    def file(self) -> Path:
        """The path of the screenshot; resolved on access."""
        found = file_in(self.folder, self.file_name)
        return found or self.folder / "images" / Path(self.file_name).name

    @property
    def scored(self) -> bool:
        return self.boxes is not None

    @property
    def target(self) -> Target:
        """The step as a grounding target."""
        groups = {"participant": str(self.participant), "website": self.website}
        pairs = tuple((kind, value) for kind, value in groups.items() if value)
        return Target(self.key, self.file, self.instruction, self.boxes or (), pairs)


class Dataset:
    """The sessions of all participants.

    Args:
        path: The folder with the participants' folders, or its parent.
        transcripts: Recognised text of each instruction, by participant and instruction number
            (from 1). It replaces the corrected transcripts, also in the history. Participants
            without any recognised text keep the corrected transcripts.
        faults: If given, gets an error for each participant whose file is invalid, who is then left
            out, instead of raising the first one.

    Attributes:
        folders: The folder of each participant, by number.
        incomplete: Sentences about folders of participants that are not read.

    Raises:
        UserError: If there are no participants, or a file is invalid.
    """

    def __init__(
        self,
        path: Path,
        transcripts: Mapping[tuple[int, int], str] | None = None,
        *,
        faults: list[UserError] | None = None,
    ) -> None:
        self._transcripts = transcripts
        self._faults = faults
        subfolder = path / ROOT
        self.path = subfolder if subfolder.is_dir() else path
        if not self.path.is_dir():
            raise UserError(
                f"{path}: is a file; unpack it, and give the folder."
                if path.exists()
                else f"{path}: not found. Download RealWebAssist with "
                f"`webproctor data realwebassist --get --to {path}`."
            )
        folders = _participant_folders(self.path)
        if not folders:
            # Another release may have other folders around the participants'. Not all levels are
            # searched: the path may be that of a large disk.
            parents = {
                file.parent.parent
                for levels in ("*/*", "*/*/*")
                for file in self.path.glob(f"{levels}/{QUESTIONS}")
            }
            if len(parents) == 1:
                self.path = parents.pop()
                folders = _participant_folders(self.path)
        if not folders:
            hint = f" {' '.join(sentences)}" if (sentences := _unread(self.path)) else ""
            raise UserError(
                f"{self.path}: contains no participant folders (1, 2, ...); give the folder that "
                f"has them.{hint}"
            )
        self.incomplete = _unread(self.path)
        self.folders: dict[int, Path] = {}
        for folder in folders:
            if (first := self.folders.setdefault(int(folder.name), folder)) is not folder:
                raise UserError(
                    f"{folder}: is participant {int(folder.name)}, as {first} is; rename one."
                )

    def warn_if_incomplete(self) -> None:
        """Warn if folders of participants are not read."""
        for sentence in self.incomplete:
            warnings.warn(sentence, DataIncomplete, stacklevel=3)

    @cached_property
    def _corrected_sessions(self) -> Mapping[int, Sequence[Step]]:
        sessions: dict[int, Sequence[Step]] = {}
        for number, folder in self.folders.items():
            try:
                sessions[number] = _read(folder, number)
            except UserError as error:
                if self._faults is None:
                    raise
                self._faults.append(error)
        return sessions

    @cached_property
    def sessions(self) -> Mapping[int, Sequence[Step]]:
        """The steps of each participant, in order."""
        if self._transcripts is None:
            return self._corrected_sessions
        transcribed = {participant for participant, _ in self._transcripts}
        return {
            number: [self._with_transcript(step) for step in steps]
            if number in transcribed
            else steps
            for number, steps in self._corrected_sessions.items()
        }

    def spoken(self, participants: Collection[int]) -> list[tuple[str, str]]:
        """Return pairs of corrected and recognised instructions; empty without a recogniser.

        Raises:
            UserError: If an instruction of a participant was not recognised.
        """
        if self._transcripts is None:
            return []
        instructions = {
            (step.participant, step.utterance + 1): step.instruction
            for number in sorted(participants)
            for step in self._corrected_sessions[number]
        }
        return [(text, self._transcript(key)) for key, text in instructions.items()]

    def _with_transcript(self, step: Step) -> Step:
        key = step.participant, step.utterance + 1
        return replace(step, instruction=self._transcript(key))

    def _transcript(self, key: tuple[int, int]) -> str:
        transcripts = self._transcripts or {}
        if key not in transcripts:
            raise UserError(
                f"the transcripts have no instruction {key[1]} of participant {key[0]}."
            )
        return transcripts[key]

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
        folder = self.folders[participant]
        file_name = _HISTORIES[0] if corrected else _HISTORIES[1]
        files = sorted(folder.iterdir())  # There may be both spellings.
        path = next((entry for entry in files if entry.name.lower() == file_name), None)
        if path is None:
            raise UserError(
                f"{folder}: {file_name} not found; it is required for histories (`webproctor run "
                "realwebassist --past`)."
            )
        entries = _list(path)
        if len(entries) != len(self.sessions[participant]):
            raise UserError(
                f"{path}: has {len(entries)} actions, but the session has "
                f"{len(self.sessions[participant])} steps."
            )
        steps = self.sessions[participant]
        return [
            (
                step.instruction
                if self._transcripts is not None
                else str(entry.get("instruction", "")),
                str(entry.get("extracted_action", "")),
            )
            for step, entry in zip(steps, entries, strict=True)
        ]


def _participant_folders(path: Path) -> list[Path]:
    folders = [one for one in path.iterdir() if one.is_dir() and one.name.isdecimal()]
    return sorted(folders, key=lambda folder: int(folder.name))


def _unread(path: Path) -> list[str]:
    """Return a sentence if folders with the file of a participant do not have a number as name."""
    files = path.glob(f"[!.]*/{QUESTIONS}")
    names = sorted(file.parent.name for file in files if not file.parent.name.isdecimal())
    listed = ", ".join(names[:3]) + ", ..." * (len(names) > 3)
    return [f"{path}: rename {listed} to numbers; other folders are not read."] if names else []


def check_screenshots(steps: Sequence[Step]) -> None:
    """Warn if screenshots of scored steps cannot be read, or do not contain their boxes."""
    sized: list[tuple[Target, tuple[int, int]]] = []
    unreadable: list[str] = []
    for step in steps:
        try:
            sized.append((step.target, picture_size(step.file)))
        except UserError as error:
            unreadable.append(str(error))
    if unreadable:
        message = (
            f"{len(unreadable)} of {len(steps)} scored steps have no readable screenshot; agents "
            f"that read it cannot do their tasks. For example {unreadable[0]}"
        )
        warnings.warn(message, DataIncomplete, stacklevel=3)
    check_regions(sized, BOX_FORMAT, max_outside=1.0)


def _read(folder: Path, participant: int) -> list[Step]:
    path = folder / QUESTIONS
    steps: list[Step] = []
    scored: dict[int, int] = {}  # The entry of each image of a scored step.
    previous_key: object = None  # Identifies the instruction of the previous step.
    for index, entry in enumerate(_list(path)):
        location = partial("{}, entry {}".format, path, index)
        # Tables write missing values as NaN, the only value that differs from itself.
        record = {name: value if value == value else None for name, value in entry.items()}
        instruction = record.get("instruction")
        if not isinstance(instruction, str):
            raise UserError(f"{location()}: instruction must be a string.")
        task_name, instruction_id = record.get("task"), record.get("instruction_id")
        task = f"unknown_{index}" if task_name is None else str(task_name)
        # The published data has no instruction ids: consecutive equal texts count as one
        # instruction.
        instruction_key = (task, instruction) if instruction_id is None else (instruction_id,)
        same = bool(steps) and instruction_key == previous_key
        previous_key = instruction_key
        file_name, image = _picture(record, participant, location)
        if "bounding_box" not in record:
            raise UserError(
                f"{location()}: has no bounding_box; it must be null in a step that is not scored."
            )
        boxes = _boxes(record["bounding_box"], location)
        # Answers are stored by participant and image.
        if boxes is not None and (first := scored.setdefault(image, index)) != index:
            raise UserError(
                f"{location()}: final_image has the number of that of entry {first}, {image}; each "
                "scored step needs an image of its own."
            )
        steps.append(
            Step(
                participant=participant,
                index=index,
                image=image,
                folder=folder,
                file_name=file_name,
                instruction=instruction,
                boxes=boxes,
                task=task,
                website=str(record.get("website") or ""),
                own_task=task_name is None,
                utterance=steps[-1].utterance + (not same) if steps else 0,
                index_in_instruction=steps[-1].index_in_instruction + 1 if same else 0,
                is_utterance_derived=instruction_id is None,
            )
        )
    return steps


def _picture(record: Mapping[str, Any], participant: int, location: Location) -> tuple[str, int]:
    """Return a screenshot's name and number."""
    value = record.get("final_image")
    path = value.replace("\\", "/") if isinstance(value, str) else ""
    number = path.rpartition("/")[2].rpartition(".")[0]
    if not number.isdecimal() or len(number) > _MAX_DIGITS:
        raise UserError(
            f"{location()}: final_image is {value!r:.200}; it must end with images/NUMBER.png."
        )
    *_, owner, _, _ = ("", "", *path.split("/"))
    is_number = owner.isdecimal() and len(owner) <= _MAX_DIGITS
    if ".." in path.split("/") or (is_number and int(owner) != participant):
        raise UserError(
            f"{location()}: final_image is {value!r:.200}; it must be a screenshot of participant "
            f"{participant}."
        )
    return path, int(number)


def _boxes(value: Any, location: Location) -> tuple[Rectangle, ...] | None:
    if value is None:
        return None
    values = value if isinstance(value, list) else [value]
    return tuple(_box(box, location) for box in values)


def _box(value: Any, location: Location) -> Rectangle:
    try:
        x, y, width, height = (float(value[key]) for key in ("x", "y", "width", "height"))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise UserError(
            f"{location()}: bounding_box must have numbers x, y, width and height, not "
            f"{value!r:.200}."
        ) from error
    if not all(map(isfinite, (x, y, width, height))):
        raise UserError(f"{location()}: bounding_box must have finite numbers.")
    return Rectangle(x, y, width, height)


def _list(path: Path) -> list[dict[str, Any]]:
    entries = read_json(path)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise UserError(f"{path}: must be a JSON list of objects.")
    return entries
