"""The command line: one module per command."""

import errno
import importlib
import json
import os
import signal
import sys
import warnings
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from webproctor.cli.disk import DiskFull, is_disk_full, is_output_full
from webproctor.cli.importing import importing
from webproctor.cli.limits import limit_reached
from webproctor.core.errors import (
    AnswersUnused,
    CostUnknown,
    DataIncomplete,
    ModelUnused,
    ReplayDiffers,
    UserError,
    WorkerLost,
    did_you_mean,
)
from webproctor.core.redaction import redact
from webproctor.core.sanitize import without_controls
from webproctor.environments.machine import allow_open_files
from webproctor.version import __version__

_show_warning = warnings.showwarning
_printed_warnings: set[str] = set()
_OWN_WARNINGS = (
    AnswersUnused,
    CostUnknown,
    DataIncomplete,
    ModelUnused,
    ReplayDiffers,
    WorkerLost,
)
_DENIED = (errno.EACCES, errno.EPERM, errno.EROFS)
# Set by a shell that completes a command line; see `click.shell_completion`.
_COMPLETION_VARIABLE = "_WEBPROCTOR_COMPLETE"
_SECTIONS = {
    "Evaluate": {
        "demo": "Run the baselines on the built-in samples.",
        "run": "Run an agent on a benchmark, score it, and write a report.",
        "sweep": "Run an agent for several values of one setting, and plot the results.",
        "replay": "Repeat the actions of a run, and report where the results differ.",
        "score": "Score stored answers, or rescore a run.",
        "mcp": "Serve a benchmark to an MCP client.",
    },
    "Results": {
        "report": "Rewrite the report page of a run from its logs.",
        "compare": "Compare runs, task by task.",
        "board": "Show many runs on one page.",
        "tables": "Write a run's tasks, steps and actions as tables.",
        "judge": "Classify failed steps as reasoning or grounding failures.",
    },
    "Benchmarks and pages": {
        "data": "Check or download a benchmark's data.",
        "serve": "Serve a benchmark's pages for manual use.",
        "observe": "Show how an agent sees a page.",
        "speech": "Transcribe spoken instructions, and measure the word error rate.",
        "check": "Check a benchmark or an agent against its interface.",
    },
    "Training": {
        "export": "Export episodes as training data.",
        "dump": "Write training data: pages, fields, actions, answers.",
        "train": "Train a ranker, a predictor, a grounding model or a policy.",
        "rank": "Evaluate a candidate ranker on recorded tasks.",
        "rollouts": "Serve a benchmark's episodes to training programs.",
    },
    "People": {
        "play": "Serve a benchmark's tasks to people, and write their run.",
        "collect": "Collect data from people: serve a tool, manage links, export.",
    },
    "Installation": {
        "doctor": "Check the installation, and show how to fix what is missing.",
    },
}
_COMMANDS = {name: text for section in _SECTIONS.values() for name, text in section.items()}


class _Commands(click.Group):
    """Imports each command only when it is called, so that `--help` is fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        with importing():
            return importlib.import_module(f"webproctor.cli.{cmd_name}").command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            message = f"{error.message}{did_you_mean(args[0], _COMMANDS)}"
            raise click.UsageError(message, error.ctx) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, _COMMANDS))  # One column for all sections.
        for title, commands in _SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in commands.items()])


@click.group(cls=_Commands)
@click.version_option(__version__)
def command() -> None:
    """Evaluate web agents on benchmarks in a real browser."""


def main() -> None:
    """Run the program `webproctor`. User errors print one line and exit with status 2."""
    try:
        _prepare_process()
        status = command.main(standalone_mode=False, color=_colour())
    except (click.exceptions.Abort, KeyboardInterrupt):
        fail("stopped.", 130)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(error.exit_code)
    except click.ClickException as error:
        context = error.ctx if isinstance(error, click.UsageError) else None
        message = _sentence(error.format_message())
        fail(message + (f" See `{context.command_path} --help`." if context else ""), 2)
    except UserError as error:
        fail(_sentence(str(error)), 2)
    except DiskFull as error:
        _fail_disk_full(error)
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _DENIED and error.filename:
            fail(f"{error.filename}: {error.strerror}. Check the path and its permissions.", 2)
        if isinstance(error, OSError) and error.errno == errno.EMFILE:
            fail("too many open files. Raise the limit that `ulimit -n` shows.", 2)
        if message := limit_reached(error):
            fail(message, 1)
        try:
            working_folder = Path.cwd()
        except FileNotFoundError:
            fail("the working folder does not exist any more. Change to another folder.", 2)
        if not is_disk_full(error, working_folder):
            raise
        path = getattr(error, "filename", None)
        default_path = "standard output" if is_output_full() else working_folder
        _fail_disk_full(DiskFull(Path(path).parent if path else default_path))
    sys.exit(status if isinstance(status, int) else 0)


def _prepare_process() -> None:
    """Set how the process handles signals, warnings and open files."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Shells make programs in the background ignore Ctrl-C. Event loops handle interrupts only
        # with the default handler, so Ctrl-C is blocked instead, and `_stop` calls the handler.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, _stop)
    warnings.showwarning = _warn
    allow_open_files()


def _sentence(message: str) -> str:
    """Return the message with a full stop at its end, unless it has one or is a question."""
    return message if message.endswith((".", "?")) else f"{message}."


def _colour() -> bool | None:
    """Return False if `NO_COLOR` (https://no-color.org) is set, which Click does not read; None for
    colours in a terminal."""
    return False if os.environ.get("NO_COLOR") else None


def _stop(_: int, frame: FrameType | None) -> None:
    """Treat SIGTERM like Ctrl-C: keep what has finished, and stop."""
    interrupt = signal.getsignal(signal.SIGINT)
    if callable(interrupt):
        interrupt(signal.SIGINT, frame)


def _warn(message: Warning | str, category: type[Warning], *location: Any, **options: Any) -> None:
    """Print webproctor's warnings as one line, without their location in the source.

    Each is printed once: a command may load a benchmark several times.
    """
    if issubclass(category, _OWN_WARNINGS):
        if str(message) in _printed_warnings:
            return
        _printed_warnings.add(str(message))
        click.secho(f"webproctor: {message}", fg="yellow", err=True, color=_colour())
    else:
        _show_warning(message, category, *location, **options)


def fail(message: str, status: int) -> NoReturn:
    """Print an error, as one JSON object with `--json`, and exit. Secrets are redacted."""
    if _COMPLETION_VARIABLE in os.environ:  # An error in the words before the completed one.
        sys.exit(status)
    message = redact(message)
    print_json = "--json" in sys.argv
    if print_json:
        try:
            click.echo(json.dumps({"error": message}))
        except OSError:  # The disk of standard output is full.
            print_json = False
    if not print_json:
        message = without_controls(message)
        click.secho(f"webproctor: {message}", fg="red", err=True, color=_colour())
    sys.exit(status)


def _fail_disk_full(error: DiskFull) -> NoReturn:
    """Exit with status 1; the error also goes to standard error with `--json`."""
    click.secho(f"webproctor: {redact(str(error))}", fg="red", err=True, color=_colour())
    # Exit handlers fail for the same reason: hide their errors.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    if "--json" in sys.argv:
        fail(str(error), 1)
    sys.exit(1)
