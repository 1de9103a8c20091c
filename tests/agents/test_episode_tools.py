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


def tools_of(session: MemorySession) -> tuple[EpisodeTools, Episode]:
    """Return the tools of an episode in a session, and its record."""
    task, episode = Task("one", "memory", "Add."), Episode(task="one")
    recorder = EpisodeRecorder(
        session, task, episode, lambda step: perform_directly(session.act, step)
    )
    return EpisodeTools(task, recorder, views_for((), vision=False)), episode


async def test_an_action_whose_call_the_program_cancelled_ends_with_the_episode() -> None:
    session = WaitingSession()
    tools, _ = tools_of(session)
    call = asyncio.create_task(tools.call("wait", {}))
    await session.started.wait()
    call.cancel()
    await asyncio.wait([call])
    assert not session.cancelled
    await tools.close()
    assert session.cancelled


HUGE = "x" * 1_000_000


async def test_a_call_with_huge_arguments_is_an_invalid_action_without_them() -> None:
    tools, episode = tools_of(MemorySession())
    result = await tools.call(HUGE, {"element": HUGE})
    assert not result.ok
    assert result.text.endswith("xxx: arguments of more than 8,000 tokens are not accepted")
    assert len(episode.model_dump_json()) < 1000


async def test_a_huge_answer_is_refused() -> None:
    tools, _ = tools_of(MemorySession())
    result = await tools.call("done", {"answer": HUGE})
    assert not result.ok
    assert not tools.over.is_set()
