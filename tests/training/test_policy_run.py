"""A training of the policy that is interrupted in any stage is resumed as if it had not been."""

import asyncio
import errno
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from per_change import first

torch = pytest.importorskip("torch", reason="PyTorch is not installed: extra `models`")

from webproctor.benchmarks import Benchmark, load_benchmark  # noqa: E402
from webproctor.core.errors import UserError  # noqa: E402
from webproctor.core.tasks import Task  # noqa: E402
from webproctor.files.writing import write_atomically  # noqa: E402
from webproctor.methods.policy.network import Config, Policy, load  # noqa: E402
from webproctor.methods.policy.operations import OPERATIONS, Choice  # noqa: E402
from webproctor.methods.policy.tokens import Situation, tokenize  # noqa: E402
from webproctor.training import policy_demonstrations, policy_run  # noqa: E402
from webproctor.training.policy import PolicySettings  # noqa: E402
from webproctor.training.policy_demonstrations import (  # noqa: E402
    Collected,
    DemonstratedStep,
    Demonstration,
)
from webproctor.training.policy_rollouts import Rollout  # noqa: E402

TINY = Config(width=32, layers=1, heads=2, buckets=64)
QUICK = PolicySettings(updates=4, batch_size=2, rounds=2, tasks_per_family=1, rollouts=2, passes=1)
ENTER, BACK = (
    Choice([operation.name for operation in OPERATIONS].index(name)) for name in ("enter", "back")
)
SITUATION = Situation("Go or stop.", "Stop\n[end of the page]")


class Interrupted(Exception):
    """Simulates the end of the process."""


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> Benchmark:
    """A benchmark whose episodes are made without a browser: `enter` wins, `back` loses."""

    async def collect(_: Benchmark, tasks: Sequence[Task], **__: Any) -> Collected:
        step = DemonstratedStep(SITUATION, (ENTER,))
        demonstrations = [Demonstration(task.id, "i-accept", (step,)) for task in tasks[1:]]
        return Collected(demonstrations, {tasks[0].id: "the episode was not won"})

    async def rollouts(
        policy: Policy, _: Benchmark, tasks: Sequence[Task], **__: Any
    ) -> list[Rollout]:
        tokens = tokenize(SITUATION)
        return [
            Rollout(task.id, "i-accept", ((tokens, choice),), value)
            for task in tasks
            for choice, value in ((ENTER, 1.0), (BACK, 0.0))
        ]

    monkeypatch.setattr(policy_demonstrations, "collect", collect)
    monkeypatch.setattr(policy_run, "rollouts", rollouts)
    settings = {"clock": "virtual", "difficulty": ("easy",), "salt": "s", "split": "train"}
    return load_benchmark("webgames", family=("i-accept",), seeds=4, **settings)


async def train(benchmark: Benchmark, folder: Path, **more: Any) -> policy_run.Figures:
    given = {"settings": QUICK, "demonstrations": 2, "config": TINY}
    return await policy_run.train_policy(benchmark, folder, **given | more)


async def interrupt_imitation(
    benchmark: Benchmark, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Start a training that is interrupted while it imitates."""

    def imitate(*_: Any) -> None:
        raise Interrupted

    with monkeypatch.context() as patched:
        patched.setattr(policy_run, "imitate", imitate)
        with pytest.raises(Interrupted):
            await train(benchmark, folder)


def weights(folder: Path) -> dict[str, Any]:
    return load(folder).state_dict()


async def test_reasons_of_left_out_tasks_survive_an_interrupted_imitation(
    benchmark: Benchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await interrupt_imitation(benchmark, tmp_path, monkeypatch)
    done = await train(benchmark, tmp_path, resume=True)
    assert list(done.left_out.values()) == ["the episode was not won"]
    assert done.seconds["demonstrations"] > 0


async def test_an_interrupted_imitation_is_not_resumed_with_other_settings(
    benchmark: Benchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await interrupt_imitation(benchmark, tmp_path, monkeypatch)
    with pytest.raises(UserError, match="has other settings"):
        await train(benchmark, tmp_path, settings=replace(QUICK, seed=1), resume=True)


async def test_a_round_that_was_saved_without_its_figures_is_repeated_from_its_start(
    benchmark: Benchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await train(benchmark, tmp_path / "whole")

    def write_until_round_2(path: Path, text: str) -> None:
        if len(json.loads(text)["rounds"]) == 2:
            raise Interrupted
        write_atomically(path, text)

    with monkeypatch.context() as patched:
        patched.setattr(policy_run, "write_atomically", write_until_round_2)
        with pytest.raises(Interrupted):
            await train(benchmark, tmp_path / "parts")
    await train(benchmark, tmp_path / "parts", resume=True)
    whole, parts = weights(tmp_path / "whole"), weights(tmp_path / "parts")
    assert all(torch.equal(one, parts[name]) for name, one in whole.items())


@pytest.mark.parametrize("stage", first("imitation", "round-1", "round-2"))
async def test_a_training_without_space_on_the_disk_is_resumed(
    benchmark: Benchmark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    await train(benchmark, tmp_path / "whole")
    save = Policy.save

    def save_until(policy: Policy, folder: Path) -> None:
        if folder.name == stage:
            folder.mkdir()
            raise OSError(errno.ENOSPC, "No space left on device")
        save(policy, folder)

    with monkeypatch.context() as patched:
        patched.setattr(Policy, "save", save_until)
        with pytest.raises(OSError, match="No space left"):
            await train(benchmark, tmp_path / "full")
    await train(benchmark, tmp_path / "full", resume=True)
    whole, full = weights(tmp_path / "whole"), weights(tmp_path / "full")
    assert all(torch.equal(one, full[name]) for name, one in whole.items())


@pytest.mark.parametrize(
    ("settings", "option"),
    [
        (replace(QUICK, rate=1e30), "--learning-rate"),
        (replace(QUICK, rl_learning_rate=1e30, passes=4), "--rl-learning-rate"),
    ],
)
async def test_a_loss_that_is_not_a_number_is_a_user_error(
    benchmark: Benchmark, tmp_path: Path, settings: PolicySettings, option: str
) -> None:
    with pytest.raises(UserError, match=f"the loss is .*: use a lower {option}"):
        await train(benchmark, tmp_path, settings=settings)


async def test_an_imitation_can_be_stopped(benchmark: Benchmark, tmp_path: Path) -> None:
    def listen(line: str) -> None:
        if line.startswith("imitation"):
            training.cancel()

    training = asyncio.create_task(train(benchmark, tmp_path, listen=listen))
    with pytest.raises(asyncio.CancelledError):
        await training
    assert not (tmp_path / policy_run.IMITATION).exists()


def test_demonstrations_are_written_completely_or_not_at_all(tmp_path: Path) -> None:
    damaged: Any = [Demonstration("t", "g", ()), Demonstration("t", "g", object())]  # type: ignore
    with pytest.raises(TypeError):
        policy_demonstrations.write(tmp_path / "file", Collected(damaged))
    assert not (tmp_path / "file").exists()
