"""Help of commands that only some benchmarks support."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator

import click
import pytest
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
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == []


@pytest.mark.parametrize("name", SOME)
def test_help_lists_the_benchmarks_that_support_a_command(name: str) -> None:
    done = CliRunner().invoke(command, [name, "--help"])
    assert done.exit_code == 0, done.output
    listed = done.output.partition("Commands:")[2].split("\n")
    assert {line.split()[0] for line in listed if line.strip()} == SOME[name]


@pytest.mark.parametrize("name", SOME)
def test_help_of_other_benchmarks_says_what_is_missing(name: str) -> None:
    for benchmark in ALL - SOME[name]:
        done = CliRunner().invoke(command, [name, benchmark, "--help"])
        assert done.exit_code == 0, done.output
        assert f"{benchmark} has no " in done.output


@pytest.mark.parametrize("arguments", [["rank", "webgames"], ["rank", "webgames", "--data", "x"]])
def test_a_command_that_a_benchmark_does_not_support_is_an_error(arguments: list[str]) -> None:
    done = CliRunner().invoke(command, arguments)
    assert done.exit_code != 0
    assert "webgames has no candidates to rank." in f"{done.output}{done.exception}"


def test_an_unknown_command_is_answered_with_a_similar_one() -> None:
    done = CliRunner().invoke(command, ["rum", "webgames"])
    assert "No such command 'rum'. Did you mean 'run'?" in done.output


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


def repeated(options: Iterable[click.Parameter]) -> list[str]:
    """Return the names that several options have."""
    names = Counter(name for one in options for name in {*one.opts, *one.secondary_opts})
    return [name for name, count in names.items() if count > 1]


def test_no_command_has_two_options_of_the_same_name() -> None:
    found = {}
    for path, one in commands(command):
        found[path] = repeated(one.params)
        if isinstance(one, AgentCommand):
            for agent in registry.names("agents"):
                more = agent_options(agent, [param.name for param in one.params])
                found[f"{path} --agent {agent}"] = repeated([*one.params, *more])
    assert len(found) > 100
    assert {path: names for path, names in found.items() if names} == {}
