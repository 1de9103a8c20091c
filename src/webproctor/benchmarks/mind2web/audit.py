"""Audit of a folder of Mind2Web data: counts and problems."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.records import Demonstration, Step
from webproctor.core.dom import ID
from webproctor.core.errors import UserError
from webproctor.files.pictures import picture_size
from webproctor.methods.mindact.reprs import read_repr

# Tasks, steps, and steps with a positive, in the published splits. The step counts of the test
# splits are those of later papers and are not verified.
PUBLISHED = {
    "train": (1009, 7775, 7361),
    "test_task": (252, 2094, 1966),
    "test_website": (177, 1373, 1314),
    "test_domain": (912, 5911, 5590),
}
_MAX_EXAMPLES = 5


@dataclass
class SplitCounts:
    """Counts for one split.

    Attributes:
        without_positives: Steps that accept no element.
        lost_colons: Values without a colon that is still in the task's `action_reprs`.
        marks: Attributes of the recording tool that reveal a target; they are removed on reading.
        screenshots: Steps with a screenshot.
        without_screenshot: Steps without one.
        unreadable: Screenshots that cannot be read.
        unreachable: Steps whose accepted elements are all missing from the cleaned page.
        off_page: Candidates that are missing from the cleaned page.
        repeated: Ids that several elements of a page, or several candidates of a step, have.
        examples: Up to five steps for each kind of problem.
    """

    tasks: int = 0
    steps: int = 0
    without_positives: int = 0
    lost_colons: int = 0
    marks: int = 0
    screenshots: int = 0
    without_screenshot: int = 0
    unreadable: int = 0
    unreachable: int = 0
    off_page: int = 0
    repeated: int = 0
    examples: dict[str, list[str]] = field(default_factory=dict)

    def note(self, kind: str, key: str) -> None:
        examples = self.examples.setdefault(kind, [])
        if len(examples) < _MAX_EXAMPLES:
            examples.append(key)


@dataclass(frozen=True)
class Problem:
    """A problem in one split, with up to five steps as examples; that of a file has no split."""

    severity: Literal["error", "warning"]
    split: str
    message: str
    steps: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        examples = f" For example {', '.join(self.steps)}." if self.steps else ""
        place = f"{self.split}: " if self.split else ""
        return f"{self.severity}: {place}{self.message}{examples}"


@dataclass
class Audit:
    """The counts of each split, and all problems."""

    counts: dict[str, SplitCounts] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def audit(dataset: Dataset) -> Audit:
    """Read every step once; return counts and problems."""
    report = Audit()
    for demo in dataset.demonstrations:
        counts = report.counts.setdefault(demo.split, SplitCounts())
        counts.tasks += 1
        for number, uid in enumerate(demo.uids):
            counts.steps += 1
            try:
                _check_step(counts, demo, number, dataset.step(demo.annotation_id, uid))
            except UserError as error:
                report.problems.append(Problem("error", demo.split, str(error)))
    for split, sentences in dataset.incomplete.items():
        report.problems += [Problem("error", split, sentence) for sentence in sentences]
    for split, counts in report.counts.items():
        report.problems += _problems(split, counts)
    return report


def _check_step(counts: SplitCounts, demo: Demonstration, number: int, step: Step) -> None:
    if not step.positives:
        counts.without_positives += 1
        counts.note("without", step.key)
    operation = read_repr(demo.words(number))
    if operation is not None and ":" in operation.value and ":" not in step.operation.value:
        counts.lost_colons += 1
        counts.note("colons", step.key)
    if step.marks:
        counts.marks += step.marks
        counts.note("marks", step.key)
    if step.screenshot is None:
        counts.without_screenshot += 1
        counts.note("pictures", step.key)
    else:
        counts.screenshots += 1
        _check_screenshot(counts, step, step.screenshot)
    tree, ids = step.page(), [candidate.id for candidate in step.candidates]
    if step.positives and not any(one.id in tree.indices for one in step.positives):
        counts.unreachable += 1
        counts.note("unreachable", step.key)
    off_page = sum(id not in tree.indices for id in ids)
    if off_page:
        counts.off_page += off_page
        counts.note("off", step.key)
    id_counts = Counter(given[ID] for given in tree.attributes if ID in given)
    repeated = [id for counter in (id_counts, Counter(ids)) for id in counter if counter[id] > 1]
    if repeated := list(dict.fromkeys(repeated)):
        counts.repeated += len(repeated)
        counts.note("repeated", f"{step.key} (id {repeated[0]})")


def _check_screenshot(counts: SplitCounts, step: Step, screenshot: bytes) -> None:
    try:
        picture_size(screenshot)
    except UserError:
        counts.unreadable += 1
        counts.note("unreadable", step.key)


def _problems(split: str, counts: SplitCounts) -> Iterator[Problem]:
    def warned(count: int, kind: str, message: str) -> Iterator[Problem]:
        if count:
            steps = counts.examples.get(kind, [])
            yield Problem("warning", split, f"{count} {message}", steps)

    if split in PUBLISHED:
        tasks, steps, _ = PUBLISHED[split]
        if (counts.tasks, counts.steps) != (tasks, steps):
            yield Problem(
                "warning",
                split,
                f"found {counts.tasks} tasks with {counts.steps} steps; the published split has "
                f"{tasks} with {steps}.",
            )
    yield from warned(
        counts.without_positives, "without", "steps accept no element, so no agent can solve them."
    )
    yield from warned(
        counts.lost_colons,
        "colons",
        "values have lost their colons; `webproctor run mind2web --colons restored` scores them "
        "with colons.",
    )
    yield from warned(
        counts.marks,
        "marks",
        "attributes of the recording tool reveal a target; they are removed on reading.",
    )
    if counts.unreadable:
        message = f"{counts.unreadable} screenshots are not readable images."
        yield Problem("error", split, message, counts.examples["unreadable"])
    if counts.screenshots:
        message = "steps have no screenshot, although others do."
        yield from warned(counts.without_screenshot, "pictures", message)
    yield from warned(
        counts.unreachable,
        "unreachable",
        "steps accept only elements that are missing from their page, so no agent can solve them.",
    )
    yield from warned(counts.off_page, "off", "candidates are missing from their cleaned page.")
    yield from warned(
        counts.repeated,
        "repeated",
        "ids belong to several elements of a page or to several candidates of a step; an action on "
        "such an id means the last element.",
    )
