"""The bench of renderers: events count with their own time, by kind of work."""

from typing import Any

import pytest


def event(name: str, start: float, took: float, process: int = 1) -> dict[str, Any]:
    return {"ph": "X", "name": name, "ts": start, "dur": took, "pid": process, "tid": 1}


def named(process: int, name: str) -> dict[str, Any]:
    return {"name": "process_name", "pid": process, "args": {"name": name}}


def test_time_of_an_event_excludes_nested_events(bench: Any) -> None:
    events = [event("Layout", 10, 40), event("FunctionCall", 0, 100), event("Paint", 100, 50)]
    assert dict(bench("trace").own_times(events)) == {
        "FunctionCall": pytest.approx(60e-6),
        "Layout": pytest.approx(40e-6),
        "Paint": pytest.approx(50e-6),
    }


def test_only_renderers_are_counted(bench: Any) -> None:
    processes = [named(1, "Renderer"), named(2, "Browser")]
    found = bench("trace").in_renderers(
        {"traceEvents": [*processes, event("Layout", 0, 1e6), event("Paint", 0, 1e6, 2)]}
    )
    assert found == {"layout": 1}


def test_shares_are_per_episode(bench: Any) -> None:
    whole, *shares = bench("trace").compared("pages", [{"layout": 3, "style": 1}, {"layout": 1}])
    assert whole.ours.rounds == [4000, 1000]
    assert {row.name: row.ours.rounds for row in shares} == {
        "pages: layout": [75, 100],
        "pages: style": [25, 0],
    }
