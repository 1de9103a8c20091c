"""The environment for verifiers: its own evaluation runs it, and void episodes have no reward."""

import contextlib
import json
import re
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import processes
import pytest
from models.server import Brain, ModelServer
from rollouts.adapters.examples import example, lines, needs_trainers, port, run
from rollouts.conftest import Service, games, serving

from webproctor.core.llm import Call, Message, Reply
from webproctor.environments.serving import serve

PASSWORD = re.compile(r"The password is\s+(\S+)")


def solves(messages: Sequence[Message], acting: bool) -> Reply:
    """Right-click the card, and answer with the password that the page shows then."""
    if found := PASSWORD.findall(messages[-1].text):
        return Reply("", (Call("2", "done", {"answer": found[0]}),))
    return Reply("", (Call("1", "click", {"element": 0, "button": "right"}),))


def traces_in(folder: Path) -> list[dict[str, Any]]:
    [written] = folder.glob("outputs/*/traces.jsonl")
    episodes = [json.loads(line) for line in written.read_text().splitlines()]
    return [trace for episode in episodes for trace in episode["traces"]]


@contextlib.asynccontextmanager
async def evaluating(brain: Brain) -> AsyncIterator[tuple[Service, Callable[..., Any]]]:
    """Serve a game, and a function that runs the example with further options and returns the
    traces.
    """
    model = ModelServer(brain)
    async with (
        serving(games("right-click-easy"), limit=2) as service,
        serve(model.application(), 0) as models,
    ):

        async def evaluate(folder: Path, *options: str) -> list[dict[str, Any]]:
            changes = {"8080": port(service), "8000": str(models), "MODEL": "scripted"}
            command = example("verifiers", "sh", changes).strip()
            await run("bash", "-c", f"{command} {' '.join(options)}", folder=folder)
            assert model.refused == []
            assert service.pool.open == 0
            return traces_in(folder)

        yield service, evaluate


@pytest.mark.exhaustive
async def test_the_published_evaluation_solves_a_game(executable: object, tmp_path: Path) -> None:
    needs_trainers()
    async with evaluating(solves) as (service, evaluate):
        traces = await evaluate(tmp_path)
        assert service.pool.counts["scored"] == 2
    assert [one["rewards"]["benchmark_score"]["score"] for one in traces] == [1.0, 1.0]
    assert all(one["ok"] and one["info"]["webproctor"]["details"]["won"] for one in traces)


@pytest.mark.exhaustive
async def test_a_void_episode_is_repeated(executable: object, tmp_path: Path) -> None:
    needs_trainers()
    before = processes.find("browser")
    faults = 2

    def brain(messages: Sequence[Message], acting: bool) -> Reply:
        nonlocal faults
        if faults:
            faults -= 1
            processes.send(signal.SIGKILL, processes.find("browser") - before)
        return solves(messages, acting)

    async with evaluating(brain) as (service, evaluate):
        traces = await evaluate(tmp_path)
        assert service.pool.counts["void"] >= 1
    assert [one["rewards"]["benchmark_score"]["score"] for one in traces] == [1.0, 1.0]
    [fault, *_] = [error for one in traces for error in one["errors"]]
    assert fault["type"] == "HarnessError"
    assert "the episode is void: browser" in fault["message"]


@pytest.mark.exhaustive
async def test_an_episode_that_remains_void_has_no_reward(
    executable: object, tmp_path: Path
) -> None:
    needs_trainers()
    before = processes.find("browser")

    def brain(messages: Sequence[Message], acting: bool) -> Reply:
        processes.send(signal.SIGKILL, processes.find("browser") - before)
        return solves(messages, acting)

    async with evaluating(brain) as (_, evaluate):
        traces = await evaluate(tmp_path, "--env.agent.retries.rules", "'[]'")
    assert [(one["ok"], one["rewards"]) for one in traces] == [(False, {})] * 2


@pytest.mark.exhaustive
async def test_the_step_limit_of_the_trainer_scores_the_episode(
    executable: object, tmp_path: Path
) -> None:
    needs_trainers()

    def waits(messages: Sequence[Message], acting: bool) -> Reply:
        return Reply("", (Call("1", "wait", {"seconds": 1}),))

    async with evaluating(waits) as (service, evaluate):
        traces = await evaluate(tmp_path, "--env.agent.max-turns", "2")
        assert service.pool.counts["scored"] == 2
    assert [one["rewards"]["benchmark_score"]["score"] for one in traces] == [0.0, 0.0]
    assert all(one["ok"] and one["info"]["webproctor"]["truncated"] for one in traces)


def test_the_example_is_short() -> None:
    assert lines("verifiers", "sh") <= 20
