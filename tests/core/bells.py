"""A session in memory with bells, and agents that follow a script."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from webproctor.core.actions import Action, ActionResult, ActionSet
from webproctor.core.episodes import Episode, Step
from webproctor.core.observations import Observation, View
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.sessions import Session, SessionLost
from webproctor.core.tasks import Limits, Task


class Ring(Action):
    """Ring a bell."""

    name: ClassVar[str] = "ring"
    bell: int = 0


class Hall(Session):
    """A session in memory, with bells. Bell -1 changes the page, bell -2 ends the session."""

    actions = ActionSet("bells", (Ring,))

    def __init__(self) -> None:
        self.rung: list[int] = []
        self.reads: list[frozenset[View]] = []

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        self.reads.append(reads)
        return Observation(url="http://hall/", text="a hall" if "text" in reads else None)

    async def act(self, action: Action) -> ActionResult:
        assert isinstance(action, Ring)
        if action.bell == -2:
            raise SessionLost("fire", "the hall burnt down")
        self.rung.append(action.bell)
        changed = action.bell == -1
        return ActionResult(ok=True, message=f"rang {action.bell}", page_changed=changed)

    async def evidence(self) -> dict[str, Any]:
        return {"rung": self.rung}


class Scripted:
    """An agent that returns the given steps, then finishes; it keeps its observations."""

    def __init__(self, *steps: Step | BaseException, reads: Sequence[View] = ()) -> None:
        self.reads: frozenset[View] = frozenset(reads)
        self.seen: list[Observation] = []
        self._steps = iter(steps)

    async def act(self, observation: Observation) -> Step:
        self.seen.append(observation)
        step = next(self._steps, Step(done=True))
        if isinstance(step, BaseException):
            raise step
        return step


class Driver:
    """A self-driven agent."""

    def __init__(self, drive: Callable[[EpisodeRecorder], Any]) -> None:
        self._drive = drive

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        return await self._drive(session)


def ring(*bells: int, **more: Any) -> Step:
    return Step(actions=[Ring(bell=bell) for bell in bells], **more)


def task(**limits: Any) -> Task:
    return Task(id="t1", benchmark="bells", instruction="Ring.", limits=Limits(**limits))


def messages(episode: Episode) -> list[list[str]]:
    return [[result.message for result in step.results] for step in episode.steps]
