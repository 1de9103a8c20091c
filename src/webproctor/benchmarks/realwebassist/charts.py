"""Charts and tables of a run's report: by participant, by context length, speech recognition."""

from collections.abc import Sequence

from webproctor.benchmarks.realwebassist.dataset import Dataset, Step
from webproctor.benchmarks.realwebassist.scoring import Figures, StepScore
from webproctor.core.errors import UserError
from webproctor.core.intervals import UNKNOWN
from webproctor.core.scores import Cell, Chart, Table
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
            "task success": [totals.task_success for totals in figures.values()],
            "progress": [totals.progress for totals in figures.values()],
            "step acc.": [totals.step_accuracy for totals in figures.values()],
        },
    )


def by_context(scored: Sequence[tuple[Step, StepScore]]) -> Chart:
    """Return a chart of step accuracy by context length: earlier steps in the session."""
    last_index = max((step.index for step, _ in scored), default=0)
    bin_size = max(1, -(-(last_index + 1) // _BINS))
    bins: dict[int, list[bool]] = {}
    for step, step_score in scored:
        bins.setdefault(step.index // bin_size, []).append(step_score.hit)
    indices = sorted(bins)
    return Chart(
        title="Step accuracy by length of context (steps of the session before it)",
        kind="lines",
        labels=[
            str(index) if bin_size == 1 else f"{index * bin_size}-{(index + 1) * bin_size - 1}"
            for index in indices
        ],
        series={"step acc.": [sum(bins[index]) / len(bins[index]) for index in indices]},
    )


def speech_table(dataset: Dataset, participants: set[int]) -> Table | None:
    """Return a table of the speech recogniser's word error rate, or None without transcripts.

    The rate is computed on text normalised by `_NORMALISER`.
    """
    pairs = dataset.spoken(participants)
    if not pairs:
        return None
    columns = ["instructions", "WER", "95% from", "to", "normaliser"]
    try:
        errors = word_errors(
            [reference for reference, _ in pairs],
            [hypothesis for _, hypothesis in pairs],
            _NORMALISER,
        )
    except UserError as error:
        row: list[Cell] = [len(pairs), None, None, None, str(error)]
    else:
        row = [
            len(pairs),
            word_error_rate(errors),
            *(interval(errors) or UNKNOWN),
            _NORMALISER,
        ]
    return Table(title="Speech recognition", columns=columns, rows=[row])
