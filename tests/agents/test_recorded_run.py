"""Tests of repeating the actions of a stored run."""

import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from in_memory import Memory, MemorySession
from per_change import first

import webproctor
from webproctor import Episode, Observation, Step, View
from webproctor.agents.recorded_run import RecordedRun
from webproctor.core.actions import ActionResult, computer, web
from webproctor.core.episodes import StepRecord
from webproctor.core.errors import ReplayDiffers, UserError
from webproctor.core.loop import run_episode
from webproctor.environments.desktop import find_programs
from webproctor.report.page import write_report
from webproctor.run.logs import finished_episodes
from webproctor.run.snapshots import TEXTS, observation_text

Run = webproctor.Run


def run(
    benchmark: str,
    out: Path,
    agent: str = "oracle",
    settings: Mapping[str, Any] = MappingProxyType({}),
    **more: Any,
) -> Run:
    """Run up to two tasks."""
    return webproctor.evaluate(
        benchmark, agent, settings=settings, agent_settings=more, limit=2, out=out, report=False
    )


def again(recorded: Run, out: Path, **settings: Any) -> Run:
    """Replay a run with its settings and some others."""
    about = json.loads((recorded.folder / "run.json").read_text())
    settings = about["settings"] | settings
    return run(about["benchmark"], out, "replay", settings, recorded=recorded.folder)


def answers(of: Run) -> list[str | None]:
    return [episode.answer for episode in finished_episodes(of.folder).values()]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory, executable: Path) -> Run:
    """A run of two games."""
    settings = {"task": ("button-hold", "menu-navigator"), "clock": "virtual"}
    return run("webgames", tmp_path_factory.mktemp("games") / "run", settings=settings)


@pytest.fixture(scope="module")
def replayed(games: Run, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A replay of it; a step that differs is an error."""
    with warnings.catch_warnings(category=ReplayDiffers, action="error"):
        return again(games, tmp_path_factory.mktemp("replayed") / "run")


def test_replayed_games_are_solved_with_their_new_passwords(games: Run, replayed: Run) -> None:
    assert [one.score.value for one in replayed.results] == [1.0, 1.0]
    assert not set(answers(games)) & set(answers(replayed))


@pytest.mark.filterwarnings("error::webproctor.core.errors.ReplayDiffers")
@pytest.mark.parametrize(
    "benchmark", first("mind2web", "grounding", "realwebassist", "turkingbench", count=2)
)
def test_a_run_on_every_benchmark_can_be_replayed(
    benchmark: str, tmp_path: Path, executable: Path
) -> None:
    recorded = run(benchmark, tmp_path / "run")
    replayed = again(recorded, tmp_path / "again")
    scores = [{one.task: one.score.value for one in of.results} for of in (recorded, replayed)]
    assert scores[0] == scores[1]


@pytest.mark.exhaustive
@pytest.mark.filterwarnings("error::webproctor.core.errors.ReplayDiffers")
def test_miniwob_environments_can_be_replayed(tmp_path: Path, executable: Path) -> None:
    pytest.importorskip("miniwob")
    settings = {"environment": ("click-button", "enter-text")}
    replayed = again(run("miniwob", tmp_path / "run", settings=settings), tmp_path / "again")
    assert all(one.solved for one in replayed.results)


class ContentSession(MemorySession):
    """A session whose page has another button than the recorded one."""

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        return Observation(content='Text [3 button "Send"]')


async def test_a_replay_says_which_elements_of_the_content_differ(tmp_path: Path) -> None:
    (tmp_path / TEXTS).mkdir()
    recorded = Observation(content='Text [3 button "Buy"] \\[3 old]')
    (tmp_path / TEXTS / "0.txt").write_text(observation_text(recorded), encoding="utf-8")
    benchmark, click = Memory(), web.Click(element=3)
    [task, _] = benchmark.tasks()
    result = ActionResult(ok=False, message="there is no such element")
    step = StepRecord(
        text="0.txt", url="http://x/", actions=[click.call()], results=[result], seconds=0
    )
    agent = RecordedRun(tmp_path, {task.id: Episode(task=task.id, steps=[step])}, benchmark)
    expected = r'step 1 of 1: mark 3 is \[3 button "Send"\] \(recorded: \[3 button "Buy"\]\)'
    with pytest.warns(ReplayDiffers, match=expected):
        episode = await run_episode(task, ContentSession(), agent)
    assert len(episode.steps[0].notes["differs"]) == 1


@pytest.mark.filterwarnings("ignore::webproctor.core.errors.ReplayDiffers")
def test_a_replay_with_other_puzzles_warns_and_does_not_solve_them(
    games: Run, tmp_path: Path
) -> None:
    with pytest.warns(ReplayDiffers, match="the puzzles differ"):
        replayed = again(games, tmp_path / "run", salt="other")
    assert replayed.summary is not None


@pytest.mark.exhaustive
def test_a_replay_that_differs_in_a_setting_warns(games: Run, tmp_path: Path) -> None:
    with pytest.warns(ReplayDiffers, match="clock is 'real' in the replay"):
        again(games, tmp_path / "run", clock="real")


def test_the_report_has_a_row_for_replayed_episodes(replayed: Run) -> None:
    page = write_report(replayed).read_text(encoding="utf-8")
    assert "Replayed episodes" in page


def test_a_folder_without_these_tasks_is_a_user_error(games: Run, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no finished episode of these tasks of webgames"):
        again(games, tmp_path / "run", task=("bullseye",))
    with pytest.raises(UserError, match="not a run folder"):
        run("webgames", tmp_path / "run", "replay", recorded=tmp_path)


def test_either_predictions_or_a_recorded_run_are_required(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="either --predictions or --recorded"):
        run("webgames", tmp_path / "run", "replay")


class Typist:
    """An agent with a desktop that types a word."""

    surface = "desktop"
    reads: frozenset[View] = frozenset({"screenshot"})

    async def act(self, observation: Observation) -> Step:
        return Step(actions=[computer.TypeText(text="hello")], done=True)


@pytest.mark.exhaustive
def test_a_replay_has_the_surface_of_the_recorded_agent(tmp_path: Path, executable: Path) -> None:
    try:
        find_programs()
    except UserError as error:
        pytest.skip(str(error))
    settings = {"task": ("date",)}
    recorded = webproctor.evaluate(
        "webgames", Typist, settings=settings, out=tmp_path / "run", report=False
    )
    replayed = again(recorded, tmp_path / "again")
    [episode] = replayed.episodes
    assert [result.message for result in episode.steps[0].results] == ["typed 5 characters"]
