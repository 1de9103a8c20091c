"""A deployment of the published suite as a benchmark, with its ids, descriptions and passwords.

Its results can be compared with published ones. Such a run has no protection against cheating: the
passwords are public, only the answer is checked, and the site may change at any time.
"""

import contextlib
import hashlib
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urljoin, urlsplit

from webproctor.benchmarks.shared_browser import OwnBrowser
from webproctor.benchmarks.webgames.published import published_table
from webproctor.benchmarks.webgames.scoring import (
    PUBLISHED_COLUMNS,
    family_of,
    password_given,
    summarise,
)
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError, did_you_mean
from webproctor.core.scores import Score, Summary, Table
from webproctor.core.sessions import Surface
from webproctor.core.tasks import Limits, Task
from webproctor.environments.browser import Browser, Screen, find_browser
from webproctor.environments.browser.exposure import expose_page
from webproctor.environments.browser.proxy_policy import Policy
from webproctor.environments.browser.session import WebSession
from webproctor.files.reading import read_json_lines

# The policy for a program that uses the browser, by surface.
_POLICY_BY_SURFACE: dict[Surface, Policy] = {"browser": "script", "browser-input": "input"}
_INSTRUCTION = "{title}. {description} When it is solved the page shows a password: answer with it."
# The name of a host, with `*` for any part of it, or an address.
_HOST = re.compile(r"[\w*-]+(\.[\w*-]+)*")


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
        UserError: If a line is not a valid record, or repeats an id or a password; the message
            names line and field.
    """
    if not path.is_file():
        raise UserError(f"{path}: not a file. Give the published tasks.jsonl as --tasks-file.")
    records: list[OriginalTask] = []
    for number, fields in read_json_lines(path):
        if not isinstance(fields, dict):
            raise UserError(f"{path}, line {number}: not an object.")
        for name in ("id", "title", "description", "password"):
            if not isinstance(fields.get(name), str) or not fields[name]:
                raise UserError(f"{path}, line {number}: field {name!r} must be a string.")
        for name in ("difficulty", "variant"):
            if not isinstance(fields.get(name) or "", str):
                raise UserError(f"{path}, line {number}: field {name!r} must be a string.")
        for name in ("id", "password"):
            if any(getattr(record, name) == fields[name] for record in records):
                raise UserError(
                    f"{path}, line {number}: field {name!r}: {fields[name]!r} is also in an "
                    "earlier line. Remove one of the two."
                )
        records.append(
            OriginalTask(
                *(fields[name] for name in ("id", "title", "description", "password")),
                difficulty=fields.get("difficulty") or "medium",
                variant=fields.get("variant") or "base",
            )
        )
    if not records:
        raise UserError(f"{path}: contains no records.")
    return records


def check_hosts(hosts: Sequence[str]) -> None:
    """Check the names of hosts that pages may reach.

    Raises:
        UserError: If one is not a name, such as a URL, which would match no host.
    """
    for host in hosts:
        if not _HOST.fullmatch(host):
            raise UserError(
                f"--allow-host {host}: give the name of a host, such as captcha.example.org, "
                "without scheme, port and path."
            )


def select(
    records: Sequence[OriginalTask],
    *,
    task: Sequence[str] = (),
    difficulty: Sequence[str] = (),
    family: Sequence[str] = (),
) -> list[OriginalTask]:
    """Return the records that meet all conditions; an empty condition is met by all.

    Args:
        task: Ids.
        difficulty: Variants: `easy`, `base`, `hard`.
        family: Families.

    Raises:
        UserError: If an id does not exist, or no record meets all conditions.
    """
    known = [record.id for record in records]
    for id in task:
        if id not in known:
            raise UserError(f"--tasks-file has no task {id!r}.{did_you_mean(id, known)}")
    selected = [
        record
        for record in records
        if (not task or record.id in task)
        and (not difficulty or record.variant in difficulty)
        and (not family or family_of(record.id) in family)
    ]
    if not selected:
        raise UserError(
            "no task of --tasks-file matches --difficulty, --family and --task together."
        )
    return selected


class OriginalSite(OwnBrowser):
    """A deployment of the published suite.

    External programs use the page that the task opens. Their inputs are not distinguished from
    those of scripts, because only the answer is checked.

    Args:
        site: Its URL.
        records: All records of the data set.
        chosen: The records of the tasks to run; by default all.
        allowed_hosts: Hosts that its pages may reach besides its own.
        rule: `complete` or `published`.
        category_weights: `dataset` or `paper`.
        timeout: Timeout in seconds for a page to respond before it counts as hung.
    """

    name = "webgames"
    version = "original-2"
    cluster = "family"
    surfaces: ClassVar[tuple[Surface, ...]] = ("page", "desktop", "browser", "browser-input")
    live = True
    published_columns = PUBLISHED_COLUMNS

    def __init__(
        self,
        site: str,
        records: Sequence[OriginalTask],
        *,
        chosen: Sequence[OriginalTask] = (),
        allowed_hosts: Sequence[str] = (),
        rule: str = "complete",
        category_weights: str = "dataset",
        timeout: float = 30.0,
    ) -> None:
        parts = urlsplit(site)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise UserError(f"--site {site!r}: give a URL such as https://host/.")
        if "@" in parts.netloc:  # Every log of a run contains the URL.
            raise UserError("--site: remove user and password from the URL.")
        self.site = site if site.endswith("/") else f"{site}/"
        self._hosts = (parts.hostname, *allowed_hosts)
        self._passwords = [record.password for record in records]
        self._records = {record.id: record for record in chosen or records}
        self._rule = rule
        self._category_weights = category_weights
        self._timeout = timeout

    @property
    def condition(self) -> dict[str, Any]:
        passwords = "\n".join(f"{record.id} {record.password}" for record in self._records.values())
        return {
            "site": self.site,
            "clock": "real",
            "rule": self._rule,
            "category_weights": self._category_weights,
            "allowed_hosts": list(self._hosts[1:]),
            "data": hashlib.sha256(passwords.encode()).hexdigest()[:16],
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
                limits=Limits(steps=100, actions_per_step=100, seconds=900.0),
            )
            for record in self._records.values()
        ]

    def ready(self) -> None:
        find_browser()

    @contextlib.asynccontextmanager
    async def session(
        self, task: Task, surface: Surface = "page"
    ) -> AsyncIterator[Any]:  # A `WebSession`, or a `DesktopSession` that holds one.
        url = urljoin(self.site, self._records[task.id].path)
        async with contextlib.AsyncExitStack() as stack:
            browser, display, home = await self._surface(stack, surface)
            page = await stack.enter_async_context(browser.page(folder=home))
            session = await WebSession.open(page, url)
            if policy := _POLICY_BY_SURFACE.get(surface):
                await stack.enter_async_context(expose_page(session, policy, self.site))
            yield await self._presented(stack, session, surface, display) if display else session

    async def _start(self, stack: contextlib.AsyncExitStack) -> Browser:
        return await stack.enter_async_context(self._browser_for())

    def _browser_for(self, screen: Screen | None = None, home: Path | None = None) -> Browser:
        return Browser(
            {}, external_hosts=self._hosts, screen=screen, home=home, timeout=self._timeout
        )

    def oracle(self) -> Agent | SelfDrivenAgent:
        raise UserError("the published site has no oracle: choose another --agent.")

    def score(self, task: Task, episode: Episode) -> Score:
        """Return 1 if the answer contains the task's password and no other password, else 0."""
        password = self._records[task.id].password
        passed = password_given(episode.answer, password, self._passwords)
        details = {
            "steps": len(episode.steps),
            "actions": sum(len(step.actions) for step in episode.steps),
            "seconds": episode.seconds,
            "inputs": episode.evidence.get("inputs", "verified"),
            "scripts": episode.evidence.get("scripts", 0),
        }
        return Score(value=float(passed), details=details)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        return summarise(results, self._rule, self._category_weights)

    def published(self) -> Table:
        return published_table()
