"""Tests of exporting successful episodes as chats with images."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from webproctor.cli import command
from webproctor.core.actions import ActionResult
from webproctor.core.actions.web import web
from webproctor.core.episodes import Episode, StepRecord
from webproctor.core.errors import UserError
from webproctor.core.tasks import CANARY
from webproctor.export.chats import _steps, write_chats
from webproctor.harness.reading import benchmark_of_run
from webproctor.harness.runs import run
from webproctor.run.results import Run
from webproctor.run.snapshots import SCREENS, TEXTS


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of two games by the oracle, with all snapshots."""
    return run(
        "webgames",
        "oracle",
        settings={"task": ("right-click", "buttons"), "clock": "virtual"},
        folder=tmp_path_factory.mktemp("games") / "run",
        record="all",
        parallel=2,
    )


@pytest.fixture(scope="module")
def spoken(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run on sessions of two participants, in which most steps are missed."""
    return run(
        "realwebassist",
        "noisy-oracle",
        settings={"participant": (1, 2)},
        agent_settings={"error_rate": 0.2},
        folder=tmp_path_factory.mktemp("spoken") / "run",
        record="all",
    )


def written(finished_run: Run, out: Path, **more: Any) -> list[dict[str, Any]]:
    runs = {finished_run.folder: (finished_run, benchmark_of_run(finished_run.folder))}
    result = write_chats(runs, out, **more)
    lines = result.file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == result.examples
    return [json.loads(line) for line in lines]


def parts(message: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [part for part in message["content"] if part["type"] == kind]


def test_every_step_is_an_example_with_observation_and_calls(games: Run, tmp_path: Path) -> None:
    examples = written(games, tmp_path / "out", allow_test=True)
    first = next(one for one in examples if one["task"].startswith("right-click"))
    system, user, assistant = first["messages"]
    assert [one["role"] for one in (system, user, assistant)] == ["system", "user", "assistant"]
    [part] = parts(user, "text")
    assert part["text"].startswith("Task: Right-click the card.")
    assert "Right-click here" in part["text"]
    [call] = assistant["tool_calls"]
    assert call["function"]["name"] == "click"
    assert call["function"]["arguments"].keys() == {"x", "y", "button"}, "defaults are left out"
    [image] = first["images"]
    assert len(parts(user, "image")) == 1
    with Image.open(tmp_path / "out" / image) as picture:
        assert picture.size == (1280, 720)
    assert "click" in [tool["function"]["name"] for tool in first["tools"]]


def test_the_answer_is_given_in_the_step_that_shows_it(games: Run, tmp_path: Path) -> None:
    """Not together with the action that reveals it: a model would learn to invent answers."""
    answers: list[str] = []
    for example in written(games, tmp_path / "out", allow_test=True):
        calls = [one["function"] for one in example["messages"][-1]["tool_calls"]]
        if calls[0]["name"] == "done":
            answers.append(calls[0]["arguments"]["answer"])
            assert answers[-1] in parts(example["messages"][1], "text")[0]["text"]
        else:
            assert "done" not in [call["name"] for call in calls]
    assert answers
    assert "" not in answers


def test_earlier_actions_are_listed_in_text(games: Run, tmp_path: Path) -> None:
    examples = written(games, tmp_path / "out", allow_test=True)
    last = next(one for one in examples if one["task"].startswith("right-click") and
                one["messages"][-1]["tool_calls"][0]["function"]["name"] == "done")  # fmt: skip
    assert "Done so far:\n- click: clicked at" in parts(last["messages"][1], "text")[0]["text"]


def test_an_episode_can_be_one_conversation(games: Run, tmp_path: Path) -> None:
    examples = written(games, tmp_path / "out", allow_test=True, by="episode")
    assert [one["task"] for one in examples] == [result.task for result in games.results]
    for example in examples:
        shown = sum(len(parts(one, "image")) for one in example["messages"])
        assert shown == len(example["images"]) > 1
        assert example["messages"][-1]["tool_calls"][0]["function"]["name"] == "done"


def test_test_tasks_are_left_out_or_exported_with_a_canary(games: Run, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="2 are of test splits"):
        written(games, tmp_path / "out")
    assert not (tmp_path / "out").exists()
    for example in written(games, tmp_path / "out", allow_test=True):
        assert example["canary"] == CANARY


@pytest.mark.parametrize(
    ("split", "why"),
    [("challenge", "2 are of test splits"), ("", "2 have no split and may be test tasks")],
)
def test_tasks_of_every_test_split_are_left_out(
    games: Run, tmp_path: Path, split: str, why: str
) -> None:
    benchmark = benchmark_of_run(games.folder)
    tasks = [replace(task, split=split) for task in benchmark.tasks()]
    benchmark.tasks = lambda: tasks  # type: ignore[method-assign]
    with pytest.raises(UserError, match=why):
        write_chats({games.folder: (games, benchmark)}, tmp_path / "out")


def test_only_successful_episodes_are_exported(spoken: Run, tmp_path: Path) -> None:
    good = [result.task for result in spoken.results if result.score.value >= 0.3]
    assert 0 < len(good) < len(spoken.results)
    examples = written(spoken, tmp_path / "out", allow_test=True, min_score=0.3)
    assert {one["task"] for one in examples} == set(good)


def test_failed_and_invalid_calls_and_steps_without_a_snapshot_are_left_out() -> None:
    def step(*calls: tuple[str, int, bool], text: str = "1.txt") -> StepRecord:
        return StepRecord(
            actions=[{"name": name, "arguments": {"element": index}} for name, index, _ in calls],
            results=[ActionResult(ok=ok, message="") for _, _, ok in calls],
            seconds=0.0,
            text=text,
        )

    mixed = step(("click", 1, True), ("click", 2, False), ("invented", 3, True))
    steps = [mixed, step(("click", 4, False)), step(("click", 5, True), text="")]
    [(_, _, calls, _)] = _steps(Episode(task="a", steps=steps), web)
    assert calls == [{"name": "click", "arguments": {"element": 1}}]


def test_every_step_has_its_current_instruction(spoken: Run, tmp_path: Path) -> None:
    examples = written(spoken, tmp_path / "out", allow_test=True, min_score=0.1)
    instructions = {
        parts(one["messages"][1], "text")[0]["text"].splitlines()[0] for one in examples
    }
    assert len(instructions) > len({one["task"] for one in examples})


def test_a_run_without_snapshots_is_a_user_error(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    finished_run = run(
        "grounding", "noisy-oracle", settings={"targets": 2}, folder=folder, record="none"
    )
    with pytest.raises(UserError, match="run with --record all"):
        written(finished_run, tmp_path / "out", allow_test=True, min_score=0.0)
    both = r"2 have no split .*--allow-test.* and have no snapshots \(run with --record all\)\."
    with pytest.raises(UserError, match=both):
        written(finished_run, tmp_path / "out", min_score=0.0)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:200]), "is not a readable image"),
        (lambda path: path.write_text("no picture"), "is not a readable image"),
        (lambda path: path.unlink(), "file not found"),
    ],
)
def test_a_damaged_image_ends_the_export_with_its_episode_and_leaves_no_files(
    games: Run, tmp_path: Path, damage: Callable[[Path], object], message: str
) -> None:
    copied_run = games.model_copy(update={"folder": tmp_path / "run"})
    shutil.copytree(games.folder, copied_run.folder)
    picture = next((copied_run.folder / SCREENS).glob("*.webp"))
    damage(picture)
    with pytest.raises(UserError, match=message) as refused:
        written(copied_run, tmp_path / "out", allow_test=True)
    assert not (tmp_path / "out").exists()
    assert str(picture) in str(refused.value)
    assert re.search(
        r"The file belongs to episode (right-click|buttons)@0, epoch 1", str(refused.value)
    )


def test_the_command_exports_several_runs(games: Run, spoken: Run, tmp_path: Path) -> None:
    arguments = ["export", "run", str(games.folder), str(spoken.folder), "--allow-test"]
    arguments += ["--min-score", "0.2", "--by", "episode", "--out", str(tmp_path / "out"), "--json"]
    outcome = CliRunner().invoke(command, arguments, standalone_mode=False, catch_exceptions=False)
    summary = json.loads(outcome.stdout)
    lines = (tmp_path / "out" / "chats.jsonl").read_text(encoding="utf-8").splitlines()
    assert summary["episodes"] == summary["examples"] == len(lines)
    assert {json.loads(line)["benchmark"] for line in lines} == {"webgames", "realwebassist"}


def test_the_file_of_chats_appears_when_it_is_complete(
    games: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_json, existed = json.dumps, set[bool]()

    def observe(*given: Any, **more: Any) -> str:
        existed.add((tmp_path / "out/chats.jsonl").exists())
        return write_json(*given, **more)

    monkeypatch.setattr(json, "dumps", observe)
    assert written(games, tmp_path / "out", allow_test=True)
    assert existed == {False}


def test_coordinates_are_rounded_to_a_tenth_of_a_pixel(spoken: Run, tmp_path: Path) -> None:
    calls = [
        call["function"]["arguments"]
        for example in written(spoken, tmp_path / "out", allow_test=True, min_score=0)
        for call in example["messages"][-1]["tool_calls"]
    ]
    coordinates = [call[name] for call in calls for name in ("x", "y") if name in call]
    assert any(value != round(value) for value in coordinates)
    assert coordinates == [round(value, 1) for value in coordinates]


def test_a_file_outside_of_the_run_is_not_exported(games: Run, tmp_path: Path) -> None:
    copied_run = games.model_copy(update={"folder": tmp_path / "run"})
    shutil.copytree(games.folder, copied_run.folder)
    (tmp_path / "key.txt").write_text("private")
    for text in (copied_run.folder / TEXTS).iterdir():
        text.unlink()
        text.symlink_to(tmp_path / "key.txt")
    with pytest.raises(UserError, match="is a link to a file outside of the run"):
        written(copied_run, tmp_path / "out", allow_test=True)
