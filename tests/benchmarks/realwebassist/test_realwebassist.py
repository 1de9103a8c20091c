"""Tests of reading the data, both metric variants, stored answers and offline sessions."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from webproctor.agents import make_agent
from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.realwebassist.benchmark import RealWebAssist, realwebassist
from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.benchmarks.realwebassist.scoring import point_of
from webproctor.cli import command
from webproctor.core.actions import Action
from webproctor.core.actions.web import Click, Type, Wait
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.harness.reading import read_run
from webproctor.methods.grounding.session import PointingSession
from webproctor.methods.grounding.targets import Rectangle
from webproctor.methods.speech.transcripts import write as write_transcripts

BOX = {"x": 0, "y": 0, "width": 10, "height": 10}
Record = dict[str, Any]
Write = Callable[..., Path]


def step(image: int, instruction: str, task: str | None = "a", box: Any = BOX) -> Record:
    record = {
        "instruction": instruction,
        "bounding_box": box,
        "final_image": f"images/{image}.png",
        "action": "click",
    }
    return record if task is None else record | {"task": task}


# Participant 1 has tasks a and b, an unscored step, and a step without a task. Participant 2 also
# has a task a.
SESSIONS = {
    1: [
        step(1, "open the shop"),
        step(2, "close all tabs"),
        step(3, "close all tabs", box=[BOX, {"x": 50, "y": 50, "width": 5, "height": 5}]),
        step(4, "scroll down", box=None),
        step(5, "pay", "b"),
        step(6, "never mind", None),
    ],
    2: [step(1, "open the tickets"), step(2, "the first one")],
}
ANSWERS = {
    "1/1": [0, 0],  # On the top left corner.
    "1/2": [10, 10],  # On the bottom right corner.
    "1/3": [10.001, 5],  # Just outside.
    "1/5": [5, 5],
    "1/6": None,
    "2/1": [5, 5],
    "2/2": [None, 3],
}


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A function that writes sessions in the public format and returns the folder."""

    def write_sessions(
        sessions: dict[int, list[Record]] | None = None, *, history: str = ""
    ) -> Path:
        root = tmp_path / "full_human_dataset"
        for number, records in (SESSIONS if sessions is None else sessions).items():
            folder = root / str(number)
            (folder / "images").mkdir(parents=True, exist_ok=True)
            (folder / "questions_with_task_updated.json").write_text(json.dumps(records))
            for record in records:
                Image.new("RGB", (60, 60)).save(folder / record["final_image"])
            if history:
                done = [
                    {"instruction": one["instruction"], "extracted_action": "did it"}
                    for one in records
                ]
                (folder / history).write_text(json.dumps(done))
        (root / "notes").mkdir(exist_ok=True)  # Not a participant's folder.
        return tmp_path

    return write_sessions


def scored(folder: Path, answers: dict[str, Any], *more: str) -> dict[str, Any]:
    path = folder / "answers.json"
    path.write_text(json.dumps(answers))
    arguments = ["score", "realwebassist", "--data", folder, "--answers", path, *more, "--json"]
    done = CliRunner().invoke(command, [str(one) for one in arguments], standalone_mode=False)
    if done.exception is not None:
        raise done.exception
    return json.loads(done.stdout)


def test_variant_code_merges_tasks_with_the_same_name_and_counts_steps(write: Write) -> None:
    summary = scored(write(), ANSWERS)
    overall = summary["overall"]
    # Hits: 1/1, 1/2, 1/5, 2/1 of 7 scored steps.
    assert overall["accuracy"] == pytest.approx(400 / 7)
    # Task a (1/1, 1/2, 1/3, 2/1, 2/2): two of five steps before the first miss. Task b: complete.
    # The step without a task is a task of its own.
    assert overall["average_progress"] == pytest.approx(100 * (2 / 5 + 1 + 0) / 3)
    assert overall["task_success_rate"] == pytest.approx(100 / 3)
    # Skipped steps are those without boxes, as in the public result file.
    assert (overall["total"], overall["correct"], overall["skipped"]) == (7, 4, 1)
    assert overall["invalid"] == 2
    assert [summary["episodes"][number]["skipped"] for number in ("1", "2")] == [1, 0]
    assert summary["episodes"]["2"]["average_progress"] == pytest.approx(50)
    assert "task 'a' occurs for participants 1, 2" in summary["warnings"][0]


def test_variant_paper_separates_tasks_by_participant_and_counts_instructions(
    write: Write,
) -> None:
    overall = scored(write(), ANSWERS, "--metric-variant", "paper")["overall"]
    # 1/a: one of two instructions; 1/b: complete; the step without a task: missed; 2/a: one of two.
    assert overall["progress"] == pytest.approx((1 / 2 + 1 + 0 + 1 / 2) / 4)
    assert overall["task_success"] == pytest.approx(1 / 4)
    # Correct: "open the shop", "pay" and "open the tickets".
    assert overall["instruction_accuracy"] == pytest.approx(3 / 6)
    assert overall["step_accuracy"] == pytest.approx(4 / 7)


def test_the_distance_is_the_mean_from_valid_answers_to_the_nearest_box(write: Write) -> None:
    overall = scored(write(), {"1/1": [13, 14], "1/3": [49, 50]})["overall"]
    assert overall["average_distance"] == pytest.approx((3 + 4 + 1) / 2)


def test_a_step_without_an_answer_is_a_miss(write: Write) -> None:
    overall = scored(write(), {})["overall"]
    assert (overall["total"], overall["correct"], overall["invalid"]) == (7, 0, 7)


def test_the_json_output_has_intervals_of_the_metrics(write: Write) -> None:
    intervals = scored(write(), ANSWERS)["intervals"]
    assert list(intervals) == ["task success", "progress", "step accuracy"]
    low, high = intervals["task success"]
    assert 0 < low < 1 / 3 < high < 1


def test_stored_answers_in_fractions_are_a_user_error(write: Write) -> None:
    with pytest.raises(UserError, match=r"answers\.json: points must be in pixels"):
        scored(write(), {"1/1": [0.5, 0.25]})


def test_stored_answers_are_scored_as_a_run_with_a_report(write: Write, tmp_path: Path) -> None:
    summary = scored(write(), ANSWERS, "--out", str(tmp_path / "run"))
    run = read_run(tmp_path / "run")
    assert run.summary is not None
    assert run.summary.figures["step accuracy"] == summary["overall"]["step_accuracy"]
    assert "95 % confidence intervals" in (tmp_path / "run/report.html").read_text()


def test_transcripts_are_required_only_for_the_selected_participants(
    write: Write, tmp_path: Path
) -> None:
    data = write()
    heard = {(2, 1): "open the thickets", (2, 2): "the first one"}
    write_transcripts(tmp_path / "heard.json", heard, {})
    benchmark = realwebassist(data=data, participant=(2,), transcripts=tmp_path / "heard.json")
    assert benchmark.tasks()[0].instruction == "open the thickets"
    with pytest.raises(UserError, match="no instruction 1 of participant 1"):
        realwebassist(data=data, transcripts=tmp_path / "heard.json")


def test_an_answer_for_an_unknown_step_is_a_user_error(write: Write) -> None:
    with pytest.raises(UserError, match="'9/1'"):
        scored(write(), {"9/1": [1, 1]})


@pytest.mark.parametrize(
    "answer",
    [None, [], [1], [1, 2, 3], [None, 3], ["1", 2], [True, 1], {"x": 1}, [float("nan"), 1]],
)
def test_an_invalid_point_is_none(answer: object) -> None:
    assert point_of(answer) is None


@given(*[st.floats(-50, 50) for _ in range(2)])
def test_a_point_is_in_a_box_exactly_if_its_distance_is_zero(x: float, y: float) -> None:
    box = Rectangle(-10, 5, 20, 10)
    assert box.contains(x, y) == (box.distance(x, y) == 0)


def test_instructions_are_separated_by_text_and_task(write: Write) -> None:
    session = Dataset(write()).sessions[1]
    assert [(one.utterance, one.index_in_instruction) for one in session] == [
        (0, 0),
        (1, 0),
        (1, 1),
        (2, 0),
        (3, 0),
        (4, 0),
    ]
    assert all(one.is_utterance_derived for one in session)


def test_instruction_ids_are_used_if_present(write: Write) -> None:
    twice = [step(1, "next") | {"instruction_id": 1}, step(2, "next") | {"instruction_id": 2}]
    session = Dataset(write({1: twice})).sessions[1]
    assert [one.utterance for one in session] == [0, 1]


@pytest.mark.parametrize("name", ["extracted_actions_gt.json", "extracted_actions_GT.json"])
def test_both_spellings_of_the_history_file_are_found(write: Write, name: str) -> None:
    history = Dataset(write(history=name)).history(1)
    assert history[0] == ("open the shop", "did it")


def test_a_missing_history_file_is_a_user_error_at_the_start(write: Write) -> None:
    folder = write()
    with pytest.raises(UserError, match="required for histories"):
        Dataset(folder).history(1)
    with pytest.raises(UserError, match="required for histories"):
        realwebassist(data=folder, past=1)


async def test_per_participant_metrics_follow_the_variant(write: Write) -> None:
    for variant, progress in (("code", 1 / 3), ("paper", 1 / 2)):
        benchmark = realwebassist(data=write(), metric_variant=variant)  # pyright: ignore
        task = benchmark.tasks()[0]
        evidence = {"points": {"1/1": [5, 5]}}
        mark = benchmark.score(task, Episode(task=task.id, evidence=evidence))
        tables = {table.title: table for table in benchmark.summarise([(task, mark)]).tables}
        [row] = tables["Per participant"].rows
        # One of three steps, which is one of two instructions.
        assert row[4] == pytest.approx(progress)


def test_a_summary_has_confidence_intervals(write: Write) -> None:
    benchmark = realwebassist(data=write())
    task = benchmark.tasks()[0]
    mark = benchmark.score(task, Episode(task=task.id, evidence={}))
    table = benchmark.summarise([(task, mark)]).tables[0]
    assert [(row[0], row[-1]) for row in table.rows] == [
        ("task success", "Wilson"),
        ("progress", "Wilson"),
        ("step accuracy", "too few tasks: 1"),
    ]
    # Wilson's interval for 0 of 1.
    assert table.rows[0][1:4] == [0, 0, pytest.approx(0.7935, abs=1e-3)]


@pytest.mark.parametrize(
    ("record", "what"),
    [
        (step(1, "x", box={"x": 1}), "entry 0: bounding_box must have"),
        (step(1, "x") | {"instruction": 3}, "entry 0: instruction must be a string"),
        (step(1, "x", box=dict.fromkeys(("x", "y", "width", "height"), 10**400)), "entry 0"),
        (step(1, "x", box=dict.fromkeys(("x", "y", "width", "height"), "nan")), "finite numbers"),
        (step(1, "x") | {"final_image": f"images/{'9' * 20}.png"}, "final_image"),
        (
            step(1, "x") | {"final_image": "images/1.png"} | {"final_image": "one.png"},
            "final_image",
        ),
    ],
)
def test_the_error_for_an_invalid_record_gives_its_position(
    write: Write, record: Record, what: str
) -> None:
    with pytest.raises(UserError, match=what):
        _ = Dataset(write({1: [record]})).steps


def test_a_folder_without_participants_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no participant folders"):
        Dataset(tmp_path)


def test_a_check_compares_with_the_published_counts(write: Write) -> None:
    outside = {
        2: [
            step(1, "x", box={"x": 55, "y": 0, "width": 10, "height": 5}),
            step(2, "y", box=[]),
            step(3, "z", box={"x": 9, "y": 9, "width": -5, "height": 5}),
        ]
    }
    arguments = ["data", "realwebassist", "--check", str(write(SESSIONS | outside)), "--json"]
    report = json.loads(CliRunner().invoke(command, arguments, standalone_mode=False).output)
    assert report["counts"]["scored steps"] == 8
    text = " ".join(problem["text"] for problem in report["problems"])
    for what in (
        "found 2 participants; the published data has 10",
        "1 scored steps have a box that extends beyond the screenshot, such as 2/1",
        "1 scored steps have no box",
        "1 scored steps have a box of negative size",
        "required for histories",
    ):
        assert what in text
    assert report["errors"] == 2


async def worked(benchmark: RealWebAssist, agent: Any) -> list[float]:
    marks = []
    for task in benchmark.tasks():
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, agent)
        marks.append(benchmark.score(task, episode).value)
    return marks


async def test_the_oracle_is_always_correct_and_do_nothing_never(write: Write) -> None:
    benchmark = realwebassist(data=write())
    assert await worked(benchmark, benchmark.oracle()) == [1.0] * 4
    assert await worked(benchmark, make_agent("do-nothing", benchmark)) == [0.0] * 4


async def test_a_noisy_oracle_misses_at_the_given_rate(write: Write) -> None:
    many = {1: [step(number, f"say {number}", str(number)) for number in range(1, 201)]}
    benchmark = realwebassist(data=write(many))
    agent = make_agent("noisy-oracle", benchmark, error_rate=0.3, seed=1)
    marks = await worked(benchmark, agent)
    assert sum(marks) == 140
    assert marks == await worked(benchmark, agent)


async def test_the_centre_and_a_random_point_are_baselines(write: Write) -> None:
    middle = {"x": 29, "y": 29, "width": 2, "height": 2}
    many = {1: [step(number, f"say {number}", str(number), middle) for number in range(1, 41)]}
    benchmark = realwebassist(data=write(many))
    assert await worked(benchmark, make_agent("centre", benchmark)) == [1.0] * 40
    assert sum(await worked(benchmark, make_agent("random", benchmark, seed=1))) < 4


def test_a_noisy_oracle_requires_a_benchmark_with_an_oracle() -> None:
    with pytest.raises(UserError, match="has no noisy oracle"):
        make_agent("noisy-oracle", load_benchmark("webgames"))


@pytest.fixture
def session(write: Write) -> PointingSession:
    dataset = Dataset(write())
    return PointingSession([one.target for one in dataset.sessions[1] if one.scored])


async def test_each_screenshot_comes_with_its_instruction(session: PointingSession) -> None:
    seen = await session.observe(frozenset({"screenshot"}))
    assert (seen.instruction, seen.width, seen.height) == ("open the shop", 60, 60)
    assert seen.read("screenshot").startswith(b"\x89PNG")
    await session.act(Click(x=1, y=2))
    assert (await session.observe()).instruction == "close all tabs"
    assert session.points == [(1, 2)]


@pytest.mark.parametrize("action", [Type(text="x"), Click(element=1)])
async def test_an_action_without_a_point_does_not_advance_the_step(
    session: PointingSession, action: Action
) -> None:
    assert not (await session.act(action)).ok
    assert session.points == []


async def test_waiting_answers_without_a_point(session: PointingSession) -> None:
    await session.act(Wait())
    assert session.points == [None]


async def test_the_history_includes_unscored_steps(write: Write) -> None:
    benchmark = realwebassist(data=write(history="extracted_actions_gt.json"), past=2)
    last = benchmark.tasks()[1]
    async with benchmark.session(last) as opened:
        assert (await opened.observe()).history == (
            "Instruction: close all tabs\n   Action: did it",
            "Instruction: scroll down\n   Action: did it",
        )


async def test_boxes_are_never_shown_to_an_agent(write: Write) -> None:
    odd = {"x": 13.25, "y": 17.5, "width": 3.125, "height": 4.0625}
    folder = write({1: [step(1, "x", box=odd)]}, history="extracted_actions_gt.json")
    benchmark = realwebassist(data=folder, past=1)
    [task] = benchmark.tasks()
    async with benchmark.session(task) as opened:
        shown = await opened.observe(frozenset({"screenshot"}))
        result = await opened.act(Click(x=1, y=1))
    visible = f"{task} {shown} {result}"
    assert not any(str(number) in visible for number in odd.values())


SAMPLE_STEP = Dataset(SAMPLE).steps[0]


def test_the_scored_steps_of_the_public_revision_are_counted(data: Path) -> None:
    listed = json.loads((data / "realwebassist" / "steps_scored.json").read_bytes())
    from webproctor.benchmarks.realwebassist.data import _DIGESTS, _SCORED_STEPS, digest

    assert tuple(len(of) for of in listed.values()) == _SCORED_STEPS
    steps = [
        [replace(SAMPLE_STEP, image=number) for number in numbers] for numbers in listed.values()
    ]
    assert tuple(map(digest, steps)) == _DIGESTS
