"""`webproctor mcp`: a benchmark as a server of the Model Context Protocol."""

import asyncio
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from webproctor import registry
from webproctor.actions import action_set
from webproctor.benchmarks import load_benchmark
from webproctor.cli.options import PerBenchmark, option, split
from webproctor.errors import UserError


def _command(benchmark: str) -> click.Command:
    made = registry.factory("benchmarks", benchmark)
    settings = registry.settings(made)

    @click.option("--out", type=click.Path(path_type=Path), help="The run's folder.")
    @click.option("--vision/--text-only", default=True, help="Whether observations have a picture.")
    def mcp(out: Path | None, vision: bool, **values: Any) -> int:
        return _mcp(benchmark, split(values, settings), out, vision)

    parsed = click.command(benchmark, help=f"Serve {benchmark} to an MCP client.")(mcp)
    parsed.params = [*map(option, settings), *parsed.params]
    return parsed


def _mcp(benchmark: str, settings: dict[str, Any], out: Path | None, vision: bool) -> int:
    if find_spec("mcp") is None:
        raise UserError("this needs the library of the protocol: pip install 'webproctor[mcp]'.")
    from webproctor.agents.mcp import Server, desk
    from webproctor.harness import runs
    from webproctor.report.page import write_report

    tasks = load_benchmark(benchmark, **settings).tasks()
    server = Server(action_set(tasks[0].actions), vision=vision)
    desk.open = True

    ready = threading.Event()

    def serve() -> None:
        try:
            asyncio.run(server.serve(ready.set))
        finally:
            ready.set()
            desk.leave()

    talking = threading.Thread(target=serve, daemon=True)
    talking.start()
    # Standard output belongs to the protocol before the run may write to it.
    ready.wait()
    try:
        run = runs.run(benchmark, "mcp", settings=settings, folder=out, parallel=1)
    finally:
        desk.finish()
    report = write_report(run)
    click.echo(f"{run.progress}; report: {report}", err=True)
    if run.complete:
        talking.join()  # The client is told that there are no more tasks, until it leaves.
    return 0 if run.complete else 1


command = PerBenchmark("mcp", _command, help="Serve a benchmark to an MCP client.")
