"""A complete training run of the policy, in stages that can be resumed."""

import asyncio
import json
import os
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from webproctor.benchmarks import Benchmark
from webproctor.core.errors import UserError
from webproctor.core.tasks import Task, is_test_split
from webproctor.files.folders import make_folder
from webproctor.files.reading import read_json
from webproctor.files.writing import write_atomically
from webproctor.methods.policy.network import Config, Policy, check_device, device_name, load
from webproctor.training import policy_demonstrations as demos
from webproctor.training.policy import (
    PolicySettings,
    Round,
    divide_tasks,
    imitate,
    learn,
    new_policy,
    next_tasks,
    round_results,
)
from webproctor.training.policy_rollouts import rollouts

IMITATION = "imitation"
"""The subfolder with the policy after imitation, before reinforcement learning."""
ROUND = "round-{}"
"""The subfolder with the policy after a round of reinforcement learning, counted from 1."""
FIGURES = "training.json"
_DEMONSTRATIONS = "demonstrations.jsonl"


@dataclass
class Figures:
    """The results of a training run, as stored in `training.json`.

    Attributes:
        condition: The benchmark's condition.
        settings, network: The settings.
        demonstrations: Number of demonstrations of each family.
        left_out: Why tasks have no demonstration, by task.
        steps: Number of steps in the demonstrations.
        losses: Mean loss of each twentieth of imitation.
        rounds: The rounds of reinforcement learning.
        seconds: Time of `demonstrations` and `imitation`.
        hardware: The processor, its cores, and the device.
        salt: The salt of the benchmark's puzzles; "" if it has none, or was not recorded.
    """

    condition: dict[str, Any]
    settings: dict[str, Any]
    network: dict[str, Any]
    hardware: str
    demonstrations: dict[str, int] = field(default_factory=dict[str, int])
    left_out: dict[str, str] = field(default_factory=dict[str, str])
    steps: int = 0
    losses: list[float] = field(default_factory=list[float])
    rounds: list[Round] = field(default_factory=list[Round])
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    salt: str = ""


async def train_policy(
    benchmark: Benchmark,
    folder: Path,
    settings: PolicySettings,
    *,
    demonstrations: int,
    config: Config | None = None,
    device: str = "cpu",
    at_once: int = 2,
    resume: bool = False,
    listen: Callable[[str], None] = lambda line: None,
) -> Figures:
    """Train a policy on a benchmark's tasks; write it, and the one after each stage, to a folder.

    Args:
        folder: A new folder; with `resume` that of an interrupted run with the same settings.
        demonstrations: Tasks of each family whose oracle's episodes are imitated.
        at_once: Episodes at the same time.
        listen: Called with a line of progress.

    Raises:
        UserError: If there are too few tasks, test tasks, or no demonstrations, the folder does
            not fit, or the device is not available.
    """
    config = config or Config()
    check_device(device)
    _refuse_tests(benchmark)
    all_settings = {**asdict(settings), "demonstrations": demonstrations}
    hardware = f"{_processor()}, {os.cpu_count()} cores, device {device_name(device)}"
    figures = Figures(
        benchmark.condition, all_settings, asdict(config), hardware, salt=benchmark.salt
    )
    first, later = divide_tasks(benchmark, demonstrations, settings)
    figures = _open_training(folder, figures, resume)
    training = _Training(benchmark, folder, settings, figures, at_once, listen)
    async with benchmark:
        examples = await training.demonstrations(first)
        if figures.losses:
            # Not from `folder`, where the policy of a round is before its figures are written.
            rounds = len(figures.rounds)
            policy = load(folder / (ROUND.format(rounds) if rounds else IMITATION), device)
        else:
            policy = new_policy(config, settings, device)
            training.imitate(policy, examples)
        for number in range(len(figures.rounds), settings.rounds):
            tasks = next_tasks(later, figures.rounds, settings)
            await training.round(number, policy, tasks, examples)
    return figures


@dataclass(frozen=True)
class _Training:
    """The stages of a training run. Each writes its results to the folder when it is complete.

    Attributes:
        benchmark: The benchmark, entered when a stage runs.
        figures: The results so far, to which each stage adds its own.
        at_once: Episodes at the same time.
        listen: Called with a line of progress.
    """

    benchmark: Benchmark
    folder: Path
    settings: PolicySettings
    figures: Figures
    at_once: int
    listen: Callable[[str], None]

    async def demonstrations(self, tasks: Sequence[Task]) -> list[demos.Demonstration]:
        """Return the demonstrations of tasks; they are collected unless the folder has them.

        Raises:
            UserError: If those in the folder are of other tasks.
        """
        file = self.folder / _DEMONSTRATIONS
        if not file.is_file():
            started_at = time.perf_counter()
            progress = _progress_reporter(len(tasks), "oracle", self.listen)
            collected = await demos.collect(
                self.benchmark, tasks, at_once=self.at_once, listen=progress
            )
            self.figures.left_out = collected.left_out
            self.figures.seconds["demonstrations"] = time.perf_counter() - started_at
            # Before the demonstrations, so that those of other settings are never resumed.
            self._write_figures()
            demos.write(file, collected)
        examples = demos.read(file)
        if {*self.figures.left_out, *(one.task for one in examples)} != {task.id for task in tasks}:
            raise UserError(
                f"{self.folder}: the training there has demonstrations of other tasks. Resume it "
                "with the same tasks, or use another folder."
            )
        self.figures.demonstrations = {group: len(one) for group, one in demos.by_group(examples)}
        self.figures.steps = sum(len(one.steps) for one in examples)
        return examples

    def imitate(self, policy: Policy, examples: Sequence[demos.Demonstration]) -> None:
        """Train a policy with random weights to choose as the demonstrations."""
        started_at = time.perf_counter()
        reporter = _imitation_reporter(self.listen)
        self.figures.losses = imitate(policy, examples, self.settings, reporter)
        self.figures.seconds["imitation"] = time.perf_counter() - started_at
        self._save(policy, IMITATION)

    async def round(
        self,
        number: int,
        policy: Policy,
        tasks: Sequence[Task],
        examples: Sequence[demos.Demonstration],
    ) -> None:
        """Train a policy with its own episodes of tasks.

        Args:
            number: The number of the round, from 0.
        """
        settings, started_at = self.settings, time.perf_counter()
        episodes = await rollouts(
            policy,
            self.benchmark,
            tasks,
            times=settings.rollouts,
            max_steps=settings.max_steps,
            seed=f"{settings.seed}:{number}",
            at_once=self.at_once,
            listen=_progress_reporter(len(tasks) * settings.rollouts, "episode", self.listen),
        )
        result = round_results(episodes, time.perf_counter() - started_at)
        self.listen(f"round {number + 1}: {result.won} of {result.episodes} episodes won")
        started_at = time.perf_counter()
        learn(policy, episodes, examples, settings, number)
        result.learning = time.perf_counter() - started_at
        self.figures.rounds.append(result)
        self._save(policy, ROUND.format(number + 1))

    def _save(self, policy: Policy, stage: str) -> None:
        policy.save(self.folder / stage)
        policy.save(self.folder)
        self._write_figures()

    def _write_figures(self) -> None:
        content = json.dumps(asdict(self.figures), indent=1) + "\n"
        write_atomically(self.folder / FIGURES, content)


def read_figures(folder: Path) -> Figures:
    """Read the figures of a training run.

    Raises:
        UserError: If the folder has none, or the file is damaged.
    """
    file = folder / FIGURES
    if not file.is_file():
        raise UserError(f"{file}: file not found.")
    data = read_json(file)
    try:
        return Figures(**{**data, "rounds": [Round(**one) for one in data["rounds"]]})
    except (TypeError, KeyError) as error:
        raise UserError(f"{file}: not the figures of a training run: {error}") from error


def recorded_salt(folder: Path) -> str:
    """Return the salt of the training run in a folder; "" if there is none."""
    return read_figures(folder).salt if (folder / FIGURES).is_file() else ""


def _open_training(folder: Path, new_figures: Figures, resume: bool) -> Figures:
    """Create the folder, and return the figures; with `resume` those of the interrupted run.

    Raises:
        UserError: If there is a training run without `resume`, or its settings or salt differ.
    """
    if not resume and any((folder / name).exists() for name in (FIGURES, _DEMONSTRATIONS)):
        raise UserError(f"{folder}: already has a training run. Use another --out, or --resume.")
    make_folder(folder)
    if not (folder / FIGURES).is_file():
        return new_figures
    saved = read_figures(folder)
    # A later start can add rounds, and seeds for them.
    old, new = _without(saved.settings, "rounds"), _without(new_figures.settings, "rounds")
    before, now = _without(saved.condition, "seeds"), _without(new_figures.condition, "seeds")
    if (old, saved.network, before) != (new, new_figures.network, json.loads(json.dumps(now))):
        raise UserError(f"{folder}: the training there has other settings. Use another --out.")
    if saved.salt not in ("", new_figures.salt):
        raise UserError(
            f"{folder}: the training there has another salt, that in {FIGURES}. Resume it with "
            "this salt, or use another folder."
        )
    saved.salt = new_figures.salt
    return saved


def _refuse_tests(benchmark: Benchmark) -> None:
    for task in benchmark.tasks():
        if not task.split:
            raise UserError(
                f"task {task.id} of {benchmark.name} has no split and may be a test task. Set the "
                'split `train` in its data (in a raw dump of Mind2Web: "split" in task_meta.json), '
                "or as `split` of a benchmark's own tasks."
            )
        if is_test_split(task.split):
            raise UserError(
                f"tasks of {benchmark.name} are of the split {task.split}: add --split train, if "
                "the benchmark has it."
            )


def _without(settings: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in settings.items() if key != name}


def _progress_reporter(
    count: int, noun: str, listen: Callable[[str], None]
) -> Callable[[int], None]:
    """Return a function that reports progress in a line for each twentieth."""

    def report(done: int) -> None:
        if 20 * done // count > 20 * (done - 1) // count:
            listen(f"{noun} {done} of {count}")

    return report


def _imitation_reporter(listen: Callable[[str], None]) -> Callable[[int, float], None]:
    """Return a function that reports progress, and stops a training run that has been cancelled.

    Imitation does not return to the event loop, so Ctrl-C would only take effect after it.
    """

    def report(update: int, loss: float) -> None:
        listen(f"imitation: update {update}, loss {loss:.3f}")
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError

    return report


def _processor() -> str:
    file = Path("/proc/cpuinfo")
    lines = file.read_text().splitlines() if file.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
