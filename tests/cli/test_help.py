"""Help of commands that only some benchmarks support."""

import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

import click
import pytest
from cli.conftest import Program
from click.testing import CliRunner

from webproctor.cli import command
from webproctor.cli.options import AgentCommand, agent_options
from webproctor.core import registry

SOME = {
    "data": {"mind2web", "realwebassist", "turkingbench"},
    "dump": {"turkingbench"},
    "rank": {"mind2web"},
    "serve": {"turkingbench", "webgames"},
    "speech": {"realwebassist"},
}
ALL = {"grounding", "mind2web", "realwebassist", "turkingbench", "webgames"}


def test_the_list_of_commands_imports_no_large_library() -> None:
    script = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from webproctor.cli import command\n"
        "assert CliRunner().invoke(command, ['--help']).exit_code == 0\n"
        "print(*{'pydantic', 'playwright', 'rich', 'inspect_ai', 'numpy'} & set(sys.modules))"
    )
    completed = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert completed.stdout.split() == []


def test_help_lists_each_command_once_in_a_section() -> None:
    done = CliRunner().invoke(command, ["--help"])
    assert "\nEvaluate:\n  demo      Run the baselines" in done.output
    names = command.list_commands(click.Context(command))
    listed = [line.split()[0] for line in done.output.splitlines() if line[2:3].isalpha()]
    assert [name for name in listed if name in names] == names


@pytest.mark.parametrize("name", SOME)
def test_help_lists_the_benchmarks_that_support_a_command(name: str) -> None:
    done = CliRunner().invoke(command, [name, "--help"])
    assert done.exit_code == 0, done.output
    listed = done.output.partition("Commands:")[2].split("\n")
    assert {line.split()[0] for line in listed if line.strip()} == SOME[name]


def test_help_lists_the_benchmarks_with_live_pages_to_export() -> None:
    done = CliRunner().invoke(command, ["export", "--help"])
    listed = done.output.partition("Commands:")[2].split("\n")
    names = {line.split()[0] for line in listed if line[2:3].strip()}
    assert names == {"miniwob", "run", "turkingbench", "webgames"}


@pytest.mark.parametrize("name", SOME)
def test_help_of_other_benchmarks_says_what_is_missing(name: str) -> None:
    for benchmark in ALL - SOME[name]:
        done = CliRunner().invoke(command, [name, benchmark, "--help"])
        assert done.exit_code == 0, done.output
        assert f"{benchmark} has no " in done.output


@pytest.mark.parametrize("arguments", [["rank", "webgames"], ["rank", "webgames", "--data", "x"]])
def test_an_unsupported_command_is_an_error(arguments: list[str]) -> None:
    done = CliRunner().invoke(command, arguments)
    assert done.exit_code != 0
    assert "webgames has no candidates to rank." in f"{done.output}{done.exception}"


def test_the_error_for_an_unknown_command_suggests_a_similar_one() -> None:
    done = CliRunner().invoke(command, ["rum", "webgames"])
    assert "No such command 'rum'. Did you mean 'run'?" in done.output


@pytest.mark.parametrize("name", ["run", "score", "export", "train"])
def test_lists_of_commands_are_not_truncated(name: str) -> None:
    done = CliRunner().invoke(command, [name, "--help"])
    assert done.exit_code == 0
    assert "..." not in done.output.partition("Commands:")[2]


def commands(group: click.Group, path: str = "webproctor") -> Iterator[tuple[str, click.Command]]:
    """Yield every command of a group and of its groups, with its path."""
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        if isinstance(found, click.Group):
            yield from commands(found, f"{path} {name}")
        else:
            yield f"{path} {name}", found


# Flags of one meaning whose values have several kinds, and why.
SEVERAL_KINDS = {
    "--parallel": "a number of episodes; commands that run agents also accept `auto`",
    "--split": "WebGames knows its splits; those of the other benchmarks are in their data",
}


def kind(one: click.Option) -> str:
    """Return the kind of an option's value."""
    if one.is_flag:
        return "switch"
    kinds = {click.Choice: "choice", click.Path: "path", click.types.StringParamType: "text"}
    numbers = (click.types.IntParamType, click.types.FloatParamType)
    return "number" if isinstance(one.type, numbers) else kinds[type(one.type)]


def repeated(options: Iterable[click.Parameter]) -> list[str]:
    """Return the names that several options have."""
    names = Counter(name for one in options for name in {*one.opts, *one.secondary_opts})
    return [name for name, count in names.items() if count > 1]


def test_no_command_has_duplicate_options() -> None:
    found = {}
    for path, one in commands(command):
        found[path] = repeated(one.params)
        if isinstance(one, AgentCommand):
            for agent in registry.names("agents"):
                more = agent_options(agent, [param.name for param in one.params])
                found[f"{path} --agent {agent}"] = repeated([*one.params, *more])
    assert len(found) > 100
    assert {path: names for path, names in found.items() if names} == {}


def test_every_option_has_a_help_text() -> None:
    options = [
        (path, param)
        for path, one in commands(command)
        for param in one.params
        if isinstance(param, click.Option)
    ]
    assert [(path, param.name) for path, param in options if not param.help] == []


def test_every_default_is_shown() -> None:
    """A default without a value, such as "", is described in the text where it means something."""
    hidden = [
        f"{path} {param.opts[0]}"
        for path, one in commands(command)
        for param in one.params
        if isinstance(param, click.Option) and not param.show_default
        if isinstance(param.default, int | float | str) and param.default not in (False, "")
        if "default" not in (param.help or "").lower()
    ]
    assert hidden == []


def test_one_flag_name_has_values_of_one_kind_everywhere() -> None:
    kinds: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path, one in commands(command):
        for param in one.params:
            if isinstance(param, click.Option):
                for flag in (*param.opts, *param.secondary_opts):
                    kinds[flag][kind(param)].append(path)
    assert len(kinds) > 200
    several = {flag: dict(found) for flag, found in kinds.items() if len(found) > 1}
    unexpected = {flag: found for flag, found in several.items() if flag not in SEVERAL_KINDS}
    assert unexpected == {}
    assert several.keys() == SEVERAL_KINDS.keys()


def test_a_group_without_a_command_prints_its_help(program: Program) -> None:
    done = program("run")
    assert done.returncode == 2
    assert done.stderr.startswith("Usage: webproctor run ")
    assert "webproctor:" not in done.stderr


@pytest.mark.parametrize(
    ("option", "bound"),
    [("--max-steps=0", "x>0"), ("--timeout=0", "x>0"), ("--plan-every=-1", "x>=0")],
)
def test_a_number_out_of_its_range_is_a_user_error(
    program: Program, option: str, bound: str
) -> None:
    done = program("run", "webgames", "--agent", "web", option)
    assert done.returncode == 2
    assert (
        f"is not in the range {bound}. See `webproctor run webgames --agent web --help`."
        in done.stderr
    )


def test_help_lists_the_agents(program: Program) -> None:
    shown = " ".join(program("run", "webgames", "--help").stdout.split())
    assert ", web or path/file.py:NAME. `--agent NAME --help` lists its settings." in shown


def test_an_error_names_the_help_that_lists_the_settings_of_the_agent(program: Program) -> None:
    done = program("run", "webgames", "--agent", "external")
    assert done.stderr == (
        "webproctor: Missing option '--command' of agent external. "
        "See `webproctor run webgames --agent external --help`.\n"
    )


def test_every_sentence_of_an_error_ends_with_a_full_stop(program: Program) -> None:
    assert program("run", "webgames", "date").stderr == (
        "webproctor: Got unexpected extra argument (date). See `webproctor run webgames --help`.\n"
    )


def test_an_empty_text_is_not_shown_as_a_default() -> None:
    done = CliRunner().invoke(command, ["run", "webgames", "--agent", "grounder", "--help"])
    assert "[default: 30.0; x>0]" in done.output
    assert '""' not in done.output
