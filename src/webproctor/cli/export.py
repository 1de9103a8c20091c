"""`webproctor export`: export episodes as training data."""

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

_RUN = "run"


def _command(benchmark: str) -> click.Command:
    settings = registry.settings(registry.factory("benchmarks", benchmark))

    @click.option("--agent", default="oracle", show_default=True, help="Name of the agent.")
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
        made = load_benchmark(benchmark, **split(values, settings))
        return _export(made, agent, out, include_failed, parallel, as_json)

    about = "Run an agent on live pages and write its episodes as recorded tasks."
    parsed = click.command(benchmark, help=about)(export)
    parsed.params = [*map(option, settings), *parsed.params]
    return parsed


def _export(
    benchmark: Any, agent: str, out: Path, include_failed: bool, parallel: "Parallel", machine: bool
) -> int:
    # Imported here to keep `--help` fast.
    from rich.console import Console
    from rich.progress import Progress

    from webproctor.agents import make_agent
    from webproctor.cli import show
    from webproctor.export.records import export

    console = Console(stderr=True)
    with Progress(console=console, disable=machine or not sys.stderr.isatty()) as bar:
        shown = bar.add_task("", total=len(benchmark.tasks()))
        told = asyncio.run(
            export(
                benchmark,
                lambda: make_agent(agent, benchmark),
                out,
                parallel=parallel,
                solved_only=not include_failed,
                progress=lambda: bar.advance(shown),
                on_parallel=None if machine else partial(show.parallel, console=console),
            )
        )
    if machine:
        click.echo(told.model_dump_json())
        return 0
    click.echo(
        f"{told.tasks} tasks with {told.steps} steps are in {out}. The target of "
        f"{told.without_positives} steps is not among the candidates."
    )
    if told.unsaid:
        listed = ", ".join(f"{name} ({count})" for name, count in told.unsaid.items())
        click.echo(f"Actions that the format does not support: {listed}.")
    if told.left_out:
        click.echo(f"Left out: {len(told.left_out)} tasks.")
    for one in told.left_out:
        click.echo(f"  {one.task}: {one.why}")
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
    type=click.Choice(["turn", "episode"]),
    default="turn",
    show_default=True,
    help="One example per step, or one conversation per episode.",
)
@click.option(
    "--min-score",
    type=click.FloatRange(0, 1),
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
    from webproctor.export.chats import write_chats
    from webproctor.harness.reading import benchmark_of_run, read_run

    runs = {folder: (read_run(folder), benchmark_of_run(folder)) for folder in folders}
    told = write_chats(runs, out, by=by, least=min_score, allow_test=allow_test)
    if as_json:
        click.echo(told.model_dump_json())
        return 0
    click.echo(
        f"{told.file}: {told.examples} examples of {told.episodes} episodes, {told.images} images"
    )
    for why, count in told.left_out.items():
        click.echo(f"Left out: {count} {why}.")
    return 0


class _Export(PerBenchmark):
    """A subcommand for each benchmark, and one for finished runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*super().list_commands(ctx), _RUN]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        return _chats if cmd_name == _RUN else super().get_command(ctx, cmd_name)


command = _Export("export", _command, help="Export episodes as training data.")
