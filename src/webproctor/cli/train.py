"""`webproctor train`: train rankers, predictors, grounding models and policies."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from webproctor.cli.options import as_json
from webproctor.cli.train_policy import command as policy
from webproctor.files.folders import make_folder


@click.group("train")
def command() -> None:
    """Train a ranker, a predictor or a grounding model on recorded tasks, or a policy."""


command.add_command(policy)


def _options(rate: float, warm_up: float, base: str) -> Callable[[Any], Any]:
    given = [
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
            type=click.IntRange(1),
            help="Number of epochs.",
        ),
        click.option(
            "--batch",
            default=32,
            show_default=True,
            type=click.IntRange(1),
            help="Batch size, over all processes.",
        ),
        click.option(
            "--micro-batch",
            type=click.IntRange(1),
            help="Maximum samples per device and forward pass; default: the batch size.",
        ),
        click.option(
            "--learning-rate", "rate", default=rate, show_default=True, help="Learning rate."
        ),
        click.option(
            "--warm-up",
            default=warm_up,
            show_default=True,
            help="Learning rate warm-up as a fraction of an epoch.",
        ),
        click.option(
            "--precision",
            default="no",
            show_default=True,
            type=click.Choice(["no", "bf16", "fp16"]),
            help="Mixed precision.",
        ),
        click.option("--seed", default=123, show_default=True, help="Random seed."),
        click.option("--resume", is_flag=True, help="Resume after the last complete epoch."),
        as_json,
    ]

    def add(function: Any) -> Any:
        for one in reversed(given):
            function = one(function)
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
@click.option("--longest", default=512, show_default=True, help="Maximum tokens of a pair.")
@click.option(
    "--alike",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0, 1),
    help="Share of the wrong candidates that have the tag and type of the correct one.",
)
@click.option(
    "--positions",
    is_flag=True,
    help="Include candidates' positions relative to the last action; the paper has none.",
)
def ranker(order: Any, longest: int, alike: float, positions: bool, **given: Any) -> int:
    """Train a cross-encoder that ranks candidates."""
    from webproctor.training.ranker import train_ranker

    return _run(
        given,
        lambda dataset, settings, **more: train_ranker(
            dataset,
            given["out"],
            settings,
            order=order,
            longest=longest,
            alike=alike,
            positions=positions,
            **more,
        ),
    )


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
    "--draws", default=10, show_default=True, help="Candidate groups sampled per step and epoch."
)
@click.option(
    "--scores",
    type=click.Path(path_type=Path),
    help="File of a ranker's scores, used to select hard negatives.",
)
def predictor(kind: Any, lora: bool, draws: int, scores: Path | None, **given: Any) -> int:
    """Train a model that selects among candidates."""
    from webproctor.methods.mindact.ranking import read_scores
    from webproctor.training.predictor import train_predictor

    known = read_scores(scores) if scores else None
    return _run(
        given,
        lambda dataset, settings, **more: train_predictor(
            dataset,
            given["out"],
            settings,
            kind=kind,
            lora=lora,
            draws=draws,
            scores=known,
            **more,
        ),
    )


def _run(given: dict[str, Any], train: Callable[..., Any]) -> int:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from webproctor.benchmarks.mind2web.dataset import Dataset
    from webproctor.training.loop import Settings

    machine = given["as_json"]
    settings = Settings(
        epochs=given["epochs"],
        batch=given["batch"],
        micro_batch=given["micro_batch"] or given["batch"],
        rate=given["rate"],
        warm_up=given["warm_up"],
        precision=given["precision"],
        seed=given["seed"],
    )
    dataset = Dataset(given["data"])
    make_folder(given["out"])
    columns = (
        TextColumn("epoch {task.fields[epoch]}"),
        BarColumn(),
        TextColumn("loss {task.fields[loss]:.4f}, {task.fields[rate]:.1f} samples/s"),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=machine or not sys.stderr.isatty()) as bar:
        shown = bar.add_task("", total=None, epoch=1, loss=0.0, rate=0.0)

        lines = _lines(settings.epochs)

        def listen(now: Any) -> None:
            if bar.disable:
                lines(now)
                return
            bar.update(
                shown,
                total=now.updates,
                completed=now.update,
                epoch=now.epoch + 1,
                loss=now.loss,
                rate=now.samples_per_second,
            )

        done = train(
            dataset,
            settings,
            base=given["base"],
            split=given["split"],
            resume=given["resume"],
            listen=None if machine else listen,
        )
    if not done.lead:
        return 0
    losses = ", ".join(f"{loss:.4f}" for loss in done.losses)
    if machine:
        told = {"folder": str(given["out"]), "losses": done.losses, "updates": done.updates}
        told |= {"seconds": done.seconds, "samples_per_second": done.samples_per_second}
        click.echo(json.dumps(told | {"device": done.device}))
    else:
        click.echo(
            f"Mean loss by epoch: {losses}. The model and its model card are in {given['out']}."
        )
    return 0


def _lines(epochs: int) -> Callable[[Any], None]:
    """Return what prints the progress without a terminal: a line for each twentieth."""
    shown = 0

    def told(now: Any) -> None:
        nonlocal shown
        if (done := 20 * now.update // now.updates) > shown:
            shown = done
            click.echo(
                f"epoch {now.epoch + 1} of {epochs}, update {now.update:,} of {now.updates:,}: "
                f"loss {now.loss:.4f}, {now.samples_per_second:.1f} samples/s",
                err=True,
            )

    return told


@command.command("grounder")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="RealWebAssist's data folder; default: the built-in sample.",
)
@click.option("--weights", required=True, help="Folder or hub name of the base model.")
@click.option(
    "--grounder",
    default="gta1",
    show_default=True,
    help="Prompt adapter of the model, or path/file.py:NAME.",
)
@click.option(
    "--fold", default="all", show_default=True, help="Participant to leave out: a number, or all."
)
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), help="Folder for the models."
)
@click.option(
    "--generations",
    default=8,
    show_default=True,
    type=click.IntRange(2),
    help="Answers per prompt.",
)
@click.option(
    "--batch",
    default=8,
    show_default=True,
    type=click.IntRange(1),
    help="Answers per device and batch.",
)
@click.option(
    "--accumulation",
    default=32,
    show_default=True,
    type=click.IntRange(1),
    help="Batches per update.",
)
@click.option(
    "--tokens",
    default=128,
    show_default=True,
    type=click.IntRange(1),
    help="Maximum number of tokens of an answer.",
)
@click.option(
    "--kl", default=0.0, show_default=True, help="Weight of the KL divergence from the base model."
)
@click.option("--epochs", default=2.0, show_default=True, help="Number of epochs.")
@click.option("--steps", type=click.IntRange(1), help="Number of updates; replaces --epochs.")
@click.option("--learning-rate", "rate", default=1e-6, show_default=True, help="Learning rate.")
@click.option("--temperature", default=1.0, show_default=True, help="Sampling temperature.")
@click.option(
    "--freeze-vision/--train-vision",
    default=True,
    show_default=True,
    help="Freeze or train the vision encoder.",
)
@click.option("--lora", default=0, show_default=True, help="Rank of LoRA weights; 0 for none.")
@click.option(
    "--precision",
    default="bf16",
    show_default=True,
    type=click.Choice(["no", "bf16", "fp16"]),
    help="Mixed precision.",
)
@click.option("--seed", default=42, show_default=True, help="Random seed.")
@click.option("--past", default=10, show_default=True, help="Past steps in the prompt.")
@click.option(
    "--device", default="", help="PyTorch device, such as cuda; default: the best available."
)
@as_json
def _grounder(
    data: Path | None,
    weights: str,
    grounder: str,
    fold: str,
    out: Path,
    device: str,
    as_json: bool,
    **given: Any,
) -> int:
    """Fine-tune a grounding model with GRPO, leaving out one participant at a time."""
    import asyncio

    from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
    from webproctor.methods.grounding.adapters import adapter
    from webproctor.training import grounder as training

    settings = training.GrounderSettings(**given)
    how = adapter(grounder)
    dataset = Dataset(data or SAMPLE)
    left_out = training.participants(dataset, fold)
    make_folder(out)
    folds = []
    for participant in left_out:

        def tell(step: int, steps: int, reward: float, number: int = participant) -> None:
            click.echo(f"without {number}: {step} of {steps}, reward {reward:.3f}", err=True)

        folds.append(
            asyncio.run(
                training.leave_one_out(
                    dataset,
                    participant,
                    weights,
                    how,
                    settings,
                    out / f"without-{participant}",
                    device,
                    tell,
                )
            )
        )
    told = training.summary(folds, settings)
    (out / "folds.json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    if as_json:
        click.echo(json.dumps(told))
    else:
        _show_folds(told)
        click.echo(f"Models and metrics: {out}")
    return 0


def _show_folds(told: dict[str, Any]) -> None:
    from rich.console import Console

    from webproctor.cli import show
    from webproctor.core.scores import Table

    rates = ("task_success", "progress", "step_accuracy")
    rows: list[list[str | int | float | None]] = [
        [f"without {one['participant']}", *(one[when][name] for when in _WHEN for name in rates)]
        for one in told["folds"]
    ]
    for name in ("pooled", "mean"):
        rows.append([name, *(told[name][when][rate] for when in _WHEN for rate in rates)])
    columns = ["fold", *(f"{when} {name.replace('_', ' ')}" for when in _WHEN for name in rates)]
    show.table(Table(title="Fine-tuning", columns=columns, rows=rows), Console())


_WHEN = ("before", "after")
