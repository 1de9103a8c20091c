"""Run folders: the names of new ones, and what a run writes or reads when it begins."""

import json
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from inspect_ai.log import recover_eval_log, recoverable_eval_logs

from webproctor.benchmarks import Benchmark
from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.files.folders import make_folder
from webproctor.harness.logs import read_results
from webproctor.run.episode_results import Key, Result
from webproctor.run.logs import forget_digest
from webproctor.run.provenance import Provenance, about_run, check_server, plain, provenance

Settings = Mapping[str, Any]
_log = logging.getLogger(__name__)


def new_folder(benchmark: str, agent: str, under: Path = Path("runs")) -> Path:
    """Return a path for a new run folder that does not exist yet."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name = f"{registry.short(benchmark)}-{registry.short(agent)}-{stamp}"
    taken = (under / (f"{name}-{n}" if n else name) for n in range(10_000))
    return next(path for path in taken if not path.exists())


def unfinished(
    benchmark: str,
    agent: str,
    settings: Settings,
    under: Path = Path("runs"),
    *,
    limit: int | None = None,
) -> Path:
    """Return the newest run folder with the same benchmark, agent, settings and limit of tasks.

    Raises:
        UserError: If there is none.
    """
    wanted = {"benchmark": registry.located(benchmark), "agent": registry.located(agent)}
    make = registry.factory("benchmarks", benchmark)
    given = plain(registry.absolute(make, settings))
    for path in sorted(under.glob("*/run.json"), key=lambda at: at.stat().st_mtime, reverse=True):
        with suppress(UserError):  # Skip runs that cannot be read.
            about = about_run(path.parent)
            same = all(about[key] == value for key, value in wanted.items())
            same &= about["condition"].get("limit") == limit
            begun = plain(registry.absolute(make, about["settings"]))
            kept = {k: v for k, v in begun.items() if k != "salt" or given.get("salt")}
            if same and kept == {k: v for k, v in given.items() if k != "salt" or v}:
                return path.parent
    raise UserError(
        f"{under}: no run of {benchmark!r} by {agent!r} with these settings to resume. "
        "Start a new run without --resume, or name the run's folder with --out."
    )


def begin(
    folder: Path,
    resume: bool,
    now: Mapping[str, Any],
    made: Benchmark,
    known: Callable[[], Provenance] = provenance,
) -> Mapping[Key, Result]:
    """Write `run.json` of a new run, or read the results of a resumed run.

    Args:
        known: Returns what a new run is started by.
    """
    about_path = folder / "run.json"
    if resume:
        begun = about_run(folder)
        # Runs of older versions lack these parts of the condition.
        late = ("version", "isolation", "inputs")
        unsaid = {key for key in late if key not in begun["condition"]}
        condition = {key: value for key, value in now["condition"].items() if key not in unsaid}
        now = {**now, "condition": condition}
        # Settings of the model's requests may change, such as the timeout; the model may not.
        there, here = (
            {
                key: each[key]
                for key in ("benchmark", "agent", "agent_settings", "condition", "epochs")
            }
            | {"model": (each.get("model") or {}).get("name")}
            for each in (begun, now)
        )
        if differing := list(_differences(there, here)):
            raise UserError(
                f"{about_path}: {'; '.join(differing)}. Resume the run with its original settings."
            )
        check_server(about_path, begun, now)
    elif about_path.exists():
        raise UserError(f"{folder}: the folder already contains a run. Add --resume to resume it.")
    make_folder(folder)
    if resume:
        recover(folder)
        return read_results(folder, made)
    write_about(folder, {**now, **started(known())})
    return {}


def _differences(there: Settings, here: Settings, of: str = "") -> Iterator[str]:
    """Say which values of a resumed run differ from those that it began with.

    Args:
        of: What the values belong to, before their names.
    """
    for key in dict.fromkeys([*there, *here]):
        before, now = there.get(key), here.get(key)
        if isinstance(before, Mapping) and isinstance(now, Mapping):
            label = "agent setting " if key == "agent_settings" else of
            yield from _differences(cast(Settings, before), cast(Settings, now), label)
        elif key not in there or key not in here or before != now:
            told = (repr(each[key]) if key in each else "not set" for each in (there, here))
            yield f"{of}{key} is {' there and '.join(told)} now"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other processes from running in a folder, which is created if there is none.

    A run that another process resumed while it goes on would lose its logs.

    Raises:
        UserError: If another process runs in it.
    """
    new = not folder.exists()
    make_folder(folder)
    with ExitStack() as held:
        try:
            import fcntl

            handle = os.open(folder, os.O_RDONLY)
            held.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UserError(
                f"{folder}: another process runs in this folder. Wait until it has ended."
            ) from error
        except (ImportError, OSError) as error:  # Not all file systems have locks.
            _log.info("%s: the folder cannot be locked: %s", folder, error)
        try:
            yield
        finally:
            if new:
                with suppress(OSError):  # It is not empty.
                    folder.rmdir()


def recover(folder: Path) -> None:
    """Complete the logs of a run that was killed, from the buffer in its folder."""
    for log in recoverable_eval_logs(str(folder)):
        forget_digest(folder / Path(log.log.name).name)
        recover_eval_log(log.log.name, overwrite=True)


def started(known: Provenance) -> dict[str, Any]:
    """Return the part of a new run's `run.json` that says when and by what it was started."""
    return {**known, "started": datetime.now(UTC).isoformat(timespec="seconds")}


def write_about(folder: Path, about: Mapping[str, Any]) -> None:
    """Write the `run.json` of a run; another process sees the whole file or none."""
    path = folder / "run.json"
    whole = path.with_suffix(".part")
    whole.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    whole.replace(path)


def never_began(folder: Path) -> bool:
    """Whether a run was killed before it wrote anything that can be resumed."""
    return folder.is_dir() and not (folder / "run.json").exists() and not any(folder.glob("*.eval"))
