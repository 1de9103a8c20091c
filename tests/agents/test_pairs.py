"""Which agents run on which benchmarks: an episode of each pair, or why there is none."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from webproctor.agents import make_agent, surface_of, task_for
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.testing.page import ScriptedModel

BENCHMARKS: Mapping[str, Mapping[str, Any]] = {
    "webgames": {"task": ("buttons",)},
    "turkingbench": {"instances": 1},
    "miniwob": {"environment": ("click-button",)},
    "mind2web": {},
    "realwebassist": {},
    "grounding": {},
}
LIVE = ("webgames", "turkingbench", "miniwob")
PICTURES = ("realwebassist", "grounding")
RUNS = [
    *[("web", {}, name) for name in BENCHMARKS],
    *[("web", {"vision": False}, name) for name in (*LIVE, "mind2web")],
    *[("computer", {}, name) for name in (*LIVE, *PICTURES)],
    *[("mindact", {"turns": 1}, name) for name in (*LIVE, "mind2web")],
    *[("random", {}, name) for name in BENCHMARKS],
    *[("grounder", {}, name) for name in PICTURES],
    *[("external", {"command": "true", "devtools": "input"}, name) for name in LIVE],
    ("form", {}, "turkingbench"),
]
REFUSED = [
    *[("form", {}, name, "no forms") for name in BENCHMARKS if name != "turkingbench"],
    ("web", {"vision": False}, "grounding", "remove --text-only"),
    ("computer", {}, "mind2web", "reads screenshot"),
    *[("mindact", {}, name, "reads dom") for name in PICTURES],
    *[
        ("external", {"command": "true"}, name, "supports only: page")
        for name in BENCHMARKS
        if name != "webgames"
    ],
]


def benchmark(name: str) -> Benchmark:
    if name == "miniwob":
        pytest.importorskip("miniwob", reason="the pages of MiniWoB++ are not installed")
    return load_benchmark(name, **BENCHMARKS[name])


@pytest.mark.parametrize(("agent", "settings", "name"), RUNS)
async def test_an_agent_plays_an_episode(
    executable: Path, agent: str, settings: dict[str, Any], name: str
) -> None:
    made = benchmark(name)
    acting = make_agent(agent, made, ScriptedModel(), **settings)
    task = task_for(acting, made.tasks()[0], made)
    async with made, made.session(task, surface_of(acting)) as session:
        episode = await run_episode(task, session, acting)
    assert episode.error is None
    assert 0 <= made.score(task, episode).value <= 1


@pytest.mark.parametrize(("agent", "settings", "name", "why"), REFUSED)
def test_an_agent_that_cannot_play_is_refused_with_the_reason(
    agent: str, settings: dict[str, Any], name: str, why: str
) -> None:
    with pytest.raises(UserError, match=why):
        make_agent(agent, benchmark(name), ScriptedModel(), **settings)
