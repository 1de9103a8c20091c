"""Collect what is needed to reproduce a run, and read a run folder's `run.json`."""

import json
import os
import platform
import shlex
import subprocess
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from webproctor.benchmarks import Benchmark
from webproctor.core.errors import UserError
from webproctor.core.redaction import REDACTED
from webproctor.core.scores import Table
from webproctor.environments.browser import browser_version, find_browser
from webproctor.environments.isolation import isolation
from webproctor.files.reading import faults, read_json
from webproctor.version import __version__

MOST_EPOCHS = 10_000
Provenance = dict[str, str | None]
_NEEDED = frozenset({"benchmark", "agent", "settings", "condition"})


def provenance() -> Provenance:
    """Return the versions of everything that can affect results, the commit, and the machine."""
    return {
        "webproctor": __version__,
        "commit": commit_of(Path(__file__)),
        "browser": _browser(),
        "inspect_ai": version("inspect-ai"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }


def plain(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as JSON data, as `run.json` stores them."""
    return json.loads(json.dumps(dict(settings), default=str))


def condition_of(made: Benchmark) -> dict[str, Any]:
    """Return the condition of a benchmark with its version and, for live pages, the isolation of
    browsers on this machine."""
    isolated = {"isolation": isolation()} if made.live else {}
    return plain(made.condition) | {"version": made.version} | isolated


def about_run(folder: Path) -> dict[str, Any]:
    """Read and check the `run.json` of a run folder.

    Raises:
        UserError: If the folder is not a run folder, or the file is damaged.
    """
    path = folder / "run.json"
    if not path.is_file():
        if any(folder.glob("*/run.json")):
            raise UserError(
                f"{folder}: a folder of runs, not a run. Name one of the runs, or show all of them "
                f"with `webproctor board {shlex.quote(str(folder))}`."
            )
        raise UserError(f"{folder}: not a run folder (it has no run.json).")
    about = read_json(path)
    lacking = sorted(_NEEDED - about.keys()) if isinstance(about, dict) else sorted(_NEEDED)
    if lacking:
        raise UserError(f"{path}: missing {', '.join(lacking)}. Restore the file.")
    try:
        return _About.model_validate(about).model_dump()
    except ValidationError as error:
        raise UserError(f"{path}: {faults(error)}. Restore the file.") from error


def settings_of(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return the benchmark's settings in the content of a `run.json`."""
    settings = about["settings"]
    if "tasks" in settings:  # Mind2Web's setting of version 0.1.0 with the meaning of `limit`.
        settings = {key: value for key, value in settings.items() if key != "tasks" or value}
    return settings


def check_server(path: Path, begun: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Check that the model's address is given again if its credentials were redacted.

    Args:
        path: The `run.json`, for the error.
        begun: Its content.
        now: The same of the resumed run.

    Raises:
        UserError: If the address is missing.
    """
    there, here = ((each.get("model") or {}).get("base_url") for each in (begun, now))
    if here is None and there is not None and REDACTED in there:
        raise UserError(
            f"{path}: the credentials in the model's address {there} were not saved: give the "
            "whole address again with --base-url."
        )


class _Driver(BaseModel):
    """The model of a run in `run.json`."""

    model_config = ConfigDict(strict=True, extra="allow")

    name: str


class _About(BaseModel):
    """The fields of `run.json` that are read."""

    model_config = ConfigDict(strict=True, extra="allow")

    benchmark: str
    agent: str
    settings: dict[str, Any]
    agent_settings: dict[str, Any] = {}
    model: _Driver | None = None
    epochs: int = Field(default=1, ge=1, le=MOST_EPOCHS)
    condition: dict[str, Any]
    started: str | None = None
    coverage: Table | None = None
    participants: list[str] = []


def commit_of(file: Path) -> str | None:
    """Return the git commit of a file's checkout, with the suffix `-dirty` if there are changes.

    None for a file outside of a checkout, such as an installed one.
    """

    def git(*command: str) -> str:
        done = subprocess.run(
            ["git", "-C", str(file.parent), *command], capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    try:
        # A virtual environment may be inside an unrelated checkout.
        if not git("ls-files", file.name):
            return None
        return git("describe", "--always", "--abbrev=12", "--dirty", "--exclude=*") or None
    except FileNotFoundError:  # git is not installed.
        return None


def _browser() -> str | None:
    try:
        return browser_version(find_browser())
    except UserError:  # Offline benchmarks need no browser.
        return None
