"""The real command lines of Claude Code and Codex, with a scripted model on a loopback server.

They are skipped if the program is not on the search path.
"""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from models.server import Fault, ModelServer

from webproctor.agents import make_agent
from webproctor.agents.claude_code import INSTALL as INSTALL_CLAUDE_CODE
from webproctor.agents.codex import INSTALL as INSTALL_CODEX
from webproctor.benchmarks import load_benchmark
from webproctor.core.episodes import Episode
from webproctor.core.llm import Call, Message, Reply
from webproctor.core.loop import run_episode
from webproctor.core.scores import Score
from webproctor.environments.browser.recording import TRANSCRIPT
from webproctor.environments.serving import serve

# Agent, program, command that installs it, prefix of the tools' names, model, variables.
PROGRAMS = {
    "claude-code": ("claude", INSTALL_CLAUDE_CODE, "mcp__webproctor__", "claude-sonnet-4-6"),
    "codex": ("codex", INSTALL_CODEX, "mcp__webproctor.", "some-model"),
}
KEY = "sk-not-a-real-key-57d1f0"


def plays(prefix: str) -> ModelServer:
    """Return a model that right-clicks the card and answers with the password."""
    numbers = iter(range(1000))

    def brain(messages: Sequence[Message], acting: bool) -> Reply:
        results = [one.text for one in messages if one.role == "tool"]
        password = re.search(r"password is[\s|]+(\S+)", results[-1]) if results else None
        card = re.search(r'\[(\d+) div "Right-click', results[-1]) if results else None
        number = next(numbers)

        def call(name: str, **given: object) -> Reply:
            return Reply("Next.", calls=(Call(f"call_{number}", f"{prefix}{name}", given),))

        if results and "The answer was recorded" in results[-1]:
            return Reply("I have finished.")
        if password:
            return call("done", answer=password[1])
        return call("click", element=int(card[1]), button="right") if card else call("observe")

    return ModelServer(brain)


async def played(
    agent: str, server: ModelServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Episode, Score]:
    program, install, _, model = PROGRAMS[agent]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed: {install}")
    benchmark = load_benchmark("webgames", task=("right-click",))
    [task] = benchmark.tasks()
    async with serve(server.application()) as port, benchmark:
        monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", f"http://127.0.0.1:{port}")
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{port}/v1")
        acting = make_agent(agent, benchmark, program_model=model)
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, acting, folder=folder)
    return episode, benchmark.score(task, episode)


@pytest.mark.parametrize("agent", PROGRAMS)
async def test_a_coding_agent_solves_a_game(
    agent: str, executable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = plays(PROGRAMS[agent][2])
    episode, score = await played(agent, server, tmp_path, monkeypatch)
    assert server.refused == []
    assert episode.error is None
    assert score.value == 1, episode.output
    assert [step.actions[0]["name"] for step in episode.steps] == ["click"]
    assert any(
        image for messages in server.requested_messages for one in messages for image in one.images
    )
    assert sum(one.requests for one in episode.reported) == len(server.requests) == 5
    assert sum(one.input_tokens for one in episode.reported) == 5000
    assert sum(one.output_tokens for one in episode.reported) == 500
    transcript = (tmp_path / TRANSCRIPT).read_text()
    assert "Right-click" in transcript
    assert KEY not in transcript + episode.model_dump_json()
    assert "> done" in episode.output


@pytest.mark.parametrize("agent", PROGRAMS)
async def test_a_coding_agent_has_no_tools_for_files_programs_or_web_access(
    agent: str, executable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = plays(PROGRAMS[agent][2])
    await played(agent, server, tmp_path, monkeypatch)
    names = {
        tool.get("name") or tool["type"]
        for request in server.requests
        for tool in request.get("tools", ())
    }
    # Codex always declares tools for resources of MCP servers, of which there are none.
    harmless = {
        *("list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource"),
        *("request_user_input", "mcp__webproctor"),
    }
    own = {name for name in names if not name.startswith("mcp__webproctor__")}
    assert own <= (harmless if agent == "codex" else set())


@pytest.mark.parametrize("agent", PROGRAMS)
async def test_a_model_that_answers_with_an_error_is_the_cause(
    agent: str, executable: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = plays(PROGRAMS[agent][2])
    server.always = Fault(status=400)
    episode, _ = await played(agent, server, tmp_path, monkeypatch)
    assert episode.error is not None
    assert episode.error.cause == "model", episode.error
