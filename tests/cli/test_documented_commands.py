"""The documentation uses only commands and flags that the command line has."""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from itertools import takewhile
from pathlib import Path

from click.testing import CliRunner

from webproctor.cli import command

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```\w*\n(.*?)^```", re.M | re.S)
COMMAND = re.compile(r"^(?:\.venv/bin/)?webproctor ([a-z].*)$", re.M)
# Benchmarks and agents of the reader.
PLACEHOLDER = re.compile(r"NAME|.*\.py:\w+")


def commands() -> Iterator[tuple[str, list[str]]]:
    """Yield the name of a page and the arguments of each command in its code blocks."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for block in FENCE.findall(page.read_text(encoding="utf-8")):
            for line in COMMAND.findall(block.replace("\\\n", " ")):
                yield page.name, shlex.split(line, comments=True)


@cache
def help_of(*arguments: str) -> str:
    """Return the help of a command; "" if there is no such command."""
    shown = CliRunner().invoke(command, [*arguments, "--help"])
    return shown.output if shown.exit_code == 0 else ""


def test_documented_commands_and_flags_exist() -> None:
    errors: list[str] = []
    for page, arguments in commands():
        path = [*takewhile(lambda word: not word.startswith("-"), arguments)]
        if any(map(PLACEHOLDER.fullmatch, path)):
            continue
        if "--agent" in arguments:
            agent = arguments[arguments.index("--agent") + 1]
            path += [] if PLACEHOLDER.fullmatch(agent) else ["--agent", agent]
        flags = {word.partition("=")[0] for word in arguments if word.startswith("--")}
        text = help_of(*path)
        missing = sorted(one for one in flags if not re.search(rf"{one}(?![\w-])", text))
        if missing or not text:
            errors.append(f"{page}: webproctor {' '.join(arguments)}: {missing or 'no command'}")
    assert errors == []
