"""Benchmarks: one folder each; what every benchmark must be able to do is said here."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import Any, Protocol, Self, runtime_checkable

from webproctor import registry
from webproctor.episodes import Agent, Episode, SelfDrivenAgent
from webproctor.scores import Score, Summary, Table
from webproctor.sessions import Ground, Session
from webproctor.tasks import Task


@runtime_checkable
class Benchmark(Protocol):
    """A set of tasks, the place where they happen, and the rules by which they are marked.

    A benchmark is an async context manager: what it starts (a server, a browser) it starts when it
    is first needed inside the block, and ends with the block. One benchmark serves many episodes
    at once, in one event loop at a time.

    An optional further method is `replay(predictions)`: an agent that repeats recorded answers.
    Optional attributes are `grounds`: what agents can act on, the page alone where it is missing;
    `lacks`: views that its pages do not have; `cluster`: the tag of tasks that succeed and fail
    together, by which intervals are drawn; and `beside`: which figure of a summary stands beside
    which column of the published results, the most telling first.
    """

    @property
    def name(self) -> str:
        """The registered name."""
        ...

    @property
    def version(self) -> str:
        """Changes whenever the same agent might score differently."""
        ...

    @property
    def condition(self) -> dict[str, Any]:
        """What must be equal for two runs to be compared: split, metric, clock, data checksum."""
        ...

    def tasks(self) -> Sequence[Task]:
        """The tasks that the settings select, in a fixed order."""
        ...

    def ready(self) -> None:
        """Make sure that sessions can be had on this machine.

        Raises:
            UserError: If something is not installed; the message says how to install it.
        """
        ...

    def session(self, task: Task, ground: Ground = "page") -> AbstractAsyncContextManager[Session]:
        """A fresh session for one episode.

        Args:
            ground: What the agent acts on.

        Raises:
            UserError: If the benchmark does not have this ground.
            SessionLost: If it cannot be opened.
        """
        ...

    def oracle(self) -> Agent | SelfDrivenAgent:
        """The agent that knows the right answers and enters them as a person would."""
        ...

    def score(self, task: Task, episode: Episode) -> Score:
        """Mark an episode: a pure function of what the episode recorded."""
        ...

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        """Draw the marks of a run together by the benchmark's published rules."""
        ...

    def published(self) -> Table:
        """Results that others published, each with its source and condition."""
        ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


def load_benchmark(name: str, **settings: Any) -> Benchmark:
    """Make a registered benchmark; `webproctor run NAME --help` lists its settings.

    Raises:
        UserError: If the name or a setting is wrong.
    """
    return registry.make("benchmarks", name, **settings)
