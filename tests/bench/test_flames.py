"""The bench of flame graphs: stacks of Python and of Chromium, their parts, and the drawing."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

LOOP = "run (inspect_ai/_eval/eval.py);Handle._run (asyncio/events.py)"


def test_consecutive_frames_of_another_package_are_merged(bench: Any) -> None:
    raw = (
        f"{LOOP};a (inspect_ai/x.py);b (inspect_ai/y.py);Page.type (webproctor/page.py:3);"
        "dumps (json/__init__.py) 7\n"
    )
    assert bench("python_stacks").read(raw) == {("Inspect", "Page.type()", "json"): 7}


def test_frames_of_the_import_system_are_merged(bench: Any) -> None:
    raw = "start (webproctor/a.py);_find_and_load (<frozen importlib._bootstrap>);x (importlib/y) 2"
    assert bench("python_stacks").read(raw) == {("start()", "imports"): 2}


def test_waiting_threads_do_not_count(bench: Any) -> None:
    raw = "run (threading.py:1);Condition.wait (threading.py:295) 90\nx (webproctor/a.py) 1"
    assert bench("python_stacks").read(raw) == {("x()",): 1}


def test_an_invalid_stack_line_is_an_error(bench: Any) -> None:
    with pytest.raises(ValueError, match="could not convert"):
        bench("python_stacks").read("x (webproctor/a.py) many")


def test_stacks_share_the_time_of_their_process(bench: Any) -> None:
    graph = bench("flames").combined(
        {"Python": 2, "renderers": 1, "network and others": 0.5},
        {("a()",): 3, ("b()",): 1},
        {("renderers", "main", "layout"): 0.1},
        episodes=2,
    )
    assert graph == {
        "Python;a()": 750,
        "Python;b()": 250,
        "renderers;main;layout": 500,
        "network and others": 250,
    }


def test_a_stack_counts_toward_its_innermost_known_frame(bench: Any) -> None:
    stacks = {
        "Python;Inspect;act();json": 1,
        "Python;Inspect;act();websockets": 2,
        "Python;Inspect;pydantic": 4,
        "renderers;main;layout": 8,
        "Python;files": 16,
    }
    assert bench("flame_graph").parts(stacks) == {
        "webproctor": 1,
        "transport": 2,
        "Inspect": 4,
        "browser": 8,
        "files": 16,
    }


def test_small_frames_are_merged_into_their_parent(bench: Any) -> None:
    pruned = bench("flame_graph").pruned({"a;b": 1000, "a;c": 1, "d": 1})
    assert pruned == {"a;b": 1000, "a": 1}


def test_the_width_of_a_rectangle_is_its_time(bench: Any) -> None:
    drawn = bench("flame_graph").drawn("a run", {"Python;a()": 30, "Python;b<c>()": 10})
    svg = ElementTree.fromstring(drawn)
    space = {"s": "http://www.w3.org/2000/svg"}
    widths = {
        group.findtext("s:title", "", space).partition(":")[0]: float(rect.attrib["width"])
        for group in svg.findall("s:g", space)
        if (rect := group.find("s:rect", space)) is not None
    }
    assert svg.findtext("s:title", "", space) == "a run: 40 ms of processor time"
    assert widths["a()"] == pytest.approx(3 * widths["b<c>()"], rel=0.01)


def test_threads_are_named_after_their_process(bench: Any) -> None:
    events = [
        {"name": "process_name", "pid": 1, "tid": 0, "args": {"name": "Renderer"}},
        {"name": "thread_name", "pid": 1, "tid": 5, "args": {"name": "Worker/12"}},
        {"ph": "X", "name": "Layout", "ts": 0, "dur": 1e6, "pid": 1, "tid": 5},
        {"ph": "X", "name": "Layout", "ts": 0, "dur": 1e6, "pid": 2, "tid": 5},
    ]
    found = bench("flames").in_browser({"traceEvents": events})
    assert found == {("renderers", "Worker", "layout", "Layout"): 1}


async def test_replaying_the_commands_of_a_game_solves_it(bench: Any, executable: Path) -> None:
    del executable
    floor, load = bench("floor"), bench("flames").loaded
    settings = {"clock": "virtual", "puzzles": "published"}
    async with load("webgames", settings, ["key-combo@0"]) as benchmark:
        [task] = benchmark.tasks()
        episode = await floor.record(benchmark, task)
    assert await floor.replayed(benchmark, [episode]) == [task]


def test_without_py_spy_the_script_is_skipped(
    bench: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit) as ended, bench("python_stacks").profiled({}):
        pass
    assert ended.value.code == bench("results").LEFT_OUT
    assert "py-spy is not on the path" in capsys.readouterr().err
