"""The harness's own time per turn: 53 base WebGames by the `web` agent and a model of no latency.

    python bench/turns.py [--turns N] [--text-only] [--json]

The model is a function in this process that Inspect asks as it asks any provider. It answers at
once: a click on a mark, a key, a turn of the wheel, three in each turn. What lies between its
answer and the next question is the harness's time: the actions, the wait until what they did
shows, the observation with its marked picture, messages, logs.
"""

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageUser, ModelOutput, ModelUsage
from inspect_ai.tool import ToolCall
from rich.console import Console

from webproctor.harness.models import ModelSettings
from webproctor.harness.runs import run


class Quick:
    """A model that answers at once, and notes when it was asked.

    Attributes:
        own: Milliseconds between an answer of its and the next question of the same episode.
    """

    def __init__(self) -> None:
        self.own: list[float] = []
        self._answered: float | None = None

    def answer(self, asked: list[ChatMessage], tools: Any, choice: Any, config: Any) -> ModelOutput:
        began = time.perf_counter()
        seen = next(one.text for one in reversed(asked) if isinstance(one, ChatMessageUser))
        turn = re.search(r"^Turn (\d+) of", seen)
        assert turn is not None
        number = int(turn[1])
        # Planning and acting are two questions of one turn; the first begins it.
        first = bool(tools) if (number - 1) % 4 else not tools
        if number > 1 and first and self._answered is not None:
            self.own.append(1000 * (began - self._answered))
        if not tools:
            return _counted(ModelOutput.from_content("quick", "look, act, look again"))
        marks = [int(one) for one in re.findall(r"^\[(\d+)\] (?!.*out of sight)", seen, re.M)]
        calls = [("press", {"keys": "Tab"}), ("scroll", {"down": 100 if number % 2 else -100})]
        if marks:
            calls.insert(0, ("click", {"element": marks[number % len(marks)]}))
        output = ModelOutput.from_content("quick", "")
        output.message.tool_calls = [
            ToolCall(id=f"{number}-{n}", function=name, arguments=dict(given))
            for n, (name, given) in enumerate(calls)
        ]
        self._answered = time.perf_counter()
        return _counted(output)


def _counted(output: ModelOutput) -> ModelOutput:
    # Without it Inspect would count tokens itself, for which it fetches a table.
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--text-only", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    quick = Quick()
    model = ModelSettings(name="mockllm/model", arguments={"custom_outputs": quick.answer})
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        done = run(
            "webgames",
            "web",
            settings={"difficulty": ("base",)},
            agent_settings={"turns": given.turns, "vision": not given.text_only},
            model=model,
            folder=Path(folder) / "run",
        )
        seconds = time.perf_counter() - began
    if done.errors():
        raise SystemExit(f"{done.errors()}: {done.results[0].message}")
    figures = {
        "games": len(done.results),
        "broke off": sum(done.errors().values()),
        "turns": len(quick.own),
        "median_ms": statistics.median(quick.own),
        "p95_ms": statistics.quantiles(quick.own, n=20)[-1],
        "most_ms": max(quick.own),
        "seconds": seconds,
    }
    if given.json:
        print(json.dumps(figures))
    else:
        Console().print(figures)


if __name__ == "__main__":
    sys.exit(main())
