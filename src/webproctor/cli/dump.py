"""`webproctor dump`: write training data of a benchmark."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webproctor.benchmarks import load_benchmark
from webproctor.cli.disk import ELSEWHERE, writing_to
from webproctor.cli.options import (
    PerBenchmark,
    SettingsCommand,
    as_json,
    option,
    parallel_option,
    pop_settings,
)
from webproctor.core import factories, registry
from webproctor.files.folders import lock_folder

if TYPE_CHECKING:
    from webproctor.environments.parallel import Parallel


def _command(benchmark: str) -> click.Command:
    settings = factories.settings(registry.factory("benchmarks", benchmark))

    @click.option("--out", required=True, type=click.Path(path_type=Path), help="Output folder.")
    @click.option(
        "--include-screenshots",
        is_flag=True,
        help="Include a screenshot of each field.",
    )
    @click.option(
        "--states", is_flag=True, help="Include the page's HTML before each field is filled in."
    )
    @click.option("--allow-test", is_flag=True, help="Include tasks of test splits.")
    @parallel_option
    @as_json
    def dump(out: Path, parallel: "Parallel", as_json: bool, **values: Any) -> int:
        benchmark_object = load_benchmark(benchmark, **pop_settings(values, settings))
        return _dump(benchmark, benchmark_object, out, parallel, values, as_json)

    help_text = "Write pages, fields and correct actions as JSON Lines."
    click_command = click.command(benchmark, cls=SettingsCommand, help=help_text)(dump)
    click_command.params = [*map(option, settings), *click_command.params]
    return click_command


def _dump(
    benchmark: str,
    benchmark_object: Any,
    out: Path,
    parallel: "Parallel",
    values: dict[str, Any],
    print_json: bool,
) -> int:
    # Imported here to keep `--help` fast.
    from webproctor.cli import show

    write = registry.companion(benchmark, "dump").dump
    with (
        lock_folder(out),
        writing_to(out, lambda: ELSEWHERE),
        show.counting(len(benchmark_object.tasks()), quiet=print_json) as progress,
    ):
        counts = asyncio.run(
            write(
                benchmark_object,
                out,
                parallel=parallel,
                progress=progress.advance,
                on_parallel=progress.parallel,
                **values,
            )
        )
    if print_json:
        click.echo(counts.model_dump_json())
        return 0
    click.echo(f"{counts.file}: {counts.instances} instances with {counts.fields} fields")
    if counts.left_out:
        click.echo(f"Left out because the oracle did not solve them: {len(counts.left_out)}")
    for skipped in counts.left_out:
        click.echo(f"  {skipped.task}: {100 * skipped.score:.1f} %, {skipped.why}")
    return 0


command = PerBenchmark("dump", _command, needs="dump", help="Write training data of a benchmark.")
