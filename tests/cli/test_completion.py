"""Completion of command lines in a shell."""

import pytest
from cli.conftest import Program
from click.shell_completion import ShellComplete

from webproctor.cli import command


def completed(line: str) -> list[str]:
    """Return what a shell offers for the last word of a line."""
    *words, begun = line.split(" ")
    shell = ShellComplete(command, {}, "webproctor", "_WEBPROCTOR_COMPLETE")
    return [one.value for one in shell.get_completions(words, begun)]


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("run webgames --agent no", ["noisy-oracle"]),
        ("run webgames --agent=we", ["web"]),
        ("run webgames --agent web --text", ["--text-only"]),
        ("check agent web --benchmark tu", ["turkingbench"]),
        ("sweep webgames --family scroll-v", ["scroll-vertical"]),
        ("rollouts serve webgames --task dateh", ["datehard"]),
        ("run grounding --dataset screenspot-v", ["screenspot-v2"]),
    ],
)
def test_names_and_the_agents_options_are_completed(line: str, values: list[str]) -> None:
    assert completed(line) == values


def test_an_error_before_the_completed_word_prints_nothing(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_WEBPROCTOR_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "webproctor run webgames --agent nobody --")
    monkeypatch.setenv("COMP_CWORD", "5")
    done = program()
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")
