"""What a run was made with, so that it can be made again; what its folder says of it."""

import json
import os
import platform
import shlex
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

from webproctor.browser import browser_version, find_browser
from webproctor.errors import UserError

_NEEDED = frozenset({"benchmark", "agent", "settings", "condition"})


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


def about_run(folder: Path) -> dict[str, Any]:
    """What the `run.json` of a run's folder says.

    Raises:
        UserError: If the folder holds no run, or the file is damaged.
    """
    path = folder / "run.json"
    if not path.is_file():
        if any(folder.glob("*/run.json")):
            raise UserError(
                f"{folder}: is a folder of runs, not a run: name one of them, "
                f"or see them all by `webproctor board {shlex.quote(str(folder))}`."
            )
        raise UserError(f"{folder}: is no run folder (it has no run.json).")
    try:
        about = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UserError(f"{path}: is not JSON ({error}); put it back as it was.") from error
    lacking = sorted(_NEEDED - about.keys()) if isinstance(about, dict) else sorted(_NEEDED)
    if lacking:
        raise UserError(f"{path}: does not say {', '.join(lacking)}; put it back as it was.")
    return about


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
