"""The examples of the documentation, executed in the environments of the trainers."""

import asyncio
import os
import re
from pathlib import Path

import pytest
from rollouts.conftest import TOKEN, Service

ROOT = Path(__file__).parents[3]
PROGRAMS = ROOT / ".venv-trainers" / "bin"
PAGE = ROOT / "docs" / "trainers.md"


def example(heading: str, language: str, changes: dict[str, str]) -> str:
    """Return the first example in a language below a heading of the page, with changes."""
    section = PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.search(rf"^```{language}\n(.*?)^```$", section, re.M | re.S)
    assert found, f"{heading} has no example in {language}"
    code = found[1]
    for before, after in changes.items():
        assert before in code, f"the example of {heading} has no {before!r}"
        code = code.replace(before, after)
    return code


def lines(heading: str, language: str) -> int:
    return len(example(heading, language, {}).strip().splitlines())


def needs_trainers() -> None:
    """Skip the test if the environment of the trainers is not there."""
    if not PROGRAMS.is_dir():
        pytest.skip("the trainers are not installed: run `make trainers`")


def port(service: Service) -> str:
    return str(service.http.base_url.port)


async def run(*command: str, folder: Path, path: Path = PROGRAMS) -> str:
    """Run a program with the service's token, with `path` before the search path; return what it
    printed.
    """
    environment = {
        **os.environ,
        "PATH": f"{path}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "src"),
        "WEBPROCTOR_ROLLOUTS_TOKEN": TOKEN,
        "PRIME_API_KEY": "none",
        "HOME": str(folder),
    }
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed, _ = await process.communicate()
    text = printed.decode()
    assert process.returncode == 0, text
    return text
