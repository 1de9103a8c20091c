"""Tests of the report's charts and of the table on speech recognition."""

from dataclasses import replace

from webproctor.benchmarks.realwebassist.charts import by_context, speech_table
from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.benchmarks.realwebassist.scoring import StepScore

DATASET = Dataset(SAMPLE)


def test_accuracy_is_plotted_over_the_number_of_previous_steps() -> None:
    steps = [step for step in DATASET.sessions[1] if step.scored]
    chart = by_context([(step, StepScore(hit=step.index >= 10)) for step in steps])
    values = chart.series["step acc."]
    assert len(chart.labels) == len(values) <= 10
    assert values[0] == 0.0
    assert values[-1] == 1.0
    assert chart.labels[0].startswith("0")


def test_steps_are_plotted_in_at_most_ten_bins_of_equal_size() -> None:
    steps = [replace(DATASET.steps[0], index=index) for index in (24, 0, 1, 2, 3, 5)]
    scores = [StepScore(hit=step.index in (0, 1, 5)) for step in steps]
    chart = by_context(list(zip(steps, scores, strict=True)))
    # 25 possible indices: bins of 3.
    assert chart.labels == ["0-2", "3-5", "24-26"]
    assert chart.series == {"step acc.": [2 / 3, 1 / 2, 0]}
    assert by_context([]).labels == []


def test_few_steps_are_plotted_individually() -> None:
    steps = DATASET.sessions[1][:3]
    assert by_context([(step, StepScore()) for step in steps]).labels == ["0", "1", "2"]


def test_a_recognition_error_is_counted_once_per_instruction() -> None:
    wrong = {
        (step.participant, step.utterance + 1): f"{step.instruction} er"
        for step in DATASET.sessions[1]
    }
    table = speech_table(Dataset(SAMPLE, transcripts=wrong), {1})
    assert table is not None
    [row] = table.rows
    words = {step.utterance: step.instruction for step in DATASET.sessions[1]}
    assert row[0] == len(words)
    total = sum(len(instruction.replace("-", " ").split()) for instruction in words.values())
    assert isinstance(row[1], float)
    assert abs(row[1] - len(words) / total) < 0.02


def test_without_transcripts_there_is_no_error_rate() -> None:
    assert speech_table(DATASET, {1}) is None
