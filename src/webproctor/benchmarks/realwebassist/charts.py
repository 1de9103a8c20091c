"""Charts and tables of a run's report: by participant, by context length, speech recognition."""

from collections.abc import Sequence

from webproctor.benchmarks.realwebassist.dataset import Dataset, Step
from webproctor.benchmarks.realwebassist.scoring import Figures, StepScore
from webproctor.core.errors import UserError
from webproctor.core.intervals import UNKNOWN
from webproctor.core.scores import Chart, Table
from webproctor.methods.speech.errors import interval, word_error_rate, word_errors

_BINS = 10
_NORMALISER = "lower"


def by_participant(figures: dict[int, Figures]) -> Chart:
    """Return a chart of task success, progress and step accuracy of each participant."""
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


def by_context(scored: Sequence[tuple[Step, StepScore]]) -> Chart:
    """Return a chart of step accuracy by context length: earlier steps in the session."""
    longest = max((step.place for step, _ in scored), default=0)
    wide = max(1, -(-(longest + 1) // _BINS))
    bins: dict[int, list[bool]] = {}
    for step, step_score in scored:
        bins.setdefault(step.place // wide, []).append(step_score.hit)
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
    """Return a table of the speech recogniser's word error rate, or None without transcripts.

    The rate is computed on text normalised by `_NORMALISER`.
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
    return Table(title="Speech recognition", columns=columns, rows=[row])
