"""`webproctor train`: train rankers, predictors, grounding models and policies."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import click

from webproctor.cli.disk import after_a_full_disk, writing_to
from webproctor.cli.numbers import SEED, Integer, Number
from webproctor.cli.options import Group, as_json
from webproctor.cli.train_grounder import command as grounder
from webproctor.cli.train_policy import command as policy
from webproctor.files.folders import lock_folder


@click.group("train", cls=Group)
def command() -> None:
    """Train a ranker, a predictor or a grounding model on recorded tasks, or a policy."""


command.add_command(grounder)
command.add_command(policy)


def _options(rate: float, warm_up: float, base: str) -> Callable[[Any], Any]:
    options = [
        click.option(
            "--data",
            required=True,
            type=click.Path(path_type=Path),
            help="Folder of recorded tasks.",
        ),
        click.option(
            "--split", default="", help="Train on this split; default: all except test splits."
        ),
        click.option("--base", default=base, show_default=True, help="Base model."),
        click.option(
            "--out",
            required=True,
            type=click.Path(path_type=Path),
            help="Folder for the trained model.",
        ),
        click.option(
            "--epochs",
            default=5,
            show_default=True,
            type=Integer(1),
            help="Number of epochs.",
        ),
        click.option(
            "--batch-size",
            default=32,
            show_default=True,
            type=Integer(1),
            help="Batch size, over all processes.",
        ),
        click.option(
            "--micro-batch-size",
            type=Integer(1),
            help="Maximum samples per device and forward pass; default: the batch size.",
        ),
        click.option(
            "--learning-rate",
            "rate",
            default=rate,
            show_default=True,
            type=Number(0),
            help="Learning rate.",
        ),
        click.option(
            "--warm-up",
            default=warm_up,
            show_default=True,
            type=Number(0),
            help="Learning rate warm-up as a fraction of an epoch.",
        ),
        click.option(
            "--precision",
            default="no",
            show_default=True,
            type=click.Choice(["no", "bf16", "fp16"]),
            help="Mixed precision.",
        ),
        click.option("--seed", default=123, show_default=True, type=SEED, help="Random seed."),
        click.option(
            "--resume",
            is_flag=True,
            help="Resume after the last complete epoch of a training with the same settings.",
        ),
        as_json,
    ]

    def add(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return add


@command.command("ranker")
@_options(3e-5, 0.5, "microsoft/deberta-v3-base")
@click.option(
    "--order",
    default="query-first",
    show_default=True,
    type=click.Choice(["query-first", "candidate-first"]),
    help="Order of the two texts of a pair.",
)
@click.option(
    "--max-length",
    default=512,
    show_default=True,
    type=Integer(1),
    help="Maximum tokens of a pair; fewer if the base model has fewer positions.",
)
@click.option(
    "--similar-negatives",
    default=0.0,
    show_default=True,
    type=Number(0, 1),
    help="Share of the wrong candidates that have the tag and type of the correct one.",
)
@click.option(
    "--positions",
    is_flag=True,
    help="Include candidates' positions relative to the last action; the paper has none.",
)
def ranker(
    order: Any, max_length: int, similar_negatives: float, positions: bool, **options: Any
) -> int:
    """Train a cross-encoder that ranks candidates."""
    from webproctor.training.ranker import train_ranker

    train = partial(
        train_ranker,
        order=order,
        max_length=max_length,
        similar_negatives=similar_negatives,
        positions=positions,
    )
    return _run(options, train)


@command.command("predictor")
@_options(5e-5, 0.0, "google/flan-t5-base")
@click.option(
    "--kind",
    default="multi-choice",
    show_default=True,
    type=click.Choice(["multi-choice", "generation"]),
    help="Output format of the model.",
)
@click.option("--lora", is_flag=True, help="Train LoRA weights instead of all weights.")
@click.option(
    "--draws",
    default=10,
    show_default=True,
    type=Integer(1),
    help="Candidate groups sampled per step and epoch.",
)
@click.option(
    "--scores",
    type=click.Path(path_type=Path),
    help="File of a ranker's scores, used to select hard negatives.",
)
def predictor(kind: Any, lora: bool, draws: int, scores: Path | None, **options: Any) -> int:
    """Train a model that selects among candidates."""
    from webproctor.methods.mindact.ranking import read_scores
    from webproctor.training.predictor import train_predictor

    ranker_scores = read_scores(scores) if scores else None
    train = partial(train_predictor, kind=kind, lora=lora, draws=draws, scores=ranker_scores)
    return _run(options, train)


def _run(options: dict[str, Any], train: Callable[..., Any]) -> int:
    """Train with the options of `_options`, and show the progress and the result.

    Args:
        train: Takes a data set, the folder of the model, settings and further options; returns the
            result.
    """
    from webproctor.benchmarks.mind2web.dataset import Dataset
    from webproctor.training.loop import Settings

    print_json = options["as_json"]
    settings = Settings(
        epochs=options["epochs"],
        batch_size=options["batch_size"],
        micro_batch_size=options["micro_batch_size"] or options["batch_size"],
        rate=options["rate"],
        warm_up=options["warm_up"],
        precision=options["precision"],
        seed=options["seed"],
    )
    dataset = Dataset(options["data"])
    folder = options["out"]
    is_lead = os.environ.get("RANK", "0") == "0"  # torchrun starts several processes.
    with (
        lock_folder(folder) if is_lead else nullcontext(),
        writing_to(folder, lambda: after_a_full_disk(folder, "checkpoints/epoch-*")),
        nullcontext() if print_json else _shown_progress(settings.epochs) as listen,
    ):
        result = train(
            dataset,
            folder,
            settings,
            base=options["base"],
            split=options["split"],
            resume=options["resume"],
            listen=listen,
        )
    if not result.lead:
        return 0
    if print_json:
        names = ("losses", "updates", "seconds", "samples_per_second", "device")
        summary = {name: getattr(result, name) for name in names}
        click.echo(json.dumps({"folder": str(folder)} | summary))
    else:
        losses = ", ".join(f"{loss:.4f}" for loss in result.losses)
        click.echo(f"Mean loss by epoch: {losses}. The model and its model card are in {folder}.")
    return 0


@contextmanager
def _shown_progress(epochs: int) -> Iterator[Callable[[Any], None]]:
    """Yield a function that shows the progress: as a bar in a terminal, otherwise as lines."""
    if not sys.stderr.isatty():
        yield _line_printer(epochs)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("epoch {task.fields[epoch]}"),
        BarColumn(),
        TextColumn("loss {task.fields[loss]:.4f}, {task.fields[rate]:.1f} samples/s"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        bar_task = bar.add_task("", total=None, epoch=1, loss=0.0, rate=0.0)

        def update_bar(progress: Any) -> None:
            bar.update(
                bar_task,
                total=progress.updates,
                completed=progress.update,
                epoch=progress.epoch + 1,
                loss=progress.loss,
                rate=progress.samples_per_second,
            )

        yield update_bar


def _line_printer(epochs: int) -> Callable[[Any], None]:
    """Return a function that prints the progress: a line for each twentieth of the training."""
    last_twentieth = 0

    def print_line(progress: Any) -> None:
        nonlocal last_twentieth
        if (twentieth := 20 * progress.update // progress.updates) > last_twentieth:
            last_twentieth = twentieth
            click.echo(
                f"epoch {progress.epoch + 1} of {epochs}, update {progress.update:,} of "
                f"{progress.updates:,}: loss {progress.loss:.4f}, "
                f"{progress.samples_per_second:.1f} samples/s",
                err=True,
            )

    return print_line
