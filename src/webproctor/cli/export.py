"""`webproctor export`: what an agent does at a benchmark, as training data."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import click

from webproctor import registry
from webproctor.cli.options import PerBenchmark, as_json, option, split


def _command(benchmark: str) -> click.Command:
    settings = registry.settings(registry.factory("benchmarks", benchmark))

    @click.option("--agent", default="oracle", show_default=True, help="The agent, by name.")
    @click.option(
        "--format",
        "layout",
        type=click.Choice(["mind2web"]),
        default="mind2web",
        show_default=True,
        help="Mind2Web's shards: pages, candidates, targets and operations, step by step.",
    )
    @click.option("--out", required=True, type=click.Path(path_type=Path), help="A new folder.")
    @click.option("--unsolved", is_flag=True, help="Also tasks that were not solved in full.")
    @click.option("--parallel", type=click.IntRange(1), help="Episodes at a time; default: cores.")
    @as_json
    def export(
        agent: str,
        layout: str,
        out: Path,
        unsolved: bool,
        parallel: int | None,
        as_json: bool,
        **values: Any,
    ) -> int:
        made = registry.make("benchmarks", benchmark, **split(values, settings))
        return _export(made, agent, out, unsolved, parallel or os.cpu_count() or 1, as_json)

    about = "What an agent does on live pages, in the format of recorded tasks."
    parsed = click.command(benchmark, help=about)(export)
    parsed.params = [*map(option, settings), *parsed.params]
    return parsed


def _export(
    benchmark: Any, agent: str, out: Path, unsolved: bool, parallel: int, machine: bool
) -> int:
    # Imported here: `--help` need not wait for them.
    from rich.console import Console
    from rich.progress import Progress

    from webproctor.agents import make_agent
    from webproctor.collect.export import export

    with Progress(console=Console(stderr=True), disable=machine or not sys.stderr.isatty()) as bar:
        shown = bar.add_task("", total=len(benchmark.tasks()))
        told = asyncio.run(
            export(
                benchmark,
                lambda: make_agent(agent, benchmark),
                out,
                parallel=parallel,
                solved_only=not unsolved,
                progress=lambda: bar.advance(shown),
            )
        )
    if machine:
        click.echo(told.model_dump_json())
        return 0
    click.echo(
        f"{told.tasks} tasks with {told.steps} steps are in {out}; {told.without_positives} steps "
        "have a target that is no candidate."
    )
    if told.unsaid:
        listed = ", ".join(f"{name} ({count})" for name, count in told.unsaid.items())
        click.echo(f"Actions that the format has no words for: {listed}.")
    if told.left_out:
        click.echo(f"Left out: {len(told.left_out)} tasks.")
    for one in told.left_out:
        click.echo(f"  {one.task}: {one.why}")
    return 0


command = PerBenchmark("export", _command, help="Write what an agent does as training data.")
