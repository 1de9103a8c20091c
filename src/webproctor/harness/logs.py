"""Read the samples in a run's logs, and rescore their episodes."""

import math
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from inspect_ai.log import EvalSample, read_eval_log_samples

from webproctor.benchmarks import Benchmark
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.tasks import Task
from webproctor.harness.samples import episode_of, logged_score, result_with, void_episode
from webproctor.harness.scoring import error_in
from webproctor.run.episode_results import STOPPED, Key, Result
from webproctor.run.logs import RESTORE, log_samples, read_logs
from webproctor.run.packed import PackedResults

# Scores are logged exactly, but another machine may add floats in another order.
_TOLERANCE = 1e-9


def read_episodes(folder: Path) -> dict[Key, Episode]:
    """Read the episodes in a run folder's logs; later logs replace earlier ones.

    Raises:
        UserError: If a log is damaged, or differs from what the run wrote.
    """
    return dict(episodes_in(folder))


def episodes_in(folder: Path) -> Iterator[tuple[Key, Episode]]:
    """Yield the episodes in a run folder's logs one after another, so that they need little memory.

    A later episode with the same key replaces an earlier one.

    Raises:
        UserError: If a log is damaged, or differs from what the run wrote.
    """
    for log, sample in _samples(folder):
        episode, result = _read(log, sample, None)
        if episode is not None and result is not None and result.cause not in STOPPED:
            yield (result.task, result.epoch), episode


def read_results(
    folder: Path, benchmark: Benchmark | None = None, *, same: bool = True
) -> PackedResults:
    """Read the results in a run folder's logs; later logs replace earlier ones.

    Args:
        benchmark: If given, each episode is rescored, and the result has the new score.
        same: Whether the new scores must be equal to the logged ones.

    Raises:
        UserError: If a log is damaged, differs from what the run wrote, or contains a score that
            differs from the rescored one although it must not.
    """
    results = PackedResults(benchmark.tasks() if benchmark else ())
    rescoring = (benchmark, results.task) if benchmark else None
    for log, sample in _samples(folder):
        _, result = _read(log, sample, rescoring, same=same)
        if result is not None and result.cause not in STOPPED:
            key = result.task, result.epoch
            results[key] = result.after(results.get(key))
    return results


def _samples(folder: Path) -> Iterator[tuple[Path, EvalSample]]:
    """Yield the samples of a folder's logs, without transcripts if the episode is stored."""
    return read_logs(folder, _log_samples)


def _log_samples(log: Path) -> Iterator[EvalSample]:
    """Yield the samples of one log.

    Inspect reopens and searches the archive for each sample, which takes minutes for thousands of
    samples. It is needed only for the log of a run that is active or was killed.
    """
    if zipfile.is_zipfile(log):
        yield from map(EvalSample.model_validate, log_samples(log))
    else:
        yield from read_eval_log_samples(str(log), all_samples_required=False)


def _read(
    log: Path,
    sample: EvalSample,
    rescoring: tuple[Benchmark, Callable[[str], Task | None]] | None,
    *,
    same: bool = True,
) -> tuple[Episode | None, Result | None]:
    """Return a sample's episode and result, each None if it is missing.

    Args:
        rescoring: The benchmark that rescores the episode, and a function that returns the task
            with an id.
        same: Whether the new score must be equal to the logged one.
    """
    try:
        score = logged_score(sample)
        episode = episode_of(sample)
        if score is None:
            return episode, None
        result = result_with(sample, episode, score)
        task = rescoring[1](result.task) if rescoring else None
        if rescoring is None or task is None:
            return episode, result
        scored_episode = episode or void_episode(sample)
        if scored_episode.task != result.task:
            raise UserError(
                f"{log}, sample {sample.id}: contains an episode of another task, "
                f"{scored_episode.task!r}. {RESTORE}"
            )
        new_score = rescoring[0].score_episode(task, scored_episode)
        error = error_in(scored_episode, new_score)
        if error is not None and error.void:  # Void episodes are logged without a score.
            new_score = new_score.model_copy(update={"value": 0.0})
    except UserError:
        raise
    except Exception as error:  # An edited episode can make the scorer raise anything.
        raise UserError(
            f"{log}, sample {sample.id}: the sample is damaged "
            f"({type(error).__name__}: {error}). {RESTORE}"
        ) from error
    if same and not math.isclose(new_score.value, score.value, abs_tol=_TOLERANCE):
        raise UserError(
            f"{log}, sample {sample.id}: the logged score is {score.value:g}, but rescoring the "
            f"episode gives {new_score.value:g}. The log was edited, or was scored by another "
            f"version of the benchmark. {RESTORE}"
        )
    return episode, result_with(sample, episode, new_score)
