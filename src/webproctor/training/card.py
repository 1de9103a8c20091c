"""Train MindAct's models, and save each with a model card: its data, settings and results."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.training.examples import StepIndex
from webproctor.training.loop import Batches, Progress, Settings, Trained, train

_CARD, _FIGURES = "README.md", "training.json"


@dataclass(frozen=True)
class Card:
    """The contents of a model card.

    Attributes:
        kind: `ranker` or the predictor's kind.
        base: The base model.
        use: How to use the model.
        data: Name of the data set's folder.
        splits, tasks, steps: The splits, and the number of tasks and steps, used for training.
        more: Settings besides those of the training loop, by name.
    """

    kind: str
    base: str
    use: str
    data: str
    splits: list[str]
    tasks: int
    steps: int
    more: Mapping[str, Any] = field(default_factory=dict)


def card_of(
    dataset: Dataset,
    indices: Sequence[StepIndex],
    *,
    kind: str,
    base: str,
    use: str,
    more: Mapping[str, Any],
) -> Card:
    """Return the card of a model that is trained on steps of a data set; see `Card`."""
    demonstrations = [index.demonstration for index in indices]
    return Card(
        kind=kind,
        base=base,
        use=use,
        data=dataset.path.resolve().name,
        splits=sorted({one.split for one in demonstrations}),
        tasks=len({one.annotation_id for one in demonstrations}),
        steps=len(indices),
        more=more,
    )


def train_and_save(
    model: Any,
    tokenizer: Any,
    batches: Batches,
    samples: int,
    settings: Settings,
    folder: Path,
    card: Card,
    *,
    resume: bool = False,
    listen: Callable[[Progress], None] | None = None,
) -> Trained:
    """Train a model; save it, its tokenizer and its card to a folder.

    Args:
        samples: Number of samples of an epoch; an epoch may have fewer.

    Raises:
        UserError: See `loop.train`.
    """
    done = train(
        model,
        batches,
        math.ceil(samples / settings.batch_size),
        settings,
        folder,
        inputs=_conditions(card),
        resume=resume,
        listen=listen,
    )
    if done.lead:
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        _write_card(folder, card, settings, done)
    return done


def _conditions(card: Card) -> dict[str, Any]:
    """Return what a model depends on besides the settings of the training loop."""
    data = asdict(card)
    more = data.pop("more")
    return {**data, **more}


def _write_card(folder: Path, card: Card, settings: Settings, done: Trained) -> None:
    """Write the card to the model's folder, as Markdown and as JSON."""
    data = {**asdict(card), "settings": asdict(settings), "done": asdict(done)}
    (folder / _FIGURES).write_text(json.dumps(data, indent=1), encoding="utf-8")
    rows = {**asdict(settings), **card.more}
    losses = ", ".join(f"{loss:.4f}" for loss in done.losses)
    lines = [
        f"# MindAct {card.kind}, fine-tuned from {card.base}",
        "",
        f"Use: {card.use}.",
        "",
        "## Data",
        "",
        f"{card.steps:,} steps of {card.tasks:,} tasks of {card.data} (splits: "
        f"{', '.join(card.splits)}); steps without a correct element are left out.",
        "",
        "## Settings",
        "",
        "| setting | value |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in rows.items()),
        "",
        "## Result",
        "",
        f"Mean loss by epoch: {losses}.",
        f"{done.updates:,} updates in {done.seconds:,.0f} s on {done.device}, "
        f"{done.samples_per_second:,.1f} samples/s.",
        "",
    ]
    (folder / _CARD).write_text("\n".join(lines), encoding="utf-8")
