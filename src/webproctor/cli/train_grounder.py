"""`webproctor train grounder`: fine-tune a grounding model."""

import json
from pathlib import Path
from typing import Any

import click

from webproctor.cli.disk import after_a_full_disk, writing_to
from webproctor.cli.numbers import SEED, Integer, Number
from webproctor.cli.options import ConditionalOption, SettingsCommand, as_json
from webproctor.core.factories import OnlyIf
from webproctor.files.folders import lock_folder

_MOMENTS = ("before", "after")


@click.command("grounder", cls=SettingsCommand)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="RealWebAssist's data folder; default: the built-in sample.",
)
@click.option("--base", required=True, help="Folder or hub name of the base model.")
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
    type=Integer(2),
    help="Answers per prompt.",
)
@click.option(
    "--batch-size",
    default=8,
    show_default=True,
    type=Integer(1),
    help="Answers per device and batch.",
)
@click.option(
    "--accumulation",
    default=32,
    show_default=True,
    type=Integer(1),
    help="Batches per update.",
)
@click.option(
    "--max-tokens",
    default=128,
    show_default=True,
    type=Integer(1),
    help="Maximum number of tokens of an answer.",
)
@click.option(
    "--kl-weight",
    default=0.0,
    show_default=True,
    type=Number(0),
    help="Weight of the KL divergence from the base model.",
)
@click.option(
    "--epochs",
    cls=ConditionalOption,
    only_if=OnlyIf("with --steps", lambda its: its["steps"] is None),
    default=2.0,
    show_default=True,
    type=Number(0, min_open=True),
    help="Number of epochs.",
)
@click.option("--steps", type=Integer(1), help="Number of updates; replaces --epochs.")
@click.option(
    "--learning-rate",
    "rate",
    default=1e-6,
    show_default=True,
    type=Number(0),
    help="Learning rate.",
)
@click.option(
    "--temperature",
    default=1.0,
    show_default=True,
    type=Number(0, min_open=True),
    help="Sampling temperature.",
)
@click.option(
    "--freeze-vision/--train-vision",
    default=True,
    show_default=True,
    help="Freeze or train the vision encoder.",
)
@click.option(
    "--lora-rank",
    default=0,
    show_default=True,
    type=Integer(0),
    help="Rank of LoRA weights; 0 for none.",
)
@click.option(
    "--precision",
    default="bf16",
    show_default=True,
    type=click.Choice(["no", "bf16", "fp16"]),
    help="Mixed precision.",
)
@click.option("--seed", default=42, show_default=True, type=SEED, help="Random seed.")
@click.option(
    "--past",
    default=10,
    show_default=True,
    type=Integer(0),
    help="Past steps in the prompt.",
)
@click.option(
    "--device", default="", help="PyTorch device, such as cuda; default: the best available."
)
@click.option(
    "--resume",
    is_flag=True,
    help="Resume a training with the same settings: complete folds are kept, and an interrupted "
    "one continues after its last complete epoch.",
)
@as_json
def command(
    data: Path | None,
    base: str,
    grounder: str,
    fold: str,
    out: Path,
    device: str,
    resume: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Fine-tune a grounding model with GRPO, leaving out one participant at a time."""
    from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
    from webproctor.training.folds import participants, train_folds
    from webproctor.training.grounder import GrounderSettings

    def print_progress(participant: int, step: int, steps: int, reward: float) -> None:
        click.echo(f"without {participant}: {step} of {steps}, reward {reward:.3f}", err=True)

    settings = GrounderSettings(**options)
    dataset = Dataset(data or SAMPLE)
    left_out = participants(dataset, fold)
    with (
        lock_folder(out),
        writing_to(out, lambda: after_a_full_disk(out, "**/checkpoints/epoch-*", "folds.json")),
    ):
        summary = train_folds(
            dataset,
            left_out,
            base,
            grounder,
            settings,
            out,
            device,
            resume=resume,
            on_step=print_progress,
        )
    if as_json:
        click.echo(json.dumps(summary))
    else:
        _show_folds(summary)
        click.echo(f"Models and metrics: {out}")
    return 0


def _show_folds(summary: dict[str, Any]) -> None:
    from rich.console import Console

    from webproctor.cli import show
    from webproctor.core.scores import Cell, Table

    rates = ("task_success", "progress", "step_accuracy")
    rows: list[list[Cell]] = [
        [
            f"without {fold['participant']}",
            *(fold[moment][name] for moment in _MOMENTS for name in rates),
        ]
        for fold in summary["folds"]
    ]
    for name in ("pooled", "mean"):
        rows.append([name, *(summary[name][moment][rate] for moment in _MOMENTS for rate in rates)])
    columns = [
        "fold",
        *(f"{moment} {name.replace('_', ' ')}" for moment in _MOMENTS for name in rates),
    ]
    show.table(Table(title="Fine-tuning", columns=columns, rows=rows), Console())
