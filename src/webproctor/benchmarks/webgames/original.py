"""The site of the published suite as a benchmark: its ids, descriptions and fixed passwords.

Its results can be compared with published ones. Such a run has no protection against cheating: the
passwords are public, only the answer is checked, and the site may change at any time.
"""

import contextlib
import hashlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from webproctor.benchmarks.sharing import SharedBrowser
from webproctor.benchmarks.webgames.published import published_table
from webproctor.benchmarks.webgames.scoring import (
    PUBLISHED_COLUMNS,
    family_of,
    password_given,
    summarise,
)
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.scores import Score, Summary, Table
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Limits, Task
from webproctor.environments.browser import Browser, find_browser
from webproctor.environments.browser.session import WebSession
from webproctor.files.reading import read_json_lines

_INSTRUCTION = "{title}. {description} When it is solved the page shows a password: answer with it."


@dataclass(frozen=True)
class OriginalTask:
    """One line of the published `tasks.jsonl`.

    Attributes:
        id: Also the path of its page; three ids end in `/*`, which matches any path below.
        variant: `base` where the record has none, as in some base records.
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


def read_dataset(path: Path) -> list[OriginalTask]:
    """Read the records of a JSON Lines file, in file order.

    Raises:
        UserError: If a line is not a valid record; the message names line and field.
    """
    if not path.is_file():
        raise UserError(f"{path}: not a file. Give the published tasks.jsonl as --dataset.")
    records = []
    for number, told in read_json_lines(path):
        if not isinstance(told, dict):
            raise UserError(f"{path}, line {number}: not an object.")
        for field in ("id", "title", "description", "password"):
            if not isinstance(told.get(field), str) or not told[field]:
                raise UserError(f"{path}, line {number}: field {field!r} must be a string.")
        for field in ("difficulty", "variant"):
            if not isinstance(told.get(field) or "", str):
                raise UserError(f"{path}, line {number}: field {field!r} must be a string.")
        records.append(
            OriginalTask(
                *(told[field] for field in ("id", "title", "description", "password")),
                difficulty=told.get("difficulty") or "medium",
                variant=told.get("variant") or "base",
            )
        )
    if not records:
        raise UserError(f"{path}: contains no records.")
    return records


class OriginalSite(SharedBrowser):
    """A deployment of the published suite.

    Args:
        site: Its URL.
        records: The tasks.
        rule: `complete` or `published`.
        weights: `dataset` or `paper`.
        timeout: Timeout in seconds for a page to respond before it counts as hung.
    """

    name = "webgames"
    version = "original-1"
    cluster = "family"
    live = True
    published_columns = PUBLISHED_COLUMNS

    def __init__(
        self,
        site: str,
        records: Sequence[OriginalTask],
        *,
        rule: str = "complete",
        weights: str = "dataset",
        timeout: float = 30.0,
    ) -> None:
        parts = urlsplit(site)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UserError(f"--site {site!r}: give a URL such as https://host/.")
        if "@" in parts.netloc:  # Every log of a run contains the URL.
            raise UserError("--site: remove user and password from the URL.")
        self.site = site if site.endswith("/") else f"{site}/"
        self._host = parts.hostname
        self._records = {record.id: record for record in records}
        self._rule = rule
        self._weights = weights
        self._timeout = timeout

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
    async def session(self, task: Task, surface: Surface = "page") -> AsyncIterator[WebSession]:
        async with (await self._started()).page() as page:
            url = urljoin(self.site, self._records[task.id].path)
            yield await WebSession.open(page, url)

    async def _start(self, open: contextlib.AsyncExitStack) -> Browser:
        browser = Browser({}, let_out=[self._host], timeout=self._timeout)
        return await open.enter_async_context(browser)

    def oracle(self) -> Agent | SelfDrivenAgent:
        raise UserError("the published site has no oracle: choose another --agent.")

    def score(self, task: Task, episode: Episode) -> Score:
        """Return 1 if the answer contains the task's password and no other password, else 0."""
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
