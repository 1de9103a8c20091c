"""The base class of benchmarks; each benchmark has its own folder here."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from inspect import isabstract
from pathlib import Path
from statistics import fmean
from types import MappingProxyType, TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

from webproctor.core import factories, registry
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.factories import Factory
from webproctor.core.llm import Model
from webproctor.core.observations import View
from webproctor.core.scores import Score, Summary, Table
from webproctor.core.sessions import Session, Surface
from webproctor.core.tasks import Task

if TYPE_CHECKING:
    from webproctor.methods.grounding.targets import Target

_ADVICE = "derive its class from `webproctor.Benchmark` or `webproctor.PageBenchmark`."


class Benchmark(ABC):
    """A set of tasks, the environment they run in, and the rules that score them.

    A subclass defines `tasks`, `session` and `score`; everything else has a default. For tasks that
    are web pages, `PageBenchmark` defines `session` too.

    A benchmark is an async context manager. Inside the block it starts its resources (a server, a
    browser) when they are first needed; leaving the block stops them. One benchmark serves many
    concurrent episodes, in one event loop at a time.

    Attributes:
        name: The registered name; by default the name of the class in kebab case.
        version: Changes whenever the same agent might score differently.
        surfaces: The surfaces that agents can act on.
        accepts: Action sets that its sessions accept besides `Task.actions`. A session gets the
            task with `actions` set to the one that the agent uses.
        cluster: The tag that groups tasks whose outcomes are correlated: confidence intervals are
            clustered by it. "" if tasks are independent.
        published_columns: Maps metrics of a summary to the columns of the published results that
            they are compared with, most important first.
        published_condition: The entries of a run's condition with which its results can be compared
            with the published ones; reports show the published results of other runs apart. A tuple
            lists several values; `tasks` is the number of tasks.
        live: Whether its sessions run in a browser; if so, a run's condition records how that
            browser is isolated.
        rescored: Settings that affect only scores, so stored episodes can be scored with other
            values: `webproctor score NAME RUN`.
        scores_steps: Whether an episode's score is the share of its steps with a correct answer. An
            errored episode then keeps the score of the steps that were answered; with all other
            benchmarks it scores 0.
        salt: The run's secret in its puzzles; "" for a benchmark without one.
        step_keys: The keys that a file of scores must have, for benchmarks of recorded steps.
    """

    name: str = ""
    version: str = "1"
    surfaces: ClassVar[tuple[Surface, ...]] = ("page",)
    accepts: ClassVar[frozenset[str]] = frozenset()
    cluster: ClassVar[str] = ""
    published_columns: ClassVar[Mapping[str, str]] = {}
    live: ClassVar[bool] = False
    rescored: ClassVar[tuple[str, ...]] = ()
    scores_steps: ClassVar[bool] = False
    salt: str = ""
    published_condition: Mapping[str, Any] = MappingProxyType({})
    # Whether the class or one that it is derived from sets `name`.
    _has_name: ClassVar[bool] = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._has_name = cls._has_name or "name" in vars(cls)
        if not cls._has_name:
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", cls.__name__).lower()

    @abstractmethod
    def tasks(self) -> Sequence[Task]:
        """Return the tasks that the settings select, in a fixed order."""

    @abstractmethod
    def session(
        self, task: Task, surface: Surface = "page"
    ) -> AbstractAsyncContextManager[Session]:
        """Open a new session for one episode.

        Args:
            surface: The surface that the agent acts on.

        Raises:
            UserError: If the benchmark does not support this surface.
            SessionLost: If the session cannot be opened.
        """

    async def launch(self) -> None:  # noqa: B027 - by default nothing is started
        """Start the servers, the browser and its first page, which otherwise start with a session.

        Call it inside the block. Agents on pages use them; those on other surfaces may not.
        """

    def prepare(self, count: int) -> None:  # noqa: B027 - by default nothing is prepared
        """Prepare what up to `count` sessions on pages need in the background, and return at once.

        Later sessions then open faster, because a browser context, a page and the files that all
        pages share are ready. Call it after each session that has been opened and observed, since
        each session takes one of the prepared pages; preparing uses processor time, which sessions
        that are being opened need too. Every session still gets a context that no other has used.
        Sessions do not wait for pages that are not ready yet, and a failure to prepare one is not
        an error.
        """

    def expect(self, task: Task) -> None:  # noqa: B027 - by default nothing is loaded
        """Load the page of a task whose episode begins soon in the background, and return at once.

        By default nothing is loaded: only benchmarks whose episodes can begin with a page that was
        loaded earlier, without an effect on time, do this.
        """

    def memory(self) -> int:
        """Return the bytes of memory of its browser and servers that last longer than sessions.

        Services replace a benchmark whose memory has grown. Called in another thread.
        """
        return 0

    @abstractmethod
    def score(self, task: Task, episode: Episode) -> Score:
        """Score an episode, as a pure function of its record: its answer and its evidence."""

    def score_episode(self, task: Task, episode: Episode) -> Score:
        """Score an episode as in runs: by `score`, and 0 if it errored; see `scores_steps`."""
        scored = self.score(task, episode)
        if episode.error is None or self.scores_steps:
            return scored
        return scored.model_copy(update={"value": 0.0})

    @property
    def condition(self) -> dict[str, Any]:
        """The settings that must be equal in comparable runs: split, metric, clock, checksum."""
        return {}

    @property
    def lacks(self) -> frozenset[View]:
        """Observation views that its pages do not have."""
        return frozenset()

    @property
    def step_keys(self) -> Sequence[str]:
        return ()

    def ready(self) -> None:  # noqa: B027 - by default nothing is needed
        """Check that this machine can open sessions.

        Raises:
            UserError: If a dependency is not installed; the message says how to install it.
        """

    def check_surface(self, surface: Surface) -> None:  # noqa: B027 - by default all are allowed
        """Check that the settings allow one of the benchmark's surfaces.

        Raises:
            UserError: If they do not; the message says which setting to change.
        """

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        """Aggregate the scores of a run, possibly none; by default to their mean."""
        mean = fmean(one.value for _, one in results) if results else 0.0
        return Summary(headline="score", figures={"score": mean})

    def published(self) -> Table:
        """Return published results, each with its source and condition; by default none."""
        return Table(title="Published results", columns=[], rows=[])

    # Agents that only some benchmarks have. All raise a UserError for a benchmark without them.

    def oracle(self) -> Agent | SelfDrivenAgent:
        """Return the agent that knows the correct answers and enters them as a user would."""
        raise UserError(f"{self.name} has no oracle: choose another agent.")

    def replay(self, predictions: Path) -> Agent | SelfDrivenAgent:
        """Return an agent that replays recorded answers."""
        raise UserError(f"{self.name} has no recorded answers: choose another agent.")

    def noisy_oracle(self, error_rate: float, seed: int) -> SelfDrivenAgent:
        """Return an oracle that answers a share of the steps wrongly, chosen by the seed.

        Args:
            error_rate: The share, 0 to 1.
        """
        raise UserError(f"{self.name} has no noisy oracle: choose another agent.")

    def few_shot(
        self,
        model: Model,
        *,
        shots: int,
        demonstrations: Path | None,
        example_field: Sequence[str],
        encoding: Literal["full", "relevant"],
        window: Literal["baseline", "paper"],
        vision: bool,
        picture: Literal["field", "view"],
        max_passes: int,
        html_tokens: int,
    ) -> Agent | SelfDrivenAgent:
        """Return an agent that fills in forms with a model; the agent `form` has its settings."""
        raise UserError(f"{self.name} has no forms to fill in: choose another agent.")

    def targets(self) -> "Mapping[str, Target]":
        """Return the targets on screenshots by key, for judging failed steps.

        Raises:
            UserError: If the benchmark has none.
        """
        raise UserError(f"runs of {self.name} cannot be judged: it has no targets on screenshots.")

    def histories(self) -> Mapping[str, Sequence[str]]:
        """Return the history that agents get, the oldest step first, by key of the target; by
        default none."""
        return {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        return None


def load_benchmark(benchmark: str | Benchmark | Factory, **settings: Any) -> Benchmark:
    """Create a benchmark.

    Args:
        benchmark: The name of a registered benchmark, `path/file.py:NAME`, or a class or function
            that returns a benchmark. A benchmark itself is returned unchanged.
        settings: `webproctor run NAME --help` lists them.

    Raises:
        UserError: If the name or a setting is invalid.
    """
    name = (
        benchmark
        if isinstance(benchmark, str)
        else getattr(benchmark, "__name__", type(benchmark).__name__)
    )
    if isinstance(benchmark, Benchmark):
        if settings:
            raise UserError(f"benchmark {name!r} is an object: settings need a factory or a name.")
        return benchmark
    factory = registry.factory("benchmarks", name) if isinstance(benchmark, str) else benchmark
    if not callable(factory):
        raise UserError(f"{name} is not a benchmark: {_ADVICE}")
    if isabstract(factory):
        missing: frozenset[str] = vars(factory)["__abstractmethods__"]
        raise UserError(f"benchmark {name!r} has no {', '.join(sorted(missing))}.")
    created = (
        registry.make("benchmarks", name, **settings)
        if isinstance(benchmark, str)
        else factories.call(benchmark, f"benchmark {name!r}", (), settings)
    )
    if not isinstance(created, Benchmark):
        raise UserError(
            f"{name} makes {type(created).__name__}, which is not a benchmark: {_ADVICE}"
        )
    return created
