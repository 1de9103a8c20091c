"""`webproctor data realwebassist`: audit a folder, download the public data set."""

import hashlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from webproctor.benchmarks.realwebassist.answers import collisions
from webproctor.benchmarks.realwebassist.dataset import BOX_FORMAT, Dataset, Step
from webproctor.core.errors import UserError
from webproctor.files import hub
from webproctor.files.downloading import Progress
from webproctor.files.pictures import checked_size
from webproctor.files.reading import read_data
from webproctor.methods.grounding.regions import Sized, region_faults

REPOSITORY = "stonehj05/RealWebAssist"
MAX_SIZE = 20_000_000_000
"""Default limit, in bytes, for the downloaded files together."""
# The screenshots with the boxes of correct clicks drawn, for people to look at.
_SOLUTIONS = "*answer_images/*"
# Counts of the public data set.
PUBLISHED = {
    "participants": 10,
    "tasks": 107,
    "instructions": 1885,
    "scored instructions": 1412,
    "screenshots": 2524,
    "scored steps": 1714,
}
_SCORED_STEPS = (111, 85, 201, 196, 199, 170, 194, 186, 218, 154)
# `digest` of each participant's scored steps.
_DIGESTS = (
    "df6c843c1fa5",
    "e4d8f57b68e1",
    "fe2d3e92757b",
    "b67eef8d9ddb",
    "d6421657f094",
    "194fc68731e7",
    "f3fce5957028",
    "b960b3c5c031",
    "def7af7abcab",
    "f6259dc55597",
)
_MAX_EXAMPLES = 5


@dataclass(frozen=True)
class Problem:
    """A problem in the data."""

    severity: Literal["error", "warning"]
    message: str

    def __str__(self) -> str:
        return f"{self.severity}: {self.message}"


def check(folder: Path) -> dict[str, Any]:
    """Audit a data folder: counts (against the published ones), screenshots, boxes, histories.

    Returns:
        `problems`, each with severity and message, and `counts`.

    Raises:
        UserError: If the folder contains no participants.
    """
    faults: list[UserError] = []
    dataset = Dataset(folder, faults=faults)
    steps = dataset.steps
    counts = {
        "participants": len(dataset.sessions),
        "tasks": _tasks(steps),
        "instructions": len({(step.participant, step.utterance) for step in steps}),
        "scored instructions": len(
            {(step.participant, step.utterance) for step in steps if step.scored}
        ),
        "screenshots": len(steps),
        "scored steps": sum(step.scored for step in steps),
    }
    problems = [Problem("error", str(fault)) for fault in faults]
    problems += [
        Problem("warning", f"found {counts[name]} {name}; the published data has {expected}.")
        for name, expected in PUBLISHED.items()
        if counts[name] != expected
    ]
    for number, session in dataset.sessions.items():
        scored = sum(step.scored for step in session)
        if number <= len(_SCORED_STEPS) and scored != _SCORED_STEPS[number - 1]:
            problems.append(
                Problem(
                    "warning",
                    f"participant {number} has {scored} scored steps, the published data "
                    f"{_SCORED_STEPS[number - 1]}: this is another revision.",
                )
            )
        elif number <= len(_DIGESTS) and digest(session) != _DIGESTS[number - 1]:
            problems.append(
                Problem(
                    "warning",
                    f"the scored steps of participant {number} differ from the published ones: "
                    "this is another revision.",
                )
            )
        try:
            dataset.history(number)
        except UserError as error:
            problems.append(Problem("warning", str(error)))
    problems += [Problem("warning", f"{warning}.") for warning in collisions(steps)]
    problems += [Problem("warning", sentence) for sentence in dataset.incomplete]
    problems += _pictures(steps)
    return {
        "problems": [asdict(problem) | {"text": str(problem)} for problem in problems],
        "counts": counts,
    }


def get(
    folder: Path,
    *,
    url: str | None,
    progress: Progress | None,
    max_size: int | None = None,
) -> dict[str, Any]:
    """Download the public data set from the Hugging Face Hub, without the pictures of solutions.

    Args:
        url: Address of another hub with the same API.
        max_size: Limit, in bytes, for the files together; `MAX_SIZE` if None.

    Raises:
        UserError: If the data set cannot be downloaded, is too large, or is not RealWebAssist.
    """
    limit = MAX_SIZE if max_size is None else max_size
    hub.download(REPOSITORY, folder, limit=limit, exclude=[_SOLUTIONS], hub=url, progress=progress)
    dataset = Dataset(folder)
    size = sum(path.stat().st_size for path in dataset.path.rglob("*") if path.is_file())
    return {"folder": str(folder), "tasks": _tasks(dataset.steps), "bytes": size}


def _tasks(steps: Iterable[Step]) -> int:
    """Return the number of named tasks."""
    return len({(step.participant, step.task) for step in steps if not step.own_task})


def digest(steps: Iterable[Step]) -> str:
    """Return a digest (12 hexadecimal digits) of the scored steps' image numbers, in order."""
    numbers = ",".join(str(step.image) for step in steps if step.scored)
    return hashlib.sha256(numbers.encode()).hexdigest()[:12]


def _pictures(steps: Iterable[Step]) -> list[Problem]:
    """Return the problems of the screenshots and boxes of scored steps."""
    missing: list[str] = []
    outside: list[str] = []
    empty: list[str] = []
    negative: list[str] = []
    sized: list[Sized] = []
    for step in steps:
        if step.boxes is None:
            continue
        if not step.boxes:
            empty.append(step.key)
        if any(box.width < 0 or box.height < 0 for box in step.boxes):
            negative.append(step.key)
        try:
            size = checked_size(read_data(step.file), str(step.file))
        except UserError:
            missing.append(step.key)
            continue
        sized.append((step.target, size))
        if not _boxes_fit(step, size):
            outside.append(step.key)
    problems: tuple[tuple[Literal["error", "warning"], list[str], str], ...] = (
        ("error", missing, "scored steps have no readable screenshot"),
        ("error", empty, "scored steps have no box, so every answer is a miss"),
        ("error", negative, "scored steps have a box of negative size, which no point is in"),
        ("warning", outside, "scored steps have a box that extends beyond the screenshot"),
    )
    found = [
        Problem(severity, f"{len(keys)} {description}, such as {', '.join(keys[:_MAX_EXAMPLES])}.")
        for severity, keys, description in problems
        if keys
    ]
    faults, _ = region_faults(sized)
    if faults and not outside and not negative:
        found.append(Problem("warning", f"{faults} {BOX_FORMAT}"))
    return found


def _boxes_fit(step: Step, size: tuple[int, int]) -> bool:
    width, height = size
    return all(
        box.x >= 0 and box.y >= 0 and box.x + box.width <= width and box.y + box.height <= height
        for box in step.boxes or ()
    )
