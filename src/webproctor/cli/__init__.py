"""The command line: one file per command, no logic of its own."""

import importlib
import json
import os
import signal
import sys
from typing import NoReturn

import click

from webproctor.errors import UserError

_COMMANDS = {
    "demo": "Run the baselines on the built-in samples.",
    "run": "Run an agent on a benchmark, mark it, and write a report.",
    "sweep": "Run an agent for several values of one setting, with a plot.",
    "speech": "Transcribe spoken instructions, with noise, and count the errors.",
    "judge": "Tell failures of reasoning from failures of grounding.",
    "compare": "Compare runs, task by task.",
    "board": "Gather many runs into one page.",
    "tables": "Write a run's tasks, turns and actions as tables.",
    "report": "Write the report page of a run again.",
    "serve": "Open a benchmark's pages for a person.",
    "data": "Check or download a benchmark's data.",
    "dump": "Write training data: pages, fields, actions, answers.",
    "export": "Write what an agent does on live pages as recorded tasks.",
    "train": "Train a ranker, a predictor or a grounding model.",
    "rank": "Measure a ranker on recorded tasks.",
    "score": "Compute marks from results that are there already.",
    "mcp": "Serve a benchmark to a client of the Model Context Protocol.",
    "observe": "Show what an agent would see of a page.",
    "doctor": "Say what is installed, what is missing, and how to mend it.",
}


class _Commands(click.Group):
    """Commands are imported when they are called, so that `--help` costs nothing."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        return importlib.import_module(f"webproctor.cli.{cmd_name}").command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_Commands)
@click.version_option(package_name="webproctor")
def command() -> None:
    """Examine web agents the way people use the web."""


def main() -> None:
    """The program `webproctor`. A user's mistake ends it with a sentence and status 2."""
    # Whoever ends the program politely wants what Ctrl-C does: finish what can be, and stop.
    signal.signal(signal.SIGTERM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
    try:
        status = command.main(standalone_mode=False)
    except click.exceptions.Abort:
        fail("stopped.", 130)
    except click.ClickException as error:
        context = error.ctx if isinstance(error, click.UsageError) else None
        hint = f" See `{context.command_path} --help`." if context else ""
        fail(error.format_message() + hint, 2)
    except UserError as error:
        fail(str(error), 2)
    sys.exit(status if isinstance(status, int) else 0)


def fail(message: str, status: int) -> NoReturn:
    """End the program: plain words for people, one JSON object for machines."""
    if "--json" in sys.argv:
        click.echo(json.dumps({"error": message}))
    else:
        click.secho(f"webproctor: {message}", fg="red", err=True)
    sys.exit(status)
