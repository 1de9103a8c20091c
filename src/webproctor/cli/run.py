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
from webproctor.cli.numbers import Integer
from webproctor.cli.options import (
    AgentCommand,
    PerBenchmark,
    agent_option,
    agent_settings_of,
    as_json,
    executor,
    option,
    parallel_option,
    pop_settings,
    preset_option,
    workers_option,
)
from webproctor.cli.unused import importing_harness
from webproctor.core import factories, registry
from webproctor.core.redaction import redact
from webproctor.run.record import parse_record

if TYPE_CHECKING:
    from webproctor.run.early_start import EarlyStart
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
    """Add the options of every command that runs a benchmark; `pop_run_options` reads them."""
    for add_option in reversed(_RUN_OPTIONS):
        command = add_option(command)
    return command


def pop_run_options(values: dict[str, Any]) -> dict[str, Any]:
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
    factory = registry.factory("benchmarks", benchmark)
    settings = factories.settings(factory)

    @agent_option
    @preset_option
    @click.option("--limit", type=Integer(1), help="Only the first N tasks.")
    @click.option(
        "--epochs",
        type=Integer(1),
        default=1,
        show_default=True,
        help="Episodes per task, for pass@k and pass^k.",
    )
    @run_options
    @as_json
    def run(agent: str, **values: Any) -> int:
        print_json = values.pop("as_json")
        task_options = {
            name: values.pop(name) for name in ("preset", "limit", "epochs")
        } | pop_run_options(values)
        model, task_options["budget"] = model_and_budget(values)
        benchmark_settings = pop_settings(values, settings)
        return run_and_report(
            benchmark,
            agent,
            benchmark_settings,
            agent_settings_of(values),
            model,
            print_json=print_json,
            **task_options,
        )

    summary = (factory.__doc__ or "").partition("\n")[0]
    click_command = click.command(benchmark, cls=AgentCommand, help=f"{summary}")(run)
    click_command.params = [*map(option, settings), *click_command.params, *model_options()]
    return click_command


def run_and_report(
    benchmark: str,
    agent: str,
    settings: dict[str, Any],
    agent_settings: dict[str, Any],
    model: dict[str, Any] | None = None,
    *,
    folder: Path | None,
    print_json: bool,
    resume: bool,
    **run_options: Any,
) -> int:
    """Run a benchmark, write and show its report; return the exit status.

    Args:
        folder: The folder of the run; by default a new one, or the one that `resume` finds.
        print_json: Whether to print JSON.
        run_options: Further arguments of `harness.runs.run`.
    """
    with ExitStack() as stack:
        early_start = None
        if not resume and run_options["workers"] is None:
            settings, early_start = _start_early(
                stack, benchmark, agent, settings, run_options["isolated"]
            )
        # Imported here to keep `--help` fast: importing the harness takes a second.
        with importing_harness():
            from webproctor.harness import folders, runs
            from webproctor.harness.models import ModelSettings

        if resume and folder is None:
            folder = folders.find_unfinished(benchmark, agent, settings, limit=run_options["limit"])
        folder = folder or folders.new_folder(benchmark, agent)
        disk_full_hint = partial(_resume_hint, sys.argv, folder)
        with writing_to(folder, disk_full_hint), show.progress(quiet=print_json) as progress:
            run = runs.run(
                benchmark,
                agent,
                settings=settings,
                agent_settings=agent_settings,
                model=ModelSettings(**model) if model else None,
                folder=folder,
                resume=resume,
                **run_options,
                on_start=progress.start,
                on_result=progress.add,
                on_parallel=progress.parallel,
                early_start=early_start,
            )
    # Imported only now, so that the run starts earlier.
    from webproctor.report.page import write_report

    with writing_to(folder, disk_full_hint):
        report = write_report(run)
    show.outcome(run, report, print_json=print_json)
    if not print_json and not run.complete:
        click.echo(
            f"{_incomplete_reason(run)} Resume with: {_resume_command(sys.argv, run.folder)}"
        )
    return 0 if run.complete else 1


def _start_early(
    stack: ExitStack, benchmark: str, agent: str, settings: dict[str, Any], isolated: str
) -> "tuple[dict[str, Any], EarlyStart | None]":
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
        from webproctor.run.early_start import start_early
        from webproctor.run.preparation import prepare_benchmark

        request(isolated)
        settings, benchmark_object, _ = prepare_benchmark(benchmark, settings, None)
        on_page = getattr(registry.factory("agents", agent), "surface", "page") == "page"
    return settings, stack.enter_context(
        start_early(benchmark_object, settings)
    ) if benchmark_object.live and on_page else None


def _incomplete_reason(run: "Run") -> str:
    """Say why a run is not complete."""
    sentences = []
    if run.missing:
        sentences.append(f"Stopped: {run.stopped}." if run.stopped else "Stopped.")
    if void := run.outcomes()["void"]:
        sentences.append(f"{void} of {len(run.results)} episodes are void and count as failures.")
    return " ".join(sentences)


def _resume_hint(arguments: Sequence[str], folder: Path) -> str:
    """Say how to continue a run after its disk was full; nothing may have been written yet."""
    return f"resume with: {_resume_command(arguments, folder)}" if folder.exists() else REPEAT


def _resume_command(arguments: Sequence[str], folder: Path) -> str:
    """Return the command that resumes a run, with secrets redacted."""
    words = [word for word in arguments[1:] if word != "--resume"]
    if "--out" not in words:
        words += ["--out", str(folder)]
    return redact(shlex.join(["webproctor", *words, "--resume"]))


command = PerBenchmark("run", _command, help="Run an agent on a benchmark and score it.")
