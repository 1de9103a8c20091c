"""Tests of the board: runs that must not be compared are never in the same table."""

import json
from pathlib import Path

import pytest
from playwright.async_api import Page

from webproctor.core.errors import UserError
from webproctor.harness.runs import run
from webproctor.report.board import Board, gather, sections, write_board


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("board")
    for noise in (0.5, 0.0):
        run(
            "grounding",
            "noisy-oracle",
            settings={"targets": 4},
            agent_settings={"error_rate": noise},
            folder=folder / f"noise {noise}",
        )
    run("realwebassist", "centre", settings={"participant": (2,)}, folder=folder / "deeper/two")
    run("realwebassist", "centre", settings={"participant": (3,)}, folder=folder / "deeper/three")
    (folder / "broken").mkdir()
    (folder / "broken/run.json").write_text(
        '{"benchmark": "grounding", "agent": "x", "settings": {"targets": 4}, "condition": {}}'
    )
    return folder


def test_runs_of_one_condition_are_in_one_table_the_best_first(runs: Path) -> None:
    board = gather(runs)
    listed = [[run.folder.name for run in section.runs] for section in board.sections]
    assert listed == [["noise 0.0", "noise 0.5"], ["two"], ["three"]]


def test_runs_of_other_tasks_are_not_in_one_table(tmp_path: Path) -> None:
    for task in ("date", "buttons"):
        settings = {"task": (task,), "clock": "virtual", "salt": "s"}
        run("webgames", "do-nothing", settings=settings, folder=tmp_path / task)
    board = gather(tmp_path)
    assert [len(section.runs) for section in board.sections] == [1, 1]
    assert {section.displayed_condition()["tasks"] for section in board.sections} == {
        "date@0",
        "buttons@0",
    }
    first, second = (section.condition for section in board.sections)
    assert first == second


def test_a_file_is_not_shown_as_the_benchmark_or_agent_whose_name_it_uses(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(
        "from webproctor.agents.random import random\n"
        "from webproctor.benchmarks.grounding.benchmark import grounding\n"
        "def make():\n    return grounding(targets=4)\n"
    )
    run("grounding", "random", settings={"targets": 4}, folder=tmp_path / "included")
    run(f"{file}:make", f"{file}:random", folder=tmp_path / "own")
    shown = {(run.benchmark, run.agent) for part in gather(tmp_path).sections for run in part.runs}
    assert shown == {("grounding", "random"), ("own.py:make", "own.py:random")}
    assert len(gather(tmp_path).sections) == 2


def test_an_unreadable_run_is_reported_and_the_others_are_shown(runs: Path) -> None:
    [(folder, why)] = gather(runs).unreadable.items()
    assert folder.endswith("broken")
    assert "has changed since" in why


def test_the_reason_for_an_unreadable_run_does_not_repeat_its_folder(tmp_path: Path) -> None:
    about = {"benchmark": "grounding", "agent": "oracle", "settings": {}}
    (tmp_path / "old").mkdir()
    (tmp_path / "old/run.json").write_text(json.dumps(about | {"condition": {"version": "0"}}))
    [why] = gather(tmp_path).unreadable.values()
    assert why.startswith("the run has version 0 of grounding")


def test_sections_can_be_filtered_by_differing_conditions(runs: Path) -> None:
    filters = gather(runs).filters()
    assert sorted(filters["participants"]) == ["[2]", "[3]"]
    assert "data" not in filters


def test_a_page_whose_path_is_a_folder_is_refused_before_a_file_is_written(
    runs: Path, tmp_path: Path
) -> None:
    (tmp_path / "page").mkdir()
    with pytest.raises(UserError, match=r"page: is a folder\. Name a file"):
        write_board(gather(runs), tmp_path / "page")
    assert [path.name for path in tmp_path.iterdir()] == ["page"]


def test_a_folder_without_runs_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="the folder contains no runs"):
        gather(tmp_path)


async def test_the_page_can_be_sorted_and_filtered_in_a_browser(
    runs: Path, tmp_path: Path, reader: Page
) -> None:
    page_file = tmp_path / "board.html"
    write_board(gather(runs), page_file)
    faults: list[str] = []
    reader.on("pageerror", lambda fault: faults.append(str(fault)))
    await reader.goto(page_file.as_uri())
    first = reader.locator("section").first.locator("tr").nth(1)
    assert "noise 0.0" in await first.inner_text()
    await reader.get_by_role("button", name="accuracy").first.click()
    assert "noise 0.5" in await first.inner_text()
    await reader.get_by_label("Benchmark").select_option("realwebassist")
    assert await reader.locator("section:visible").count() == 2
    await reader.get_by_label("Participants").select_option("[2]")
    assert await reader.locator("section:visible").count() == 1
    await reader.get_by_label("Participants").select_option("all")
    await reader.get_by_label("Find").fill("three")
    assert await reader.locator("section:visible").count() == 1
    assert faults == []


async def test_names_with_a_number_in_front_are_sorted_as_text(
    runs: Path, tmp_path: Path, reader: Page
) -> None:
    board = gather(runs)
    names = ("b", "7b", "c", "70b")
    section = board.sections[0]
    section.runs = [
        section.runs[0].model_copy(update={"agent": name, "folder": tmp_path / name})
        for name in names
    ]
    await reader.goto(write_board(Board(sections=[section]), tmp_path / "board.html").as_uri())
    await reader.get_by_role("button", name="agent").click()
    await reader.get_by_role("button", name="agent").click()
    shown = await reader.locator(".board td.text a").all_inner_texts()
    assert shown == sorted(names)


def test_the_board_says_that_a_cost_is_a_lower_bound(runs: Path, tmp_path: Path) -> None:
    section = gather(runs).sections[0]
    used = {"calls": 2.0, "unmetered_calls": 1.0, "dollars": 0.5}
    section.runs = [section.runs[0].model_copy(update={"used": used})]
    page = write_board(Board(sections=[section]), tmp_path / "board.html")
    assert "at least $0.50" in page.read_text()


def test_the_board_says_that_episodes_were_started_again(runs: Path, tmp_path: Path) -> None:
    section = gather(runs).sections[0]
    section.runs = [section.runs[0].model_copy(update={"restarts": 3})]
    page = write_board(Board(sections=[section]), tmp_path / "board.html")
    assert "episodes started again: 3" in page.read_text()


def test_a_run_that_has_not_finished_is_listed_after_the_others(runs: Path, tmp_path: Path) -> None:
    best, other = gather(runs).sections[0].runs
    started = best.model_copy(update={"results": best.results[:1], "complete": False})
    [section] = sections([started, other])
    assert section.runs == [other, started]
    page = write_board(Board(sections=[section]), tmp_path / "board.html").read_text()
    assert "1 of 4 tasks" in page
