"""The agents that do not read their pages, and the script that counts what they solve."""

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from webproctor.core.observations import Element, Observation

SCRIPTS = Path(__file__).parents[3] / "scripts"


def result(task: str, value: float, **details: Any) -> SimpleNamespace:
    return SimpleNamespace(task=task, score=SimpleNamespace(value=value, details=details))


def test_episodes_are_counted_by_environment_and_a_won_game_needs_no_answer() -> None:
    results = [result("click@0", 1), result("click@1", 0), result("maze/hard@0", 0, won=True)]
    groups = runpy.run_path(str(SCRIPTS / "blind_scores.py"))["solved_by_group"](results)
    assert groups == {"click": [True, False], "maze/hard": [True]}


async def test_an_agent_clicks_each_element_once_and_stops() -> None:
    agent = runpy.run_path(str(SCRIPTS / "blind_agents.py"))["ClickEach"]()
    elements = (Element(index=0, tag="a"), Element(index=1, tag="a"))
    steps = [await agent.act(Observation(step=step, elements=elements)) for step in range(3)]
    assert [[click.element for click in step.actions] for step in steps] == [[0], [1], []]
    assert [step.done for step in steps] == [False, False, True]


async def test_an_agent_clicks_the_last_element_and_stops() -> None:
    agent = runpy.run_path(str(SCRIPTS / "blind_agents.py"))["ClickLast"]()
    elements = (Element(index=0, tag="a"), Element(index=1, tag="a"))
    step = await agent.act(Observation(elements=elements))
    assert [click.element for click in step.actions] == [1]
    assert step.done
    assert (await agent.act(Observation(elements=()))).done
