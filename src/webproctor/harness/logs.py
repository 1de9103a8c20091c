"""Read the logs in a run's folder, verify their digests, and rescore their episodes.

A run writes the SHA-256 of each of its logs to `logs.sha256`, which `sha256sum --check` reads too.
This detects damaged and edited logs. It does not protect against anybody who can write to the
folder: they can change the digests too.
"""

import hashlib
import json
import math
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from inspect_ai.log import EvalSample, read_eval_log_samples

from webproctor.benchmarks import Benchmark
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.tasks import Task
from webproctor.files.reading import read_text
from webproctor.harness.samples import episode_of, logged_score, result_with
from webproctor.harness.scoring import EPISODE, error_in
from webproctor.run.episode_results import STOPPED, Key, Result

DIGESTS = "logs.sha256"
_RESTORE = "Restore the log, or remove it and rerun its tasks with `--resume`."
# Scores are logged exactly, but another machine may add floats in another order.
_TOLERANCE = 1e-9


def read_episodes(folder: Path) -> dict[Key, Episode]:
    """Read the episodes in a run folder's logs; later logs replace earlier ones.

    Raises:
        UserError: If a log is damaged, or differs from what the run wrote.
    """
    found: dict[Key, Episode] = {}
    for log, sample in _samples(folder):
        episode, result = _read(log, sample, None)
        if episode is not None and result is not None and result.cause not in STOPPED:
            found[result.task, result.epoch] = episode
    return found


def read_results(
    folder: Path, benchmark: Benchmark | None = None, *, same: bool = True
) -> dict[Key, Result]:
    """Read the results in a run folder's logs; later logs replace earlier ones.

    Args:
        benchmark: If given, each episode is rescored, and the result has the new score.
        same: Whether the new scores must be equal to the logged ones.

    Raises:
        UserError: If a log is damaged, differs from what the run wrote, or contains a score that
            differs from the rescored one although it must not.
    """
    tasks = None if benchmark is None else {task.id: task for task in benchmark.tasks()}
    found: dict[Key, Result] = {}
    for log, sample in _samples(folder):
        by = (benchmark, tasks) if benchmark and tasks else None
        _, result = _read(log, sample, by, same=same)
        if result is not None and result.cause not in STOPPED:
            key = result.task, result.epoch
            found[key] = result.after(found.get(key))
    return found


def write_digests(folder: Path) -> None:
    """Write the digests of a run's new logs; existing digests are kept."""
    known = _digests(folder)
    logs = {log.name: log for log in sorted(folder.glob("*.eval"))}
    lines = [f"{known.get(name) or _digest(log)}  {name}\n" for name, log in logs.items()]
    fresh = folder / f"{DIGESTS}.new"
    fresh.write_text("".join(lines), encoding="utf-8")
    fresh.replace(folder / DIGESTS)


def forget_digest(log: Path) -> None:
    """Remove the digest of a log that is about to be rewritten."""
    known = _digests(log.parent)
    if known.pop(log.name, None):
        lines = [f"{digest}  {name}\n" for name, digest in known.items()]
        (log.parent / DIGESTS).write_text("".join(lines), encoding="utf-8")


def _digests(folder: Path) -> dict[str, str]:
    path = folder / DIGESTS
    if not path.is_file():
        return {}
    found = {}
    for number, line in enumerate(read_text(path).splitlines(), 1):
        digest, _, name = line.partition("  ")
        if len(digest) != 64 or not name:
            raise UserError(f"{path}, line {number}: expected a SHA-256 digest and a file name.")
        found[name] = digest
    return found


def _digest(log: Path) -> str:
    with log.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _samples(folder: Path) -> Iterator[tuple[Path, EvalSample]]:
    """Yield the samples of a folder's logs, without transcripts if the episode is stored."""
    known = _digests(folder)
    for log in sorted(folder.glob("*.eval")):
        if log.name in known and _digest(log) != known[log.name]:
            raise UserError(
                f"{log}: the log was changed after the run (its SHA-256 differs from the one in "
                f"{DIGESTS}). {_RESTORE}"
            )
        try:
            yield from ((log, sample) for sample in _told(log))
        except UserError:
            raise
        except Exception as error:  # Damaged archives raise many kinds of exceptions.
            raise UserError(f"{log}: the log is damaged ({error}). {_RESTORE}") from error


def _told(log: Path) -> Iterator[EvalSample]:
    """Yield the samples of one log.

    Inspect reopens and searches the archive for each sample, which takes minutes for thousands of
    samples. A log is a zip file with a JSON file per sample, so it is read sequentially instead.
    """
    if not zipfile.is_zipfile(log):  # The run is active or was killed: Inspect can read it.
        yield from read_eval_log_samples(str(log), all_samples_required=False)
        return
    with zipfile.ZipFile(log) as archive:
        for name in dict.fromkeys(archive.namelist()):
            if name.startswith("samples/") and name.endswith(".json"):
                told = json.loads(archive.read(name))
                if EPISODE in told.get("store", {}):
                    told |= {"events": [], "messages": []}
                yield EvalSample.model_validate(told)


def _read(
    log: Path,
    sample: EvalSample,
    by: tuple[Benchmark, Mapping[str, Task]] | None,
    *,
    same: bool = True,
) -> tuple[Episode | None, Result | None]:
    """Return a sample's episode and result; None for what it does not have.

    Args:
        by: The benchmark that rescores the episode, and its tasks.
        same: Whether the new score must be equal to the logged one.
    """
    try:
        score = logged_score(sample)
        episode = episode_of(sample)
        if score is None:
            return episode, None
        result = result_with(sample, episode, score)
        task = by[1].get(result.task) if by else None
        if by is None or task is None or episode is None:
            return episode, result
        if episode.task != result.task:
            raise UserError(
                f"{log}, sample {sample.id}: contains an episode of another task, "
                f"{episode.task!r}. {_RESTORE}"
            )
        again = by[0].score(task, episode)
        error = error_in(episode, again)
        if error is not None and error.void:  # Void episodes are logged without a score.
            again = again.model_copy(update={"value": 0.0})
    except UserError:
        raise
    except Exception as error:  # An edited episode can make the scorer raise anything.
        raise UserError(
            f"{log}, sample {sample.id}: the sample is damaged "
            f"({type(error).__name__}: {error}). {_RESTORE}"
        ) from error
    if same and not math.isclose(again.value, score.value, abs_tol=_TOLERANCE):
        raise UserError(
            f"{log}, sample {sample.id}: the logged score is {score.value:g}, but rescoring the "
            f"episode gives {again.value:g}. The log was edited, or was scored by another version "
            "of the benchmark. "
            f"{_RESTORE}"
        )
    return episode, result_with(sample, episode, again)
