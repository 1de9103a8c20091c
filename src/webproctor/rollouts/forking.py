"""Fork an episode: a second one in the state after a step, by executing its steps again.

The same steps lead to the same state where time is virtual and randomness comes from the task's
seed. Steps that only sent input events are repeated by their traces, without observations between
them; others are executed again. The results of these, the observations before and after them, and
the one at the end must be those of the first episode, and so must all input events that the pages
received, with their times and targets. What a client has observed in addition is observed again
after the same steps, because the calls that follow can refer to the elements that it numbered.

Episodes are often forked several times at one step. After a fork, the next one is therefore
prepared ahead of demand. A fork can also be prepared from the beginning: see `prepare_fork`.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from itertools import zip_longest
from weakref import WeakSet

from webproctor.core.errors import UserError
from webproctor.core.outcomes import lost_by
from webproctor.core.sessions import SessionLost
from webproctor.rollouts.client_observations import ClientObservation
from webproctor.rollouts.episode import Ended, OpenEpisode, PreparedFork

DIFFERS = "fork differs"
"""The cause of a fork that is not in the state of the first episode."""


async def fork(source: OpenEpisode, step: int) -> OpenEpisode:
    """Return a new episode in the state of another one after its first steps.

    Args:
        source: The episode, which may be running or have ended. Closing it also closes the next
            fork that is prepared ahead of demand.
        step: The number of steps, 0 for its beginning.

    Raises:
        UserError: If the episode has fewer steps, or ended with this one.
        SessionLost: If the environment fails, or an observation, a result or an input event
            differs.
    """
    if not 0 <= step <= len(source.traces):
        step_count = len(source.traces)
        hint = f", and step {step_count + 1} ended it" if len(source.calls) > step_count else ""
        raise UserError(
            f"the episode has {step_count} steps{hint}: fork after a step from 0 to {step_count}."
        )
    forked = await _take_prepared(source, step) or await _new_fork(source, step)
    if forked.virtual:
        source.prepared_fork = _start_preparation(unopened_copy(source), source, step)
    return forked


def prepare_fork(source: OpenEpisode, steps: int | None = None) -> None:
    """Prepare the next fork in the background, if time is virtual: execute the steps so far.

    Call it after each step to keep a fork ready. What it has executed is compared when it is
    forked.

    Args:
        steps: Number of the first steps to execute, by default all; 0 only loads the page.
    """
    if source.ended is not None or not source.virtual:
        return
    prepared = source.prepared_fork
    if prepared is None:
        source.prepared_fork = _start_preparation(unopened_copy(source), source, steps)
    elif (
        prepared.preparation.done()
        and not prepared.preparation.cancelled()
        and not prepared.preparation.exception()
    ):
        source.prepared_fork = _start_preparation(prepared.episode, source, steps)


class ExpectedForks:
    """Loads a page for the first fork of each new episode, if a fork is likely.

    Forks are likely from the first fork on, until an episode for which a page was loaded ends
    without a fork.
    """

    def __init__(self) -> None:
        self._likely = False
        self._expected: WeakSet[OpenEpisode] = WeakSet()

    def episode_begun(self, episode: OpenEpisode) -> None:
        """Load a page in the background, if a fork is likely."""
        if self._likely:
            self._expected.add(episode)
            prepare_fork(episode, 0)

    def episode_forked(self, episode: OpenEpisode) -> None:
        """Note that an episode is forked."""
        self._likely = True
        self._expected.discard(episode)

    def episode_ended(self, episode: OpenEpisode) -> None:
        """Note that an episode gets no more forks."""
        if episode in self._expected:
            self._likely = False
            self._expected.discard(episode)


def unopened_copy(source: OpenEpisode) -> OpenEpisode:
    """Return another episode of the same task, which is not open yet."""
    return OpenEpisode(source.benchmark, source.task, source.reads, source.now)


def _start_preparation(
    forked: OpenEpisode, source: OpenEpisode, step: int | None = None
) -> PreparedFork:
    """Execute steps in the background: those before a step, by default all."""
    return PreparedFork(forked, asyncio.create_task(_prepare(forked, source, step)))


async def _prepare(forked: OpenEpisode, source: OpenEpisode, step: int | None) -> None:
    async with _closed_on_error(forked):
        if not forked.opened:
            await forked.open()
        while len(forked.calls) < (target := len(source.traces) if step is None else step):
            await _execute(forked, source, target)


async def _new_fork(source: OpenEpisode, step: int) -> OpenEpisode:
    forked = unopened_copy(source)
    await _prepare(forked, source, step)
    await _check(forked, source, step)
    return forked


async def _take_prepared(source: OpenEpisode, step: int) -> OpenEpisode | None:
    """Return the prepared fork; None if it is of a later step, or has failed."""
    prepared, source.prepared_fork = source.prepared_fork, None
    if prepared is None:
        return None
    try:
        await prepared.preparation
        if len(prepared.episode.calls) <= step:
            await _prepare(prepared.episode, source, step)
            await _check(prepared.episode, source, step)
            return prepared.episode
    except SessionLost as error:
        if error.cause == DIFFERS:
            raise
        return None
    except BaseException:
        await prepared.close()
        raise
    await prepared.close()
    return None


@contextlib.asynccontextmanager
async def _closed_on_error(forked: OpenEpisode) -> AsyncIterator[None]:
    """Close an episode if the block fails, with `SessionLost` for faults of the environment."""
    try:
        yield
    except BaseException as error:
        await forked.close()
        if isinstance(error, UserError | SessionLost) or not isinstance(error, Exception):
            raise
        raise lost_by(error) from error


async def _execute(forked: OpenEpisode, source: OpenEpisode, steps: int) -> None:
    """Execute the steps that are missing.

    Raises:
        SessionLost: If the environment fails, or an observation or a result differs.
    """
    observed = False  # Whether the state after the last step has been observed.
    executed = len(forked.calls)
    missing_steps = zip(
        source.calls[executed:steps],
        source.results[executed:],
        source.traces[executed:],
        strict=False,
    )
    for call, result, trace in missing_steps:
        if trace is None and not observed:  # The call can refer to elements of this observation.
            await _observe(forked, source)
        await _observe_extra_views(forked, source)
        if trace is not None:
            await forked.repeat(call, result, trace)
            observed = False
            continue
        step_result = await forked.step(call)
        number = len(forked.calls)
        if step_result.ended is not None:
            message = f"the episode ended after step {number}: {step_result.ended.outcome}"
            raise SessionLost(step_result.ended.cause or DIFFERS, message)
        if (new_result := forked.results[-1]) != result:
            message = f"the result of step {number} is {new_result[:100]!r}, not {result[:100]!r}"
            raise SessionLost(DIFFERS, message)
        assert step_result.observation is not None
        _compare(step_result.observation.digest, source, number)
        observed = True


async def _check(forked: OpenEpisode, source: OpenEpisode, steps: int) -> None:
    """Compare the states after these steps; close the fork if they differ.

    Raises:
        SessionLost: If the environment fails, or the observation or an input event differs.
    """
    async with _closed_on_error(forked):
        await _observe(forked, source)
        await _observe_extra_views(forked, source)
        pairs = zip_longest(forked.history(), source.history(steps))
        for number, (event, expected) in enumerate(pairs, 1):
            if event != expected:
                raise SessionLost(DIFFERS, f"input event {number} is {event}, not {expected}")
        forked.adopt(source)


async def _observe(forked: OpenEpisode, source: OpenEpisode) -> None:
    """Observe the state of a fork, which must look like that of the first episode."""
    _compare(_require_observation(await forked.observe()).digest, source, len(forked.calls))


async def _observe_extra_views(forked: OpenEpisode, source: OpenEpisode) -> None:
    """Observe the extra views that the client has observed after this step of the first episode."""
    if views := source.extra_views.get(len(forked.calls)):
        _require_observation(await forked.observe(views))


def _require_observation(result: ClientObservation | Ended) -> ClientObservation:
    if isinstance(result, Ended):
        raise SessionLost(result.cause, result.message)
    return result


def _compare(digest: str, source: OpenEpisode, step: int) -> None:
    if digest != source.digests[step]:
        message = f"the observation after step {step} is not that of the first episode"
        raise SessionLost(DIFFERS, message)
