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
    agents_own,
    as_json,
    model_options,
    model_settings,
    option,
    split,
)
from webproctor.errors import UserError


def _command(benchmark: str) -> click.Command:
    made = registry.factory("benchmarks", benchmark)
    settings = registry.settings(made)

    @click.option("--agent", default="oracle", show_default=True, help="The agent, by name.")
    @click.option(
        "--epochs",
        type=click.IntRange(1),
        default=1,
        show_default=True,
        help="How often each task is worked on, for pass@k and pass^k.",
    )
    @click.option("--parallel", default=None, type=int, help="Episodes at a time; default: cores.")
    @click.option("--out", type=click.Path(path_type=Path), help="The run's folder.")
    @click.option(
        "--record",
        metavar="KEPT[,trace][,video][,har]",
        default="shown",
        show_default=True,
        help="What is kept before every turn (what the agent was `shown`; `all`: view and text; "
        "`none`), and what is recorded of an episode's pages.",
    )
    @click.option("--resume", is_flag=True, help="Go on with a run that was stopped.")
    @as_json
    def run(agent: str, parallel: int | None, out: Path | None, **values: Any) -> int:
        machine = values.pop("as_json")
        how = {name: values.pop(name) for name in ("resume", "epochs")}
        how["record"], how["recordings"] = _recorded(values.pop("record"))
        how["parallel"] = parallel or os.cpu_count() or 1
        model = model_settings(values)
        own = split(values, settings)
        return _run(benchmark, agent, own, agents_own(values), model, out, machine=machine, **how)

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
    folder: Path | None,
    *,
    machine: bool,
    resume: bool,
    **how: Any,
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
            **how,
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


def _recorded(given: str) -> tuple[str, frozenset[str]]:
    """What is kept before turns, and which recordings are made."""
    named = {name.strip() for name in given.split(",") if name.strip()}
    kept, recordings = named & {"shown", "all", "none"}, named & {"trace", "video", "har"}
    if unknown := named - kept - recordings:
        raise UserError(
            f"--record {given}: there is no {sorted(unknown)[0]!r}. There are: shown, all, none; "
            "trace, video, har."
        )
    if len(kept) > 1:
        raise UserError(f"--record {given}: choose one of {', '.join(sorted(kept))}.")
    return next(iter(kept), "shown"), frozenset(recordings)


def _resuming(arguments: Sequence[str], folder: Path) -> str:
    given = [one for one in arguments[1:] if one != "--resume"]
    if "--out" not in given:
        given += ["--out", str(folder)]
    return shlex.join(["webproctor", *given, "--resume"])


command = PerBenchmark("run", _command, help="Run an agent on a benchmark and mark it.")
