"""Exports of the tool: records, a raw dump, and tables of the progress."""

from collections import Counter
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from webproctor.collect.demonstration import dump
from webproctor.collect.store import Person, Store
from webproctor.collect.tools.demonstrate.files import load
from webproctor.collect.tools.demonstrate.tables import Demonstration, Task
from webproctor.core.scores import Table

_STATES = ("open", "submitted", "kept", "discarded", "unsure")


def complete(store: Store, session: Session) -> list[dump.Demonstration]:
    """Return the demonstrations that are submitted or kept, in the order of their tasks."""
    query = (
        select(Demonstration)
        .where(Demonstration.state.in_(("submitted", "kept")))
        .order_by(Demonstration.task_id, Demonstration.id)
    )
    return [load(store, demonstration) for demonstration in session.scalars(query)]


def records(store: Store, session: Session) -> list[dict[str, Any]]:
    """Return them as one shard of records in Mind2Web's format."""
    return dump.records(complete(store, session))


def raw_dump(store: Store, session: Session, out: Path) -> int:
    """Write them in the layout of Mind2Web's raw dump, and return their number."""
    demonstrations = complete(store, session)
    dump.write_dump(out, demonstrations)
    return len(demonstrations)


def progress(session: Session) -> list[Table]:
    """Return the tables of websites and of people."""
    columns = [state.capitalize() for state in _STATES]
    tasks = Counter(session.scalars(select(Task.website)))
    query = (
        select(Task.website, Person.name, Demonstration.state)
        .join_from(Demonstration, Task)
        .join(Person, Demonstration.person_id == Person.id)
    )
    websites, people = {name: Counter[str]() for name in tasks}, dict[str, Counter[str]]()
    for website, name, state in session.execute(query):
        websites[website][state] += 1
        people.setdefault(name, Counter())[state] += 1
    return [
        Table(
            title="Websites",
            columns=["Website", "Tasks", *columns],
            rows=[[name, tasks[name], *_row(states)] for name, states in sorted(websites.items())],
        ),
        Table(
            title="Annotators",
            columns=["Name", *columns],
            rows=[[name, *_row(states)] for name, states in sorted(people.items())],
        ),
    ]


def _row(states: Counter[str]) -> list[int]:
    return [states[state] for state in _STATES]
