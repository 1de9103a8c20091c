"""Replaces the command line of Claude Code: takes its arguments, prints its events, calls tools.

It executes the environment variable PLAY instead of asking a model. Only the standard library is
imported, so that it starts quickly.
"""

import json
import os
import sys
import urllib.request
from pathlib import Path

arguments = sys.argv[1:]
if arguments == ["--version"]:
    print("2.1.0 (Claude Code)")
    sys.exit()
prompt = sys.stdin.read()
configuration = Path(arguments[arguments.index("--mcp-config") + 1])
url = json.loads(configuration.read_text())["mcpServers"]["webproctor"]["url"]
headers = {
    "content-type": "application/json",
    "accept": "application/json, text/event-stream",
    "mcp-protocol-version": "2025-06-18",
}


def ask(method, at=url, **params):
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    request = urllib.request.Request(at, json.dumps(body).encode(), headers)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request) as answer:
        return json.load(answer)["result"]


def call(name, **given):
    """Call a tool and return the text of its result."""
    content = ask("tools/call", name=name, arguments=given)["content"]
    say({"type": "tool_use", "name": f"mcp__webproctor__{name}", "input": given})
    return content[0]["text"]


def say(*content):
    """Print a message of the model."""
    usage = {"input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": 5}
    message = {"id": "m1", "model": "some", "content": list(content), "usage": usage}
    print(json.dumps({"type": "assistant", "message": message}), flush=True)


def end(text="", **more):
    """Print the event at the end."""
    used = {"inputTokens": 20, "cacheReadInputTokens": 180, "outputTokens": 50, "costUSD": 0.25}
    print(
        json.dumps(
            {
                "type": "result",
                "subtype": "success",
                "is_error": False,
                "result": text,
                "modelUsage": {"some": used},
                **more,
            }
        )
    )


exec(os.environ["PLAY"])  # noqa: S102 - the test's own script
