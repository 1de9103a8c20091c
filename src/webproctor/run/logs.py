"""Read the logs in a run's folder, and verify their digests. Nothing here needs Inspect.

A run writes the SHA-256 of each of its logs to `logs.sha256`, which `sha256sum --check` reads too.
This detects damaged and edited logs. It does not protect against people who can write to the
folder: they can change the digests too.
"""

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.files.reading import read_text
from webproctor.files.writing import write_atomically
from webproctor.run.episode_results import STOPPED, Key
from webproctor.run.provenance import fingerprint, read_run_json

DIGESTS = "logs.sha256"
EPISODE = "webproctor:episode"
"""Key of the episode in a sample's store."""
HEADER = "header.json"
_START = "_journal/start.json"
FINGERPRINT = "run.json"
"""Key of the run's fingerprint in a log's metadata."""
RESTORE = "Restore the log, or remove it and rerun its tasks with `--resume`."
# The harness writes samples of a few megabytes. Small archives can unpack to any size.
_MAX_UNPACKED = 500 * 10**6
T = TypeVar("T")


def read_logs(folder: Path, read: Callable[[Path], Iterator[T]]) -> Iterator[tuple[Path, T]]:
    """Yield what each log of a folder contains, in the order in which the logs were written.

    Args:
        read: Reads one log, such as `log_samples`.

    Raises:
        UserError: If a log cannot be read, is not a file, is damaged, differs from what the run
            wrote, or belongs to another run.
    """
    digests, about_path = _digests(folder), folder / "run.json"
    accepted = _accepted_fingerprints(folder) if about_path.is_file() else None
    for log in _ordered(folder, digests):
        try:
            if log.name in digests and _digest(log) != digests[log.name]:
                raise UserError(
                    f"{log}: the log was changed after the run (its SHA-256 differs from the one "
                    f"in {DIGESTS}). {RESTORE}"
                )
            if accepted and zipfile.is_zipfile(log) and _fingerprint(log) not in accepted:
                raise UserError(
                    f"{log}: the log belongs to another run, or {about_path} was changed after the "
                    "run. Restore the files."
                )
            yield from ((log, item) for item in read(log))
        except UserError:
            raise
        except PermissionError as error:
            raise UserError(f"{log}: cannot be read: {error.strerror}.") from error
        except Exception as error:  # Damaged archives raise many kinds of exceptions.
            raise UserError(f"{log}: the log is damaged ({error}). {RESTORE}") from error


def _accepted_fingerprints(folder: Path) -> tuple[str | None, ...]:
    """Return the fingerprints that the logs of a run can have.

    Earlier versions wrote logs without one. Their `run.json` has no selection.
    """
    run_fingerprint = fingerprint(folder)
    return (
        (run_fingerprint, None)
        if read_run_json(folder)["selection"] is None
        else (run_fingerprint,)
    )


def _fingerprint(log: Path) -> str | None:
    """Return the fingerprint of the run that a log belongs to; None if the log has none.

    A log has a header when it is complete.
    """
    with zipfile.ZipFile(log) as archive:
        header = HEADER if HEADER in archive.namelist() else _START
        return (json.loads(_unpack(archive, header))["eval"].get("metadata") or {}).get(FINGERPRINT)


def _ordered(folder: Path, names: Iterable[str]) -> list[Path]:
    """Return the logs of a folder in the order in which they were written.

    Logs whose digests are known have the order of their digests. Their names do not: the clock may
    have been set back before a run was resumed.

    Raises:
        UserError: If one of them is not a file: reading a pipe or a device would never end.
    """
    positions = {name: position for position, name in enumerate(names)}
    logs = list(folder.glob("*.eval"))
    for log in logs:
        if not log.is_file():
            raise UserError(f"{log}: not a file, so it cannot be a log. Remove it.")
    logs.sort(key=_log_time)
    return sorted(logs, key=lambda log: positions.get(log.name, len(positions)))


def _log_time(log: Path) -> tuple[str, int]:
    """Return what sorts logs by when they were written; their names have whole seconds."""
    return log.name[: len("2026-01-31T23-59-59")], log.stat().st_mtime_ns


def log_samples(log: Path) -> Iterator[dict[str, Any]]:
    """Yield the samples of a log as JSON data, without transcripts if the episode is stored.

    A log is a zip file with a JSON file per sample, so it is read sequentially.
    """
    with zipfile.ZipFile(log) as archive:
        for name in dict.fromkeys(archive.namelist()):
            if name.startswith("samples/") and name.endswith(".json"):
                sample = json.loads(_unpack(archive, name))
                if EPISODE in sample.get("store", {}):
                    sample |= {"events": [], "messages": []}
                yield sample


def _unpack(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return a file of a log.

    Raises:
        ValueError: If it is too large.
    """
    if (size := archive.getinfo(name).file_size) > _MAX_UNPACKED:
        raise ValueError(f"{name} has {size:,} bytes, more than {_MAX_UNPACKED:,}")
    return archive.read(name)


def finished_episodes(folder: Path) -> dict[Key, Episode]:
    """Read the episodes of a run that has ended, without void and stopped ones.

    Later logs replace earlier ones.

    Raises:
        UserError: If the run was killed or is active, or a log is damaged.
    """
    episodes: dict[Key, Episode] = {}
    for _, (key, episode) in read_logs(folder, _finished):
        if episode.outcome != "void" and not (episode.error and episode.error.cause in STOPPED):
            episodes[key] = episode
    return episodes


def _finished(log: Path) -> Iterator[tuple[Key, Episode]]:
    if log.stat().st_size and not zipfile.is_zipfile(log):
        raise UserError(f"{log}: the run has not ended. Resume it first, with `--resume`.")
    for sample in log_samples(log):
        metadata = sample["metadata"]
        if (stored := sample["store"].get(EPISODE)) is not None:
            key = metadata["task"]["id"], metadata.get("epoch", sample["epoch"])
            yield key, Episode.model_validate(stored)


def write_digests(folder: Path) -> None:
    """Write the digests of a run's new logs; existing digests are kept."""
    digests = _digests(folder)
    logs = _ordered(folder, digests)
    _write(folder, {log.name: digests.get(log.name) or _digest(log) for log in logs})


def without_digest(folder: Path) -> int:
    """Return the number of logs whose digests are not known, so that changes are not noticed.

    These are the last logs of a run that is active or was killed. In other runs, somebody has
    changed `logs.sha256`.

    Raises:
        UserError: If `logs.sha256` is damaged.
    """
    digests = _digests(folder)
    return sum(log.name not in digests for log in folder.glob("*.eval"))


def forget_digest(log: Path) -> None:
    """Remove the digest of a log that is about to be rewritten."""
    digests = _digests(log.parent)
    if digests.pop(log.name, None):
        _write(log.parent, digests)


def _write(folder: Path, digests: Mapping[str, str]) -> None:
    lines = (f"{digest}  {name}\n" for name, digest in digests.items())
    write_atomically(folder / DIGESTS, "".join(lines))


def _digests(folder: Path) -> dict[str, str]:
    """Return the digest of each log that `logs.sha256` lists, by the log's name.

    Raises:
        UserError: If `logs.sha256` is damaged.
    """
    path = folder / DIGESTS
    if not path.is_file():
        return {}
    digests = {}
    for number, line in enumerate(read_text(path).splitlines(), 1):
        digest, _, name = line.partition("  ")
        if len(digest) != 64 or not name:
            raise UserError(f"{path}, line {number}: expected a SHA-256 digest and a file name.")
        digests[name] = digest
    return digests


def _digest(log: Path) -> str:
    with log.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
