"""Tests of comparing runs, task by task."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from webproctor.analysis.comparing import compare, names
from webproctor.analysis.grids import MAX_COLUMNS
from webproctor.cli import command
from webproctor.core.errors import UserError
from webproctor.core.scores import Score, Summary
from webproctor.harness.runs import run as evaluate
from webproctor.report.comparing import write_comparison
from webproctor.run.episode_results import Result
from webproctor.run.results import Run


def run(
    name: str, marks: dict[str, float], *, dollars: float | None = None, **condition: object
) -> Run:
    usage = {} if dollars is None else {"dollars": dollars / len(marks)}
    return Run(
        folder=Path(name),
        benchmark="exam",
        agent=name,
        condition=dict(condition),
        complete=True,
        tasks=len(marks),
        results=[
            Result(task=task, score=Score(value=mark), usage=usage) for task, mark in marks.items()
        ],
        summary=Summary(headline="mean", figures={"mean": 0.0}),
    )


GOOD = run("good", {"a": 1, "b": 1, "c": 0.5, "d": 0}, dollars=4)
POOR = run("poor", {"a": 1, "b": 0, "c": 0, "d": 1}, dollars=2)


def test_tasks_are_paired_and_those_solved_by_only_one_run_are_listed() -> None:
    [pair] = compare([POOR, GOOD]).pairs
    assert (pair.tasks, pair.difference) == (4, pytest.approx(0.125))
    assert (pair.only_first, pair.only_second) == (["d"], ["b"])
    assert pair.p == 1.0


def test_runs_of_different_tasks_say_how_many_tasks_are_in_all_runs() -> None:
    one, two = run("one", {"a": 1, "b": 0}), run("two", {"b": 0, "c": 1})
    assert compare([one, two]).differing == {"tasks": ["2 (1 in all runs)"] * 2}


def test_a_difference_has_an_interval_if_there_are_enough_tasks() -> None:
    marks = {name: place / 10 for place, name in enumerate("abcdefgh")}
    [pair] = compare([run("one", marks), run("two", dict.fromkeys(marks, 0.5))]).pairs
    assert pair.low is not None
    assert pair.high is not None
    assert pair.low < pair.difference < pair.high
    [pair] = compare([GOOD, POOR]).pairs
    assert (pair.low, pair.high) == (None, None)


def test_the_grid_has_the_scores_of_every_run_and_the_tasks_that_none_solved() -> None:
    grid = compare([POOR, run("other", {"a": 1, "z": 0})]).grid
    assert grid.of == "task"
    assert grid.labels == ["a", "b", "c", "d", "z"]
    assert grid.scores == {"poor": [1, 0, 0, 1, None], "other": [1, None, None, None, 0]}
    assert grid.unsolved == ["b", "c", "z"]


def test_the_grid_of_many_tasks_has_one_row_per_cluster() -> None:
    many = run("many", {f"{number % 2}-{number}": number % 2 for number in range(100)})
    many = many.model_copy(
        update={
            "grouped": "family",
            "results": [
                one.model_copy(update={"cluster": f"family {one.task[0]}"}) for one in many.results
            ],
        }
    )
    grid = compare([many, many.model_copy(update={"agent": "twin"})]).grid
    assert (grid.of, grid.labels) == ("family", ["family 0", "family 1"])
    assert grid.scores["many"] == [0, 1]


def test_the_plot_of_many_tasks_has_only_those_with_the_largest_differences(
    tmp_path: Path,
) -> None:
    marks = {f"task-{number}": (number % 3) / 2 for number in range(MAX_COLUMNS * 3 + 1)}
    compared = compare([run("zero", dict.fromkeys(marks, 0.0)), run("some", marks)])
    drawn = compared.grid.most_different()
    assert drawn.labels == [task for task, mark in marks.items() if mark == 1]
    assert drawn.scores["some"] == [1.0] * MAX_COLUMNS
    page = write_comparison(compared, tmp_path).read_text()
    assert "Only 80 of 241 columns are shown" in page


def test_the_page_says_if_runs_have_the_same_score_in_all_of_many_tasks(tmp_path: Path) -> None:
    marks = {f"task-{number}": 1.0 for number in range(MAX_COLUMNS + 1)}
    page = write_comparison(compare([run("one", marks), run("two", marks)]), tmp_path)
    assert "all runs have the same score in each of 81 columns" in page.read_text()
    assert not (tmp_path / "grid.svg").exists()


def test_epochs_are_paired_by_mean_and_solved_by_majority() -> None:
    def epochs(name: str, *marks: float) -> Run:
        base_run = run(name, {"a": 0})
        results = [
            Result(task="a", epoch=n, score=Score(value=mark)) for n, mark in enumerate(marks)
        ]
        return base_run.model_copy(update={"results": results, "epochs": len(marks)})

    [pair] = compare([epochs("one", 1, 0, 0), epochs("two", 1, 1, 0)]).pairs
    assert (pair.tasks, pair.difference) == (1, pytest.approx(1 / 3))
    assert pair.only_second == ["a"]


def test_a_task_that_half_of_the_epochs_solved_is_not_solved() -> None:
    def twice(name: str, *marks: float) -> Run:
        results = [
            Result(task="a", epoch=n, score=Score(value=mark)) for n, mark in enumerate(marks, 1)
        ]
        return run(name, {"a": 0}).model_copy(update={"results": results, "epochs": 2})

    half, none, both = twice("half", 1, 0), twice("none", 0, 0), twice("both", 1, 1)
    solved = {
        (pair.first, pair.second): pair.only_second for pair in compare([none, half, both]).pairs
    }
    assert solved == {("none", "half"): [], ("none", "both"): ["a"], ("half", "both"): ["a"]}


def test_only_tasks_of_both_runs_are_paired() -> None:
    [pair] = compare([GOOD, run("more", {"a": 1, "z": 0})]).pairs
    assert (pair.tasks, pair.difference) == (1, 0)


def test_a_better_and_cheaper_run_removes_another_from_the_front() -> None:
    dear = run("dear", {"a": 1, "b": 0, "c": 0, "d": 0}, dollars=9)
    best = {one.name: one.best for one in compare([GOOD, POOR, dear]).standings}
    assert best == {"good": True, "poor": True, "dear": False}


def test_a_run_that_is_better_or_cheaper_and_otherwise_equal_removes_another_from_the_front() -> (
    None
):
    as_good, as_dear = (
        run("as good", {"a": 1, "b": 1, "c": 0.5, "d": 0}, dollars=5),
        run("as dear", {"a": 1, "b": 1, "c": 0, "d": 0}, dollars=4),
    )
    compared = compare([GOOD, GOOD.model_copy(update={"folder": Path("copy")}), as_good, as_dear])
    assert [one.best for one in compared.standings] == [True, True, False, False]


def test_the_front_compares_costs_per_episode() -> None:
    short = run("short", {"a": 0}, dollars=1)
    best = {one.name: one.best for one in compare([POOR, short]).standings}
    assert best == {"poor": True, "short": False}


def test_the_tables_say_which_runs_are_on_the_front_and_which_tasks_each_run_gained() -> None:
    more = run("more", {"a": 1, "b": 1, "c": 1, "d": 0})
    standings, _, pairs, _ = compare([POOR, GOOD, more]).tables()
    assert standings.columns[-1] == "Pareto front"
    assert [row[-1] for row in standings.rows] == ["yes", "yes", None]
    assert pairs.columns[5:7] == ["gained", "lost"]
    assert [row[:1] + row[5:7] for row in pairs.rows] == [
        ["good - poor", 1, 1],
        ["more - poor", 2, 1],
        ["more - good", 1, 0],
    ]


def test_a_run_of_unknown_cost_does_not_count_as_free() -> None:
    unknown = run("unknown", dict.fromkeys("abcd", 1))
    best = {one.name: one.best for one in compare([GOOD, POOR, unknown]).standings}
    assert best == {"good": True, "poor": True, "unknown": None}


def test_a_cost_without_that_of_some_requests_is_a_lower_bound() -> None:
    lost = GOOD.model_copy(update={"used": {"calls": 2, "unmetered_calls": 1, "dollars": 0.5}})
    [standing, _] = compare([lost, POOR]).standings
    assert standing.cost == "at least $0.50"


def test_the_cost_per_success_counts_only_solved_tasks() -> None:
    standings = {one.name: one for one in compare([GOOD, POOR]).standings}
    assert standings["good"].per_success == 2.0
    assert compare([GOOD, run("none", {"a": 0}, dollars=1)]).standings[1].per_success is None


def test_the_progress_of_runs_is_listed_if_one_is_not_finished() -> None:
    part = POOR.model_copy(update={"results": POOR.results[:3]})
    assert compare([GOOD, part]).differing["finished"] == ["4 of 4 tasks", "3 of 4 tasks"]
    assert "finished" not in compare([GOOD, POOR]).differing


def test_different_numbers_of_epochs_are_listed() -> None:
    more = POOR.model_copy(update={"epochs": 3})
    assert compare([GOOD, more]).differing["epochs"] == [1, 3]


def test_missing_checksums_and_episodes_started_again_are_listed() -> None:
    results = [one.model_copy(update={"tries": 2}) for one in POOR.results]
    doubtful = POOR.model_copy(update={"without_digest": 2, "restarts": 3, "results": results})
    differing = compare([GOOD, doubtful]).differing
    assert differing["logs without checksum"] == [0, 2]
    assert differing["episodes started again"] == [0, 3 + 4]


def test_replaced_results_and_answers_from_the_cache_are_listed() -> None:
    results = [one.model_copy(update={"tries": 2, "replaced": 1}) for one in POOR.results]
    doubtful = POOR.model_copy(update={"results": results, "used": {"calls": 1, "cached_calls": 9}})
    differing = compare([GOOD, doubtful]).differing
    assert differing["replaced results"] == [0, 4]
    assert differing["answers from the cache"] == [0, 9]


def test_the_test_of_a_difference_exchanges_whole_clusters() -> None:
    def clustered(name: str, mark: float) -> Run:
        base_run = run(name, dict.fromkeys("abcdef", mark))
        results = [
            one.model_copy(update={"cluster": str(one.task < "d")}) for one in base_run.results
        ]
        return base_run.model_copy(update={"results": results})

    [pair] = compare([clustered("one", 0), clustered("two", 1)]).pairs
    assert (len(pair.only_second), pair.p) == (6, 2 / 4)


@pytest.mark.parametrize(("count", "shown"), [(3, "0.250"), (11, "<0.001")])
def test_p_values_have_three_decimals(count: int, shown: str) -> None:
    tasks = [str(number) for number in range(count)]
    runs = [run("one", dict.fromkeys(tasks, 0.0)), run("two", dict.fromkeys(tasks, 1.0))]
    [table] = [one for one in compare(runs).tables() if one.title == "Differences by task"]
    assert table.rows[0][-1] == shown


def test_p_values_of_several_pairs_are_corrected_by_holm() -> None:
    tasks = [str(number) for number in range(6)]
    marks = {"one": 0.0, "two": 0.0, "three": 1.0}
    comparison = compare([run(name, dict.fromkeys(tasks, mark)) for name, mark in marks.items()])
    p = 2 * 0.5**6
    assert [pair.p for pair in comparison.pairs] == [1.0, p, p]
    assert [pair.holm for pair in comparison.pairs] == [1.0, 3 * p, 3 * p]
    [table] = [one for one in comparison.tables() if one.title == "Differences by task"]
    assert table.columns[-2:] == ["McNemar p", "Holm p"]
    assert table.rows[1][-2:] == ["0.031", "0.094"]


def test_differing_conditions_are_listed() -> None:
    one, other = (
        run("a", {"x": 1}, clock="real", seed=1),
        run("b", {"x": 1}, clock="virtual", seed=1),
    )
    assert compare([one, other]).differing == {"clock": ["real", "virtual"]}


@pytest.mark.parametrize(
    ("runs", "what"),
    [
        ([GOOD], "at least two runs"),
        (
            [GOOD, GOOD.model_copy(update={"benchmark": "other"})],
            "different benchmarks: exam, other",
        ),
        ([GOOD, run("x", {"z": 1})], "no task in common"),
        ([GOOD, POOR.model_copy(update={"results": []})], "no task has finished"),
    ],
)
def test_runs_that_cannot_be_compared_are_user_errors(runs: list[Run], what: str) -> None:
    with pytest.raises(UserError, match=what):
        compare(runs)


def test_runs_of_one_agent_are_named_by_their_folders() -> None:
    def at(folder: str) -> Run:
        return GOOD.model_copy(update={"folder": Path(folder)})

    assert names([at("x/one/web"), at("x/two/web"), POOR]) == ["one/web", "two/web", "poor"]
    assert names([at("x/one"), at("x/two")]) == ["one", "two"]


def test_a_run_is_not_compared_with_itself() -> None:
    with pytest.raises(UserError, match="good: the run is given twice"):
        compare([GOOD, POOR, GOOD])


def test_every_metric_is_listed_with_its_interval_for_all_runs() -> None:
    figures = {"mean": 0.5, "own": 0.25}
    sure = POOR.model_copy(
        update={
            "summary": Summary(headline="mean", figures=figures),
            "confidence": {"mean": (0.25, 0.75)},
        }
    )
    table = compare([GOOD, sure]).tables()[1]
    assert table.columns == ["metric", "good", "poor"]
    assert table.rows == [["mean", "0.0", "50.0 (25.0 to 75.0)"], ["own", None, "25.0"]]


def test_outcomes_are_listed_with_the_headline_without_void_episodes() -> None:
    void = POOR.model_copy(
        update={
            "results": [
                *POOR.results[:2],
                POOR.results[2].model_copy(update={"cause": "agent"}),
                POOR.results[3].model_copy(update={"cause": "browser", "void": True}),
            ],
            "without_void": {"mean": 0.5},
        }
    )
    table = compare([GOOD, void]).tables()[-1]
    assert table.columns == ["run", "scored", "errored", "void", "headline without void"]
    assert table.rows == [["good", 4, 0, 0, None], ["poor", 2, 1, 1, 0.5]]


def test_differing_conditions_are_a_table_for_papers() -> None:
    runs = [run("a", {"x": 1}, model_seed=1), run("b", {"x": 1}, model_seed=2)]
    table = compare(runs).unlike()
    assert table is not None
    assert table.rows == [["model seed", "1", "2"]]
    assert compare([GOOD, POOR]).unlike() is None


def test_the_page_has_the_front_only_if_a_run_has_a_cost(tmp_path: Path) -> None:
    page = write_comparison(compare([GOOD, POOR]), tmp_path).read_text()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "compare.html",
        "front.svg",
        "grid.svg",
    ]
    assert "<svg" in page
    assert "Score against cost" in page
    free = write_comparison(compare([run("a", {"x": 1}), run("b", {"x": 0})]), tmp_path / "free")
    assert "Score against cost" not in free.read_text()


def test_the_command_compares_finished_runs(tmp_path: Path) -> None:
    folders = []
    for noise in (0.0, 0.5):
        folders.append(str(tmp_path / str(noise)))
        evaluate(
            "grounding",
            "noisy-oracle",
            settings={"targets": 10},
            agent_settings={"error_rate": noise},
            folder=Path(folders[-1]),
        )

    def printed(*arguments: str) -> str:
        given = ["compare", *folders, *arguments]
        return CliRunner().invoke(command, given, catch_exceptions=False).output

    assert "0.5 - 0.0" in printed()
    assert "-50.00" in printed()
    assert "| 0.5 - 0.0 | 10 | -50.0 |" in printed("--format", "markdown")
    assert r"\begin{tabular}" in printed("--format", "latex")
