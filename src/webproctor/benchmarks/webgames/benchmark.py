"""The benchmark itself: tasks, sessions and marks, and the settings that make them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Annotated, Any, Self

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.audit import findings
from webproctor.benchmarks.webgames.host import Host
from webproctor.benchmarks.webgames.oracle import Oracle
from webproctor.benchmarks.webgames.original import OriginalSite, read_dataset
from webproctor.benchmarks.webgames.play import Entry
from webproctor.benchmarks.webgames.published import published_table
from webproctor.benchmarks.webgames.scoring import (
    BESIDE,
    RULES,
    WEIGHTS,
    family_of,
    oracle_actions,
    password_given,
    summarise,
)
from webproctor.benchmarks.webgames.session import GameSession
from webproctor.benchmarks.webgames.sitting import Sitting
from webproctor.browser import Browser, find_browser
from webproctor.browser.clock import RealClock, VirtualClock
from webproctor.desktop import DesktopSession, Display
from webproctor.episodes import Episode
from webproctor.errors import UserError
from webproctor.scores import Score, Summary, Table
from webproctor.serving import serve
from webproctor.sessions import Ground
from webproctor.tasks import Limits, Task

HOST = "webgames.localhost"
CLOCKS = ("real", "virtual")
_ANSWER = (
    "{goal} When you have solved it, the page shows a password. Give that password, and no other, "
    "as your answer."
)


class WebGames:
    """A selection of games, each played with one or several seeds.

    Attributes:
        entries: The variants.
        seeds: The seeds; each makes its own instance of every variant.
        port: The games' server, once an episode has begun.

    Args:
        clock: `real` or `virtual`.
        think: Seconds that pass under the virtual clock at the beginning of every turn.
        rule: `complete` or `published`; see `scoring`.
        weights: `dataset` or `paper`; see `scoring`.
        let_out: Hosts that pages may reach beside the game; by default none.
        patience: Seconds that a page may take to answer before it counts as hung.
    """

    name = "webgames"
    version = "1"
    cluster = "family"
    beside = BESIDE
    grounds: tuple[Ground, ...] = ("page", "desktop", "browser")

    def __init__(
        self,
        entries: Sequence[Entry],
        seeds: Sequence[int] = (0,),
        *,
        clock: str = "real",
        think: float = 0.0,
        rule: str = "complete",
        weights: str = "dataset",
        let_out: Sequence[str] = (),
        patience: float = 30.0,
    ) -> None:
        self.clock = clock
        self.rule = rule
        self.weights = weights
        self.entries = tuple(entries)
        self.seeds = tuple(seeds)
        self._think = think
        self._let_out = tuple(let_out)
        self._patience = patience
        self._open = contextlib.AsyncExitStack()
        self._opening = asyncio.Lock()
        self._host = Host()
        self._browser: Browser | None = None
        self.port: int | None = None

    @property
    def condition(self) -> dict[str, Any]:
        return {
            "clock": self.clock,
            "think": self._think,
            "seeds": list(self.seeds),
            "games": len(self.entries),
            "rule": self.rule,
            "weights": self.weights,
            "allowed_hosts": list(self._let_out),
        }

    def tasks(self) -> list[Task]:
        return [self._task(entry, seed) for seed in self.seeds for entry in self.entries]

    def _task(self, entry: Entry, seed: int) -> Task:
        variant = entry.variant
        return Task(
            id=f"{entry.slug}@{seed}",
            benchmark=self.name,
            instruction=_ANSWER.format(goal=variant.goal),
            split="test",
            tags={
                "game": variant.id,
                "family": entry.game.family,
                "variant": entry.name,
                "difficulty": variant.difficulty,
                "seed": seed,
            },
            actions="web",
            limits=Limits(turns=100, actions_per_turn=100, seconds=900.0),
        )

    def ready(self) -> None:
        find_browser()

    @contextlib.asynccontextmanager
    async def session(
        self, task: Task, ground: Ground = "page"
    ) -> AsyncIterator[Any]:  # A `GameSession`, or a `DesktopSession` that holds one.
        entry, seed = suite.entry(str(task.tags["game"])), int(task.tags["seed"])
        shared = await self._started()
        if ground != "page" and self.clock == "virtual":
            raise UserError(f"the {ground} keeps real time: leave --clock virtual out.")
        clock = VirtualClock() if self.clock == "virtual" else RealClock()
        sitting = Sitting(entry, seed, clock)
        path = self._host.seat(sitting)
        try:
            async with contextlib.AsyncExitStack() as stack:
                browser, display, home = shared, None, None
                if ground != "page":
                    home = Path(stack.enter_context(TemporaryDirectory(prefix="webproctor-")))
                if ground == "desktop":
                    display = await stack.enter_async_context(Display.start())
                if ground != "page":
                    screen = display.name if display else None
                    own = self._browser_for(screen, home, lent=ground == "browser")
                    browser = await stack.enter_async_context(own)
                page = await stack.enter_async_context(browser.page(folder=home))
                url = f"http://{HOST}{path}"
                session = await GameSession.begin(page, sitting, url, self._think)
                yield await DesktopSession.begin(display, session) if display else session
        finally:
            del self._host.sittings[sitting.token]

    async def _started(self) -> Browser:
        async with self._opening:
            if self._browser is None:
                self.port = await self._open.enter_async_context(serve(self._host.application()))
                self._browser = await self._open.enter_async_context(self._browser_for())
            return self._browser

    def _browser_for(
        self, screen: str | None = None, home: Path | None = None, *, lent: bool = False
    ) -> Browser:
        assert self.port is not None
        return Browser(
            {HOST: self.port},
            let_out=self._let_out,
            paced=self.clock == "real",
            lent=lent,
            screen=screen,
            home=home,
            patience=self._patience,
        )

    def oracle(self) -> Oracle:
        return Oracle()

    def score(self, task: Task, episode: Episode) -> Score:
        """1 when the agent's answer is the password that its own win has minted, else 0."""
        seen = episode.evidence
        password = seen.get("password")
        passed = password is not None and password_given(episode.answer, password)
        details = {
            "won": password is not None,
            "turns": len(episode.turns),
            "actions": sum(len(turn.actions) for turn in episode.turns),
            "seconds": episode.seconds,
            **{key: seen.get(key) for key in ("deeds", "effort", "timeouts", "game_seconds")},
            "oracle_actions": oracle_actions().get(str(task.tags["game"])),
            "audit": findings(seen),
        }
        if suite.entry(str(task.tags["game"])).game.timed:
            details["in_time"] = passed and not seen.get("timeouts")
        return Score(value=float(passed and episode.error is None), details=details)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        return summarise(results, self.rule, self.weights)

    def published(self) -> Table:
        return published_table()

    async def __aenter__(self) -> Self:
        self._open, self._opening = contextlib.AsyncExitStack(), asyncio.Lock()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._browser = None
        await self._open.aclose()


def webgames(
    *,
    difficulty: Annotated[tuple[str, ...], "Only easy, base or hard variants; repeatable."] = (),
    family: Annotated[tuple[str, ...], "Only the games of this family; repeatable."] = (),
    task: Annotated[tuple[str, ...], "Only the task of this id; repeatable."] = (),
    clock: Annotated[str, "real, or virtual: time passes only while the agent acts."] = "real",
    think_ms: Annotated[int, "Milliseconds of virtual time that every turn takes."] = 0,
    seeds: Annotated[int, "How many instances of each task."] = 1,
    seed: Annotated[int, "The first instance's seed."] = 0,
    rule: Annotated[str, "complete (all 150 tasks) or published (the paper's join)."] = "complete",
    weights: Annotated[str, "Category weights: dataset, or paper."] = "dataset",
    site: Annotated[str | None, "Address of the published suite: run that instead of ours."] = None,
    dataset: Annotated[Path | None, "With --site: its tasks.jsonl."] = None,
    allow_host: Annotated[tuple[str, ...], "A host that pages may reach; repeatable."] = (),
    patience: Annotated[float, "Seconds after which a silent page counts as hung."] = 30.0,
) -> WebGames | OriginalSite:
    """WebGames: interactive challenges, each with a secret password as proof.

    Raises:
        UserError: If a setting is wrong.
    """
    _among("clock", (clock,), CLOCKS)
    _among("difficulty", difficulty, ("easy", "base", "hard"))
    _among("family", family, tuple(suite.games()))
    _among("rule", (rule,), RULES)
    _among("weights", (weights,), WEIGHTS)
    if site is not None:
        if dataset is None:
            raise UserError("--site needs --dataset: the published tasks.jsonl.")
        records = [
            record
            for record in read_dataset(dataset)
            if (not task or record.id in task)
            and (not difficulty or record.variant in difficulty)
            and (not family or family_of(record.id) in family)
        ]
        return OriginalSite(site, records, rule=rule, weights=weights, patience=patience)
    if seeds < 1:
        raise UserError(f"seeds {seeds}: a run needs at least one.")
    if think_ms and clock == "real":
        raise UserError("think_ms needs the virtual clock: under the real one thinking takes time.")
    named = [suite.entry(id) for id in task]
    chosen = [
        entry
        for entry in named or suite.entries().values()
        if (not difficulty or entry.name in difficulty)
        and (not family or entry.game.family in family)
    ]
    if not chosen:
        raise UserError("no game is of this difficulty, family and name at once.")
    return WebGames(
        chosen,
        range(seed, seed + seeds),
        clock=clock,
        think=think_ms / 1000,
        rule=rule,
        weights=weights,
        let_out=allow_host,
        patience=patience,
    )


def _among(setting: str, given: Sequence[str], allowed: Sequence[str]) -> None:
    for value in given:
        if value not in allowed:
            raise UserError(f"{setting} {value!r}: choose from {', '.join(allowed)}.")
