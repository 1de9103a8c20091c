"""Limits and approvals of Inspect in episodes of webproctor's agents."""

import asyncio
from pathlib import Path
from typing import Any

import inspect_ai
import pytest
from harness.conftest import Register
from in_memory import MEMORY, MemorySession
from inspect_ai.approval import Approval, ApprovalPolicy, Approver, approver
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.tool import ToolCall, ToolCallView

from webproctor import Observation, Step
from webproctor.core.actions import web
from webproctor.harness.evaluating import make_solver
from webproctor.harness.samples import episode_of, result_of
from webproctor.harness.tasks import inspect_task


class Clicks:
    """Clicks in every step, and finishes with the second."""

    reads = frozenset({"text"})

    async def act(self, observation: Observation) -> Step:
        done = observation.step == 1
        return Step(actions=[web.Click(element=0)], done=done, answer="42" if done else None)


class Waits(Clicks):
    """Clicks once, and then never answers."""

    async def act(self, observation: Observation) -> Step:
        if observation.step == 1:
            await asyncio.Event().wait()
        return await super().act(observation)


def click() -> ModelOutput:
    output = ModelOutput.for_tool_call("mockllm/model", "click", {"element": 0})
    output.usage = ModelUsage(input_tokens=100, output_tokens=100, total_tokens=200)
    return output


def evaluated(agent: str, folder: Path, **options: Any) -> Any:
    """Return the first sample of an evaluation of an agent by Inspect."""
    settings = {"plan_every": 100} if agent == "web" else {}
    [log] = inspect_ai.eval(
        inspect_task(MEMORY, {}),
        solver=make_solver(agent, settings),
        model=get_model("mockllm/model", custom_outputs=[click() for _ in range(20)]),
        limit=1,
        log_dir=str(folder / "logs"),
        display="none",
        **options,
    )
    [sample] = log.samples or []
    return sample


@pytest.mark.parametrize(
    ("limit", "cause"),
    [
        ({"token_limit": 500}, "token limit"),
        ({"turn_limit": 2}, "turn limit"),
        ({"message_limit": 4}, "message limit"),
    ],
)
def test_a_limit_of_inspect_makes_the_episode_errored(
    limit: dict[str, int], cause: str, tmp_path: Path
) -> None:
    result = result_of(evaluated("web", tmp_path, **limit))
    assert result is not None
    assert (result.outcome, result.cause, result.steps) == ("errored", cause, 1)
    assert "exceeded" in (result.message or "")


def test_a_message_limit_ends_an_agent_without_a_model(
    register_agent: Register, tmp_path: Path
) -> None:
    result = result_of(evaluated(register_agent("clicks", Clicks), tmp_path, message_limit=2))
    assert result is not None
    assert (result.outcome, result.cause) == ("errored", "message limit")


@pytest.mark.parametrize("limit", ["time_limit", "working_limit"])
def test_a_time_limit_of_inspect_keeps_the_steps_of_the_episode(
    limit: str, register_agent: Register, tmp_path: Path
) -> None:
    sample = evaluated(register_agent("waits", Waits), tmp_path, **{limit: 1})
    result = result_of(sample)
    assert result is not None
    assert (result.outcome, result.cause, result.steps) == ("errored", "time limit", 1)
    assert sample.scores["episode_score"].value == 0


@approver
def decides(decision: Any) -> Approver:
    async def approve(
        message: str, call: ToolCall, view: ToolCallView, history: list[Any]
    ) -> Approval:
        return Approval(decision=decision, explanation="not today")

    return approve


def test_a_rejected_call_is_an_error_result(
    register_agent: Register, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executed: list[object] = []
    monkeypatch.setattr(MemorySession, "act", lambda session, action: executed.append(action))
    policy = ApprovalPolicy(decides("reject"), "click")
    episode = episode_of(evaluated(register_agent("clicks", Clicks), tmp_path, approval=[policy]))
    assert episode is not None
    assert [step.results[0].message for step in episode.steps] == ["rejected: not today"] * 2
    assert (episode.outcome, executed) == ("scored", [])


def test_an_approver_that_ends_the_sample_makes_the_episode_errored(
    register_agent: Register, tmp_path: Path
) -> None:
    policy = ApprovalPolicy(decides("terminate"), "click")
    result = result_of(evaluated(register_agent("clicks", Clicks), tmp_path, approval=[policy]))
    assert result is not None
    assert (result.outcome, result.cause) == ("errored", "operator")
