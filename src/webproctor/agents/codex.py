"""The codex agent: the command line of Codex with the tools of an episode.

Settings and events are those of Codex's documentation (developers.openai.com/codex: configuration
reference, non-interactive mode).
"""

import json
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from webproctor.agents.episode_tools import views_for
from webproctor.agents.installed import (
    PassEnv,
    ProgramModel,
    Reach,
    Read,
    Vision,
    check_folders,
    find_program,
)
from webproctor.agents.mcp_programs import McpProgram, Start
from webproctor.agents.mcp_server import NAME
from webproctor.agents.providers import model_access, model_name
from webproctor.agents.transcripts import Event, Json, call_line, result_line
from webproctor.benchmarks import Benchmark
from webproctor.core.episodes import ReportedUsage
from webproctor.core.errors import UserError

AGENT = "codex"
INSTALL = "npm install -g @openai/codex"
# Features with tools of their own.
_DISABLED_FEATURES = (
    *("apps", "browser_use", "computer_use", "goals", "hooks", "image_generation"),
    *("in_app_browser", "plugins", "shell_snapshot", "shell_tool", "skill_mcp_dependency_install"),
    *("sleep_tool", "tool_suggest", "unified_exec", "view_image"),
)
# Tools that depend on the model. Without the search tool, all tools of the MCP server are declared.
_MODEL_OVERRIDES: Mapping[str, Any] = {
    "apply_patch_tool_type": None,
    "experimental_supported_tools": [],
    "supports_search_tool": False,
}
# Maximum size of a session file that is read, in bytes.
_MAX_SESSION_BYTES = 200_000_000


def codex(
    benchmark: Benchmark,
    *,
    program_model: ProgramModel,
    vision: Vision = True,
    pass_env: PassEnv = (),
    reach: Reach = (),
    read: Read = (),
) -> McpProgram:
    """The command line of Codex, with the actions of the task as its only tools.

    The key and the address of the model are those of `OPENAI_API_KEY` and `OPENAI_BASE_URL`. The
    server must have OpenAI's Responses API.

    Raises:
        UserError: If the program is not installed, or a key, a variable or a folder is missing.
    """
    _, model = model_name(program_model, AGENT, "openai")
    installed = find_program("codex", AGENT, INSTALL)
    access = model_access("openai", AGENT, pass_env, reach)
    models = _models(installed.ask("debug", "models", "--bundled"))

    def start(folder: Path, address: str, seconds: float) -> Start:
        home = folder / "codex"
        home.mkdir()
        (home / "models.json").write_text(models, encoding="utf-8")
        (home / "config.toml").write_text(
            configuration(home, model, access.address, address, seconds), encoding="utf-8"
        )
        usage = CodexUsage(home, f"openai/{model}")
        return Start(
            [*installed.command, "exec", "--json", "--skip-git-repo-check", "-"],
            {"CODEX_HOME": str(home)},
            usage.read,
            usage.reported,
        )

    views = views_for(benchmark.lacks, vision=vision)
    return McpProgram(installed, access, views, start, check_folders(read))


def _models(output: str) -> str:
    """Return the list of models that Codex knows, without tools that depend on the model."""
    try:
        models = json.loads(output)
        for model in models["models"]:
            model.update(_MODEL_OVERRIDES)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        message = f"agent {AGENT!r}: `codex debug models` printed no list of models ({error!r})."
        raise UserError(f"{message} Install Codex 0.169 or later: {INSTALL}.") from error
    return json.dumps(models)


def configuration(
    home: Path, model: str, model_address: str, mcp_address: str, seconds: float
) -> str:
    """Return Codex's configuration file: a model, one MCP server, and no other tools."""
    # JSON strings are valid strings of TOML.
    quoted = json.dumps
    disabled = "\n".join(f"{feature} = false" for feature in _DISABLED_FEATURES)
    return f"""\
model = {quoted(model)}
model_provider = "{NAME}"
model_catalog_json = {quoted(str(home / "models.json"))}
approval_policy = "never"
sandbox_mode = "read-only"
web_search = "disabled"
check_for_update_on_startup = false

[analytics]
enabled = false

[agents]
enabled = false

[skills]
include_instructions = false

[skills.bundled]
enabled = false

[features]
{disabled}

[model_providers.{NAME}]
name = "model"
base_url = {quoted(model_address)}
env_key = "OPENAI_API_KEY"
wire_api = "responses"

[mcp_servers.{NAME}]
url = {quoted(mcp_address)}
required = true
tool_timeout_sec = {seconds:.0f}
default_tools_approval_mode = "approve"
"""


class CodexUsage:
    """Reads the transcript of Codex, and finds what its requests used in its session file.

    The transcript contains the usage only at the end of a turn.

    Args:
        home: Codex's home folder.
        model: The model in Inspect's notation.
    """

    def __init__(self, home: Path, model: str) -> None:
        self._home = home
        self._model = model

    def reported(self) -> list[ReportedUsage]:
        """Return the usage of all requests that were answered."""
        return [
            usage
            # The folder is written by the program, which may put anything there, such as folders
            # that are nested too deeply for `rglob`. Codex has a folder per year, month and day.
            for file in sorted(self._home.glob("sessions/*/*/*/rollout-*.jsonl"))
            if (status := file.lstat()).st_size < _MAX_SESSION_BYTES
            and stat.S_ISREG(status.st_mode)
            for usage in self._session(file.read_text(encoding="utf-8", errors="replace"))
        ]

    def _session(self, text: str) -> Iterator[ReportedUsage]:
        """Yield the usage of the requests in a session file.

        Codex also writes the event without a request, with the same totals: for new rate limits,
        and after a compaction, with an estimate of the context.
        """
        previous = ReportedUsage()
        for line in text.splitlines():
            if '"token_count"' not in line:
                continue
            try:
                info = json.loads(line)["payload"]["info"]
                total, last = map(self._used, (info["total_token_usage"], info["last_token_usage"]))
            except (ValueError, KeyError, TypeError):
                continue
            # An event without a request also restarts the totals if the context window is full.
            if total != previous and last.input_tokens + last.output_tokens:
                yield last
            previous = total

    def _used(self, tokens: Mapping[str, Any]) -> ReportedUsage:
        return ReportedUsage(
            model=self._model,
            input_tokens=tokens["input_tokens"],
            cached_input_tokens=tokens["cached_input_tokens"],
            output_tokens=tokens["output_tokens"],
        )

    def read(self, event: Json) -> Event:
        """Return the readable content of an event."""
        if event["type"] == "turn.failed":
            message = str(event["error"]["message"])
            return Event([message], message)
        if event["type"] != "item.completed":
            return Event()
        item = event["item"]
        if item["type"] in ("agent_message", "reasoning"):
            return Event([item["text"]])
        if item["type"] == "error":
            return Event([item["message"]])
        if item["type"] == "mcp_tool_call":
            call = call_line(item["tool"], item["arguments"])
            if item["error"]:
                return Event([call, str(item["error"].get("message"))])
            return Event([call, result_line((item["result"] or {}).get("content") or [])])
        return Event()
