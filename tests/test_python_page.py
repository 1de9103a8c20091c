"""docs/python.md: its code blocks run in order, and its commands run on the files it names."""

import ast
import inspect
import re
import shlex
import sys
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from click.testing import CliRunner

from webproctor.cli import command

PAGE = Path(__file__).parents[1] / "docs" / "python.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)
# A block with the name of its file before it.
FILE = re.compile(r"`(\w+)\.py`:\n\n```python\n(.*?)^```$", re.M | re.S)
COMMAND = re.compile(r"`webproctor ((?:run|check) [^`]*\.py:[^`]*)`")
pytestmark = pytest.mark.usefixtures("executable")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder, with the files that the page names."""
    for name, code in FILE.findall(TEXT):
        (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


def compiled(number: int, code: str) -> CodeType:
    """Return the code of a block, which may use `await` as in a notebook."""
    return compile(code, f"{PAGE}, block {number}", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


async def test_code_blocks_run_in_order() -> None:
    names: dict[str, Any] = {"__name__": "page"}
    for number, code in enumerate(BLOCK.findall(TEXT), 1):
        running = eval(compiled(number, code), names)  # noqa: S307 - the page is our own.
        if inspect.isawaitable(running):
            await running
        if "webproctor.evaluate" in code:
            assert [one.error for one in names["run"].episodes] == [None]
    tests = [test for name, test in names.items() if name.startswith("test_")]
    assert len(tests) == 2
    for test in tests:
        test()


@pytest.mark.parametrize("line", COMMAND.findall(TEXT))
def test_commands_run_on_the_files_of_the_page(line: str) -> None:
    ran = CliRunner().invoke(command, shlex.split(line), standalone_mode=False)
    assert ran.exception is None
    assert ran.return_value == 0, ran.output
