"""Fork an episode: a second one in the state after a step, by executing its steps again.

The same steps lead to the same state where time is virtual and randomness comes from the task's
seed. Steps that only sent input events are repeated by their traces, without observations between
them; others are executed again. The results of these, the observations before and after them, and
the one at the end must be those of the first episode, and so must all input events that the pages
received, with their times and targets. What a client has observed in addition is observed again
after the same steps, because the calls that follow can refer to the elements that it numbered.

Episodes are often forked several times at one step. So after a fork, the next one is made ahead of
demand. A fork can also be prepared from the beginning: see `stand_by`.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from itertools import zip_longest
from weakref import WeakSet

from webproctor.core.errors import UserError
from webproctor.core.outcomes import lost_by
from webproctor.core.sessions import SessionLost
from webproctor.rollouts.episode import Ended, OpenEpisode, Reserve
from webproctor.rollouts.seen import Seen

DIFFERS = "fork differs"
"""The cause of a fork that is not in the state of the first episode."""


async def fork(source: OpenEpisode, step: int) -> OpenEpisode:
    """Return a new episode in the state of another one after its first steps.

    Args:
        source: The episode, which may go on or have ended. Closing it also closes the next fork
            that is made ahead of demand.
        step: The number of steps, 0 for its beginning.

    Raises:
        UserError: If the episode has fewer steps, or ended with this one.
        SessionLost: If the environment fails, or an observation, a result or an input event
            differs.
    """
    if not 0 <= step <= len(source.traces):
        most = len(source.traces)
        ended = f", and step {most + 1} ended it" if len(source.calls) > most else ""
        raise UserError(f"the episode has {most} steps{ended}: fork after 0 to that many.")
    made = await _from_reserve(source, step) or await _new(source, step)
    if made.virtual:
        source.reserve = _reserve(blank(source), source, step)
    return made


def stand_by(source: OpenEpisode, steps: int | None = None) -> None:
    """Prepare the next fork in the background, if time is virtual: execute the steps so far.

    Call it after each step to keep a fork ready. What it has executed is compared when it is
    forked.

    Args:
        steps: Only so many of the first steps; 0 only loads the page.
    """
    if source.ended is not None or not source.virtual:
        return
    reserve = source.reserve
    if reserve is None:
        source.reserve = _reserve(blank(source), source, steps)
    elif reserve.work.done() and not reserve.work.cancelled() and not reserve.work.exception():
        source.reserve = _reserve(reserve.episode, source, steps)


class ExpectedForks:
    """Loads a page for the first fork of each episode that begins, if episodes are forked.

    They are from the first fork on, until an episode for which a page was loaded is over without a
    fork.
    """

    def __init__(self) -> None:
        self._likely = False
        self._expected: WeakSet[OpenEpisode] = WeakSet()

    def begun(self, episode: OpenEpisode) -> None:
        """Load a page in the background, if a fork is likely."""
        if self._likely:
            self._expected.add(episode)
            stand_by(episode, 0)

    def asked(self, episode: OpenEpisode) -> None:
        """Note that an episode is forked."""
        self._likely = True
        self._expected.discard(episode)

    def over(self, episode: OpenEpisode) -> None:
        """Note that an episode gets no more forks."""
        if episode in self._expected:
            self._likely = False
            self._expected.discard(episode)


def blank(source: OpenEpisode) -> OpenEpisode:
    """Return another episode of the same task, which is not open yet."""
    return OpenEpisode(source.benchmark, source.task, source.reads, source.now)


def _reserve(made: OpenEpisode, source: OpenEpisode, step: int | None = None) -> Reserve:
    """Execute steps in the background: those before a step, by default all that are there."""
    return Reserve(made, asyncio.create_task(_prepare(made, source, step)))


async def _prepare(made: OpenEpisode, source: OpenEpisode, step: int | None) -> None:
    async with _closed_if_lost(made):
        if not made.opened:
            await made.open()
        while len(made.calls) < (last := len(source.traces) if step is None else step):
            await _execute(made, source, last)


async def _new(source: OpenEpisode, step: int) -> OpenEpisode:
    made = blank(source)
    await _prepare(made, source, step)
    await _check(made, source, step)
    return made


async def _from_reserve(source: OpenEpisode, step: int) -> OpenEpisode | None:
    """Return the fork that was made ahead; None if it is of a later step, or has failed."""
    reserve, source.reserve = source.reserve, None
    if reserve is None:
        return None
    try:
        await reserve.work
        if len(reserve.episode.calls) <= step:
            await _prepare(reserve.episode, source, step)
            await _check(reserve.episode, source, step)
            return reserve.episode
    except SessionLost as lost:
        if lost.cause == DIFFERS:
            raise
        return None
    except BaseException:
        await reserve.close()
        raise
    await reserve.close()
    return None


@contextlib.asynccontextmanager
async def _closed_if_lost(made: OpenEpisode) -> AsyncIterator[None]:
    """Close an episode if the block fails, with `SessionLost` for faults of the environment."""
    try:
        yield
    except BaseException as fault:
        await made.close()
        if isinstance(fault, UserError | SessionLost) or not isinstance(fault, Exception):
            raise
        raise lost_by(fault) from fault


async def _execute(made: OpenEpisode, source: OpenEpisode, steps: int) -> None:
    """Execute the steps that are missing.

    Raises:
        SessionLost: If the environment fails, or an observation or a result differs.
    """
    seen = False  # Whether the state after the last step has been observed.
    begun = len(made.calls)
    missing = zip(
        source.calls[begun:steps], source.results[begun:], source.traces[begun:], strict=False
    )
    for call, result, trace in missing:
        if trace is None and not seen:  # The call can refer to elements of this observation.
            await _observe(made, source)
        await _observe_further(made, source)
        if trace is not None:
            await made.repeat(call, result, trace)
            seen = False
            continue
        stepped = await made.step(call)
        number = len(made.calls)
        if stepped.ended is not None:
            why = f"the episode ended after step {number}: {stepped.ended.outcome}"
            raise SessionLost(stepped.ended.cause or DIFFERS, why)
        if (given := made.results[-1]) != result:
            why = f"the result of step {number} is {given[:100]!r}, not {result[:100]!r}"
            raise SessionLost(DIFFERS, why)
        assert stepped.seen is not None
        _compare(stepped.seen.digest, source, number)
        seen = True


async def _check(made: OpenEpisode, source: OpenEpisode, steps: int) -> None:
    """Compare the states after these steps; close the fork if they differ.

    Raises:
        SessionLost: If the environment fails, or the observation or an input event differs.
    """
    async with _closed_if_lost(made):
        await _observe(made, source)
        await _observe_further(made, source)
        pairs = zip_longest(made.history(), source.history(steps))
        for number, (ours, theirs) in enumerate(pairs, 1):
            if ours != theirs:
                raise SessionLost(DIFFERS, f"input event {number} is {ours}, not {theirs}")
        made.adopt(source)


async def _observe(made: OpenEpisode, source: OpenEpisode) -> None:
    """Observe the state of a fork, which must look like that of the first episode."""
    _compare(_seen(await made.observe()).digest, source, len(made.calls))


async def _observe_further(made: OpenEpisode, source: OpenEpisode) -> None:
    """Observe what the client has also observed after so many steps of the first episode."""
    if further := source.further.get(len(made.calls)):
        _seen(await made.observe(further))


def _seen(observed: Seen | Ended) -> Seen:
    if isinstance(observed, Ended):
        raise SessionLost(observed.cause, observed.message)
    return observed


def _compare(digest: str, source: OpenEpisode, step: int) -> None:
    if digest != source.digests[step]:
        message = f"the observation after step {step} is not that of the first episode"
        raise SessionLost(DIFFERS, message)
