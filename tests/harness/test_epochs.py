"""Tests of runs with several epochs."""

import zipfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.grounding.benchmark import Grounding
from webproctor.cli import command
from webproctor.core.errors import UserError
from webproctor.core.intervals import wilson
from webproctor.core.scores import Chart, Score, Summary, Table
from webproctor.core.tasks import Task
from webproctor.harness.logs import read_episodes
from webproctor.harness.reading import read_run
from webproctor.harness.runs import HarnessError
from webproctor.harness.runs import run as evaluate
from webproctor.run.episode_results import Result
from webproctor.run.logs import DIGESTS
from webproctor.run.results import Run
from webproctor.run.summaries import pass_at, pass_every, summary_of


class Joining:
    """A benchmark whose metric joins tasks, with a table and a chart of its scores."""

    def summarise(self, results: list[tuple[Task, Score]]) -> Summary:
        marks = {task.id: score.value for task, score in results}
        assert len(marks) == len(results), "tasks of two epochs were joined"
        return Summary(
            headline="all",
            figures={"all": float(all(marks.values()))},
            tables=[
                Table(
                    title="Tasks",
                    columns=["task", "mark", "count"],
                    rows=[[name, mark, 1] for name, mark in marks.items()],
                )
            ],
            charts=[
                Chart(
                    title="Tasks",
                    kind="bars",
                    labels=list(marks),
                    series={"mark": list(marks.values())},
                )
            ],
        )


def scored(*epochs: dict[str, float]) -> list[tuple[int, Task, Score]]:
    return [
        (epoch, Task(id=name, benchmark="exam", instruction=""), Score(value=mark))
        for epoch, marks in enumerate(epochs, 1)
        for name, mark in marks.items()
    ]


def test_metrics_are_means_over_separately_summarised_epochs() -> None:
    summary = summary_of(Joining(), scored({"a": 1.0, "b": 1.0}, {"a": 1.0, "b": 0.0}))  # type: ignore[arg-type]
    assert summary.figures == {"all": 0.5}
    by_epoch, tasks = summary.tables
    assert [row[:2] for row in by_epoch.rows[:2]] == [["1", 1.0], ["2", 0.0]]
    assert by_epoch.rows[2] == ["standard deviation", pytest.approx(0.5**0.5)]
    assert tasks.rows == [["a", 1.0, 1], ["b", 0.5, 1]]
    assert summary.charts[0].series == {"mark": [1.0, 0.5]}


@pytest.mark.parametrize(
    ("epochs", "merged"),
    [
        ([[["a", 1, "-1.00"]], [["a", 1, "0.50"]]], [["a", 1, "-0.25"]]),
        (
            [[["seconds", "1,200", "3.5"]], [["seconds", "1,000", "4"]]],
            [["seconds", "1,100", "3.8"]],
        ),
        ([[["a", "x", 0.5]], [["a", "y", 1.0]]], [["a", "x", 0.5], ["a", "y", 1.0]]),
        ([[["a", 0.5, "Wilson"]], [["a", 1.0, "exact"]]], [["a", 0.75, "Wilson; exact"]]),
        ([[["0", 2], ["1", 4]], [["0", 4], ["1", 6]]], [["0", 3], ["1", 5]]),
        ([[["a", 0.0], ["a", 1.0]]] * 2, [["a", 0.0], ["a", 1.0]]),
        ([[["a", None, 0.5]], [["a", 1.0, 0.5]]], [["a", 1.0, 0.5]]),
        ([[["a", None, 0.5]], [["a", None, 1.0]]], [["a", None, 0.75]]),
    ],
)
def test_a_row_of_a_table_is_averaged_over_epochs(
    epochs: list[list[list[Any]]], merged: list[list[Any]]
) -> None:
    class Rows:
        def summarise(self, results: list[tuple[Task, Score]]) -> Summary:
            rows = epochs[int(results[0][0].id)]
            table = Table(title="Rows", columns=["c"] * len(rows[0]), rows=rows)
            return Summary(headline="f", figures={"f": 0.5}, tables=[table])

    each = [{str(number): 1.0} for number in range(len(epochs))]
    assert summary_of(Rows(), scored(*each)).tables[-1].rows == merged  # type: ignore[arg-type]


def test_with_one_epoch_the_summary_is_that_of_the_benchmark() -> None:
    assert summary_of(Joining(), scored({"a": 1.0})).tables[0].title == "Tasks"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("k", "of", "solved", "one", "every"),
    [
        (1, 4, 1, 0.25, 0.25),
        (2, 4, 2, 5 / 6, 1 / 6),
        (4, 4, 3, 1.0, 0.0),
        (3, 3, 3, 1.0, 1.0),
        (2, 5, 0, 0.0, 0.0),
    ],
)
def test_pass_at_k_and_pass_hat_k(k: int, of: int, solved: int, one: float, every: float) -> None:
    assert pass_at(k, of, solved) == pytest.approx(one)
    assert pass_every(k, of, solved) == pytest.approx(every)


def run_of(marks: dict[str, tuple[float, ...]]) -> Run:
    """Return a run with a score for every task and epoch."""
    return Run(
        folder=Path(),
        benchmark="exam",
        agent="one",
        condition={},
        complete=True,
        tasks=len(marks),
        epochs=len(next(iter(marks.values()))),
        results=[
            Result(task=task, epoch=epoch, score=Score(value=mark))
            for task, each in marks.items()
            for epoch, mark in enumerate(each, 1)
        ],
        summary=None,
    )


def test_a_run_has_pass_rates_for_every_number_of_epochs() -> None:
    run = run_of({"a": (1, 1), "b": (1, 0), "c": (0, 0.5), "d": (0, 0)})
    table = run.repeats()
    assert table is not None
    assert [(row[0], row[1], row[4]) for row in table.rows] == [
        ("1", 0.375, 0.375),
        ("2", 0.5, 0.25),
    ]
    assert run.solved == 0.375


def test_a_perfect_pass_rate_still_has_a_confidence_interval() -> None:
    run = run_of({"a": (0, 1), "b": (0, 1)})
    table = run.repeats()
    assert table is not None
    _, pass_at_2, low, high, *_ = table.rows[1]
    assert (pass_at_2, (low, high)) == (1.0, wilson(2, 2))


def test_a_seeded_agent_acts_differently_in_every_epoch(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    finished_run = evaluate("grounding", "random", settings={"targets": 3}, folder=folder, epochs=2)
    assert finished_run.complete
    assert finished_run.tasks == 3
    assert [result.epoch for result in finished_run.results] == [1, 2] * 3
    done = read_episodes(folder)
    first = finished_run.results[0].task
    assert done[first, 1].steps[0].actions != done[first, 2].steps[0].actions
    assert read_run(folder).results == finished_run.results


def test_a_resumed_run_runs_only_the_missing_epochs(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    settings = {"targets": 3}
    evaluate("grounding", "random", settings=settings, folder=folder, epochs=2)
    [log] = folder.glob("*.eval")
    with zipfile.ZipFile(log) as archive:
        packed = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(log, "w") as archive:
        for name, content in packed.items():
            if "#2" not in name:
                archive.writestr(name, content)
    (folder / DIGESTS).unlink()
    kept: list[int] = []
    again = evaluate(
        "grounding",
        "random",
        settings=settings,
        folder=folder,
        epochs=2,
        resume=True,
        on_start=lambda episodes, there: kept.extend((episodes, len(list(there)))),
    )
    assert kept == [6, 3]
    assert again.complete
    with pytest.raises(UserError, match="epochs is 2 there and 3 now"):
        evaluate("grounding", "random", settings=settings, folder=folder, epochs=3, resume=True)


def test_the_report_lists_every_epoch_and_the_pass_rates(tmp_path: Path) -> None:
    outcome = CliRunner().invoke(
        command,
        ["run", "grounding", "--targets", "2", "--agent", "random", "--epochs", "2",
         "--out", str(tmp_path / "run")],
    )  # fmt: skip
    assert outcome.exit_code == 0, outcome.output
    assert "4 of 4 episodes in 2 epochs" in outcome.output
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert "pass^k" in page
    assert "By epoch" in page
    listed = (tmp_path / "run" / "episodes" / "index.js").read_text(encoding="utf-8")
    first = load_benchmark("grounding", targets=2).tasks()[0].id
    assert f"{first} (1)" in listed
    assert f"{first} (2)" in listed


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_score_that_is_not_finite_is_an_error_and_not_a_failure_of_the_agent(
    value: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Grounding, "score", lambda *_: Score(value=value))
    with pytest.raises(HarnessError, match=rf"the score is {value}; it must be a number"):
        evaluate("grounding", "random", settings={"targets": 1}, folder=tmp_path / "run")
