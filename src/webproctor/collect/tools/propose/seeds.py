"""Seed tasks: from a file, or by a model."""

import asyncio
import re
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from webproctor.collect.store import Store
from webproctor.collect.tools.propose.records import parse_records
from webproctor.collect.tools.propose.similarity import nearest
from webproctor.collect.tools.propose.tables import Seed, Website
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Model, ModelFailed
from webproctor.files.reading import read_data

MAX_LENGTH = 500
"""Maximum characters of a task."""
# From this similarity in percent, an answer of the model counts as a copy of another.
_MAX_SIMILARITY = 90
# Requests for one website; answers can be shorter than asked for, or repeat themselves.
_MAX_REQUESTS = 4
_CONCURRENCY = 4
_ITEM = re.compile(r"\s*(?:[-*•]|\d{1,4}[.):])\s+(?P<task>\S.*)")
# After table 3 of the Mind2Web paper, in our words.
_PROMPT = """\
Write {count} realistic tasks that people do on the website {name} ({url}) in daily life.
About the website: {description}

Each task
- is one sentence that states a goal with concrete conditions, such as places, dates, names or limits;
- needs several pages or inputs, and can be done on this website alone;
- does not list steps, and does not name buttons, menus or other elements of the page;
- uses invented data where personal data is needed.

Make the tasks different from each other. Answer with a numbered list of {count} lines, one task a line, \
and nothing else."""  # noqa: E501
_OTHERS = "\n\nDo not repeat these:\n{others}"


class ListedSeed(BaseModel):
    """A seed task of a file.

    Attributes:
        website: The name of the website.
        task: The task.
    """

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    website: str = Field(min_length=1)
    task: str = Field(min_length=1, max_length=MAX_LENGTH)


def read(path: Path) -> list[ListedSeed]:
    """Read a JSON or CSV file of seed tasks.

    Raises:
        UserError: If it cannot be read, or is invalid.
    """
    return parse_records(read_data(path), str(path), ListedSeed)


def add_listed(session: Session, listed: list[ListedSeed], name: str) -> None:
    """Add seed tasks of a file; those that are there already are skipped.

    Raises:
        UserError: If a website does not exist.
    """
    websites = {website.name: website for website in session.scalars(select(Website))}
    existing = {(seed.website_id, seed.task) for seed in session.scalars(select(Seed))}
    for number, seed in enumerate(listed, 1):
        if seed.website not in websites:
            raise UserError(
                f"{name}, row {number}: there is no website {seed.website!r}; add it with "
                "--websites."
            )
        key = (websites[seed.website].id, seed.task)
        if key not in existing:
            existing.add(key)
            session.add(Seed(website_id=key[0], task=seed.task, source=Path(name).name))


def seeds_for(session: Session, website: Website) -> list[Seed]:
    """Return the seed tasks of a website."""
    query = select(Seed).where(Seed.website_id == website.id).order_by(Seed.id)
    return list(session.scalars(query))


async def fill(
    store: Store, model: Model, target_count: int, progress: Callable[[str], None]
) -> None:
    """Let a model write seed tasks for every website that has fewer than `target_count`.

    The tasks of a website are stored when it is complete, so an interrupted start continues.

    Args:
        progress: Called with a line of text at the start, and when the tasks of a website are
            stored.

    Raises:
        UserError: If the model fails, or its answers contain no tasks.
    """
    semaphore = asyncio.Semaphore(_CONCURRENCY)
    with store.reading() as session:
        existing_tasks = {
            website: [seed.task for seed in seeds_for(session, website)]
            for website in session.scalars(select(Website).order_by(Website.id))
        }
    websites = {
        website: tasks for website, tasks in existing_tasks.items() if len(tasks) < target_count
    }
    if websites:
        progress(f"Writing seed tasks for {len(websites)} websites")
    numbers = count(1)

    async def fill_website(website: Website, existing: Sequence[str]) -> None:
        async with semaphore:
            added = await write(model, website, existing, target_count)
        with store.writing() as session:
            source = f"model {getattr(model, 'name', '')}".strip()
            session.add_all(Seed(website_id=website.id, task=task, source=source) for task in added)
        progress(
            f"{website.name}: {len(added)} seed tasks ({next(numbers)} of {len(websites)} websites)"
        )

    try:
        async with asyncio.TaskGroup() as group:
            for website, existing in websites.items():
                group.create_task(fill_website(website, existing))
    except ExceptionGroup as errors:
        if errors.split(UserError)[1] is not None:
            raise
        raise errors.exceptions[0] from None


async def write(
    model: Model, website: Website, existing: Sequence[str], target_count: int
) -> list[str]:
    """Return new tasks by a model, without near-copies: `target_count` with the existing ones.

    Raises:
        UserError: If the model fails, or its answers contain no tasks.
    """
    added: list[str] = []
    for _ in range(_MAX_REQUESTS):
        written = [*existing, *added]
        if len(written) >= target_count:
            break
        text = _PROMPT.format(
            count=target_count - len(written),
            name=website.name,
            url=website.url,
            description=website.description,
        )
        if written:
            text += _OTHERS.format(others="\n".join(f"- {task}" for task in written))
        try:
            reply = await model.generate([Message("user", text)])
        except ModelFailed as error:
            raise UserError(f"seed tasks of {website.name}: {error}") from error
        for task in listed_tasks(reply.text):
            near = nearest(task, ((other, None) for other in (*existing, *added)))
            if (near is None or near.percent < _MAX_SIMILARITY) and len(existing) + len(
                added
            ) < target_count:
                added.append(task)
    if not added:
        raise UserError(
            f"seed tasks of {website.name}: the model's answers contain no numbered list of tasks. "
            "Use another model, or give seed tasks with --seed-tasks."
        )
    return added


def listed_tasks(answer: str) -> list[str]:
    """Return the tasks of an answer: the lines of its list, up to `MAX_LENGTH` characters each."""
    matches = (_ITEM.fullmatch(line) for line in answer.splitlines())
    tasks = (match["task"].strip().strip('*"“”').strip() for match in matches if match)
    return [task for task in tasks if 0 < len(task) <= MAX_LENGTH]
