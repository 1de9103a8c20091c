"""The tools of an episode for programs."""

import asyncio
from typing import Any

from in_memory import MemorySession

from webproctor.agents.episode_tools import EpisodeTools, views_for
from webproctor.core.actions import ActionResult
from webproctor.core.episodes import Episode
from webproctor.core.recorder import EpisodeRecorder, perform_directly
from webproctor.core.tasks import Task


class WaitingSession(MemorySession):
    """Its actions never end."""

    def __init__(self) -> None:
        self.started, self.cancelled = asyncio.Event(), False

    async def act(self, action: Any) -> ActionResult:
        self.started.set()
        try:
            return await asyncio.get_running_loop().create_future()
        finally:
            self.cancelled = True


async def test_an_action_whose_call_the_program_cancelled_ends_with_the_episode() -> None:
    session, task = WaitingSession(), Task("one", "memory", "Add.")
    recorder = EpisodeRecorder(
        session, task, Episode(task="one"), lambda step: perform_directly(session.act, step)
    )
    tools = EpisodeTools(task, recorder, views_for((), vision=False))
    call = asyncio.create_task(tools.call("wait", {}))
    await session.started.wait()
    call.cancel()
    await asyncio.wait([call])
    assert not session.cancelled
    await tools.close()
    assert session.cancelled
