"""Fork an episode: a second one in the state after a step, by executing its steps again.

The same steps lead to the same state where time is virtual and randomness comes from the task's
seed. Observations are compared after every step, so that a fork that differs is noticed.
"""

from webproctor.core.errors import UserError
from webproctor.core.sessions import SessionLost
from webproctor.rollouts.episode import OpenEpisode

DIFFERS = "fork differs"
"""The cause of a fork whose observations are not those of the first episode."""


async def fork(source: OpenEpisode, step: int) -> OpenEpisode:
    """Return a new episode in the state of another one after its first steps.

    Args:
        source: The episode, which may go on or have ended. It is not changed.
        step: The number of steps, 0 for its beginning.

    Raises:
        UserError: If the episode has fewer steps.
        SessionLost: If the environment fails, or an observation differs.
    """
    if not 0 <= step <= len(source.calls):
        raise UserError(f"the episode has {len(source.calls)} steps: fork after 0 to that many.")
    calls, digests = source.calls[:step], source.digests[: step + 1]
    made = OpenEpisode(source.benchmark, source.task, source.reads)
    await made.begin()
    try:
        for call in calls:
            _check(made, digests)
            stepped = await made.step(call)
            if stepped.ended is not None:
                why = f"the episode ended after step {len(made.calls)}: {stepped.ended.outcome}"
                raise SessionLost(stepped.ended.cause or DIFFERS, why)
        _check(made, digests)
    except BaseException:
        await made.close()
        raise
    return made


def _check(made: OpenEpisode, digests: list[str]) -> None:
    at = len(made.digests) - 1
    if made.digests[at] != digests[at]:
        raise SessionLost(
            DIFFERS, f"the observation after step {at} is not that of the first episode"
        )
