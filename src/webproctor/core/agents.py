"""The interface of agents."""

from collections.abc import Awaitable
from typing import Protocol, runtime_checkable

from webproctor.core.episodes import Step
from webproctor.core.observations import Observation
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task


@runtime_checkable
class Agent(Protocol):
    """Maps observations to actions, independently of the benchmark."""

    @property
    def reads(self) -> frozenset[str]:
        """The views that the agent reads (names in `View`); no others are computed."""
        ...

    def act(self, observation: Observation) -> Step | Awaitable[Step]:
        """Return the next step. A plain function is called in a new thread, so it may block."""
        ...


@runtime_checkable
class SelfDrivenAgent(Protocol):
    """An agent that controls the whole session: oracles, replays, third-party programs."""

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        """Run until finished; return the final answer, if the task asks for one."""
        ...
