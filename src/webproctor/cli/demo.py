"""`webproctor demo`: the baselines at a sample of each benchmark."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from webproctor import registry
from webproctor.cli.options import as_json

AGENTS = ("oracle", "do-nothing", "random")


def _sample(benchmark: str) -> dict[str, Any]:
    """Settings of a small run: `SETTINGS` of the benchmark's module `demo`, if it has one."""
    if not registry.has_companion(benchmark, "demo"):
        return {}
    return registry.companion(benchmark, "demo").SETTINGS


@click.command("demo")
@click.option("--out", type=click.Path(path_type=Path), help="Where to keep the runs.")
@click.option("--parallel", type=int, help="Episodes at a time; default: cores.")
@as_json
def command(out: Path | None, parallel: int | None, as_json: bool) -> int:
    """Run the oracle, do-nothing and random agents on a sample of each benchmark."""
    from webproctor.cli import show
    from webproctor.harness import runs
    from webproctor.report.board import Board, sections, write_board
    from webproctor.report.page import write_report

    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    out = out or Path("runs") / f"demo-{stamp}"
    done = []
    for benchmark in registry.names("benchmarks"):
        settings = _sample(benchmark)
        for agent in AGENTS:
            if not as_json:
                click.echo(f"{benchmark}: {agent}", err=True)
            with show.progress(quiet=as_json) as progress:
                run = runs.run(
                    benchmark,
                    agent,
                    settings=settings,
                    folder=out / f"{benchmark}-{agent}",
                    parallel=parallel or os.cpu_count() or 1,
                    on_start=progress.start,
                    on_result=progress.add,
                )
            write_report(run)
            done.append(run)
            if not run.complete:
                raise click.Abort
    report = write_board(Board(sections=sections(done)), out / "report.html")
    if as_json:
        outlines = [run.outline() for run in done]
        click.echo(json.dumps({"folder": str(out), "report": str(report), "runs": outlines}))
    else:
        show.overview(done)
        click.echo(f"Report: {report}")
    return 0
