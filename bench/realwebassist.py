"""Measure RealWebAssist: scoring of stored answers, and episodes with a model of zero latency.

    python bench/realwebassist.py [--answers N] [--json]

- *Scoring*: stored answers to a synthetic data set of 100,000 steps, read from its files, are
  scored by webproctor and by a baseline that works like the published scripts, which open every
  screenshot for its size before scoring. Both must give the same scores.
- *Episodes*: the built-in sample with a grounding model of zero latency, in the episode loop, and
  in a plain loop that decodes and resizes each screenshot and scores the answer. webproctor is also
  measured with a model that accepts screenshots of any size, which are not decoded.
"""

import argparse
import asyncio
import io
import json
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image
from printing import show
from results import Measured, Row
from stopwatch import timed

from webproctor.agents.grounder import Grounder
from webproctor.benchmarks.realwebassist.answers import evaluate
from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.benchmarks.realwebassist.dataset import QUESTIONS, SAMPLE, Dataset
from webproctor.core.llm import Message, Reply
from webproctor.core.loop import run_episode
from webproctor.methods.grounding.adapters import ADAPTERS
from webproctor.methods.grounding.coordinates import GTA1, smart_resize
from webproctor.methods.grounding.pointers import ModelPointer

_PEOPLE = 10


def write_data(folder: Path, steps: int, seed: int = 1) -> dict[str, Any]:
    """Write a data set of `steps` scored steps; return answers, about half of them correct."""
    rng = random.Random(seed)
    answers: dict[str, Any] = {}
    picture = (SAMPLE / "1/images/1.png").read_bytes()
    for person in range(1, _PEOPLE + 1):
        images = folder / str(person) / "images"
        images.mkdir(parents=True)
        (images / "1.png").write_bytes(picture)
        records = []
        for number in range(1, steps // _PEOPLE + 1):
            x, y = rng.randrange(1200), rng.randrange(700)
            box = {"x": x, "y": y, "width": 60, "height": 30}
            records.append(
                {
                    "instruction": f"say {number // 2}",
                    "task": f"{person}/{number // 16}",
                    "final_image": f"images/{number}.png",
                    "bounding_box": box if number % 5 else [box, {**box, "x": 0}],
                }
            )
            answers[f"{person}/{number}"] = (
                None if rng.random() < 0.02 else [x + rng.randrange(120), y + 15]
            )
        (folder / str(person) / QUESTIONS).write_text(json.dumps(records), encoding="utf-8")
    return answers


def ours(folder: Path, answers: dict[str, Any]) -> tuple[float, float, float]:
    overall = evaluate(Dataset(folder), answers, "code")["overall"]
    return overall["accuracy"], overall["average_progress"], overall["task_success_rate"]


def as_published(folder: Path, answers: dict[str, Any]) -> tuple[float, float, float]:
    """Score with the published rules, step by step, opening each step's screenshot."""
    tasks: dict[str, list[bool]] = {}
    hits = total = 0
    for person in range(1, _PEOPLE + 1):
        records = json.loads((folder / str(person) / QUESTIONS).read_text())
        for record in records:
            boxes = record["bounding_box"]
            number = Path(record["final_image"]).stem
            with Image.open(folder / str(person) / "images/1.png") as picture:
                width, height = picture.size
            answer = answers.get(f"{person}/{number}")
            right = False
            if answer is not None and width and height:
                x, y = answer
                for box in boxes if isinstance(boxes, list) else [boxes]:
                    if (
                        box["x"] <= x <= box["x"] + box["width"]
                        and box["y"] <= y <= box["y"] + box["height"]
                    ):
                        right = True
            hits += right
            total += 1
            tasks.setdefault(record["task"], []).append(right)
    progress = []
    for results in tasks.values():
        leading = 0
        for right in results:
            if not right:
                break
            leading += 1
        progress.append(leading / len(results))
    solved = sum(all(results) for results in tasks.values())
    return (
        100 * hits / total,
        100 * sum(progress) / len(progress),
        100 * solved / len(tasks),
    )


class Instant:
    """A model of zero latency."""

    async def generate(
        self, messages: Sequence[Message], tools: Any = (), *, tool_choice: Any = "auto"
    ) -> Reply:
        return Reply("(100, 100)")


async def episodes(adapter: str) -> int:
    """Run the sample with an instant model; return the number of steps."""
    benchmark = realwebassist()
    agent = Grounder(ModelPointer(ADAPTERS[adapter], Instant()))
    steps = 0
    for task in benchmark.tasks():
        async with benchmark.session(task) as session:
            await run_episode(task, session, agent)
            steps += len(session.points)
    return steps


def plain_loop() -> int:
    """Run the sample without a harness: decode, resize, query, score."""
    hits = steps = 0
    for step in Dataset(SAMPLE).steps:
        if not step.boxes:
            continue
        picture = Image.open(step.file).convert("RGB")
        sent = smart_resize(picture.size, GTA1)
        out = io.BytesIO()
        picture.resize(sent, Image.Resampling.BICUBIC).save(out, "PNG", compress_level=1)
        x, y = 100 * picture.width / sent[0], 100 * picture.height / sent[1]
        hits += any(box.contains(x, y) for box in step.boxes)
        steps += 1
    return steps


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--answers", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="webproctor-") as named:
        folder = Path(named)
        answers = write_data(folder, given.answers)
        mine, theirs = ours(folder, answers), as_published(folder, answers)
        if any(abs(one - other) > 1e-9 for one, other in zip(mine, theirs, strict=True)):
            sys.exit(f"the scores differ: {mine} and {theirs}")
        scored = [
            (timed(lambda: ours(folder, answers)), timed(lambda: as_published(folder, answers)))
            for _ in range(given.rounds)
        ]
    steps = asyncio.run(episodes("gta1"))
    each = [
        (
            timed(lambda: asyncio.run(episodes("gta1"))),
            timed(plain_loop),
            timed(lambda: asyncio.run(episodes("uground"))),
        )
        for _ in range(given.rounds)
    ]
    mine, theirs = (Measured.times(side) for side in zip(*scored, strict=True))
    sized, plain, unchanged = (
        Measured.times(side, 1000 / steps) for side in zip(*each, strict=True)
    )
    rows = [
        Row(
            name=f"scoring {given.answers:,} answers",
            unit="s",
            ours=mine,
            against="as the published scripts",
            theirs=theirs,
        ),
        Row(
            name="step, screenshot resized",
            unit="ms",
            ours=sized,
            against="loop without a harness",
            theirs=plain,
        ),
        Row(name="step, screenshot unchanged", unit="ms", ours=unchanged),
    ]
    show("RealWebAssist", rows, as_json=given.json)


if __name__ == "__main__":
    main()
