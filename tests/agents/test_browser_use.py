"""browser-use as an external agent, with a scripted model on a real server."""

import json
import os
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from models.server import ModelServer

from webproctor.agents import make_agent
from webproctor.benchmarks import load_benchmark
from webproctor.core.llm import Message, Reply
from webproctor.core.loop import run_episode
from webproctor.environments.serving import serve

EXAMPLE = Path(__file__).parents[2] / "examples" / "browser_use_agent.py"
SETTING = "WEBPROCTOR_BROWSER_USE"


def reads_the_page(messages: Sequence[Message], acting: bool) -> Reply:
    """Type the code on the page into its first field, then answer with the password."""
    shown = "\n".join(message.text for message in messages[-3:])
    password = re.search(r"password is\s+([a-z]+(?:-[a-z]+)+-\d+)", shown)
    code = re.search(r"code is\s+(\d{4,})", shown)
    fields = re.findall(r"\[(\d+)\]<input", shown)
    actions: list[dict[str, object]] = [{"wait": {"seconds": 1}}]
    if password:
        actions = [{"done": {"text": password[1], "success": True}}]
    elif code and fields:
        actions = [{"click": {"index": int(fields[0])}}, {"send_keys": {"keys": code[1]}}]
    thought = dict.fromkeys(("thinking", "evaluation_previous_goal", "memory", "next_goal"), "-")
    return Reply(text=json.dumps({**thought, "action": actions}))


async def test_browser_use_solves_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    python = os.environ.get(SETTING, sys.executable)
    if shutil.which(python) is None or not _has_it(python):
        pytest.skip(f"no browser-use: set {SETTING} to a python of an environment that has it")
    benchmark = load_benchmark("webgames", task=("otp-entry",))
    server = ModelServer(reads_the_page)
    async with serve(server.application()) as port, benchmark:
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{port}/v1")
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        agent = make_agent(
            "external",
            benchmark,
            command=f"{python} {EXAMPLE}",
            pass_env=("OPENAI_BASE_URL", "OPENAI_API_KEY"),
            reach=(f"127.0.0.1:{port}",),
        )
        [task] = benchmark.tasks()
        async with benchmark.session(task, "browser") as session:
            episode = await run_episode(task, session, agent)
    assert episode.error is None
    assert benchmark.score(task, episode).value == 1
    assert {call["name"] for turn in episode.turns for call in turn.actions} <= {"click", "type"}


def _has_it(python: str) -> bool:
    return any((Path(python).parents[1] / "lib").glob("python3*/site-packages/browser_use"))
