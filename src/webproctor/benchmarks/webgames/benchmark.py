"""The WebGames benchmark: its settings, tasks, sessions and scores."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import NonNegativeInt, PositiveFloat
from starlette.middleware.trustedhost import TrustedHostMiddleware

from webproctor.benchmarks.shared_browser import OwnBrowser
from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.appearance import Appearance
from webproctor.benchmarks.webgames.audit import findings
from webproctor.benchmarks.webgames.exposure import expose_view
from webproctor.benchmarks.webgames.game_session import SECRET_HEADER, GameSession
from webproctor.benchmarks.webgames.host import Host
from webproctor.benchmarks.webgames.oracle import Oracle, solver
from webproctor.benchmarks.webgames.original import (
    OriginalSite,
    check_hosts,
    read_dataset,
    select,
)
from webproctor.benchmarks.webgames.play import Challenges, Entry
from webproctor.benchmarks.webgames.published import PUBLISHED_CONDITION, published_table
from webproctor.benchmarks.webgames.scoring import (
    PUBLISHED_COLUMNS,
    oracle_actions,
    password_given,
    summarise,
)
from webproctor.benchmarks.webgames.seeds import Split, seeds_of
from webproctor.benchmarks.webgames.session import GameWebSession
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError, did_you_mean
from webproctor.core.factories import OnlyIf
from webproctor.core.scores import Score, Summary, Table
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Limits, Task
from webproctor.environments.browser import Browser, Page, Screen, find_browser
from webproctor.environments.browser.clock import RealClock, VirtualClock
from webproctor.environments.serving import serve

HOST = "webgames.localhost"
Difficulty = Literal["easy", "base", "hard"]
_ANSWER = (
    "{goal} When you have solved it, the page shows a password. Give that password, and no other, "
    "as your answer."
)


class WebGames(OwnBrowser):
    """A selection of games, each with one or more seeds.

    Attributes:
        entries: The variants.
        seeds: The seeds; each gives one instance of every variant.
        port: The port of the game server; None until the first episode begins.

    Args:
        clock: `real` or `virtual`.
        think: Seconds that the virtual clock advances at the beginning of every step.
        challenges: `default` or `published`; the challenges of `entries`.
        rule: `complete` or `published`; see `scoring`.
        category_weights: `dataset` or `paper`; see `scoring`.
        allowed_hosts: Hosts that pages may reach besides the game server; by default none.
        timeout: Timeout in seconds for a page to respond before it counts as hung.
        salt: The run's secret, which changes every puzzle; "" for the published puzzles, which
            can be computed from the seed.
        appearance: The appearance of the pages: `plain`, `published` or `varied`.
        split: The split that the seeds belong to; `any` if they were chosen without one.
    """

    name = "webgames"
    version = "7"
    cluster = "family"
    published_columns = PUBLISHED_COLUMNS
    rescored = ("rule", "category_weights")
    shared_files = f"http://{HOST}/kit/shared.html"
    published_condition = PUBLISHED_CONDITION
    surfaces: ClassVar[tuple[Surface, ...]] = ("page", "desktop", "browser", "browser-input")
    live = True
    trusted = True

    def __init__(
        self,
        entries: Sequence[Entry],
        seeds: Sequence[int] = (0,),
        *,
        clock: str = "real",
        think: float = 0.0,
        challenges: Challenges = "default",
        rule: str = "complete",
        category_weights: str = "dataset",
        allowed_hosts: Sequence[str] = (),
        timeout: float = 30.0,
        salt: str = "",
        appearance: Appearance = "plain",
        split: Split = "any",
    ) -> None:
        self.clock = clock
        self.challenges: Challenges = challenges
        self.rule = rule
        self.category_weights = category_weights
        self.entries = tuple(entries)
        self._by_id = {entry.variant.id: entry for entry in entries}
        self.seeds = tuple(seeds)
        self._think = think
        self._allowed_hosts = tuple(allowed_hosts)
        self._timeout = timeout
        self.salt = salt
        self.appearance: Appearance = appearance
        self._split: Split = split
        self._host = Host()
        self.port: int | None = None

    @property
    def condition(self) -> dict[str, Any]:
        return {
            "clock": self.clock,
            "think": self._think,
            "seeds": list(self.seeds),
            "puzzles": "salted" if self.salt else "published",
            "appearance": self.appearance,
            "games": len(self.entries),
            "challenges": self.challenges,
            "rule": self.rule,
            "category_weights": self.category_weights,
            "allowed_hosts": list(self._allowed_hosts),
            # Only runs with a split, or with such games, have these parts.
            **({"split": self._split} if self._split != "any" else {}),
            **({"added_games": added} if (added := suite.added_checksums(self.entries)) else {}),
        }

    def tasks(self) -> list[Task]:
        return [self._task(entry, seed) for seed in self.seeds for entry in self.entries]

    def _task(self, entry: Entry, seed: int) -> Task:
        variant = entry.variant
        return Task(
            id=f"{entry.slug}@{seed}",
            benchmark=self.name,
            instruction=_ANSWER.format(goal=variant.goal),
            split="test" if self._split == "any" else self._split,
            tags={
                "game": variant.id,
                "family": entry.game.family,
                "variant": entry.name,
                "difficulty": variant.difficulty,
                "seed": seed,
            },
            actions="web",
            limits=Limits(steps=100, actions_per_step=100, seconds=900.0),
        )

    def ready(self) -> None:
        find_browser()

    def check_surface(self, surface: Surface) -> None:
        if surface != "page" and self.clock == "virtual":
            name = "desktop" if surface == "desktop" else "browser of an external program"
            raise UserError(f"the {name} runs in real time: remove --clock virtual.")

    @contextlib.asynccontextmanager
    async def session(
        self, task: Task, surface: Surface = "page"
    ) -> AsyncIterator[Any]:  # A `GameWebSession`, or a `DesktopSession` that holds one.
        entry, seed = suite.entry(str(task.tags["game"]), self._by_id), int(task.tags["seed"])
        self.check_surface(surface)
        clock = VirtualClock() if self.clock == "virtual" else RealClock()
        game_session = GameSession(entry, seed, clock, salt=self.salt, appearance=self.appearance)
        path = self._host.add(game_session)
        try:
            async with contextlib.AsyncExitStack() as stack:
                browser, display, home = await self._surface(stack, surface)
                url = f"http://{HOST}{path}"
                if surface == "browser":
                    view = await stack.enter_async_context(browser.page(folder=home))
                    session = await self._open_with_view(stack, game_session, url, view)
                else:
                    opening = browser.page(folder=home, headers=_headers(game_session))
                    page = await stack.enter_async_context(opening)
                    session = await GameWebSession.begin(page, game_session, url, self._think)
                yield await self._presented(stack, session, surface, display)
        finally:
            self._host.remove(game_session)

    async def _open_with_view(
        self, stack: contextlib.AsyncExitStack, game_session: GameSession, url: str, view: Page
    ) -> GameWebSession:
        """Open a game for a program that runs scripts: it gets the view; another page is judged."""
        browser = await self._shared_browser()
        page = await stack.enter_async_context(browser.page(headers=_headers(game_session)))
        view_url = f"http://{HOST}{self._host.view(game_session)}"
        opening = GameWebSession.begin(page, game_session, url, self._think)
        session, _ = await asyncio.gather(opening, view.open(view_url))
        await stack.enter_async_context(expose_view(session, view, view_url))
        return session

    async def _start(self, stack: contextlib.AsyncExitStack) -> Browser:
        application = TrustedHostMiddleware(self._host.application(), [HOST])
        self.port = await stack.enter_async_context(serve(application))
        return await stack.enter_async_context(self._browser_for())

    def _browser_for(self, screen: Screen | None = None, home: Path | None = None) -> Browser:
        assert self.port is not None
        return Browser(
            {HOST: self.port},
            external_hosts=self._allowed_hosts,
            screen=screen,
            home=home,
            timeout=self._timeout,
        )

    def oracle(self) -> Oracle:
        """Return the oracle.

        Raises:
            UserError: If an added game has no `oracle.py`, or it cannot be imported.
        """
        for entry in self.entries:
            solver(entry)
        return Oracle()

    def score(self, task: Task, episode: Episode) -> Score:
        """Return 1 if the answer is the password generated for this episode's win, else 0."""
        evidence = episode.evidence
        password = evidence.get("password")
        passed = password is not None and password_given(episode.answer, password)
        details = {
            "won": password is not None,
            "steps": len(episode.steps),
            "actions": sum(len(step.actions) for step in episode.steps),
            "seconds": episode.seconds,
            **{
                key: evidence.get(key)
                for key in ("input_count", "minimum_actions", "timeouts", "game_seconds")
            },
            "inputs": evidence.get("inputs", "verified"),
            "scripts": evidence.get("scripts", 0),
            "oracle_actions": oracle_actions(self.challenges).get(str(task.tags["game"])),
            "audit": findings(evidence),
        }
        if suite.entry(str(task.tags["game"]), self._by_id).game.timed:
            details["in_time"] = passed and not evidence.get("timeouts")
        return Score(value=float(passed), details=details)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        return summarise(results, self.rule, self.category_weights)

    def published(self) -> Table:
        """Return the published results; without rows if all games of the run are added ones."""
        table, added = published_table(), suite.added_checksums(self.entries)
        if not added:
            return table
        title = f"{table.title}; games that count in no category: {', '.join(added)}"
        comparable = any(entry.game.family not in added for entry in self.entries)
        rows = table.rows if comparable else []
        return table.model_copy(update={"title": title, "rows": rows})


_OWN = OnlyIf("with --site", lambda its: its["site"] is None)


def webgames(
    *,
    difficulty: Annotated[tuple[Difficulty, ...], "Only these variants; repeatable."] = (),
    family: Annotated[
        tuple[str, ...], "Only the games of this family; repeatable.", suite.games
    ] = (),
    task: Annotated[tuple[str, ...], "Only the task with this id; repeatable.", suite.entries] = (),
    game: Annotated[tuple[Path, ...], "A folder with a game of your own; repeatable.", _OWN] = (),
    clock: Annotated[
        Literal["real", "virtual"], "A virtual clock advances only while the agent acts.", _OWN
    ] = "real",
    think_ms: Annotated[
        NonNegativeInt,
        "Milliseconds of virtual time added to every step.",
        OnlyIf("without --clock virtual", lambda its: its["clock"] == "virtual"),
    ] = 0,
    seeds: Annotated[int, "How many instances of each task.", _OWN] = 1,
    seed: Annotated[
        int, "Seed of the first instance; with --split, the next seed in the split.", _OWN
    ] = 0,
    split: Annotated[
        Split,
        "Only seeds of this split: the last digit is 0 to 7 in train, 8 or 9 in the others.",
        _OWN,
    ] = "any",
    puzzles: Annotated[
        Literal["salted", "published"],
        "salted: puzzles depend on a secret of the run; published: on the seed alone.",
        _OWN,
    ] = "salted",
    challenges: Annotated[
        Challenges, "published: those of the published suite, where the default ones differ.", _OWN
    ] = "default",
    salt: Annotated[str, "The salt of an earlier run, to reuse its puzzles.", _OWN] = "",
    appearance: Annotated[
        Appearance,
        "How pages look: plain, like the published suite, or different for every task and seed.",
        _OWN,
    ] = "plain",
    rule: Annotated[
        Literal["complete", "published"],
        "complete: all 150 tasks; published: the 132 that the paper's analysis counts.",
    ] = "complete",
    category_weights: Annotated[
        Literal["dataset", "paper"],
        "Weights of families in categories: those of the data set, or of the paper.",
    ] = "dataset",
    site: Annotated[str | None, "URL of the published suite, to run it instead of ours."] = None,
    tasks_file: Annotated[
        Path | None,
        "With --site: the suite's tasks.jsonl.",
        OnlyIf("without --site", lambda its: its["site"]),
    ] = None,
    allow_host: Annotated[tuple[str, ...], "A host that pages may reach; repeatable."] = (),
    timeout: Annotated[
        PositiveFloat, "Seconds after which a page that does not answer counts as hung."
    ] = 30.0,
) -> WebGames | OriginalSite:
    """WebGames: interactive challenges; each solved game shows a secret password.

    Raises:
        UserError: If a setting is invalid.
    """
    if task and not game and not family:
        known = suite.entries_for(task, challenges)
    else:
        known = suite.with_added(game, challenges)
    _check_known(
        "family", family, tuple(dict.fromkeys(entry.game.family for entry in known.values()))
    )
    if salt and puzzles == "published":
        raise UserError("--salt needs salted puzzles: remove --salt or --puzzles published.")
    check_hosts(allow_host)
    if site is not None:
        if tasks_file is None:
            raise UserError("--site needs --tasks-file: give the published tasks.jsonl.")
        records = read_dataset(tasks_file)
        return OriginalSite(
            site,
            records,
            chosen=select(records, task=task, difficulty=difficulty, family=family),
            allowed_hosts=allow_host,
            rule=rule,
            category_weights=category_weights,
            timeout=timeout,
        )
    instances = seeds_of(split, seed, seeds)
    return WebGames(
        suite.select(known, task=task, difficulty=difficulty, family=family),
        instances,
        clock=clock,
        think=think_ms / 1000,
        challenges=challenges,
        rule=rule,
        category_weights=category_weights,
        allowed_hosts=allow_host,
        timeout=timeout,
        salt="" if puzzles == "published" else salt or new_salt(),
        appearance=appearance,
        split=split,
    )


def new_salt() -> str:
    """Return a random 128-bit secret, in hexadecimal, for the puzzles of one run."""
    return secrets.token_hex(16)


def _headers(game_session: GameSession) -> dict[str, str]:
    """Return the headers with which the browser of the judged page proves its requests."""
    return {SECRET_HEADER: game_session.secret}


def _check_known(setting: str, values: Sequence[str], allowed: Sequence[str]) -> None:
    for value in values:
        if value not in allowed:
            hint, available = did_you_mean(value, allowed), ", ".join(allowed)
            raise UserError(f"no {setting} {value!r}.{hint} Available: {available}.")
