"""browser-use and Stagehand as agents, with a scripted model on a loopback server.

They are skipped if the packages are not installed.
"""

import asyncio
import json
import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from models.server import ModelServer

from webproctor.agents import make_agent
from webproctor.agents.browser_use import _PROGRAM
from webproctor.agents.browser_use import INSTALL as INSTALL_BROWSER_USE
from webproctor.agents.program_output import ProgramOutput
from webproctor.agents.stagehand import INSTALL as INSTALL_STAGEHAND
from webproctor.benchmarks import load_benchmark
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.llm import Call, Message, Reply
from webproctor.core.loop import run_episode
from webproctor.core.scores import Score
from webproctor.environments.serving import serve

BROWSER_USE, STAGEHAND = "WEBPROCTOR_BROWSER_USE", "WEBPROCTOR_STAGEHAND"
KEY = "sk-not-a-real-key-57d1f0"
_PASSWORD = re.compile(r"password is\W+([a-z]+(?:-[a-z]+)+-\d+)")


def for_browser_use(messages: Sequence[Message], acting: bool) -> Reply:
    """Type the code on the page into its first field, then answer with the password."""
    shown = "\n".join(message.text for message in messages[-3:])
    password = _PASSWORD.search(shown)
    code = re.search(r"code is\s+(\d{4,})", shown)
    fields = re.findall(r"\[(\d+)\]<input", shown)
    actions: list[dict[str, object]] = [{"wait": {"seconds": 1}}]
    if password:
        actions = [{"done": {"text": password[1], "success": True}}]
    elif code and fields:
        actions = [{"click": {"index": int(fields[0])}}, {"send_keys": {"keys": code[1]}}]
    thought = dict.fromkeys(("thinking", "evaluation_previous_goal", "memory", "next_goal"), "-")
    return Reply(text=json.dumps({**thought, "action": actions}))


class ForStagehand:
    """Clicks the first field, types the code, and answers with the password."""

    def __init__(self) -> None:
        self._calls = 0
        self._done: list[str] = []

    def __call__(self, messages: Sequence[Message], acting: bool) -> Reply:
        conversation = "\n".join(message.text for message in messages)
        if not acting:  # The request of `act` for an element.
            [field] = re.findall(r"\[(\d+-\d+)\] textbox: Digit 1", conversation)[-1:]
            chosen = {"elementId": field, "description": "-", "method": "click", "arguments": []}
            return Reply(json.dumps({"action": chosen, "twoStep": False}))
        self._calls += 1
        password = re.findall(r"StaticText: ([a-z]+(?:-[a-z]+)+-\d+)", conversation)
        code = re.findall(r"StaticText: (\d{6})\b", conversation)
        steps: dict[str, dict[str, object]] = {"ariaTree": {}}
        if password:
            # Stagehand asks for the call of `done` when an answer calls no tool.
            if "text" not in self._done:
                self._done.append("text")
                return Reply("I have found it.")
            steps = {"done": {"reasoning": password[-1], "taskComplete": True}}
        elif code and "act" not in self._done:
            steps = {"act": {"action": "click the first digit"}}
        elif code and "keys" not in self._done:
            steps = {"keys": {"method": "type", "value": code[-1]}}
        [(name, given)] = steps.items()
        self._done.append(name)
        return Reply(calls=(Call(f"call_{self._calls}", name, given),))


async def played(
    agent: str, server: ModelServer, monkeypatch: pytest.MonkeyPatch, **settings: Any
) -> tuple[Episode, Score]:
    benchmark = load_benchmark("webgames", task=("otp-entry",))
    [task] = benchmark.tasks()
    async with serve(server.application()) as port, benchmark:
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{port}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        acting = make_agent(agent, benchmark, program_model="openai/gpt-5-mini", **settings)
        async with benchmark.session(task, "browser") as session:
            episode = await run_episode(task, session, acting)
    return episode, benchmark.score(task, episode)


def check(episode: Episode, score: Score, server: ModelServer) -> None:
    assert episode.error is None, episode.output
    assert score.value == 1, episode.output
    assert {call["name"] for step in episode.steps for call in step.actions} <= {"click", "type"}
    assert sum(one.requests for one in episode.reported) == len(server.requests)
    assert sum(one.input_tokens for one in episode.reported) == 1000 * len(server.requests)
    assert KEY not in episode.model_dump_json()


async def test_browser_use_solves_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    python = os.environ.get(BROWSER_USE, "")
    if shutil.which(python or "browser-use") is None:
        pytest.skip(
            f"set {BROWSER_USE} to a python of an environment with it: {INSTALL_BROWSER_USE}"
        )
    server = ModelServer(for_browser_use)
    episode, score = await played("browser-use", server, monkeypatch, program=python)
    check(episode, score, server)


_PACKAGE = """
from types import SimpleNamespace


class Agent:
    settings = SimpleNamespace(max_failures=5)

    def __init__(self, **settings):
        self.token_cost_service = self
        self.usage_history = []

    async def run(self, max_steps, **settings):
        self.state = SimpleNamespace(n_steps={steps} + 1, consecutive_failures={failures})
        return self

    def errors(self):
        return {errors}

    def is_done(self):
        return {answer} is not None

    def final_result(self):
        return {answer}


Browser = ChatOpenAI = dict
"""
_AT_LIMIT = "Failed to complete task in maximum steps"


async def run_package(folder: Path, limit: int, **values: Any) -> tuple[int, ProgramOutput]:
    """Run the program with a package in place of browser-use, which stops after some steps.

    Returns:
        The exit status and the output.
    """
    values = {"steps": 1, "failures": 0, "errors": [None], "answer": None, **values}
    parts = {name: repr(value) for name, value in values.items()}
    (folder / "browser_use.py").write_text(_PACKAGE.format(**parts))
    names = ("TASK", "URL", "DEVTOOLS", "VISION")
    variables = dict.fromkeys((f"WEBPROCTOR_{name}" for name in names), "")
    variables |= {"WEBPROCTOR_MODEL": "openai/gpt-5-mini", "WEBPROCTOR_STEPS": str(limit)}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(_PROGRAM)),
        env={**os.environ, **variables, "PYTHONPATH": str(folder)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    output = ProgramOutput()
    await output.read(process)
    return await process.wait(), output


async def test_an_answer_of_several_lines_is_complete(tmp_path: Path) -> None:
    answer = "The password is:\nABC123\n\nThe task is complete."
    _, output = await run_package(tmp_path, 1, answer=answer)
    assert output.answer == "The password is: ABC123 The task is complete.", output.text()


@pytest.mark.parametrize("errors", [[_AT_LIMIT], [None, "no such element", _AT_LIMIT]])
async def test_browser_use_finishes_at_the_step_limit(
    tmp_path: Path, errors: list[str | None]
) -> None:
    status, output = await run_package(tmp_path, 2, steps=2, failures=1, errors=errors)
    assert status == 0, output.text()


@pytest.mark.parametrize(
    ("limit", "steps", "failures", "errors"),
    [(9, 2, 2, ["no answer"]), (2, 2, 2, ["no answer", _AT_LIMIT])],
)
async def test_browser_use_without_a_model_fails_with_the_reason(
    tmp_path: Path, limit: int, steps: int, failures: int, errors: list[str]
) -> None:
    values = {"steps": steps, "failures": failures, "errors": errors}
    status, output = await run_package(tmp_path, limit, **values)
    assert status == 1
    assert "browser-use stopped: no answer" in output.text()


async def test_stagehand_solves_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    if not (folder := os.environ.get(STAGEHAND)):
        pytest.skip(f"set {STAGEHAND} to the folder with the package: {INSTALL_STAGEHAND}")
    server = ModelServer(ForStagehand())
    episode, score = await played("stagehand", server, monkeypatch, packages=Path(folder))
    check(episode, score, server)


def test_a_missing_package_is_a_user_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    benchmark = load_benchmark("webgames")
    model: dict[str, Any] = {"program_model": "openai/gpt-5-mini"}
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:8000")
    with pytest.raises(UserError, match=r"has no browser-use\. Install it: python3 -m venv"):
        make_agent("browser-use", benchmark, program=sys.executable, **model)
    (tmp_path / "node").write_text("#!/bin/sh\n")
    (tmp_path / "node").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match=r"\(not on PATH\). Install it: python3 -m venv"):
        make_agent("browser-use", benchmark, **model)
    with pytest.raises(UserError, match=r"has no Stagehand\. Install it: npm install"):
        make_agent("stagehand", benchmark, packages=tmp_path, **model)


@pytest.mark.parametrize("model", ["gpt-5-mini", "mistral/large"])
def test_a_model_requires_a_known_provider(model: str) -> None:
    with pytest.raises(UserError, match="PROVIDER/NAME"):
        make_agent("stagehand", load_benchmark("webgames"), program_model=model, packages=Path())
