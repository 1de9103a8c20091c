"""`webproctor train grounder`: fine-tune a grounding model."""

import json
from pathlib import Path
from typing import Any

import click

from webproctor.cli.disk import writing_to
from webproctor.cli.options import as_json
from webproctor.files.folders import make_folder

_MOMENTS = ("before", "after")


@click.command("grounder")
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
    type=click.IntRange(2),
    help="Answers per prompt.",
)
@click.option(
    "--batch-size",
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
    "--max-tokens",
    default=128,
    show_default=True,
    type=click.IntRange(1),
    help="Maximum number of tokens of an answer.",
)
@click.option(
    "--kl-weight",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0),
    help="Weight of the KL divergence from the base model.",
)
@click.option(
    "--epochs",
    default=2.0,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Number of epochs.",
)
@click.option("--steps", type=click.IntRange(1), help="Number of updates; replaces --epochs.")
@click.option(
    "--learning-rate",
    "rate",
    default=1e-6,
    show_default=True,
    type=click.FloatRange(0),
    help="Learning rate.",
)
@click.option(
    "--temperature",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
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
    type=click.IntRange(0),
    help="Rank of LoRA weights; 0 for none.",
)
@click.option(
    "--precision",
    default="bf16",
    show_default=True,
    type=click.Choice(["no", "bf16", "fp16"]),
    help="Mixed precision.",
)
@click.option("--seed", default=42, show_default=True, help="Random seed.")
@click.option(
    "--past",
    default=10,
    show_default=True,
    type=click.IntRange(0),
    help="Past steps in the prompt.",
)
@click.option(
    "--device", default="", help="PyTorch device, such as cuda; default: the best available."
)
@as_json
def command(
    data: Path | None,
    base: str,
    grounder: str,
    fold: str,
    out: Path,
    device: str,
    as_json: bool,
    **options: Any,
) -> int:
    """Fine-tune a grounding model with GRPO, leaving out one participant at a time."""
    from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
    from webproctor.methods.grounding.adapters import adapter
    from webproctor.training import grounder as training

    settings = training.GrounderSettings(**options)
    prompt_adapter = adapter(grounder)
    dataset = Dataset(data or SAMPLE)
    participants = training.participants(dataset, fold)
    make_folder(out)
    folds: list[training.Fold] = []
    summary: dict[str, Any] = {}
    for participant in participants:

        def print_progress(step: int, steps: int, reward: float, number: int = participant) -> None:
            click.echo(f"without {number}: {step} of {steps}, reward {reward:.3f}", err=True)

        with writing_to(out):
            folds.append(
                training.leave_one_out(
                    dataset,
                    participant,
                    base,
                    prompt_adapter,
                    settings,
                    out / f"without-{participant}",
                    device,
                    print_progress,
                )
            )
            # After each fold, so that a later one that fails does not lose the others' metrics.
            summary = training.summary(folds, settings)
            (out / "folds.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    if as_json:
        click.echo(json.dumps(summary))
    else:
        _show_folds(summary)
        click.echo(f"Models and metrics: {out}")
    return 0


def _show_folds(summary: dict[str, Any]) -> None:
    from rich.console import Console

    from webproctor.cli import show
    from webproctor.core.scores import Table

    rates = ("task_success", "progress", "step_accuracy")
    rows: list[list[str | int | float | None]] = [
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
