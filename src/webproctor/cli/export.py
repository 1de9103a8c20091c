"""`webproctor export`: export episodes as training data."""

import asyncio
import sys
from functools import partial
from inspect import isclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import click

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.cli.disk import ELSEWHERE, writing_to
from webproctor.cli.numbers import Number
from webproctor.cli.options import (
    PerBenchmark,
    SettingsCommand,
    agent_option,
    as_json,
    option,
    parallel_option,
    pop_settings,
)
from webproctor.cli.unused import importing_harness
from webproctor.core import factories, registry

if TYPE_CHECKING:
    from webproctor.environments.parallel import Parallel

_RUN = "run"


def _command(benchmark: str) -> click.Command:
    settings = factories.settings(registry.factory("benchmarks", benchmark))

    @agent_option
    @click.option(
        "--format",
        "layout",
        type=click.Choice(["mind2web"]),
        default="mind2web",
        show_default=True,
        help="Mind2Web's shards: pages, candidates, targets and operations, step by step.",
    )
    @click.option(
        "--out",
        required=True,
        type=click.Path(path_type=Path),
        help="Output folder; must be new or empty.",
    )
    @click.option("--include-failed", is_flag=True, help="Include tasks that were not solved.")
    @parallel_option
    @as_json
    def export(
        agent: str,
        layout: str,
        out: Path,
        include_failed: bool,
        parallel: "Parallel",
        as_json: bool,
        **values: Any,
    ) -> int:
        benchmark_object = load_benchmark(benchmark, **pop_settings(values, settings))
        return _export(benchmark_object, agent, out, include_failed, parallel, as_json)

    help_text = (
        "Run an agent on the live pages of a benchmark; write its episodes as recorded tasks."
    )
    click_command = click.command(benchmark, cls=SettingsCommand, help=help_text)(export)
    click_command.params = [*map(option, settings), *click_command.params]
    return click_command


def _export(
    benchmark: Any,
    agent: str,
    out: Path,
    include_failed: bool,
    parallel: "Parallel",
    print_json: bool,
) -> int:
    # Imported here to keep `--help` fast.
    from rich.console import Console
    from rich.progress import Progress

    from webproctor.agents import make_agent
    from webproctor.cli import show
    from webproctor.export.records import export

    console = Console(stderr=True)
    with (
        writing_to(out, lambda: ELSEWHERE),
        Progress(console=console, disable=print_json or not sys.stderr.isatty()) as bar,
    ):
        progress_task = bar.add_task("", total=len(benchmark.tasks()))
        summary = asyncio.run(
            export(
                benchmark,
                lambda: make_agent(agent, benchmark),
                out,
                parallel=parallel,
                solved_only=not include_failed,
                progress=lambda: bar.advance(progress_task),
                on_parallel=None if print_json else partial(show.parallel, console=console),
            )
        )
    if print_json:
        click.echo(summary.model_dump_json())
        return 0
    click.echo(f"{summary.tasks} tasks with {summary.steps} steps are in {out}.")
    if summary.without_positives:
        click.echo(f"Steps whose target is not among the candidates: {summary.without_positives}.")
    if summary.unsaid:
        unsupported = ", ".join(f"{name} ({count})" for name, count in summary.unsaid.items())
        click.echo(f"Actions that the format does not support: {unsupported}.")
    if summary.left_out:
        click.echo(f"Left out: {len(summary.left_out)} tasks.")
    for skipped in summary.left_out:
        click.echo(f"  {skipped.task}: {skipped.why}")
    return 0


@click.command(name=_RUN)
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="Output folder; must be new or empty.",
)
@click.option(
    "--by",
    type=click.Choice(["step", "episode"]),
    default="step",
    show_default=True,
    help="One example per step, or one conversation per episode.",
)
@click.option(
    "--min-score",
    type=Number(0, 1),
    default=1.0,
    show_default=True,
    help="Minimum score of an episode, from 0 to 1.",
)
@click.option(
    "--allow-test", is_flag=True, help="Include tasks of test splits, or without a split."
)
@as_json
def _chats(
    folders: tuple[Path, ...], out: Path, by: Any, min_score: float, allow_test: bool, as_json: bool
) -> int:
    """Export successful episodes of the runs in FOLDERS as chats with images."""
    # Imported here to keep `--help` fast.
    with importing_harness():
        from webproctor.export.chats import write_chats
        from webproctor.harness.reading import read_run, shared_benchmarks

    load = shared_benchmarks()
    runs = {folder: (read_run(folder, load=load), load(folder)) for folder in folders}
    with writing_to(out, lambda: ELSEWHERE):
        summary = write_chats(runs, out, by=by, min_score=min_score, allow_test=allow_test)
    if as_json:
        click.echo(summary.model_dump_json())
        return 0
    click.echo(
        f"{summary.file}: {summary.examples} examples of {summary.episodes} episodes, "
        f"{summary.images} images"
    )
    for reason, count in summary.left_out.items():
        click.echo(f"Left out: {count} {reason}.")
    return 0


class _Export(PerBenchmark):
    """A subcommand for each benchmark with live pages, and one for finished runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*filter(_may_be_live, super().list_commands(ctx)), _RUN]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        return _chats if cmd_name == _RUN else super().get_command(ctx, cmd_name)


def _may_be_live(benchmark: str) -> bool:
    """Return whether a benchmark has live pages, by what its factory says it returns."""
    factory = registry.factory("benchmarks", benchmark)
    returned = factory if isclass(factory) else get_type_hints(factory).get("return")
    classes = get_args(returned) or (returned,)
    return any(one is Benchmark or getattr(one, "live", True) for one in classes)


command = _Export("export", _command, help="Export episodes as training data.")
