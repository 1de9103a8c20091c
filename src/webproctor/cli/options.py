"""Settings of benchmarks and agents as options of the command line."""

import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, Union, get_args, get_origin

import click

from webproctor import registry
from webproctor.registry import Setting

as_json = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object on standard output."
)


def option(setting: Setting, group: str = "") -> click.Option:
    """The option that gives a setting its value."""
    kind, multiple = _kind(setting.type)
    flag = "--" + setting.name.replace("_", "-")
    shown = flag if kind is not bool else f"{flag}/--no-{flag[2:]}"
    default = {} if setting.required else {"default": setting.default}
    return click.Option(
        [shown, setting.name],
        type=click.Path(path_type=Path) if kind is Path else kind,
        multiple=multiple,
        required=setting.required,
        show_default=setting.default not in (None, ()),
        help=f"{setting.help}{f' ({group})' if group else ''}",
        **default,
    )


def _kind(hint: Any) -> tuple[Any, bool]:
    if get_origin(hint) in (Union, types.UnionType):
        [hint] = [part for part in get_args(hint) if part is not type(None)]
    if get_origin(hint) is tuple:
        return get_args(hint)[0], True
    return hint, False


def split(values: dict[str, Any], settings: list[Setting]) -> dict[str, Any]:
    """Take the values of these settings out of all that the command line gave."""
    return {setting.name: values.pop(setting.name) for setting in settings}


def named(arguments: list[str], flag: str, default: str) -> str:
    """The value that an option will have, before the command line is parsed."""
    for place, argument in enumerate(arguments):
        if argument == flag and place + 1 < len(arguments):
            return arguments[place + 1]
        if argument.startswith(f"{flag}="):
            return argument.partition("=")[2]
    return default


class PerBenchmark(click.Group):
    """A command with one subcommand for each benchmark, which has the benchmark's settings.

    Args:
        make: The command for a benchmark's name.
    """

    def __init__(self, name: str, make: Callable[[str], click.Command], **more: Any) -> None:
        super().__init__(name, subcommand_metavar="BENCHMARK [OPTIONS]", **more)
        self._make = make

    def list_commands(self, ctx: click.Context) -> list[str]:
        return registry.names("benchmarks")

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        registry.factory("benchmarks", cmd_name)  # An unknown name is told with those there are.
        return self._make(cmd_name)
