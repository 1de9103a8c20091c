"""Batches are divided over processes and micro batches; the result does not depend on how."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

torch = pytest.importorskip("torch", reason="PyTorch is not installed: extra `models`")
pytest.importorskip("accelerate", reason="accelerate is not installed: extra `models`")

from webproctor.core.errors import UserError  # noqa: E402
from webproctor.training.loop import (  # noqa: E402
    Progress,
    Settings,
    micro_batches,
    shares,
    train,
)

SAMPLES, LABELS, UPDATES = 11, 3, 3
SETTINGS = Settings(epochs=2, batch_size=5, micro_batch_size=5, rate=0.05)


class Line(torch.nn.Module):
    """A linear model; its loss is the mean over the labels that are not ignored."""

    def __init__(self) -> None:
        super().__init__()
        self.line = torch.nn.Linear(4, LABELS)
        with torch.no_grad():
            self.line.weight.fill_(0.1)
            self.line.bias.zero_()

    def forward(self, x: Any, labels: Any) -> SimpleNamespace:
        kept = labels != -100
        return SimpleNamespace(loss=((self.line(x) - labels)[kept] ** 2).mean())


def batches(epoch: int, sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield random samples; the first label of some is ignored, as in a predictor's."""
    random = torch.Generator().manual_seed(epoch)
    x = torch.rand(SAMPLES, 4, generator=random)
    labels = torch.rand(SAMPLES, LABELS, generator=random)
    labels[::3, 0] = -100
    rows = iter(range(SAMPLES))
    for size in cycle(sizes):
        taken = list(islice(rows, size))
        if not taken:
            return
        yield {"x": x[taken], "labels": labels[taken]}


def trained(folder: Path, micro_batch: int = SETTINGS.micro_batch_size) -> list[float]:
    """Train the linear model and return its losses and weights."""
    model = Line()
    settings = replace(SETTINGS, micro_batch_size=micro_batch)
    done = train(model, batches, UPDATES, settings, folder)
    return [*done.losses, *model.line.weight.flatten().tolist()]


@given(batch=st.integers(1, 99), most=st.integers(1, 99), processes=st.integers(1, 9))
def test_a_batch_is_divided_completely(batch: int, most: int, processes: int) -> None:
    if batch < processes:
        with pytest.raises(UserError, match="fewer processes"):
            micro_batches(batch, most, processes)
        return
    sizes = micro_batches(batch, most, processes)
    assert sum(sizes) == batch
    assert 1 <= min(sizes) <= max(sizes) <= min(most, min(sizes) + 1)


def test_the_default_micro_batch_is_divided_by_the_number_of_processes() -> None:
    assert micro_batches(32, 32, 4) == [8, 8, 8, 8]


@given(counts=st.lists(st.integers(1, 50), min_size=1, max_size=20), processes=st.integers(1, 9))
def test_all_processes_have_the_same_number_of_passes(counts: list[int], processes: int) -> None:
    every = [shares(counts, process, processes) for process in range(processes)]
    assert len({len(one) for one in every}) == 1, "a process would wait for the others for ever"
    weights = dict.fromkeys(range(len(counts)), 0.0)
    for at, weight in [part for one in every for part in one]:
        weights[at] += weight / processes
    expected = {at: count / sum(counts) for at, count in enumerate(counts)}
    assert weights == pytest.approx(expected)


@pytest.mark.parametrize("micro_batch", [1, 2, 3, 4])
def test_micro_batches_that_do_not_divide_a_batch_train_the_same_model(
    tmp_path: Path, micro_batch: int
) -> None:
    whole = trained(tmp_path / "whole")
    assert trained(tmp_path / "parts", micro_batch) == pytest.approx(whole, rel=1e-4)


def test_the_learning_rate_decays_to_0_in_an_epoch_with_fewer_samples(tmp_path: Path) -> None:
    train(Line(), batches, 2 * UPDATES, SETTINGS, tmp_path)
    state = torch.load(tmp_path / "checkpoints/epoch-001/custom_checkpoint_0.pkl")
    assert state["last_epoch"] == 2 * 2 * UPDATES
    assert state["_last_lr"] == [0.0, 0.0]


class Interrupted(Exception):
    """Simulates an interruption of a training."""


def interrupt(folder: Path, settings: Settings = SETTINGS, **inputs: object) -> None:
    """Train, and interrupt the training in its second epoch."""

    def listen(progress: Progress) -> None:
        if progress.epoch == 1:
            raise Interrupted

    with pytest.raises(Interrupted):
        train(Line(), batches, UPDATES, settings, folder, inputs=inputs, listen=listen)


def test_a_training_resumes_only_with_its_settings(tmp_path: Path) -> None:
    interrupt(tmp_path, base="one")
    other = replace(SETTINGS, rate=0.1)
    message = "has other settings: rate 0.05, now 0.1; base one, now two. Use the same settings"
    with pytest.raises(UserError, match=message):
        train(Line(), batches, UPDATES, other, tmp_path, inputs={"base": "two"}, resume=True)


def test_a_training_resumes_with_smaller_micro_batches(tmp_path: Path) -> None:
    whole = train(Line(), batches, UPDATES, SETTINGS, tmp_path / "whole")
    interrupt(tmp_path / "parts")
    smaller = replace(SETTINGS, micro_batch_size=2)
    resumed = train(Line(), batches, UPDATES, smaller, tmp_path / "parts", resume=True)
    assert resumed.losses == pytest.approx(whole.losses, rel=1e-4)


@pytest.mark.parametrize("file", ["state.json", "optimizer.bin"])
def test_a_damaged_checkpoint_is_a_user_error(tmp_path: Path, file: str) -> None:
    interrupt(tmp_path)
    (tmp_path / "checkpoints/epoch-000" / file).write_bytes(b"{")
    with pytest.raises(UserError, match="epoch-000"):
        train(Line(), batches, UPDATES, SETTINGS, tmp_path, resume=True)


def test_time_and_speed_of_a_resumed_training_include_the_epochs_before(tmp_path: Path) -> None:
    train(Line(), batches, UPDATES, SETTINGS, tmp_path)
    resumed = train(Line(), batches, UPDATES, SETTINGS, tmp_path, resume=True)
    samples = resumed.seconds * resumed.samples_per_second
    assert samples == pytest.approx(SETTINGS.epochs * SAMPLES)


def test_a_loss_that_is_not_a_number_is_a_user_error(tmp_path: Path) -> None:
    high = replace(SETTINGS, rate=1e30)
    with pytest.raises(UserError, match="loss of update 3 is inf: use a lower --learning-rate"):
        train(Line(), batches, UPDATES, high, tmp_path)
    assert not list(tmp_path.glob("checkpoints/epoch-*"))


def test_too_large_micro_batches_are_a_user_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forward(*_: object, **__: object) -> None:
        raise torch.cuda.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")

    monkeypatch.setattr(Line, "forward", forward)
    with pytest.raises(UserError, match=r"5 samples needs .* 2\.00 GiB\. Use a smaller --micro"):
        train(Line(), batches, UPDATES, SETTINGS, tmp_path)


def test_data_without_samples_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there are no samples to train on"):
        train(Line(), lambda epoch, sizes: iter(()), UPDATES, SETTINGS, tmp_path)


def test_a_precision_that_the_device_does_not_have_is_a_user_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise ValueError("fp16 mixed precision requires a GPU (not 'cpu').")

    monkeypatch.setattr("accelerate.Accelerator", refuse)
    with pytest.raises(UserError, match="precision fp16: fp16 mixed precision requires a GPU"):
        train(Line(), batches, UPDATES, replace(SETTINGS, precision="fp16"), tmp_path)


@pytest.mark.exhaustive
@pytest.mark.parametrize("micro_batch", [1, 5])
def test_several_processes_train_the_same_model_as_one(tmp_path: Path, micro_batch: int) -> None:
    """Only one of two processes gets the last sample of an epoch."""
    arguments = [sys.executable, "-m", "torch.distributed.run", "--nproc_per_node", "2"]
    arguments += ["--standalone", __file__, str(tmp_path / "two"), str(micro_batch)]
    quiet = os.environ | {"OMP_NUM_THREADS": "1", "ACCELERATE_USE_CPU": "true"}
    done = subprocess.run(
        arguments, capture_output=True, text=True, env=quiet, check=False, timeout=90
    )
    assert done.returncode == 0, done.stderr
    every = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    one = trained(tmp_path / "one")
    assert len(every) == 2
    for found in every:
        assert found == pytest.approx(one, rel=1e-4)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(trained(Path(sys.argv[1]), int(sys.argv[2]))) + "\n")
