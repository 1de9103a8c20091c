"""`webproctor mcp`: serve a benchmark over the Model Context Protocol."""

import asyncio
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.cli.numbers import Integer
from webproctor.cli.options import (
    ConditionalOption,
    PerBenchmark,
    SettingsCommand,
    option,
    pop_settings,
)
from webproctor.core import factories, registry
from webproctor.core.actions import action_set
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf


def _command(benchmark: str) -> click.Command:
    factory = registry.factory("benchmarks", benchmark)
    settings = factories.settings(factory)

    @click.option("--limit", type=Integer(1), help="Only the first N tasks.")
    @click.option("--out", type=click.Path(path_type=Path), help="Folder of the run.")
    @click.option(
        "--resume",
        cls=ConditionalOption,
        only_if=OnlyIf("without --out", lambda its: its["out"] is not None),
        is_flag=True,
        help="Offer only the tasks of the run in --out that are missing or void.",
    )
    @click.option(
        "--vision/--text-only",
        default=True,
        show_default=True,
        help="Include screenshots in observations.",
    )
    def mcp(limit: int | None, out: Path | None, resume: bool, vision: bool, **values: Any) -> int:
        return _mcp(benchmark, pop_settings(values, settings), limit, out, resume, vision)

    click_command = click.command(
        benchmark, cls=SettingsCommand, help=f"Serve {benchmark} to an MCP client."
    )(mcp)
    click_command.params = [*map(option, settings), *click_command.params]
    return click_command


def _mcp(
    benchmark: str,
    settings: dict[str, Any],
    limit: int | None,
    out: Path | None,
    resume: bool,
    vision: bool,
) -> int:
    if find_spec("mcp") is None:
        raise UserError("`webproctor mcp` requires the mcp package: pip install 'webproctor[mcp]'.")
    from webproctor.agents import task_for
    from webproctor.agents.episode_tools import tool_schemas, views_for
    from webproctor.agents.mcp import EpisodeQueue, McpAgent
    from webproctor.agents.mcp_server import mcp_server, serve_on_standard_streams
    from webproctor.harness import runs
    from webproctor.report.page import write_report

    queue = EpisodeQueue()

    def mcp(benchmark: Benchmark) -> McpAgent:  # Its name is the agent's name in the run.
        return McpAgent(queue, views_for(benchmark.lacks, vision=vision))

    benchmark_object = load_benchmark(benchmark, **settings)
    actions = action_set(
        task_for(mcp(benchmark_object), benchmark_object.tasks()[0], benchmark_object).actions
    )
    server = mcp_server(tool_schemas(actions), queue.call)
    ready = threading.Event()

    def serve() -> None:
        try:
            asyncio.run(serve_on_standard_streams(server, ready.set))
        finally:
            ready.set()
            queue.disconnect()

    server_thread = threading.Thread(target=serve, daemon=True)
    server_thread.start()
    # The server must own standard output before the run can write to it.
    ready.wait()
    try:
        run = runs.run(benchmark, mcp, settings=settings, folder=out, limit=limit, resume=resume)
    finally:
        queue.finish()
    report = write_report(run)
    click.echo(f"{run.progress}; report: {report}", err=True)
    if not run.missing:
        server_thread.join()  # Until the client leaves, the server answers that no tasks are left.
    return 0 if run.complete else 1


command = PerBenchmark("mcp", _command, help="Serve a benchmark to an MCP client.")
