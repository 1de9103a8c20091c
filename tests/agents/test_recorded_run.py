"""Tests of repeating the actions of a stored run."""

import json
import warnings
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from per_change import first

import webproctor
from webproctor import Observation, Step, View
from webproctor.core.actions import computer
from webproctor.core.errors import ReplayDiffers, UserError
from webproctor.environments.desktop import find_programs
from webproctor.report.page import write_report
from webproctor.run.logs import finished_episodes

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
