"""`webproctor run`: run an agent on a benchmark."""

import shlex
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webproctor.cli import show
from webproctor.cli.disk import REPEAT, writing_to
from webproctor.cli.importing import importing
from webproctor.cli.model_options import model_and_budget, model_options
from webproctor.cli.options import (
    AgentCommand,
    PerBenchmark,
    agents_own,
    as_json,
    executor,
    option,
    parallel_option,
    preset_option,
    split,
    workers_option,
)
from webproctor.cli.unused import without_unused
from webproctor.core import registry
from webproctor.core.redaction import redact
from webproctor.run.record import parse_record

if TYPE_CHECKING:
    from webproctor.run.ahead import Ahead
    from webproctor.run.results import Run


_RUN_OPTIONS = (
    parallel_option,
    workers_option,
    click.option("--out", type=click.Path(path_type=Path), help="Folder of the run."),
    click.option(
        "--record",
        metavar="KEPT[,trace][,video][,har]",
        default="shown",
        show_default=True,
        help="Snapshots to keep of each step (`shown`: what the agent was shown; `all`: view and "
        "text; `none`), and recordings of the pages.",
    ),
    click.option(
        "--isolation",
        type=click.Choice(["auto", "none", "required"]),
        default="auto",
        show_default=True,
        help="Whether browsers and programs run in a sandbox; auto: if the machine supports it.",
    ),
    click.option(
        "--resume",
        is_flag=True,
        help="Run only episodes that are missing or void, or whose model gave no answer.",
    ),
)


def run_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of every command that runs a benchmark; `how` reads them."""
    for add in reversed(_RUN_OPTIONS):
        command = add(command)
    return command


def how(values: dict[str, Any]) -> dict[str, Any]:
    """Remove the values of `run_options`, and return them as arguments of `run_and_report`."""
    record, recordings = parse_record(values.pop("record"))
    workers, parallel = values.pop("workers"), values.pop("parallel")
    return {
        "resume": values.pop("resume"),
        "isolated": values.pop("isolation"),
        "folder": values.pop("out"),
        "parallel": parallel,
        "workers": executor(workers, parallel),
        "record": record,
        "recordings": recordings,
    }


def _command(benchmark: str) -> click.Command:
    made = registry.factory("benchmarks", benchmark)
    settings = registry.settings(made)

    @click.option("--agent", default="oracle", show_default=True, help="Name of the agent.")
    @preset_option
    @click.option("--limit", type=click.IntRange(1), help="Only the first N tasks.")
    @click.option(
        "--epochs",
        type=click.IntRange(1),
        default=1,
        show_default=True,
        help="Episodes per task, for pass@k and pass^k.",
    )
    @run_options
    @as_json
    def run(agent: str, **values: Any) -> int:
        machine = values.pop("as_json")
        which = {name: values.pop(name) for name in ("preset", "limit", "epochs")} | how(values)
        model, which["budget"] = model_and_budget(values)
        own = split(values, settings)
        return run_and_report(
            benchmark, agent, own, agents_own(values), model, machine=machine, **which
        )

    about = (made.__doc__ or "").partition("\n")[0]
    parsed = click.command(benchmark, cls=AgentCommand, help=f"{about}")(run)
    parsed.params = [*map(option, settings), *parsed.params, *model_options()]
    return parsed


def run_and_report(
    benchmark: str,
    agent: str,
    settings: dict[str, Any],
    agent_settings: dict[str, Any],
    model: dict[str, Any] | None = None,
    *,
    folder: Path | None,
    machine: bool,
    resume: bool,
    **more: Any,
) -> int:
    """Run a benchmark, write and show its report; return the exit status.

    Args:
        folder: The folder of the run; by default a new one, or the one that `resume` finds.
        machine: Whether to print JSON.
        more: Further arguments of `harness.runs.run`.
    """
    with ExitStack() as stack:
        ahead = None
        if not resume and more["workers"] is None:
            settings, ahead = _started(stack, benchmark, agent, settings, more["isolated"])
        # Imported here to keep `--help` fast: importing the harness takes a second.
        with importing(), without_unused():
            from webproctor.harness import folders, runs
            from webproctor.harness.models import ModelSettings

        if resume and folder is None:
            folder = folders.unfinished(benchmark, agent, settings, limit=more["limit"])
        folder = folder or folders.new_folder(benchmark, agent)
        then = partial(_continuing, sys.argv, folder)
        with writing_to(folder, then), show.progress(quiet=machine) as progress:
            run = runs.run(
                benchmark,
                agent,
                settings=settings,
                agent_settings=agent_settings,
                model=ModelSettings(**model) if model else None,
                folder=folder,
                resume=resume,
                **more,
                on_start=progress.start,
                on_result=progress.add,
                on_parallel=progress.parallel,
                ahead=ahead,
            )
    # Imported only now, so that the run starts earlier.
    from webproctor.report.page import write_report

    with writing_to(folder, then):
        report = write_report(run)
    show.outcome(run, report, machine=machine)
    if not machine and not run.complete:
        click.echo(f"{_unfinished(run)} Resume with: {_resuming(sys.argv, run.folder)}")
    return 0 if run.complete else 1


def _started(
    stack: ExitStack, benchmark: str, agent: str, settings: dict[str, Any], isolated: str
) -> "tuple[dict[str, Any], Ahead | None]":
    """Create a benchmark; start its browser now, if the agent acts on pages in one.

    Args:
        stack: Ends the browser.

    Returns:
        The benchmark's settings, with its salt, and the started benchmark.

    Raises:
        UserError: If a setting is invalid.
    """
    with importing():
        from webproctor.environments.isolation import request
        from webproctor.run.ahead import started_ahead
        from webproctor.run.making import made_from

        request(isolated)
        settings, made, _ = made_from(benchmark, settings, None)
        on_page = getattr(registry.factory("agents", agent), "surface", "page") == "page"
    return settings, stack.enter_context(started_ahead(made)) if made.live and on_page else None


def _unfinished(run: "Run") -> str:
    """Say why a run is not complete."""
    said = []
    if run.missing:
        said.append(f"Stopped: {run.stopped}." if run.stopped else "Stopped.")
    if void := run.outcomes()["void"]:
        said.append(f"{void} of {len(run.results)} episodes are void and count as failures.")
    return " ".join(said)


def _continuing(arguments: Sequence[str], folder: Path) -> str:
    """Say how to continue a run after its disk was full; nothing may have been written yet."""
    return f"resume with: {_resuming(arguments, folder)}" if folder.exists() else REPEAT


def _resuming(arguments: Sequence[str], folder: Path) -> str:
    """Return the command that resumes a run, with secrets redacted."""
    given = [one for one in arguments[1:] if one != "--resume"]
    if "--out" not in given:
        given += ["--out", str(folder)]
    return redact(shlex.join(["webproctor", *given, "--resume"]))


command = PerBenchmark("run", _command, help="Run an agent on a benchmark and score it.")
