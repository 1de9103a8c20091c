"""Collect what is needed to reproduce a run, and read a run folder's `run.json`."""

import hashlib
import json
import os
import platform
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from webproctor.benchmarks import Benchmark
from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.core.redaction import REDACTED
from webproctor.core.scores import Table
from webproctor.core.tasks import Task
from webproctor.environments.browser import browser_version, find_browser
from webproctor.environments.isolation import isolation
from webproctor.files.reading import describe_errors, read_json
from webproctor.version import __version__

MAX_EPOCHS = 10_000
Provenance = dict[str, str | None]
_REQUIRED = frozenset({"benchmark", "agent", "settings", "condition"})
# Parts of a `run.json` that a run changes, or whose paths readers on other machines must change.
_CHANGEABLE = frozenset({"settings", "workers", "parallel"})
# The same of a run of people, which more people can join.
_JOINED = frozenset({"participants", "epochs"})


def provenance() -> Provenance:
    """Return the versions of everything that can affect results, the commit, and the machine."""
    return {
        "webproctor": __version__,
        "commit": _own_commit(),
        "browser": _browser(),
        "inspect_ai": version("inspect-ai"),
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
    }


def plain(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as JSON data, as `run.json` stores them."""
    return json.loads(json.dumps(dict(settings), default=str))


def condition_of(benchmark: Benchmark) -> dict[str, Any]:
    """Return the condition of a benchmark with its version and, for live pages, the isolation of
    browsers on this machine."""
    isolation_entry = {"isolation": isolation()} if benchmark.live else {}
    return plain(benchmark.condition) | {"version": benchmark.version} | isolation_entry


def selection_of(tasks: Sequence[Task]) -> str:
    """Return a digest of the ids of tasks, in any order: runs with equal ones have equal tasks."""
    digest = hashlib.sha256()
    for id in sorted(task.id for task in tasks):
        digest.update(f"{id}\n".encode(errors="surrogatepass"))
    return digest.hexdigest()


def read_run_json(folder: Path) -> dict[str, Any]:
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
    missing = sorted(_REQUIRED - about.keys()) if isinstance(about, dict) else sorted(_REQUIRED)
    if missing:
        raise UserError(f"{path}: missing {', '.join(missing)}. Restore the file.")
    for file in registry.code_files([about["benchmark"], about["settings"]]):
        # Runs write resolved paths. Others could lead to a file that came with the folder.
        if not _is_resolved(file):
            raise UserError(
                f"{path}: reading the run would execute {file}, whose path is not absolute or "
                "contains a link. If you trust this code, write its absolute path."
            )
    try:
        return _RunJson.model_validate(about).model_dump()
    except ValidationError as error:
        raise UserError(f"{path}: {describe_errors(error)}. Restore the file.") from error


def _is_resolved(path: Path) -> bool:
    try:
        return path == path.resolve()
    except (OSError, ValueError, RuntimeError):  # Too long, a null byte, or circular links.
        return False


def fingerprint(folder: Path) -> str:
    """Return a digest of the `run.json` of a run folder, without the parts that can change.

    Every log of the run contains it, so a changed `run.json`, or a log of another run, is
    noticed. The benchmark's version is left out: it is compared when the run is read.

    Raises:
        UserError: If the folder is not a run folder, or the file is damaged.
    """
    read_run_json(folder)
    # As it was written: later versions may read further fields, with default values.
    fields = read_json(folder / "run.json")
    left_out = _CHANGEABLE | _JOINED if "participants" in fields else _CHANGEABLE
    fields = {k: v for k, v in fields.items() if k not in left_out}
    fields |= {key: registry.short(fields[key]) for key in ("benchmark", "agent")}
    fields["condition"] = {k: v for k, v in fields["condition"].items() if k != "version"}
    return hashlib.sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def settings_of(about: Mapping[str, Any]) -> dict[str, Any]:
    """Return the benchmark's settings in the content of a `run.json`."""
    settings = about["settings"]
    if "tasks" in settings:  # Mind2Web's setting of version 0.1.0 with the meaning of `limit`.
        settings = {key: value for key, value in settings.items() if key != "tasks" or value}
    return settings


def check_server(path: Path, previous: Mapping[str, Any], current: Mapping[str, Any]) -> None:
    """Check that the model's address is given again if its credentials were redacted.

    Args:
        path: The `run.json`, for the error.
        previous: Its content.
        current: The same of the resumed run.

    Raises:
        UserError: If the address is missing.
    """
    previous_url, current_url = (
        (about.get("model") or {}).get("base_url") for about in (previous, current)
    )
    if current_url is None and previous_url is not None and REDACTED in previous_url:
        raise UserError(
            f"{path}: the credentials in the model's address {previous_url} were not saved: give "
            "the whole address again with --base-url."
        )


class _ModelEntry(BaseModel):
    """The model of a run in `run.json`."""

    model_config = ConfigDict(strict=True, extra="allow")

    name: str


class _RunJson(BaseModel):
    """The fields of `run.json` that are read."""

    model_config = ConfigDict(strict=True, extra="allow")

    benchmark: str
    agent: str
    settings: dict[str, Any]
    agent_settings: dict[str, Any] = {}
    model: _ModelEntry | None = None
    epochs: int = Field(default=1, ge=1, le=MAX_EPOCHS)
    condition: dict[str, Any]
    started: str | None = None
    coverage: Table | None = None
    record: str | None = None
    selection: str | None = None
    participants: list[str] = []

    @field_validator("condition")
    @classmethod
    def _check_limit(cls, condition: dict[str, Any]) -> dict[str, Any]:
        limit = condition.get("limit", 1)
        if type(limit) is not int or limit < 1:
            raise ValueError(f"limit {limit!r} must be a whole number from 1")
        return condition


def commit_of(file: Path) -> str | None:
    """Return the git commit of a file's checkout, with the suffix `-dirty` if there are changes.

    None for a file outside of a checkout, such as an installed one.
    """

    def git(*command: str) -> str:
        process = subprocess.run(
            ["git", "-C", str(file.parent), *command], capture_output=True, text=True, check=False
        )
        return process.stdout.strip()

    try:
        # A virtual environment may be inside an unrelated checkout.
        if not git("ls-files", file.name):
            return None
        return git("describe", "--always", "--abbrev=12", "--dirty", "--exclude=*") or None
    except FileNotFoundError:  # git is not installed.
        return None


@cache
def _own_commit() -> str | None:
    """Return the commit of the running code, which was loaded when the process started."""
    return commit_of(Path(__file__))


def _browser() -> str | None:
    try:
        path = find_browser()
    except UserError:  # Offline benchmarks need no browser.
        return None
    return _version(path, path.stat().st_mtime_ns)


@lru_cache
def _version(browser: Path, changed: int) -> str:
    """Return the version of a browser that was installed at that time."""
    return browser_version(browser)
