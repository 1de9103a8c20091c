"""Agents on MiniWoB++: the oracle, a model, a program and an MCP client."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from benchmarks.miniwob.conftest import Opened
from per_change import first
from programs.mcp_client import connected

from webproctor.agents import make_agent
from webproctor.benchmarks.miniwob.benchmark import MiniWob, miniwob
from webproctor.benchmarks.miniwob.oracle import Oracle
from webproctor.core.errors import UserError
from webproctor.core.llm import Call, Message, Reply, Tool, ToolChoice
from webproctor.core.loop import run_episode
from webproctor.core.tasks import Task


def task_of(benchmark: MiniWob, id: str) -> Task:
    return next(task for task in benchmark.tasks() if task.id == id)


# One environment of each of the oracle's modules; by buttons, typing and dragging at every change.
@pytest.mark.parametrize(
    "id",
    first(
        "ascending-numbers@1",
        "enter-date@1",
        "use-slider@1",
        "choose-list@1",
        "email-inbox-star-reply@1",
        "click-collapsible-2@1",
        count=3,
    ),
)
async def test_the_oracle_solves_an_environment(benchmark: MiniWob, id: str) -> None:
    task = task_of(benchmark, id)
    async with benchmark.session(task) as session:
        episode = await run_episode(task, session, Oracle())
    assert benchmark.score(task, episode).details["full"], episode.error


class Typist:
    """Enters the quoted word of the instruction, then clicks Submit."""

    def __init__(self) -> None:
        self.sent: list[Sequence[Message]] = []

    async def generate(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool] = (),
        *,
        tool_choice: ToolChoice = "auto",
    ) -> Reply:
        self.sent.append(messages)
        word = messages[0].text.split('Enter "')[1].split('"')[0]
        entered = Call("1", "type", {"element": 0, "text": word})
        return Reply(calls=(entered, Call("2", "click", {"element": 1})), usage={"calls": 1})


async def test_a_model_gets_the_instruction_of_the_page_and_solves_it(benchmark: MiniWob) -> None:
    model, task = Typist(), task_of(benchmark, "enter-text@0")
    agent = make_agent("web", benchmark, model, plan_every=0, vision=False)
    async with benchmark.session(task) as session:
        episode = await run_episode(task, session, agent)
    assert benchmark.score(task, episode).value == 1, episode.steps
    assert len(episode.steps) == 1


async def test_a_program_gets_the_instruction_of_the_page(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import os; print(os.environ['WEBPROCTOR_TASK'])")
    benchmark = miniwob(environment=("enter-text",))
    agent = make_agent(
        "external", benchmark, command=f"{sys.executable} {program}", devtools="input"
    )
    [task] = benchmark.tasks()
    async with benchmark, benchmark.session(task, "browser-input") as session:
        episode = await run_episode(task, session, agent)
    assert episode.answer == episode.evidence["utterance"]


def test_a_program_with_the_script_policy_is_refused_with_advice() -> None:
    benchmark = miniwob(environment=("enter-text",))
    with pytest.raises(UserError, match="Add --devtools input"):
        make_agent("external", benchmark, command=sys.executable)


async def test_a_client_gets_the_instruction_of_the_page(
    benchmark: MiniWob, opened: Opened
) -> None:
    task = task_of(benchmark, "click-test-2@0")
    async with (
        opened("click-test-2") as browsed,
        asyncio.TaskGroup() as group,
        connected("web", vision=False) as (session, agent),
    ):
        playing = group.create_task(run_episode(task, browsed, agent))
        result = await session.call_tool("task", {})
        assert result.content[0].text.startswith("Click button ONE.")  # type: ignore[union-attr]
        seen = await session.call_tool("observe", {})
        first = seen.content[0].text.split('button "ONE"')[0]  # type: ignore[union-attr]
        number = int(first.rpartition("[")[2].rstrip("] "))
        clicked = await session.call_tool("click", {"element": number})
        assert "The episode has ended." in clicked.content[0].text  # type: ignore[union-attr]
        # It ended by itself: calls for it must not reach the next one.
        late = await session.call_tool("observe", {})
        assert "has ended already" in late.content[0].text  # type: ignore[union-attr]
        await session.call_tool("done", {"answer": ""})
        episode = await playing
    assert benchmark.score(task, episode).value == 1
