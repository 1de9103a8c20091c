"""`webproctor run`: an agent at a benchmark."""

import json
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from webproctor import registry
from webproctor.cli import show
from webproctor.cli.options import (
    AgentCommand,
    PerBenchmark,
    as_json,
    model_options,
    model_settings,
    option,
    split,
)


def _command(benchmark: str) -> click.Command:
    made = registry.factory("benchmarks", benchmark)
    settings = registry.settings(made)

    @click.option("--agent", default="oracle", show_default=True, help="The agent, by name.")
    @click.option("--parallel", default=None, type=int, help="Episodes at a time; default: cores.")
    @click.option("--out", type=click.Path(path_type=Path), help="The run's folder.")
    @click.option(
        "--record",
        type=click.Choice(["shown", "all", "none"]),
        default="shown",
        show_default=True,
        help="Pictures that are kept: what the agent is shown, one before every turn, or none.",
    )
    @click.option("--resume", is_flag=True, help="Go on with a run that was stopped.")
    @as_json
    def run(agent: str, parallel: int | None, out: Path | None, **values: Any) -> int:
        resume, machine = values.pop("resume"), values.pop("as_json")
        record = values.pop("record")
        model = model_settings(values)
        own = split(values, settings)
        cores = parallel or os.cpu_count() or 1
        return _run(benchmark, agent, own, values, model, cores, out, resume, record, machine)

    about = (made.__doc__ or "").partition("\n")[0]
    parsed = click.command(benchmark, cls=AgentCommand, help=f"{about}")(run)
    parsed.params = [*map(option, settings), *parsed.params, *model_options()]
    return parsed


def _run(
    benchmark: str,
    agent: str,
    settings: dict[str, Any],
    agent_settings: dict[str, Any],
    model: dict[str, Any] | None,
    parallel: int,
    folder: Path | None,
    resume: bool,
    record: Any,
    machine: bool,
) -> int:
    # Imported here: the harness takes a second to import, which `--help` need not wait for.
    from webproctor.harness import runs
    from webproctor.harness.models import ModelSettings
    from webproctor.report.page import write_report

    if resume and folder is None:
        folder = runs.unfinished(benchmark, agent, settings)
    with show.progress(quiet=machine) as progress:
        run = runs.run(
            benchmark,
            agent,
            settings=settings,
            agent_settings=agent_settings,
            model=ModelSettings(**model) if model else None,
            folder=folder,
            resume=resume,
            parallel=parallel,
            record=record,
            on_start=progress.start,
            on_result=progress.add,
        )
    report = write_report(run)
    if machine:
        click.echo(json.dumps(run.outline() | {"report": str(report)}))
    else:
        show.run(run)
        click.echo(f"Report: {report}")
        if not run.complete:
            why = f": {run.stopped}" if run.stopped else ""
            click.echo(f"Stopped{why}. Go on with: {_resuming(sys.argv, run.folder)}")
    return 0 if run.complete else 1


def _resuming(arguments: Sequence[str], folder: Path) -> str:
    given = [one for one in arguments[1:] if one != "--resume"]
    if "--out" not in given:
        given += ["--out", str(folder)]
    return shlex.join(["webproctor", *given, "--resume"])


command = PerBenchmark("run", _command, help="Run an agent on a benchmark and mark it.")
