"""Command-line options for the settings of benchmarks, agents and models."""

import shlex
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from webproctor.cli.importing import importing
from webproctor.cli.option_types import option_type
from webproctor.core import factories, registry
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf, Setting
from webproctor.core.presets import find_preset

if TYPE_CHECKING:
    from webproctor.environments.parallel import Parallel
    from webproctor.workers.connection import Executor

as_json = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object on standard output."
)


def _parallel(context: click.Context, param: click.Parameter, text: str | None) -> "Parallel":
    # Imported here to keep `--help` fast.
    from webproctor.environments.parallel import parallel

    try:
        return parallel(text)
    except UserError as error:
        raise click.BadParameter(str(error), context, param) from error


_parallel_option = partial(
    click.option,
    "--parallel",
    metavar="N|auto|auto:MAX",
    callback=_parallel,
    help="Parallel episodes; auto: chosen by cores and memory while the first episodes run; "
    "default: number of cores.",
)
parallel_option = _parallel_option()


def parallel_only_if(only_if: OnlyIf) -> Callable[[Any], Any]:
    """Add `--parallel` to a command in which it has an effect only with other options."""
    return _parallel_option(cls=ConditionalOption, only_if=only_if)


workers_option = click.option(
    "--workers",
    metavar="N|ray[://HOST:PORT]",
    help="Run the episodes in N processes, or on the machines of a Ray cluster, with --parallel "
    "episodes in each; with --parallel auto, each worker chooses its number.",
)


def executor(workers: str | None, parallel: "Parallel") -> "Executor | None":
    """Return what starts the workers that the options ask for; None without `--workers`.

    Args:
        parallel: The value of `--parallel`. If it is the option's default, workers use their own.
    """
    if workers is None:
        return None
    # Imported here to keep `--help` fast.
    from webproctor.workers.executors import executor_of

    source = click.get_current_context().get_parameter_source("parallel")
    return executor_of(workers, None if source is ParameterSource.DEFAULT else parallel)


preset_option = click.option(
    "--preset",
    metavar="NAME",
    help="Settings of the agent and the benchmark by a published protocol, such as `paper`.",
)


def completion(values: Callable[[], Iterable[str]]) -> Callable[..., list[str]]:
    """Return a function that completes an option's value in a shell.

    Args:
        values: Returns the possible values.
    """
    return lambda context, param, prefix: [value for value in values() if value.startswith(prefix)]


def named_option(flag: str, kind: registry.Kind, **options: Any) -> Callable[[Any], Any]:
    """Return an option whose value is the name of something registered, or its file.

    `{names}` in its help stands for the names.
    """
    return click.option(
        flag,
        cls=_NamedOption,
        kind=kind,
        shell_complete=completion(partial(registry.names, kind)),
        **options,
    )


class _NamedOption(click.Option):
    """An option whose help lists the registered names instead of `{names}`."""

    def __init__(self, *args: Any, kind: registry.Kind, **options: Any) -> None:
        super().__init__(*args, **options)
        self._kind: registry.Kind = kind

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        assert record is not None
        flag, text = record
        return flag, text.replace("{names}", ", ".join(registry.names(self._kind)))


agent_option = named_option(
    "--agent",
    "agents",
    default="oracle",
    show_default=True,
    help="{names} or path/file.py:NAME. `--agent NAME --help` lists its settings.",
)


class ConditionalOption(click.Option):
    """An option that has an effect only with certain values of others.

    Args:
        only_if: When it has an effect; `SettingsCommand` checks it.
        of_agent: Whether it is a setting of an agent, which depends on settings of the agent.
    """

    def __init__(
        self, *args: Any, only_if: OnlyIf | None = None, of_agent: bool = False, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self._only_if = only_if
        self._of_agent = of_agent

    def check(self, ctx: click.Context) -> None:
        """Check that it has an effect, if it was given; defaults and presets are not given.

        Raises:
            UserError: If it has none.
        """
        name, values = str(self.name), dict(ctx.params)
        if self._only_if is None or ctx.get_parameter_source(name) in _NOT_GIVEN:
            return
        if self._of_agent:
            values |= agent_settings_of(ctx.params)
        if not self._only_if.holds(values):
            flags = self.opts if values[name] is not False else self.secondary_opts
            raise self._only_if.error(flags[0], values)


class SettingsCommand(click.Command):
    """A command that refuses options that were given and have no effect.

    Attributes:
        checked: Whether it does; a command that runs with several values leaves it to the runs.
    """

    checked = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        remaining = super().parse_args(ctx, args)
        for param in self.params:
            if isinstance(param, ConditionalOption) and self.checked and not ctx.resilient_parsing:
                param.check(ctx)
        return remaining


def option(setting: Setting, group: str = "") -> click.Option:
    """Return the command-line option of a setting."""
    try:
        click_type, multiple = option_type(setting.type)
    except UserError as error:
        raise UserError(
            f"setting {setting.name!r}{f' ({group})' if group else ''}: {error}"
        ) from error
    flag = "--" + setting.name.replace("_", "-")
    opposite = setting.opposite or f"no-{flag[2:]}"
    declaration = flag if click_type is not bool else f"{flag}/--{opposite}"
    default = {} if setting.required else {"default": setting.default}
    return ConditionalOption(
        [declaration, setting.name],
        only_if=setting.only_if,
        of_agent=bool(group),
        type=click.Path(path_type=Path) if click_type is Path else click_type,
        multiple=multiple,
        required=setting.required,
        show_default=setting.default not in (None, (), ""),
        shell_complete=completion(setting.values) if setting.values else None,
        help=f"{setting.help}{f' ({group})' if group else ''}",
        **default,
    )


def pop_settings(values: dict[str, Any], settings: list[Setting]) -> dict[str, Any]:
    """Remove the values of these settings from the command line's values, and return them."""
    return {setting.name: values.pop(setting.name) for setting in settings}


def prefixed(
    settings: Iterable[Setting], existing: Collection[str | None], prefix: str
) -> list[Setting]:
    """Return settings, with a prefix where a command already has an option of that name.

    Args:
        existing: The names of the command's other options.
    """
    return [
        replace(setting, name=prefix + setting.name) if setting.name in existing else setting
        for setting in settings
    ]


def argument_of(arguments: list[str], flag: str, default: str) -> str:
    """Return an option's value before the command line is parsed."""
    for index, argument in enumerate(arguments):
        if argument == flag and index + 1 < len(arguments):
            return arguments[index + 1]
        if argument.startswith(f"{flag}="):
            return argument.partition("=")[2]
    return default


# Where an option's value can come from if the user did not give it.
_NOT_GIVEN = (ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP, None)
# Prefix of an agent's setting if the command already has an option of that name.
_AGENT_PREFIX = "agent_"


def agent_settings_of(values: dict[str, Any]) -> dict[str, Any]:
    """Return the remaining values under the names of the agent's settings."""
    return {name.removeprefix(_AGENT_PREFIX): value for name, value in values.items()}


def agent_options(agent: str, existing: Collection[str | None]) -> list[click.Option]:
    """Return the options for an agent's settings.

    Args:
        existing: The names of the command's other options.
    """
    settings = factories.settings(registry.factory("agents", agent))
    return [
        option(setting, f"of agent {agent}")
        for setting in prefixed(settings, existing, _AGENT_PREFIX)
    ]


class AgentCommand(SettingsCommand):
    """The command of a benchmark, with the settings of the selected agent as further options.

    A setting whose name is already taken, for example by the benchmark, becomes `--agent-NAME`.
    A preset replaces the defaults of the options.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        [default] = [param.default for param in self.params if param.name == "agent"]
        agent, preset = (
            argument_of(args, "--agent", str(default or "")),
            argument_of(args, "--preset", ""),
        )
        benchmark_params, agent_params = list(self.params), list[click.Option]()
        if agent:
            agent_params = agent_options(agent, [param.name for param in benchmark_params])
            self.params += agent_params
        if argument_of(args, "--agent", ""):
            # Usage and errors name the command whose help lists the agent's settings.
            ctx.info_name = f"{ctx.info_name} --agent {shlex.quote(agent)}"
        if agent and preset:
            preset_settings = find_preset(preset, agent, str(self.name))
            _set_defaults(benchmark_params, preset_settings.benchmark)
            _set_defaults(agent_params, preset_settings.agent)
        try:
            return super().parse_args(ctx, args)
        except click.MissingParameter as error:
            if error.param in agent_params:
                error.param_hint = f"{error.param.get_error_hint(ctx)} of agent {agent}"
            raise


def _set_defaults(options: Sequence[click.Parameter], values: Mapping[str, Any]) -> None:
    for param in options:
        name = str(param.name)
        for key in (name, name.removeprefix(_AGENT_PREFIX)):
            if key in values:
                param.default, param.required = values[key], False


class Group(click.Group):
    """A group whose help has the whole first sentence of each command, which Click truncates."""

    command_class = SettingsCommand

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = [self.get_command(ctx, name) for name in self.list_commands(ctx)]
        rows = [
            (one.name or "", one.get_short_help_str(limit=sys.maxsize)) for one in commands if one
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class _PerName(Group):
    """A command with one subcommand per registered name of a kind.

    Args:
        make: Returns the subcommand of a name.
    """

    kind: registry.Kind

    def __init__(self, name: str, make: Callable[[str], click.Command], **options: Any) -> None:
        super().__init__(name, subcommand_metavar=f"{self.kind[:-1].upper()} [OPTIONS]", **options)
        self._make = make

    def list_commands(self, ctx: click.Context) -> list[str]:
        return registry.names(self.kind)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        with importing():
            registry.factory(self.kind, cmd_name)  # Raises an error for an unknown name.
        return self._make(cmd_name)


class PerAgent(_PerName):
    """A command with one subcommand per agent."""

    kind = "agents"


class PerBenchmark(_PerName):
    """A command with one subcommand per benchmark, which has the benchmark's settings as options.

    Args:
        make: Returns the subcommand of a benchmark, given its name.
        needs: The module that a benchmark must have for this command; see `registry.companion`.
    """

    kind = "benchmarks"

    def __init__(
        self, name: str, make: Callable[[str], click.Command], *, needs: str = "", **options: Any
    ) -> None:
        super().__init__(
            name, lambda one: make(one) if self._has(one) else self._missing(one), **options
        )
        self._needs = needs

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in super().list_commands(ctx) if self._has(name)]

    def _has(self, benchmark: str) -> bool:
        return not self._needs or registry.has_companion(benchmark, self._needs)

    def _missing(self, benchmark: str) -> click.Command:
        """Return a command whose help and error say that the benchmark does not support it."""
        reason = registry.missing_companion(benchmark, self._needs)

        def refuse(**_: Any) -> None:
            raise UserError(reason)

        context_settings = {"ignore_unknown_options": True, "allow_extra_args": True}
        return click.Command(
            benchmark, callback=refuse, help=reason, context_settings=context_settings
        )
