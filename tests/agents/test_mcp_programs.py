"""Programs with the tools of their episode: a scripted program replaces Claude Code."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
from agents.conftest import KEY
from fuzz.targets.clients import TASK, Memory

from webproctor.agents import make_agent
from webproctor.benchmarks import load_benchmark
from webproctor.core.actions import Action, ActionResult
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Limits
from webproctor.environments.browser.recording import TRANSCRIPT
from webproctor.environments.isolation import unavailable_reason

Play = Callable[..., Awaitable[Episode]]
RIGHT_CLICK = r"""
import re
call("task")
number = re.search(r'\[(\d+) div "Right-click', call("observe"))[1]
call("click", element=int(number), button="right")
call("done", answer=re.search(r"password is[\s|]+(\S+)", call("observe"))[1])
end()
"""


@pytest.fixture
def play(scripted_claude: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """`await play(script)`: let the program execute a script in an episode without a browser."""

    async def played(
        script: str, session: Memory | None = None, *, limits: Limits = TASK.limits
    ) -> Episode:
        monkeypatch.setenv("PLAY", script)
        settings = {"program_model": "some", "pass_env": ("PLAY",), "vision": False}
        agent = make_agent("claude-code", load_benchmark("webgames"), **settings)
        task = replace(TASK, limits=limits)
        return await run_episode(task, session or Memory(), agent, folder=tmp_path / "files")

    return played


async def test_a_program_solves_a_task(
    scripted_claude: Path, executable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAY", RIGHT_CLICK)
    benchmark = load_benchmark("webgames", task=("right-click",))
    agent = make_agent("claude-code", benchmark, program_model="some", pass_env=("PLAY",))
    [task] = benchmark.tasks()
    async with benchmark, benchmark.session(task) as session:
        episode = await run_episode(task, session, agent)
    assert episode.error is None
    assert benchmark.score(task, episode).value == 1
    assert [step.actions[0]["name"] for step in episode.steps] == ["click"]


async def test_each_episode_has_its_own_server(
    scripted_claude: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PLAY", "call('press', keys='a'); call('done', answer=call('task')); end()")
    agent = make_agent(
        "claude-code", load_benchmark("webgames"), program_model="some", pass_env=("PLAY",)
    )
    tasks = [replace(TASK, instruction=name) for name in ("First.", "Second.", "Third.")]
    episodes = await asyncio.gather(*(run_episode(task, Memory(), agent) for task in tasks))
    for task, episode in zip(tasks, episodes, strict=True):
        assert (episode.error, len(episode.steps)) == (None, 1)
        assert str(episode.answer).startswith(task.instruction)


async def test_the_program_gets_the_instruction_and_the_actions_of_the_task(play: Play) -> None:
    episode = await play(
        "names = [one['name'] for one in ask('tools/list')['tools']]\n"
        "call('done', answer=prompt + ' '.join(names))"
    )
    instruction, _, names = str(episode.answer).partition("for none.\n")
    assert instruction.startswith("Do it.")
    assert names.split() == ["task", "observe", "done", *Memory.actions.by_name]


async def test_its_model_usage_is_read_from_the_last_event(play: Play) -> None:
    episode = await play("call('observe'); call('done'); end()")
    [used] = episode.reported
    assert (used.model, used.requests) == ("anthropic/some", 1)
    assert (used.input_tokens, used.cached_input_tokens, used.output_tokens) == (200, 180, 50)
    assert used.dollars == 0.25


async def test_without_a_last_event_usage_is_the_sum_over_the_messages(play: Play) -> None:
    [used] = (await play("call('done')")).reported
    assert (used.input_tokens, used.output_tokens, used.dollars) == (100, 5, None)


async def test_an_answer_is_optional(play: Play) -> None:
    episode = await play("call('press', keys='a'); end('I have finished.')")
    assert (episode.error, episode.answer, len(episode.steps)) == (None, None, 1)


async def test_a_program_that_calls_no_tool_is_errored(play: Play) -> None:
    episode = await play("end('I cannot do that.')")
    assert episode.error is not None
    assert (episode.error.cause, episode.outcome) == ("no action", "errored")


async def test_a_model_that_does_not_respond_is_the_cause(play: Play) -> None:
    episode = await play(
        "call('observe'); end('API Error: 529', is_error=True, api_error_status=529); sys.exit(1)"
    )
    assert episode.error is not None
    assert (episode.error.cause, episode.error.message) == ("model", "API Error: 529")


async def test_a_program_that_crashes_is_errored_with_its_last_line(play: Play) -> None:
    episode = await play("call('press', keys='a'); raise ValueError('no')")
    assert episode.error is not None
    assert episode.error.cause == "agent"
    assert "the program exited with status 1: ValueError: no" in episode.error.message
    assert len(episode.steps) == 1


async def test_a_program_that_hangs_is_stopped_at_the_time_limit(play: Play) -> None:
    script = "call('press', keys='a'); import time; time.sleep(1000)"
    episode = await play(script, limits=Limits(steps=5, seconds=14))
    assert episode.error is not None
    assert episode.error.cause == "time limit"
    assert "> press" in episode.output


@pytest.mark.exhaustive
async def test_an_action_that_runs_at_the_time_limit_is_cancelled(play: Play) -> None:
    class Slow(Memory):
        cancelled = False

        async def act(self, action: Action) -> ActionResult:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.cancelled = True
                raise
            raise AssertionError

    session = Slow()
    limits = Limits(steps=5, seconds=14)
    episode = await play("call('press', keys='a')", session, limits=limits)
    assert episode.error is not None
    assert (episode.error.cause, session.cancelled) == ("time limit", True)


async def test_a_program_that_continues_after_the_step_limit_is_stopped(play: Play) -> None:
    script = "while True: call('press', keys='a')"
    episode = await play(script, limits=Limits(steps=2, seconds=1000))
    assert (episode.error, len(episode.steps)) == (None, 2)
    assert "refused" not in episode.output  # The script prints no results.


async def test_a_failed_environment_makes_the_episode_void(play: Play) -> None:
    class Lost(Memory):
        async def act(self, action: Action) -> ActionResult:
            raise SessionLost("browser", "the browser died")

    episode = await play("call('press', keys='a'); end()", Lost())
    assert episode.error is not None
    assert (episode.outcome, episode.error.cause) == ("void", "browser")


async def test_a_call_that_is_not_an_action_is_an_error_result(play: Play) -> None:
    script = """
first = call("run_script", script="document.title = 'won'")
call("done", answer=first + call("click", element="x"))
"""
    episode = await play(script)
    assert "there is no action 'run_script'" in str(episode.answer)
    assert "click: " in str(episode.answer)
    assert len(episode.steps) == 2


async def test_a_program_can_only_reach_its_tools_and_its_model(play: Play, tmp_path: Path) -> None:
    if missing := unavailable_reason():
        pytest.skip(missing)
    (tmp_path / "answers.json").write_text("{}")
    script = f"""
import socket
from pathlib import Path
places = [{str(tmp_path / "answers.json")!r}, {str(Path(__file__))!r}]
found = [place for place in places if Path(place).exists()]
for host, port in (("127.0.0.1", 22), ("8.8.8.8", 53), ("api.anthropic.com", 443)):
    try:
        socket.create_connection((host, port), timeout=5)
        found.append(host)
    except OSError:
        pass
call("done", answer=str([*found, *(name for name in os.environ if "WEBPROCTOR" in name)]))
"""
    assert (await play(script)).answer == "[]"


async def test_the_api_key_is_in_no_stored_text(play: Play, tmp_path: Path) -> None:
    script = """
key = os.environ["ANTHROPIC_API_KEY"]
say({"type": "text", "text": f"My key is {key}"})
print(key)
print(key, file=sys.stderr)
end(key, is_error=True, api_error_status=401)
sys.exit(key)
"""
    episode = await play(script)
    stored = (tmp_path / "files" / TRANSCRIPT).read_text()
    assert "My key is [redacted]" in stored
    assert KEY not in stored
    assert "My key is [redacted]" in episode.output
    assert KEY not in episode.model_dump_json()


async def test_the_transcript_is_kept_without_images(play: Play, tmp_path: Path) -> None:
    script = """
image = {"type": "image", "source": {"type": "base64", "data": "iVBOR" * 10_000}}
part = {"type": "tool_result", "content": [{"type": "text", "text": "A page"}, image]}
print(json.dumps({"type": "user", "message": {"content": [part]}}))
call("done", answer="x")
"""
    episode = await play(script)
    first, *_ = (tmp_path / "files" / TRANSCRIPT).read_text().splitlines()
    [part] = json.loads(first)["message"]["content"]
    assert part["content"][1]["source"]["data"] == "[50,000 characters]"
    assert "A page\n[image]" in episode.output


async def test_long_output_is_truncated(play: Play, tmp_path: Path) -> None:
    script = "print('x' * 2_000_000)\nfor n in range(20_000): print('line', n)\ncall('done')"
    episode = await play(script)
    assert episode.error is None
    assert len(episode.output) < 110_000


async def test_a_server_responds_only_at_its_own_address(play: Play) -> None:
    script = """
import urllib.error
try:
    ask("tools/list", at=url.replace("/mcp", "x/mcp"))
except urllib.error.HTTPError as error:
    call("done", answer=str(error.code))
"""
    assert (await play(script)).answer == "404"


def test_a_missing_program_is_a_user_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    benchmark = load_benchmark("webgames")
    for agent, package in (
        ("claude-code", "@anthropic-ai/claude-code"),
        ("codex", "@openai/codex"),
    ):
        with pytest.raises(UserError, match=f"Install it: npm install -g {re.escape(package)}"):
            make_agent(agent, benchmark, program_model="some")


def test_a_missing_key_is_a_user_error(
    scripted_claude: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_OAUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UserError, match="set the environment variable ANTHROPIC_API_KEY or"):
        make_agent("claude-code", load_benchmark("webgames"), program_model="some")


@pytest.mark.parametrize(
    ("model", "why"), [("openai/gpt-5", "not of openai"), ("", "write a model"), ("--x", "write")]
)
def test_a_model_of_another_provider_is_a_user_error(
    scripted_claude: Path, model: str, why: str
) -> None:
    with pytest.raises(UserError, match=why):
        make_agent("claude-code", load_benchmark("webgames"), program_model=model)


def test_an_invalid_base_url_is_a_user_error(
    scripted_claude: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "localhost:8000")
    with pytest.raises(UserError, match="ANTHROPIC_BASE_URL is not an address"):
        make_agent("claude-code", load_benchmark("webgames"), program_model="some")


def test_a_program_that_does_not_start_is_a_user_error(scripted_claude: Path) -> None:
    (scripted_claude / "claude").write_text("#!/bin/sh\necho 'not for this machine'; exit 3")
    with pytest.raises(UserError, match=r"failed with status 3: not for this machine\. Install it"):
        make_agent("claude-code", load_benchmark("webgames"), program_model="some")
