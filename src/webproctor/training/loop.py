"""The training loop: any model and stream of batches, resumable, on one or more devices.

It uses accelerate, not transformers' Trainer: the stream of an epoch's batches and its dropout
depend only on the seed and the epoch, so a training run that is resumed after an epoch equals an
uninterrupted one.
"""

import itertools
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Literal

from webproctor.core.errors import UserError
from webproctor.methods.mindact.language_models import IGNORED
from webproctor.methods.weights import loading
from webproctor.training import checkpoints

Precision = Literal["no", "bf16", "fp16"]
_CHECKPOINT_LIMIT = 2
_NO_DECAY = ("bias", "norm")


@dataclass(frozen=True)
class Settings:
    """Settings of a training run.

    Attributes:
        epochs: Passes over the steps.
        batch_size: Samples per update, over all devices; the last update of an epoch has what is
            left.
        micro_batch_size: Maximum samples per device and pass. Batches are divided into micro
            batches of about equal sizes, and gradients are accumulated over a batch.
        rate: The maximum learning rate.
        warm_up: Share of one epoch's updates until the maximum rate; then the rate decays to 0.
        decay: Weight decay, except of biases and norms.
        clip: Maximum norm of the gradient.
        precision: The numeric precision of the passes; weights are trained in float32.
        seed: Seed of new weights, dropout and samples.
    """

    epochs: int = 5
    batch_size: int = 32
    micro_batch_size: int = 32
    rate: float = 3e-5
    warm_up: float = 0.5
    decay: float = 0.01
    clip: float = 1.0
    precision: Precision = "no"
    seed: int = 123


@dataclass(frozen=True)
class Progress:
    """The progress of a training run: updates done, and the mean loss since the last report."""

    epoch: int
    update: int
    updates: int
    loss: float
    samples_per_second: float


@dataclass(frozen=True)
class Trained:
    """The result of a training run: the mean loss of each epoch, and the time.

    Both include the epochs before it was resumed. With several processes, the `lead` writes the
    model.
    """

    losses: list[float]
    updates: int
    seconds: float
    samples_per_second: float
    device: str
    lead: bool = True


Batches = Callable[[int, Sequence[int]], Iterator[dict[str, Any]]]
"""Yield the micro batches of an epoch, given its number and the sizes of a batch's micro batches.

Sizes are in samples and repeat for each batch. The last micro batch of an epoch may be smaller.
"""


def train(
    model: Any,
    batches: Batches,
    updates_per_epoch: int,
    settings: Settings,
    folder: Path,
    *,
    inputs: Mapping[str, Any] | None = None,
    resume: bool = False,
    listen: Callable[[Progress], None] | None = None,
    report_every: int = 10,
) -> Trained:
    """Train a model in place.

    The state is saved after every epoch; `resume` continues from the last one. Except for dropout
    and rounding, the result does not depend on the number of processes and the micro batches.

    Args:
        batches: Tensors by the parameter names of the model's `forward`, including `labels`.
        updates_per_epoch: Number of batches of an epoch; an epoch may have fewer.
        folder: Folder of the checkpoints.
        inputs: What the training depends on besides `settings`, such as the base model, as JSON
            data. A training is resumed only with the same inputs and settings.
        listen: Called every `report_every` updates and at the end of each epoch, by one process.

    Raises:
        UserError: If there is a checkpoint without `resume`, or `resume` without an undamaged
            checkpoint of these inputs and settings, a batch has fewer samples than there are
            processes, there are no samples, the device does not have the precision or the memory,
            or the loss is not finite.
    """
    import torch  # pyright: ignore
    from transformers import get_linear_schedule_with_warmup  # pyright: ignore

    conditions = checkpoints.conditions(settings, inputs or {})
    # Results do not depend on it, and a resumed training can have less memory.
    del conditions["micro_batch_size"]
    checkpoint, saved = _checkpoint(folder, conditions, resume=resume)
    accelerator = _accelerator(settings.precision)
    sizes = micro_batches(settings.batch_size, settings.micro_batch_size, accelerator.num_processes)
    optimizer = torch.optim.AdamW(_groups(model, settings.decay), lr=settings.rate)
    updates = updates_per_epoch * settings.epochs
    schedule = get_linear_schedule_with_warmup(
        optimizer, int(settings.warm_up * updates_per_epoch), updates
    )
    model, optimizer = accelerator.prepare(model, optimizer)
    accelerator.register_for_checkpointing(schedule)
    if checkpoint is not None:
        with loading(str(checkpoint)):
            accelerator.load_state(str(checkpoint))
    model.train()
    started_at = time.perf_counter() - saved.get("seconds", 0.0)
    losses: list[float] = saved.get("losses", [])
    sample_count: int = saved.get("samples", 0)
    for epoch in range(len(losses), settings.epochs):
        # Dropout depends only on the epoch, so resumed training runs are identical.
        torch.manual_seed(settings.seed + epoch)
        stream = batches(epoch, sizes)
        epoch_losses, unreported_losses = list[float](), list[float]()
        for done in range(epoch * updates_per_epoch + 1, (epoch + 1) * updates_per_epoch + 1):
            # Every process reads the whole batch, and computes its share.
            parts = list(itertools.islice(stream, len(sizes)))
            if not parts:
                break
            loss = _backward(accelerator, model, parts)
            _require_finite(loss, done, settings.precision)
            accelerator.clip_grad_norm_(model.parameters(), settings.clip)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            sample_count += sum(len(part["labels"]) for part in parts)
            epoch_losses.append(loss)
            unreported_losses.append(loss)
            due = len(unreported_losses) >= report_every or done % updates_per_epoch == 0
            if listen is not None and due and accelerator.is_main_process:
                rate = sample_count / (time.perf_counter() - started_at)
                listen(Progress(epoch, done, updates, fmean(unreported_losses), rate))
                unreported_losses.clear()
        if not epoch_losses:
            raise UserError(
                "there are no samples to train on: no step's correct element is on its page."
            )
        # The learning rate decays as planned in an epoch with fewer samples, too.
        for _ in range(len(epoch_losses), updates_per_epoch):
            schedule.step()
        losses.append(fmean(epoch_losses))
        state = {
            "conditions": conditions,
            "losses": losses,
            "seconds": time.perf_counter() - started_at,
            "samples": sample_count,
        }
        _save(accelerator, folder, epoch, state)
    seconds = time.perf_counter() - started_at
    accelerator.unwrap_model(model).eval()
    accelerator.wait_for_everyone()
    lead = bool(accelerator.is_main_process)
    return Trained(losses, updates, seconds, sample_count / seconds, str(accelerator.device), lead)


def _checkpoint(
    folder: Path, conditions: Mapping[str, Any], *, resume: bool
) -> tuple[Path | None, dict[str, Any]]:
    """Return the checkpoint to resume and its state; None and an empty state for a new run.

    Raises:
        UserError: If there is a checkpoint without `resume`, or `resume` without an undamaged
            checkpoint of these conditions.
    """
    checkpoints.check_folder(folder, resume=resume)
    if not resume:
        return None, {}
    found = checkpoints.checkpoints(folder)
    return found[-1], checkpoints.read_state(found[-1], conditions)


def _accelerator(precision: Precision) -> Any:
    """Return the devices of all processes.

    Raises:
        UserError: If they do not have the precision.
    """
    from accelerate import Accelerator  # pyright: ignore
    from accelerate.state import AcceleratorState  # pyright: ignore

    # Otherwise, all training runs of a process would have the precision of the first one.
    AcceleratorState._reset_state()
    try:
        return Accelerator(mixed_precision=precision)
    except ValueError as error:
        raise UserError(f"precision {precision}: {error}") from error


def _backward(accelerator: Any, model: Any, parts: Sequence[Mapping[str, Any]]) -> float:
    """Add a batch's gradients to the model, and return its mean loss.

    Args:
        parts: The micro batches, of which this process computes its share.
    """
    import torch  # pyright: ignore

    counts = [int((part["labels"] != IGNORED).sum()) for part in parts]
    loss = torch.zeros((), device=accelerator.device)
    for index, weight in shares(counts, accelerator.process_index, accelerator.num_processes):
        with _limited_memory(len(parts[index]["labels"])):
            tensors = {name: one.to(accelerator.device) for name, one in parts[index].items()}
            weighted_loss = model(**tensors).loss * weight
            accelerator.backward(weighted_loss)
        loss += weighted_loss.detach()
    return float(accelerator.reduce(loss, "mean"))


def _require_finite(loss: float, update: int, precision: Precision) -> None:
    """Raise `UserError` if the loss of an update is not finite."""
    if not math.isfinite(loss):
        raise UserError(
            f"the loss of update {update:,} is {loss}: use a lower --learning-rate"
            f"{' or --precision bf16' if precision == 'fp16' else ''}."
        )


def micro_batches(batch: int, limit: int, processes: int) -> list[int]:
    """Return the sizes, in samples, of the micro batches that a batch is divided into.

    Sizes are about equal, and their number is the smallest multiple of the processes that is
    enough, or one micro batch per sample.

    Args:
        batch: Samples per batch.
        limit: Maximum samples per micro batch.
        processes: Number of processes that share the batch.

    Raises:
        UserError: If a batch has fewer samples than there are processes, or micro batches have no
            samples.
    """
    if limit < 1:
        raise UserError(f"micro batch {limit}: must have at least one sample.")
    if batch < processes:
        raise UserError(
            f"batch {batch}: must have at least one sample for each of {processes} processes. Use "
            "a larger --batch-size, or fewer processes."
        )
    count = min(batch, processes * math.ceil(batch / (limit * processes)))
    return [batch // count + (index < batch % count) for index in range(count)]


def shares(counts: Sequence[int], process: int, processes: int) -> list[tuple[int, float]]:
    """Return the micro batches that a process computes, with the weights of their losses.

    All processes have the same number of passes, because they wait for each other after each one. A
    process that has no micro batch left computes the first one with weight 0. The mean over the
    processes of their weighted losses is the mean loss of the batch.

    Args:
        counts: Number of labels of each micro batch; its loss is their mean.
        process: Index of the process.

    Returns:
        The index and the weight of each micro batch.
    """
    passes, total = math.ceil(len(counts) / processes), max(1, sum(counts))
    return [
        (index, processes * counts[index] / total) if index < len(counts) else (0, 0.0)
        for index in range(process, processes * passes, processes)
    ]


@contextmanager
def _limited_memory(samples: int) -> Iterator[None]:
    """Convert an error of a device that has too little memory for a pass to a user error."""
    import torch  # pyright: ignore

    try:
        yield
    except torch.cuda.OutOfMemoryError as error:
        reason = str(error).partition("\n")[0]
        raise UserError(
            f"a pass of {samples} samples needs too much memory: {reason} Use a smaller "
            "--micro-batch-size."
        ) from error


def _groups(model: Any, decay: float) -> list[dict[str, Any]]:
    named = [(name, one) for name, one in model.named_parameters() if one.requires_grad]
    decayed = [one for name, one in named if not any(part in name.lower() for part in _NO_DECAY)]
    undecayed = [one for name, one in named if any(part in name.lower() for part in _NO_DECAY)]
    return [{"params": decayed, "weight_decay": decay}, {"params": undecayed, "weight_decay": 0.0}]


def _save(accelerator: Any, folder: Path, epoch: int, state: Mapping[str, Any]) -> None:
    partial = checkpoints.folder_of(folder) / f"part-{epoch:03}"
    accelerator.save_state(str(partial))
    accelerator.wait_for_everyone()
    if accelerator.is_main_process:
        checkpoints.save(partial, folder, epoch, state, _CHECKPOINT_LIMIT)
