"""`webproctor rank`: evaluate a ranker, and write its scores to a file."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from webproctor.benchmarks import load_benchmark
from webproctor.cli.options import (
    ConditionalOption,
    PerBenchmark,
    SettingsCommand,
    as_json,
    option,
    pop_settings,
)
from webproctor.core import factories, registry
from webproctor.core.factories import OnlyIf


def _runs_on_device(its: Mapping[str, Any]) -> bool:
    from webproctor.methods.mindact.rankers import takes_device

    return takes_device(its["ranker"])


def _command(benchmark: str) -> click.Command:
    rank = registry.companion(benchmark, "rank")
    settings = factories.settings(registry.factory("benchmarks", benchmark))

    @click.option(
        "--ranker",
        default="bm25",
        show_default=True,
        help="bm25, embeddings, embeddings:MODEL, cross-encoder:MODEL or path/file.py:NAME.",
    )
    @click.option(
        "--device",
        cls=ConditionalOption,
        only_if=OnlyIf("with --ranker {ranker}", _runs_on_device),
        default="",
        help="PyTorch device, such as cuda; default: the best available.",
    )
    @click.option(
        "--out",
        type=click.Path(path_type=Path),
        help="File for the scores: .json, .pkl or .parquet.",
    )
    @as_json
    def command(ranker: str, device: str, out: Path | None, as_json: bool, **values: Any) -> int:
        benchmark_object = load_benchmark(benchmark, **pop_settings(values, settings))
        return _rank(rank, benchmark_object, ranker, device, out, as_json)

    click_command = click.command(
        benchmark, cls=SettingsCommand, help="Measure how high a ranker ranks the correct elements."
    )(command)
    click_command.params = [*map(option, settings), *click_command.params]
    return click_command


def _rank(
    rank_module: Any, benchmark: Any, spec: str, device: str, out: Path | None, print_json: bool
) -> int:
    from rich.console import Console

    from webproctor.cli import show
    from webproctor.core.scores import Table
    from webproctor.methods.mindact.rankers import ranker
    from webproctor.methods.mindact.ranking import prepare_scores, write_scores

    if out is not None:
        prepare_scores(out)  # Ranking can take hours.
    ranker_object = ranker(spec, device)
    with show.counting(len(benchmark.demonstrations), quiet=print_json) as progress:
        metrics, scores = rank_module.ranked(
            benchmark.dataset, benchmark.demonstrations, ranker_object, progress.advance
        )
    if out is not None:
        write_scores(out, scores)
    if print_json:
        click.echo(json.dumps({"ranker": ranker_object.name, **asdict(metrics)}))
        return 0
    table = Table(
        title=f"Ranking by {ranker_object.name}: {metrics.steps} steps",
        columns=["MRR@50", "top-1", *(f"recall@{k}" for k in metrics.recall)],
        rows=[[metrics.mrr, metrics.top_1, *metrics.recall.values()]],
    )
    show.table(table, Console())
    if out is not None:
        click.echo(f"Scores: {out}")
    return 0


command = PerBenchmark(
    "rank", _command, needs="rank", help="Evaluate a candidate ranker on recorded tasks."
)
