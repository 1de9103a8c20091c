"""The published suite's own site as a benchmark: its ids, descriptions and fixed passwords.

New results compare with old ones this way. Nothing of ours guards such a run: passwords are public,
the answer alone decides, and the site is whatever it is that day.
"""

import asyncio
import contextlib
import hashlib
import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urljoin, urlsplit

from webproctor.benchmarks.webgames.published import published_table
from webproctor.benchmarks.webgames.scoring import BESIDE, family_of, password_given, summarise
from webproctor.browser import Browser, find_browser
from webproctor.browser.session import WebSession
from webproctor.episodes import Agent, Episode, SelfDrivenAgent
from webproctor.errors import UserError
from webproctor.scores import Score, Summary, Table
from webproctor.sessions import Ground
from webproctor.tasks import Limits, Task

_INSTRUCTION = "{title}. {description} When it is solved the page shows a password: answer with it."


@dataclass(frozen=True)
class Record:
    """One line of the published `tasks.jsonl`.

    Attributes:
        id: Also the path of its page; three end in `/*`, which stands for any path below.
        variant: Missing in some base records: then `base`.
    """

    id: str
    title: str
    description: str
    password: str
    difficulty: str
    variant: str

    @property
    def path(self) -> str:
        return self.id.removesuffix("*")


def read_dataset(path: Path) -> list[Record]:
    """The records of a JSON lines file, in its order.

    Raises:
        UserError: If a line is no record; the message names line and field.
    """
    if not path.is_file():
        raise UserError(f"{path} is no file: give the published tasks.jsonl as --dataset.")
    records = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            told = json.loads(line)
        except json.JSONDecodeError as error:
            raise UserError(f"{path}, line {number}: not JSON: {error}.") from error
        if not isinstance(told, dict):
            raise UserError(f"{path}, line {number}: not an object.")
        for field in ("id", "title", "description", "password"):
            if not isinstance(told.get(field), str) or not told[field]:
                raise UserError(f"{path}, line {number}: field {field!r} must be a text.")
        records.append(
            Record(
                *(told[field] for field in ("id", "title", "description", "password")),
                difficulty=told.get("difficulty") or "medium",
                variant=told.get("variant") or "base",
            )
        )
    if not records:
        raise UserError(f"{path}: no record is there.")
    return records


class OriginalSite:
    """A deployment of the published suite.

    Args:
        site: Its address.
        records: The tasks.
        rule: `complete` or `published`.
        weights: `dataset` or `paper`.
        patience: Seconds that a page may take to answer before it counts as hung.
    """

    name = "webgames"
    version = "original-1"
    cluster = "family"
    beside = BESIDE

    def __init__(
        self,
        site: str,
        records: Sequence[Record],
        *,
        rule: str = "complete",
        weights: str = "dataset",
        patience: float = 30.0,
    ) -> None:
        parts = urlsplit(site)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UserError(f"--site {site!r}: give an address such as https://host/.")
        self.site = site if site.endswith("/") else f"{site}/"
        self._host = parts.hostname
        self._records = {record.id: record for record in records}
        self._rule = rule
        self._weights = weights
        self._patience = patience
        self._open = contextlib.AsyncExitStack()
        self._opening = asyncio.Lock()
        self._browser: Browser | None = None

    @property
    def condition(self) -> dict[str, Any]:
        told = "\n".join(f"{one.id} {one.password}" for one in self._records.values())
        return {
            "site": self.site,
            "clock": "real",
            "rule": self._rule,
            "weights": self._weights,
            "data": hashlib.sha256(told.encode()).hexdigest()[:16],
        }

    def tasks(self) -> list[Task]:
        return [
            Task(
                id=record.id,
                benchmark=self.name,
                instruction=_INSTRUCTION.format(title=record.title, description=record.description),
                split="original",
                tags={
                    "game": record.id,
                    "family": family_of(record.id),
                    "variant": record.variant,
                    "difficulty": record.difficulty,
                    "seed": 0,
                },
                actions="web",
                limits=Limits(turns=100, actions_per_turn=100, seconds=900.0),
            )
            for record in self._records.values()
        ]

    def ready(self) -> None:
        find_browser()

    @contextlib.asynccontextmanager
    async def session(self, task: Task, ground: Ground = "page") -> AsyncIterator[WebSession]:
        async with self._opening:
            if self._browser is None:
                browser = Browser({}, let_out=[self._host], patience=self._patience)
                self._browser = await self._open.enter_async_context(browser)
        async with self._browser.page() as page:
            url = urljoin(self.site, self._records[task.id].path)
            yield await WebSession.open(page, url)

    def oracle(self) -> Agent | SelfDrivenAgent:
        raise UserError("the published site has no oracle: give another --agent.")

    def score(self, task: Task, episode: Episode) -> Score:
        """1 when the answer holds the task's password and no other of the suite, else 0."""
        known = [record.password for record in self._records.values()]
        right = self._records[task.id].password
        passed = password_given(episode.answer, right, known) and episode.error is None
        details = {
            "turns": len(episode.turns),
            "actions": sum(len(turn.actions) for turn in episode.turns),
            "seconds": episode.seconds,
        }
        return Score(value=float(passed), details=details)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        return summarise(results, self._rule, self._weights)

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
