"""The training loop: any model, any stream of batches; resumable, on one device or many."""

import itertools
import json
import math
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from webproctor.errors import UserError

Precision = Literal["no", "bf16", "fp16"]
_CHECKPOINTS = "checkpoints"
_KEPT = 2
_NO_DECAY = ("bias", "norm")


@dataclass(frozen=True)
class Settings:
    """How a model is trained.

    Attributes:
        epochs: Passes over the steps.
        batch: Samples of one update, over all devices.
        micro_batch: Samples that a device holds at a time; gradients add up to a batch.
        rate: The learning rate at its highest.
        warm_up: Updates until then, as a share of one epoch's; after it the rate falls to 0.
        decay: Weight decay, not of biases and norms.
        clip: The longest gradient.
        precision: Numbers that are computed with.
        seed: Decides weights that are new, dropout, and which samples are drawn.
    """

    epochs: int = 5
    batch: int = 32
    micro_batch: int = 32
    rate: float = 3e-5
    warm_up: float = 0.5
    decay: float = 0.01
    clip: float = 1.0
    precision: Precision = "no"
    seed: int = 123


@dataclass(frozen=True)
class Progress:
    """How far a training is: updates done, and the mean loss since the last word."""

    epoch: int
    update: int
    updates: int
    loss: float
    samples_per_second: float


@dataclass(frozen=True)
class Trained:
    """What came of a training: the mean loss of each epoch, and what it took.

    Of several processes that train together, one is the `lead`: it writes the model.
    """

    losses: list[float]
    updates: int
    seconds: float
    samples_per_second: float
    device: str
    lead: bool = True


Batches = Callable[[int, int], Iterator[dict[str, Any]]]
"""The micro batches of an epoch, by its number and by how many samples each may hold."""


def train(
    model: Any,
    batches: Batches,
    updates_per_epoch: int,
    settings: Settings,
    folder: Path,
    *,
    resume: bool = False,
    listen: Callable[[Progress], None] | None = None,
    every: int = 10,
) -> Trained:
    """Train a model, in place.

    After every epoch the whole state is written; `resume` goes on from the last one.

    Args:
        batches: Tensors by the names that the model's `forward` gives them, `labels` among them.
        updates_per_epoch: How many batches an epoch has.
        folder: Where the checkpoints go.
        listen: Called every so many updates.

    Raises:
        UserError: If there is a checkpoint and `resume` is not said, or the other way round.
    """
    import torch  # pyright: ignore
    from accelerate import Accelerator  # pyright: ignore
    from transformers import get_linear_schedule_with_warmup  # pyright: ignore

    states = sorted((folder / _CHECKPOINTS).glob("epoch-*"), key=lambda path: path.name)
    if states and not resume:
        raise UserError(f"{folder}: a training was begun here. Go on with --resume.")
    if resume and not states:
        raise UserError(f"{folder}: no checkpoint to go on from is there.")
    accelerator = Accelerator(mixed_precision=settings.precision)
    at_once = settings.micro_batch * accelerator.num_processes
    share = max(1, math.ceil(settings.batch / at_once))
    optimizer = torch.optim.AdamW(_groups(model, settings.decay), lr=settings.rate)
    updates = updates_per_epoch * settings.epochs
    schedule = get_linear_schedule_with_warmup(
        optimizer, int(settings.warm_up * updates_per_epoch), updates
    )
    model, optimizer = accelerator.prepare(model, optimizer)
    accelerator.register_for_checkpointing(schedule)
    losses: list[float] = []
    if states:
        accelerator.load_state(str(states[-1]))
        losses = json.loads((states[-1] / "losses.json").read_text())
    model.train()
    begun, seen = time.perf_counter(), 0
    for epoch in range(len(losses), settings.epochs):
        # Dropout depends on the epoch alone, whether or not the training was broken off before it.
        torch.manual_seed(settings.seed + epoch)
        total, told, counted = 0.0, 0.0, 0
        stream = batches(epoch, settings.micro_batch)
        mine = itertools.islice(stream, accelerator.process_index, None, accelerator.num_processes)
        for update in range(updates_per_epoch):
            parts = list(itertools.islice(mine, share))
            if not parts:
                break
            loss = 0.0
            for part in parts:
                moved = {name: tensor.to(accelerator.device) for name, tensor in part.items()}
                cost = model(**moved).loss / len(parts)
                accelerator.backward(cost)
                loss += cost.item()
                seen += len(next(iter(part.values()))) * accelerator.num_processes
            accelerator.clip_grad_norm_(model.parameters(), settings.clip)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            total, told, counted = total + loss, told + loss, counted + 1
            if listen is not None and (update + 1) % every == 0:
                rate = seen / (time.perf_counter() - begun)
                done = epoch * updates_per_epoch + update + 1
                listen(Progress(epoch, done, updates, told / every, rate))
                told = 0.0
        losses.append(total / max(1, counted))
        _save(accelerator, folder / _CHECKPOINTS, epoch, losses)
    seconds = time.perf_counter() - begun
    accelerator.unwrap_model(model).eval()
    accelerator.wait_for_everyone()
    lead = bool(accelerator.is_main_process)
    return Trained(losses, updates, seconds, seen / seconds, str(accelerator.device), lead)


def _groups(model: Any, decay: float) -> list[dict[str, Any]]:
    named = [(name, one) for name, one in model.named_parameters() if one.requires_grad]
    plain = [one for name, one in named if not any(part in name.lower() for part in _NO_DECAY)]
    spared = [one for name, one in named if any(part in name.lower() for part in _NO_DECAY)]
    return [{"params": plain, "weight_decay": decay}, {"params": spared, "weight_decay": 0.0}]


def _save(accelerator: Any, folder: Path, epoch: int, losses: list[float]) -> None:
    state = folder / f"epoch-{epoch:03}"
    part = folder / f"part-{epoch:03}"
    accelerator.save_state(str(part))
    accelerator.wait_for_everyone()
    if not accelerator.is_main_process:
        return
    (part / "losses.json").write_text(json.dumps(losses))
    part.replace(state)
    for old in sorted(folder.glob("epoch-*"))[:-_KEPT]:
        shutil.rmtree(old)


def told(settings: Settings) -> dict[str, Any]:
    """Settings as plain data, for model cards."""
    return asdict(settings)
