"""`webproctor rank`: evaluate a ranker, and write its scores to a file."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from webproctor.benchmarks import load_benchmark
from webproctor.cli.options import PerBenchmark, as_json, option, split
from webproctor.core import registry


def _command(benchmark: str) -> click.Command:
    rank = registry.companion(benchmark, "rank")
    settings = registry.settings(registry.factory("benchmarks", benchmark))

    @click.option(
        "--ranker",
        default="bm25",
        show_default=True,
        help="bm25, embeddings, embeddings:MODEL, cross-encoder:MODEL or path/file.py:NAME.",
    )
    @click.option(
        "--device", default="", help="PyTorch device, such as cuda; default: the best available."
    )
    @click.option(
        "--out",
        type=click.Path(path_type=Path),
        help="File for the scores: .json, .pkl or .parquet.",
    )
    @as_json
    def command(ranker: str, device: str, out: Path | None, as_json: bool, **values: Any) -> int:
        made = load_benchmark(benchmark, **split(values, settings))
        return _rank(rank, made, ranker, device, out, as_json)

    parsed = click.command(
        benchmark, help="Measure how high a ranker places the correct elements."
    )(command)
    parsed.params = [*map(option, settings), *parsed.params]
    return parsed


def _rank(
    rank: Any, benchmark: Any, spec: str, device: str, out: Path | None, machine: bool
) -> int:
    from rich.console import Console
    from rich.progress import Progress

    from webproctor.cli import show
    from webproctor.core.scores import Table
    from webproctor.methods.mindact.rankers import ranker
    from webproctor.methods.mindact.ranking import write_scores

    made = ranker(spec, device)
    with Progress(console=Console(stderr=True), disable=machine or not sys.stderr.isatty()) as bar:
        shown = bar.add_task("", total=len(benchmark.demonstrations))
        marks, scores = rank.ranked(
            benchmark.dataset, benchmark.demonstrations, made, lambda: bar.advance(shown)
        )
    if out is not None:
        write_scores(out, scores)
    if machine:
        click.echo(json.dumps({"ranker": made.name, **asdict(marks)}))
        return 0
    table = Table(
        title=f"Ranking by {made.name}: {marks.steps} steps",
        columns=["MRR@50", "top-1", *(f"recall@{k}" for k in marks.recall)],
        rows=[[marks.mrr, marks.top_1, *marks.recall.values()]],
    )
    show.table(table, Console())
    if out is not None:
        click.echo(f"Scores: {out}")
    return 0


command = PerBenchmark(
    "rank", _command, needs="rank", help="Evaluate a candidate ranker on recorded tasks."
)
