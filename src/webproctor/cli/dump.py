"""`webproctor dump`: write training data of a benchmark."""

import asyncio
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webproctor.benchmarks import load_benchmark
from webproctor.cli.options import PerBenchmark, as_json, option, parallel_option, split
from webproctor.core import registry

if TYPE_CHECKING:
    from webproctor.environments.parallel import Parallel


def _command(benchmark: str) -> click.Command:
    settings = registry.settings(registry.factory("benchmarks", benchmark))

    @click.option("--out", required=True, type=click.Path(path_type=Path), help="Output folder.")
    @click.option("--images", is_flag=True, help="Include a screenshot of each field.")
    @click.option(
        "--states", is_flag=True, help="Include the page's HTML before each field is filled in."
    )
    @click.option("--allow-test", is_flag=True, help="Include tasks of test splits.")
    @parallel_option
    @as_json
    def dump(out: Path, parallel: "Parallel", as_json: bool, **values: Any) -> int:
        made = load_benchmark(benchmark, **split(values, settings))
        return _dump(benchmark, made, out, parallel, values, as_json)

    about = "Write pages, fields and correct actions as JSON Lines."
    parsed = click.command(benchmark, help=about)(dump)
    parsed.params = [*map(option, settings), *parsed.params]
    return parsed


def _dump(
    benchmark: str,
    made: Any,
    out: Path,
    parallel: "Parallel",
    values: dict[str, Any],
    machine: bool,
) -> int:
    # Imported here to keep `--help` fast.
    from rich.console import Console
    from rich.progress import Progress

    from webproctor.cli import show

    write = registry.companion(benchmark, "dump").dump
    console = Console(stderr=True)
    with Progress(console=console, disable=machine or not sys.stderr.isatty()) as bar:
        shown = bar.add_task("", total=len(made.tasks()))
        counts = asyncio.run(
            write(
                made,
                out,
                parallel=parallel,
                progress=lambda: bar.advance(shown),
                on_parallel=None if machine else partial(show.parallel, console=console),
                **values,
            )
        )
    if machine:
        click.echo(counts.model_dump_json())
        return 0
    click.echo(f"{counts.file}: {counts.instances} instances with {counts.fields} fields")
    if counts.left_out:
        click.echo(f"Left out because the oracle did not solve them: {len(counts.left_out)}")
    for one in counts.left_out:
        click.echo(f"  {one.task}: {100 * one.score:.1f} %, {one.why}")
    return 0


command = PerBenchmark("dump", _command, needs="dump", help="Write training data of a benchmark.")
