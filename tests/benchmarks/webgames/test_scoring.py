"""Scores by category: the paper's results, the complete rule, and accepted answers."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks import webgames
from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.game_session import new_password
from webproctor.benchmarks.webgames.scoring import (
    AVERAGE,
    CATEGORIES,
    category_scores,
    family_of,
    oracle_actions,
    password_given,
    read_pass_status,
    summarise,
    weights,
)
from webproctor.core.errors import UserError
from webproctor.core.scores import Score

PASSWORD = "amber-cedar-delta-0417"
ALL_IDS = list(suite.entries())


@pytest.fixture
def passed(data: Path) -> dict[str, dict[str, int]]:
    return read_pass_status(data / "webgames/pass_status.csv")


def test_the_published_rule_gives_all_sixty_published_results(
    data: Path, passed: dict[str, dict[str, int]]
) -> None:
    with (data / "published/webgames.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    compared = 0
    for row in rows:
        scores = category_scores(passed[row["model"]], "published")
        for name in (*CATEGORIES, AVERAGE):
            assert round(100 * scores[name], 1) == float(row[name]), (row["model"], name)
            compared += 1
    assert compared == 60


@pytest.mark.parametrize(
    ("model", "average"),
    [
        ("claude-3-7-sonnet-20250219", 41.5),
        ("gemini-2.5-pro-preview-05-06", 47.9),
        ("gpt-4o", 36.2),
        ("qwen2.5-vl-72b-instruct", 25.3),
    ],
)
def test_the_complete_rule_counts_every_task(
    passed: dict[str, dict[str, int]], model: str, average: float
) -> None:
    assert 100 * category_scores(passed[model])[AVERAGE] == pytest.approx(average, abs=0.05)


@pytest.mark.parametrize(
    ("category", "id", "total"),
    [
        ("adversarial_resistance", "buttons", 15.0),
        ("cognitive_abilities", "towers-of-hanoi", 25.8),
        ("realtime_responsiveness", "herding", 15.6),
        ("technical_fluency", "date", 49.0),
        ("visual_comprehension", "click-pixel", 26.3),
    ],
)
def test_the_published_rule_divides_by_the_weights_of_the_data_set(
    category: str, id: str, total: float
) -> None:
    score = category_scores(dict.fromkeys(ALL_IDS, 0.0) | {id: 1.0}, "published")[category]
    assert weights()[family_of(id)][category] / score == pytest.approx(total)


def test_every_task_has_a_family_with_weights() -> None:
    assert {family_of(id) for id in ALL_IDS} == set(weights()) == set(suite.games())


def test_the_weights_printed_in_the_paper_differ_from_those_of_the_data_set() -> None:
    assert weights("paper")["buttons"]["technical_fluency"] == 0.7
    assert weights("dataset")["buttons"]["technical_fluency"] == 0.4


@given(st.dictionaries(st.sampled_from(ALL_IDS), st.sampled_from([0.0, 0.5, 1.0]), min_size=1))
def test_scores_are_between_0_and_1(passed: dict[str, float]) -> None:
    assert all(0 <= score <= 1 for score in category_scores(passed).values())


@given(st.sampled_from(ALL_IDS))
def test_another_pass_never_lowers_a_score(id: str) -> None:
    no_passes = dict.fromkeys(ALL_IDS, 0.0)
    before, after = category_scores(no_passes), category_scores(no_passes | {id: 1.0})
    assert all(after[name] >= before[name] for name in before)


def test_all_passes_score_a_hundred_percent() -> None:
    for rule in ("complete", "published"):
        scores = category_scores(dict.fromkeys(ALL_IDS, 1.0), rule)
        assert scores == pytest.approx(dict.fromkeys((*CATEGORIES, AVERAGE), 1.0))


@pytest.mark.parametrize(
    "answer",
    [
        PASSWORD,
        f"The password is {PASSWORD}.",
        f"**{PASSWORD}**",
        f"`{PASSWORD}`",
        f"_{PASSWORD}_, as I saw",
        f"{PASSWORD} (again: {PASSWORD})",
    ],
)
def test_a_password_as_a_separate_word_counts(answer: str) -> None:
    assert password_given(answer, PASSWORD)


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "",
        "amber-cedar-delta-0418",
        PASSWORD.upper(),
        f"x{PASSWORD}",
        f"{PASSWORD}1",
        f"{PASSWORD} or amber-cedar-delta-0418",
        PASSWORD.replace("-", " "),
    ],
)
def test_other_answers_do_not_count(answer: str | None) -> None:
    assert not password_given(answer, PASSWORD)


def test_only_one_of_the_fixed_passwords_can_be_named() -> None:
    known = ["DateMaster", "DateMaster2", "ok"]
    assert password_given("It is DateMaster2", "DateMaster2", known)
    assert not password_given("It is DateMaster2", "DateMaster", known)
    assert not password_given("DateMaster, DateMaster2", "DateMaster2", known)
    assert not password_given(None, "ok", known)


def test_every_password_is_found_within_other_text() -> None:
    for password in (new_password() for _ in range(200)):
        assert password_given(f"done: {password}!", password)


def test_action_economy_is_oracle_actions_divided_by_agent_actions() -> None:
    entry = suite.entry("date")
    [task] = WebGames([entry]).tasks()
    details = {"actions": 8, "oracle_actions": 2}
    summary = summarise([(task, Score(value=1.0, details=details))])
    assert summary.figures["action economy"] == 0.25


def test_oracle_actions_are_counted_for_every_game() -> None:
    assert set(oracle_actions()) == set(ALL_IDS)
    assert min(oracle_actions().values()) >= 1


def test_a_published_challenge_has_its_own_number_of_oracle_actions() -> None:
    path = Path(webgames.__file__).with_name("economy.csv")
    with path.open(newline="") as file:
        own = {
            row["game"]: int(row["published"]) for row in csv.DictReader(file) if row["published"]
        }
    assert own
    assert oracle_actions("published") == {**oracle_actions(), **own}
    assert oracle_actions("published") != oracle_actions()


def test_action_economy_is_at_most_1_and_only_of_solved_tasks() -> None:
    [task] = WebGames([suite.entry("date")]).tasks()
    results = [
        (task, Score(value=1.0, details={"actions": 2, "oracle_actions": 4})),
        (task, Score(value=1.0, details={"actions": 4, "oracle_actions": 2})),
        (task, Score(value=0.0, details={"actions": 1, "oracle_actions": 1})),
        (task, Score(value=1.0, details={"actions": 1, "oracle_actions": None})),
    ]
    assert summarise(results).figures["action economy"] == (1.0 + 0.5) / 2
    assert "action economy" not in summarise(results[2:]).figures


def test_the_share_of_time_limits_met_is_of_the_tasks_that_have_one() -> None:
    [task] = WebGames([suite.entry("date")]).tasks()
    results = [
        (task, Score(value=1.0, details={"in_time": in_time})) for in_time in (True, False, False)
    ]
    results.append((task, Score(value=1.0, details={"in_time": None})))
    assert summarise(results).figures["time limits met"] == pytest.approx(1 / 3)
    assert "time limits met" not in summarise(results[3:]).figures


def test_the_charts_show_categories_and_families_by_difficulty() -> None:
    entries = [suite.entry(id) for id in ("date", "datehard", "maze/*", "buttons")]
    results = [
        (task, Score(value=float(task.tags["game"] in ("date", "buttons"))))
        for task in WebGames(entries).tasks()
    ]
    categories, families = summarise(results).charts
    # None of these games is about real-time responsiveness.
    assert categories.labels == ["technical", "adversarial", "cognitive", "visual"]
    scores = category_scores({"date": 1, "datehard": 0, "maze/*": 0, "buttons": 1})
    names = [name for name in CATEGORIES if name != "realtime_responsiveness"]
    assert categories.series == {"score": [scores[name] for name in names]}
    assert families.labels == ["buttons", "date", "maze"]
    assert families.series == {"base": [1, 1, 0], "hard": [None, 0, None]}
    # A chart of one family would show less than the tables.
    assert [chart.kind for chart in summarise(results[:1]).charts if chart.kind == "heat"] == []


def test_categories_of_a_run_are_scored_by_the_pass_rates_of_its_games() -> None:
    date, maze = (task for id in ("date", "maze/*") for task in WebGames([suite.entry(id)]).tasks())
    results = [(date, Score(value=1.0)), (date, Score(value=0.0)), (maze, Score(value=1.0))]
    scores = category_scores({"date": 0.5, "maze/*": 1.0})
    assert summarise(results).figures == pytest.approx(
        {"success": 2 / 3, **{name.replace("_", " "): score for name, score in scores.items()}}
    )
    assert summarise([]).figures == {"success": 0}


def test_results_are_listed_by_difficulty_and_family() -> None:
    entries = [suite.entry(id) for id in ("date", "datehard", "maze/*")]
    tasks = WebGames(entries).tasks()
    results = [
        (task, Score(value=float(task.tags["game"] == "date"), details={"game_seconds": seconds}))
        for task, seconds in zip(tasks, (1.0, 2.0, 6.0), strict=True)
    ]
    summary = summarise(results)
    rows = {table.title: table.rows for table in summary.tables}
    assert rows["By variant"] == [["base", 2, 1, 0.5], ["hard", 1, 0, 0.0]]
    assert rows["By family"] == [["date", 2, 1, 0.5], ["maze", 1, 0, 0.0]]
    assert rows["Game time"] == [["seconds", "2.0", "6.0", "9.0"]]


def error_for(path: Path, text: str) -> str:
    """Write a results table, and return the error for it."""
    path.write_text(text)
    with pytest.raises(UserError) as error:
        read_pass_status(path)
    return str(error.value)


def test_the_error_for_an_invalid_results_table_gives_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "passes.csv"
    assert "`game`" in error_for(path, "name,gpt\ndate,1\n")
    assert "no column of results" in error_for(path, "game\ndate\n")
    assert "line 2, column 'gpt'" in error_for(path, "game,gpt\ndate,yes\n")
    assert "line 3: duplicate task 'date'" in error_for(path, "game,gpt\ndate,1\ndate,0\n")
    error = error_for(path, "game,gpt\ndat,1\n")
    assert "line 2: unknown task 'dat'. Did you mean 'date'?" in error
    assert "line 2, column 'gpt': None" in error_for(path, "game,gpt\ndate\n")


def test_the_error_for_a_missing_file_names_it(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"nowhere\.csv"):
        read_pass_status(tmp_path / "nowhere.csv")


@pytest.fixture
def usual_field_limit() -> Iterator[None]:
    """Python's limit of a CSV field; reading TurkingBench raises it for the whole process."""
    previous = csv.field_size_limit(131_072)
    yield
    csv.field_size_limit(previous)


@pytest.mark.usefixtures("usual_field_limit")
@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"game,gpt\n\xff,1\n", "can't decode byte 0xff in position 9"),
        (b"game,gpt\n" + b"x" * 200_000 + b",1\n", "field larger than field limit"),
    ],
    ids=["not UTF-8", "no lines"],
)
def test_the_error_for_a_damaged_file_says_why(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "passes.csv"
    path.write_bytes(content)
    with pytest.raises(UserError, match=rf"passes\.csv: cannot be read: .*{reason}"):
        read_pass_status(path)


def test_a_row_without_a_task_is_a_user_error(tmp_path: Path) -> None:
    path = tmp_path / "passes.csv"
    path.write_text("one,game\n1\n")
    with pytest.raises(UserError, match="line 2: unknown task ''"):
        read_pass_status(path)
