"""What a run was made with, so that it can be made again."""

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

from webproctor.browser import browser_version, find_browser
from webproctor.errors import UserError


def provenance() -> dict[str, str | None]:
    """Versions of everything that bears on figures, the commit, and the machine."""
    return {
        "webproctor": version("webproctor"),
        "commit": commit_of(Path(__file__)),
        "browser": _browser(),
        "inspect_ai": version("inspect-ai"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }


def commit_of(file: Path) -> str | None:
    """The commit of the checkout that a file belongs to, with `-dirty` behind it where something
    has changed since; None for a file that belongs to none, such as an installed one."""

    def git(*command: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(file.parent), *command], capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    try:
        # An environment may lie within somebody else's checkout.
        if not git("ls-files", file.name):
            return None
        return git("describe", "--always", "--abbrev=12", "--dirty", "--exclude=*") or None
    except FileNotFoundError:  # There is no git.
        return None


def _browser() -> str | None:
    try:
        return browser_version(find_browser())
    except UserError:  # Tasks that were recorded need none.
        return None
