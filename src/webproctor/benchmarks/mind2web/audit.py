"""Audit of a folder of Mind2Web data: counts and problems."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.rank import page
from webproctor.benchmarks.mind2web.records import Demonstration, Step
from webproctor.core.dom import ID
from webproctor.core.errors import UserError
from webproctor.methods.mindact.reprs import read_repr

# Tasks, steps, and steps with a positive, in the published splits. The step counts of the test
# splits are those of later papers and are not verified.
PUBLISHED = {
    "train": (1009, 7775, 7361),
    "test_task": (252, 2094, 1966),
    "test_website": (177, 1373, 1314),
    "test_domain": (912, 5911, 5590),
}
_SHOWN = 5


@dataclass
class SplitCounts:
    """Counts for one split.

    Attributes:
        without_positives: Steps that accept no element.
        lost_colons: Values without a colon that is still in the task's `action_reprs`.
        marks: Attributes of the recording tool that reveal a target; they are removed on reading.
        off_page: Candidates that are missing from the cleaned page.
        repeated: Ids that several elements of a page, or several candidates of a step, have.
        examples: Up to five steps for each kind of problem.
    """

    tasks: int = 0
    steps: int = 0
    without_positives: int = 0
    lost_colons: int = 0
    marks: int = 0
    off_page: int = 0
    repeated: int = 0
    examples: dict[str, list[str]] = field(default_factory=dict)

    def note(self, what: str, key: str) -> None:
        listed = self.examples.setdefault(what, [])
        if len(listed) < _SHOWN:
            listed.append(key)


@dataclass(frozen=True)
class Problem:
    """A problem in one split, with up to five steps as examples."""

    severity: Literal["error", "warning"]
    split: str
    message: str
    steps: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        shown = f" For example {', '.join(self.steps)}." if self.steps else ""
        return f"{self.severity}: {self.split}: {self.message}{shown}"


@dataclass
class Audit:
    """The counts of each split, and all problems."""

    counts: dict[str, SplitCounts] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def audit(dataset: Dataset) -> Audit:
    """Read every step once; return counts and problems."""
    found = Audit()
    for demo in dataset.demonstrations:
        of = found.counts.setdefault(demo.split, SplitCounts())
        of.tasks += 1
        if len(demo.reprs) < len(demo.uids):
            found.problems.append(
                Problem(
                    "error",
                    demo.split,
                    f"task {demo.annotation_id} has fewer action_reprs than steps",
                )
            )
        for number, uid in enumerate(demo.uids):
            of.steps += 1
            try:
                _look(of, demo, number, dataset.step(demo.annotation_id, uid))
            except UserError as error:
                found.problems.append(Problem("error", demo.split, str(error)))
    for split, of in found.counts.items():
        found.problems += _problems(split, of)
    return found


def _look(of: SplitCounts, demo: Demonstration, number: int, step: Step) -> None:
    if not step.positives:
        of.without_positives += 1
        of.note("without", step.key)
    told = read_repr(demo.words(number))
    if told is not None and ":" in told.value and ":" not in step.operation.value:
        of.lost_colons += 1
        of.note("colons", step.key)
    if step.marks:
        of.marks += step.marks
        of.note("marks", step.key)
    tree, listed = page(step), [one.id for one in (*step.positives, *step.negatives)]
    missing = sum(one not in tree.places for one in listed)
    if missing:
        of.off_page += missing
        of.note("off", step.key)
    of_page = Counter(given[ID] for given in tree.attributes if ID in given)
    twice = [one for counts in (of_page, Counter(listed)) for one in counts if counts[one] > 1]
    if twice := list(dict.fromkeys(twice)):
        of.repeated += len(twice)
        of.note("repeated", f"{step.key} (id {twice[0]})")


def _problems(split: str, of: SplitCounts) -> Iterator[Problem]:
    def warned(count: int, what: str, message: str) -> Iterator[Problem]:
        if count:
            steps = of.examples.get(what, [])
            yield Problem("warning", split, f"{count} {message}", steps)

    if split in PUBLISHED:
        tasks, steps, _ = PUBLISHED[split]
        if (of.tasks, of.steps) != (tasks, steps):
            yield Problem(
                "warning",
                split,
                f"found {of.tasks} tasks with {of.steps} steps; the published split has {tasks} "
                f"with {steps}.",
            )
    yield from warned(
        of.without_positives, "without", "steps accept no element, so no agent can solve them."
    )
    yield from warned(
        of.lost_colons, "colons", "values have lost their colons; see --colons restored."
    )
    yield from warned(
        of.marks,
        "marks",
        "attributes of the recording tool reveal a target; they are removed on reading.",
    )
    yield from warned(of.off_page, "off", "candidates are missing from their cleaned page.")
    yield from warned(
        of.repeated,
        "repeated",
        "ids belong to several elements of a page or to several candidates of a step; an action on "
        "such an id means the last element.",
    )
