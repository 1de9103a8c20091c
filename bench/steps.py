"""Measure the harness's time per step: 53 base WebGames, the `web` agent, a model of zero latency.

    python bench/steps.py [--steps N] [--text-only] [--json]

The model is a function in this process that Inspect calls like any provider. It answers at once
with three actions per step: clicks on marks, key presses, scrolling. The time between its answer
and the next request is the harness's: the actions, the wait for their effects, the observation with
its marked screenshot, messages and logs. Processor time is that of the whole run, per step.
"""

import argparse
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageUser, ModelOutput, ModelUsage
from inspect_ai.tool import ToolCall
from printing import show
from results import Measured, Row
from stopwatch import Stopwatch

from webproctor.harness.models import ModelSettings
from webproctor.harness.runs import run


class Quick:
    """A model that answers at once and records the time of its requests.

    Attributes:
        own: Milliseconds between an answer and the next request of the same episode.
    """

    def __init__(self) -> None:
        self.own: list[float] = []
        self._answered: float | None = None

    def answer(self, asked: list[ChatMessage], tools: Any, choice: Any, config: Any) -> ModelOutput:
        began = time.perf_counter()
        seen = next(one.text for one in reversed(asked) if isinstance(one, ChatMessageUser))
        step = re.search(r"^Step (\d+) of", seen)
        assert step is not None
        number = int(step[1])
        # Planning and acting are two requests of one step; the first begins it.
        first = (choice == "none") is ((number - 1) % 4 == 0)
        if number > 1 and first and self._answered is not None:
            self.own.append(1000 * (began - self._answered))
        if choice == "none":
            return _counted(ModelOutput.from_content("quick", "look, act, look again"))
        in_view = seen.partition("\n[below the viewport]")[0]
        marks = [int(one) for one in re.findall(r"(?<!\\)\[(\d+) ", in_view)]
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
    # Without it Inspect counts tokens itself, for which it downloads a table.
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--steps", type=int, default=9)
    parser.add_argument("--text-only", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    quick = Quick()
    model = ModelSettings(name="mockllm/model", arguments={"custom_outputs": quick.answer})
    with tempfile.TemporaryDirectory() as folder, Stopwatch() as took:
        done = run(
            "webgames",
            "web",
            settings={"difficulty": ("base",)},
            agent_settings={"max_steps": given.steps, "vision": not given.text_only},
            model=model,
            folder=Path(folder) / "run",
        )
    failed = {**done.causes("errored"), **done.causes("void")}
    if failed:
        raise SystemExit(f"{failed}: {done.results[0].message}")
    processor = 1000 * took.processor / len(quick.own)
    values = {
        "median": Measured.single(statistics.median(quick.own), processor),
        "95th percentile": Measured.single(statistics.quantiles(quick.own, n=20)[-1]),
        "maximum": Measured.single(max(quick.own)),
    }
    rows = [Row(name=name, unit="ms per step", ours=value) for name, value in values.items()]
    show(f"{len(quick.own)} steps of {len(done.results)} games", rows, as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
