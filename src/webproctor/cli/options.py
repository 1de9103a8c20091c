"""Settings of benchmarks and agents as options of the command line."""

import types
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import click

from webproctor import registry
from webproctor.errors import UserError
from webproctor.registry import Setting

as_json = click.option(
    "--json", "as_json", is_flag=True, help="One JSON object on standard output."
)


def option(setting: Setting, group: str = "") -> click.Option:
    """The option that gives a setting its value."""
    kind, multiple = _kind(setting.type)
    flag = "--" + setting.name.replace("_", "-")
    opposite = setting.opposite or f"no-{flag[2:]}"
    shown = flag if kind is not bool else f"{flag}/--{opposite}"
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
        return _kind(get_args(hint)[0])[0], True
    if get_origin(hint) is Literal:
        return click.Choice(get_args(hint)), False
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


# Before the name of an agent's setting where the command has an option of that name already.
_OF_AGENT = "agent_"


def agents_own(values: dict[str, Any]) -> dict[str, Any]:
    """The agent's settings, by the names that it gives them, from what is left of the values."""
    return {name.removeprefix(_OF_AGENT): value for name, value in values.items()}


class AgentCommand(click.Command):
    """A command in which the settings of the agent that is named are options too.

    One whose name is taken, by the benchmark say, is `--agent-NAME`.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        [default] = [param.default for param in self.params if param.name == "agent"]
        agent = named(args, "--agent", str(default or ""))
        if agent:
            made = registry.factory("agents", agent)
            taken = {param.name for param in self.params}
            for setting in registry.settings(made):
                if setting.name in taken:
                    setting = replace(setting, name=_OF_AGENT + setting.name)
                self.params.append(option(setting, f"of agent {agent}"))
        return super().parse_args(ctx, args)


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


def model_options() -> list[click.Option]:
    """The options that choose a model and say how it is asked."""
    return [
        click.Option(["--model"], help="The model, as Inspect names it: PROVIDER/NAME."),
        click.Option(
            ["--base-url"], help="Address of the model's server, if not the provider's own."
        ),
        click.Option(["--temperature"], type=float, help="The model's temperature."),
        click.Option(["--max-tokens"], type=int, help="The most tokens of one answer."),
        click.Option(
            ["--model-timeout"],
            type=int,
            default=600,
            show_default=True,
            help="Seconds for an answer.",
        ),
        click.Option(
            ["--retries"],
            type=int,
            default=5,
            show_default=True,
            help="How often a failed request is sent again.",
        ),
        click.Option(
            ["--cache"], is_flag=True, help="Take answers to the same request from the store."
        ),
        click.Option(["--budget"], type=float, help="Dollars that the run may cost."),
        click.Option(
            ["--price"], metavar="IN,OUT", help="The model's dollars for a million tokens."
        ),
    ]


def model_settings(values: dict[str, Any]) -> dict[str, Any] | None:
    """Take what was said of a model out of what the command line gave; None if none was chosen.

    Raises:
        UserError: If a price is no pair of numbers, or a budget has no model.
    """
    told = {option.name: values.pop(option.name) for option in model_options() if option.name}
    name, price = told.pop("model"), told.pop("price")
    if name is None:
        if told["budget"] is not None:
            raise UserError("--budget needs a model whose answers cost something: add --model.")
        return None
    told["timeout"] = told.pop("model_timeout")
    if price is not None:
        try:
            into, out = (float(part) for part in price.split(","))
        except ValueError as error:
            raise UserError(f"--price {price}: give IN,OUT, such as 1.25,10.") from error
        told["price"] = (into, out)
    return {"name": name, **{key: value for key, value in told.items() if value is not None}}
