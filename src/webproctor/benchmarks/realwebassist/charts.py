"""What a run's page shows beside figures: by participant, by context, what was heard."""

from collections.abc import Sequence

from webproctor.benchmarks.realwebassist.dataset import Dataset, Step
from webproctor.benchmarks.realwebassist.scoring import Figures, StepMark
from webproctor.errors import UserError
from webproctor.intervals import UNKNOWN
from webproctor.scores import Chart, Table
from webproctor.speech.errors import interval, word_error_rate, word_errors

_BINS = 10
_NORMALISER = "lower"


def by_participant(figures: dict[int, Figures]) -> Chart:
    """Task success, progress and step accuracy of each."""
    return Chart(
        title="By participant",
        kind="bars",
        labels=[f"participant {person}" for person in figures],
        series={
            "task success": [of.task_success for of in figures.values()],
            "progress": [of.progress for of in figures.values()],
            "step acc.": [of.step_accuracy for of in figures.values()],
        },
    )


def by_context(marked: Sequence[tuple[Step, StepMark]]) -> Chart:
    """Step accuracy over the length of the context: the steps of the session before the step."""
    longest = max((step.place for step, _ in marked), default=0)
    wide = max(1, -(-(longest + 1) // _BINS))
    bins: dict[int, list[bool]] = {}
    for step, mark in marked:
        bins.setdefault(step.place // wide, []).append(mark.hit)
    places = sorted(bins)
    return Chart(
        title="Step accuracy by length of context (steps of the session before it)",
        kind="lines",
        labels=[
            str(place) if wide == 1 else f"{place * wide}-{(place + 1) * wide - 1}"
            for place in places
        ],
        series={"step acc.": [sum(bins[place]) / len(bins[place]) for place in places]},
    )


def heard(dataset: Dataset, participants: set[int]) -> Table | None:
    """How well a recogniser heard the instructions; None where the agent was told what was said.

    The rate says how many words of a hundred were wrong, in the words of its normaliser.
    """
    pairs = dataset.spoken(participants)
    if not pairs:
        return None
    columns = ["instructions", "WER", "95% from", "to", "normaliser"]
    try:
        errors = word_errors([said for said, _ in pairs], [got for _, got in pairs], _NORMALISER)
    except UserError as missing:
        row: list[str | int | float | None] = [len(pairs), None, None, None, str(missing)]
    else:
        row = [
            len(pairs),
            word_error_rate(errors),
            *(interval(errors) or UNKNOWN),
            _NORMALISER,
        ]
    return Table(title="What was heard", columns=columns, rows=[row])
