"""Training data: pages, their fields, and the oracle's actions.

`demonstrations.jsonl` has one line for each instance that the oracle solved completely:

    {"task": "...", "row": 3, "split": "train", "html": "<form ...", "fields": [
        {"input_name": "q1", "type": "radio", "label": "...", "options": ["yes", "no"],
         "relevant_html": ["<label>", ...], "action": {"name": "modify_radio", "arguments": {...}},
         "action_sequence": "self.actions.modify_radio('q1', 'yes')", "answer": "yes",
         "gold": ["yes", "yes", null], "state": "states/...", "image": "images/..."}]}

`html` is the page as served. Fields are in the order in which the oracle processed them, each as it
was before the oracle's action; a field that it did not change has the action null and an empty
sequence. `answer` is the field's final value. `state` (the page's HTML at that step) and `image`
(a screenshot with a red border around the field) are paths of optional files.

The agent `replay` can run this file.
"""

import asyncio
import json
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from pydantic import BaseModel

from webproctor.benchmarks.turkingbench.benchmark import TurkingBench
from webproctor.benchmarks.turkingbench.encodings import PAPER, relevant, source
from webproctor.benchmarks.turkingbench.few_shot import FILE
from webproctor.benchmarks.turkingbench.session import PageSession
from webproctor.benchmarks.turkingbench.table import Cell, is_blank
from webproctor.core.actions import Action, form
from webproctor.core.episodes import Episode, Step
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.scores import Score
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Task, is_test_split
from webproctor.environments.parallel import Parallel, slots
from webproctor.files.folders import make_folder


class SkippedInstance(BaseModel):
    """An instance that was not written: the oracle's score, 0 to 1, and the reason."""

    task: str
    score: float
    why: str


class DumpCounts(BaseModel):
    """The counts of a dump.

    Attributes:
        file: The file of demonstrations.
        instances: Number of instances in the file.
        fields: Total number of their fields.
        left_out: Instances that the oracle did not solve completely.
    """

    file: Path
    instances: int = 0
    fields: int = 0
    left_out: list[SkippedInstance] = []


@dataclass
class _Demonstration:
    """One instance: its line of the file, and its other files by path within the folder."""

    line: dict[str, Any]
    files: dict[str, bytes] = field(default_factory=dict)


def action_text(action: Action) -> str:
    """Return a `modify_` action in the paper's format, which `answers.parse_action` reads."""
    arguments = ", ".join(map(_literal, action.call()["arguments"].values()))
    return f"self.actions.{action.name}({arguments})"


def _literal(value: object) -> str:
    # Parsers treat three backticks as the fence of a code block and remove them.
    return repr(value).replace("```", r"\x60\x60\x60")


async def dump(
    benchmark: TurkingBench,
    out: Path,
    *,
    include_screenshots: bool = False,
    states: bool = False,
    allow_test: bool = False,
    parallel: Parallel = 1,
    progress: Callable[[], None] = lambda: None,
    on_parallel: Callable[[str], None] | None = None,
) -> DumpCounts:
    """Write demonstrations of a benchmark's instances to a folder, in the order of its tasks.

    Args:
        include_screenshots: Also write a screenshot for each field, 1280 x 720 pixels.
        states: Also write the page's HTML before each field.
        allow_test: Also dump tasks of the test splits, which must not be used for training.
        parallel: Number of instances at a time, or how it is chosen.
        progress: Called after each instance.
        on_parallel: Called with a sentence whenever the number of instances at a time is chosen.

    Raises:
        UserError: If a task belongs to a test split, or the folder already has a dump.
    """
    tasks = benchmark.tasks()
    if not allow_test:
        _check_not_test(tasks)
    counts = DumpCounts(file=_new_file(out))
    slot = slots(parallel, on_parallel)

    async def demonstrate(task: Task) -> _Demonstration | SkippedInstance:
        async with slot:
            result = await _demonstrate(benchmark, task, include_screenshots, states)
        progress()
        return result

    # Has another name until it is complete.
    unfinished = counts.file.with_suffix(".part")
    running: deque[asyncio.Task[_Demonstration | SkippedInstance]] = deque()
    async with benchmark:
        try:
            with unfinished.open("w", encoding="utf-8") as lines:
                for task in tasks:
                    # Lines are written in order; limits how many finished instances wait.
                    while len(running) >= 4 * slot.limit:
                        _write(await running.popleft(), counts, lines, out)
                    running.append(asyncio.create_task(demonstrate(task)))
                while running:
                    _write(await running.popleft(), counts, lines, out)
        finally:
            for job in running:
                job.cancel()
            await asyncio.gather(*running, return_exceptions=True)
    unfinished.rename(counts.file)
    return counts


def _check_not_test(tasks: Sequence[Task]) -> None:
    for task in tasks:
        if is_test_split(task.split):
            raise UserError(
                f"{task.tags['task']!r} belongs to the test split {task.split!r}, which must not "
                "be used for training. Use --split train, or add --allow-test to dump it anyway."
            )


def _new_file(folder: Path) -> Path:
    file = folder / FILE
    if file.exists():
        raise UserError(f"{file}: already exists. Choose another folder with --out.")
    make_folder(folder)
    return file


def _write(
    result: _Demonstration | SkippedInstance, counts: DumpCounts, lines: TextIO, out: Path
) -> None:
    if isinstance(result, SkippedInstance):
        counts.left_out.append(result)
        return
    counts.instances += 1
    counts.fields += len(result.line["fields"])
    lines.write(json.dumps(result.line) + "\n")
    for name, content in result.files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


async def _demonstrate(
    benchmark: TurkingBench, task: Task, include_screenshots: bool, states: bool
) -> _Demonstration | SkippedInstance:
    demonstrator = _Demonstrator(benchmark, include_screenshots, states)
    try:
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, demonstrator)
    except SessionLost as error:
        return SkippedInstance(task=task.id, score=0.0, why=str(error))
    score = benchmark.score(task, episode)
    if reason := _skip_reason(episode, score):
        return SkippedInstance(task=task.id, score=score.value, why=reason)
    answers = {scored["name"]: scored["answer"] for scored in score.details["fields"]}
    for record in demonstrator.demonstration.line["fields"]:
        record["answer"] = answers[record["input_name"]]
    return demonstrator.demonstration


def _skip_reason(episode: Episode, score: Score) -> str:
    if episode.error:
        return episode.error.message
    if not any(field["counted"] for field in score.details["fields"]):
        return "none of its fields is scored"
    return "" if score.value == 1.0 else "no worker's answers get the full score"


class _Demonstrator:
    """The oracle, recording each field before acting on it."""

    def __init__(self, benchmark: TurkingBench, include_screenshots: bool, states: bool) -> None:
        self._benchmark = benchmark
        self._include_screenshots = include_screenshots
        self._states = states
        self.demonstration = _Demonstration({})

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        page = session.unwrapped
        assert isinstance(page, PageSession)
        name, row = str(task.tags["task"]), int(task.tags["row"])
        folder, oracle = self._benchmark.dataset.task(name), self._benchmark.oracle()
        gold = folder.gold(row)
        recorded: list[dict[str, Any]] = []
        header = {"task": name, "row": row, "split": task.split, "html": folder.page(row)}
        self.demonstration = _Demonstration(header | {"fields": recorded})
        for page_field in page.fields:
            [element] = await page.look_up([page_field["name"]])
            if not element.visible:
                continue
            cells = gold.get(element.name, [])
            actions = oracle.answer(element, cells)
            markup = await source(page, element.name)
            state = {
                "input_name": element.name,
                "type": element.type,
                "label": markup.label,
                "options": list(element.options),
                "relevant_html": relevant(markup.own, markup.grandparent, *PAPER),
            }
            files = await self._collect_files(page, element.name, f"{name}/{row}-{len(recorded)}")
            recorded.append(state | _outcome(actions, cells) | files)
            if actions:
                await session.step(Step(actions=actions))

    async def _collect_files(self, page: PageSession, name: str, path: str) -> dict[str, str]:
        """Collect the other files of a field; return their paths."""
        files: dict[str, bytes] = {}
        paths: dict[str, str] = {}
        if self._states:
            paths["state"] = f"states/{path}.html"
            observation = await page.observe(frozenset({"html"}))
            files[paths["state"]] = observation.read("html").encode(errors="replace")
        if self._include_screenshots:
            await page.act(form.ScrollToElement(input_name=name))
            screenshot = form.TakeScreenshot(target="view", input_name=name, border=True)
            if image := (await page.act(screenshot)).image:
                paths["image"] = f"images/{path}.png"
                files[paths["image"]] = image
        self.demonstration.files |= files
        return paths


def _outcome(actions: list[Action], cells: list[Cell]) -> dict[str, Any]:
    return {
        "action": actions[0].call() if actions else None,
        "action_sequence": "\n".join(map(action_text, actions)),
        "answer": "",
        "gold": [None if is_blank(cell) else cell for cell in cells],
    }
