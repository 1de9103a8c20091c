"""The claude-code agent: the command line of Claude Code with the tools of an episode.

Flags, environment variables and events are those of Claude Code's documentation
(code.claude.com/docs: CLI reference, environment variables, headless mode).
"""

import json
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

AGENT = "claude-code"
INSTALL = "npm install -g @anthropic-ai/claude-code"
_PREFIX = f"mcp__{NAME}__"
# No built-in tools, settings, skills, memory, telemetry or updates.
_FLAGS = (
    *("--print", "--verbose", "--output-format", "stream-json", "--no-session-persistence"),
    *("--strict-mcp-config", "--tools", "", "--allowedTools", f"mcp__{NAME}"),
    *("--setting-sources", "", "--disable-slash-commands"),
)
_QUIET = (
    *("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "CLAUDE_CODE_DISABLE_AUTO_MEMORY"),
    *("CLAUDE_CODE_DISABLE_CLAUDE_MDS", "DISABLE_AUTOUPDATER", "DISABLE_TELEMETRY"),
)


def claude_code(
    benchmark: Benchmark,
    *,
    program_model: ProgramModel,
    vision: Vision = True,
    pass_env: PassEnv = (),
    reach: Reach = (),
    read: Read = (),
) -> McpProgram:
    """The command line of Claude Code, with the actions of the task as its only tools.

    The key and the address of the model are those of `ANTHROPIC_API_KEY` (or
    `ANTHROPIC_AUTH_TOKEN`, `CLAUDE_CODE_OAUTH_TOKEN`) and `ANTHROPIC_BASE_URL`.

    Raises:
        UserError: If the program is not installed, or a key, a variable or a folder is missing.
    """
    _, model = model_name(program_model, AGENT, "anthropic")
    installed = find_program("claude", AGENT, INSTALL)
    access = model_access("anthropic", AGENT, pass_env, reach)

    def start(folder: Path, address: str, seconds: float) -> Start:
        servers = {"mcpServers": {NAME: {"type": "http", "url": address}}}
        configuration = folder / "mcp.json"
        configuration.write_text(json.dumps(servers), encoding="utf-8")
        usage = ClaudeUsage()
        return Start(
            [*installed.command, *_FLAGS, "--mcp-config", str(configuration), "--model", model],
            {
                **dict.fromkeys(_QUIET, "1"),
                "CLAUDE_CONFIG_DIR": str(folder / "config"),
                "MCP_TOOL_TIMEOUT": f"{seconds * 1000:.0f}",
            },
            usage.read,
            usage.reported,
        )

    views = views_for(benchmark.lacks, vision=vision)
    return McpProgram(installed, access, views, start, check_folders(read))


class ClaudeUsage:
    """Reads the transcript of Claude Code, and adds up what its requests used."""

    def __init__(self) -> None:
        self._requests: dict[str, ReportedUsage] = {}
        self._totals: list[ReportedUsage] = []

    def reported(self) -> list[ReportedUsage]:
        """Return the usage: the totals that the program printed at its end, or, if it was
        terminated, the sum of its messages, whose output tokens are not complete."""
        return self._totals or [*self._requests.values()]

    def read(self, event: Json) -> Event:
        """Return the readable content of an event."""
        kind = event["type"]
        if kind == "assistant":
            return self._message(event["message"])
        if kind == "user":
            parts = event["message"]["content"]
            results = [part for part in parts if part["type"] == "tool_result"]
            return Event([result_line(part["content"]) for part in results])
        if kind == "result":
            return self._end(event)
        return Event()

    def _message(self, message: dict[str, Any]) -> Event:
        usage = message["usage"]
        # Each part of a message is an event with the message's usage.
        if message["model"] != "<synthetic>":
            self._requests[message["id"]] = ReportedUsage(
                model=f"anthropic/{message['model']}",
                input_tokens=_input(usage, "input_tokens", "_input_tokens"),
                cached_input_tokens=usage.get("cache_read_input_tokens") or 0,
                output_tokens=usage["output_tokens"],
            )
        lines = []
        for part in message["content"]:
            if part["type"] == "text":
                lines.append(part["text"])
            elif part["type"] == "tool_use":
                lines.append(call_line(part["name"].removeprefix(_PREFIX), part["input"]))
        return Event(lines)

    def _end(self, event: Json) -> Event:
        requests = max(1, len(self._requests))
        for model, usage in event["modelUsage"].items():
            self._totals.append(
                ReportedUsage(
                    model=f"anthropic/{model}",
                    requests=requests,
                    input_tokens=_input(usage, "inputTokens", "InputTokens"),
                    cached_input_tokens=usage["cacheReadInputTokens"],
                    output_tokens=usage["outputTokens"],
                    dollars=usage["costUSD"],
                )
            )
            requests = 0  # The totals do not say which model answered which request.
        failed = event["is_error"] and event.get("api_error_status") is not None
        message = str(event.get("result") or event["subtype"])
        return Event([message] if event["is_error"] else [], message if failed else "")


def _input(usage: dict[str, Any], main: str, suffix: str) -> int:
    """Return all input tokens, including those read from the cache and written to it."""
    return usage[main] + sum(
        count or 0 for name, count in usage.items() if name != main and name.endswith(suffix)
    )
