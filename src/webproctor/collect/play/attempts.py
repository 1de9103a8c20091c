"""Rows of attempts: begin, answer, end and repeat an attempt in a transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webproctor.collect.play.tables import Attempt, Participant
from webproctor.collect.store import Person, now
from webproctor.core.episodes import Episode
from webproctor.core.tasks import Task


def unfinished(db: Session) -> list[Attempt]:
    """Return the attempts that have neither ended nor been interrupted."""
    rows = select(Attempt).where(Attempt.ended.is_(None), Attempt.interrupted.is_(False))
    return list(db.scalars(rows))


def interrupt(db: Session, id: int) -> None:
    """Note that an attempt was lost with a stopped server."""
    row = db.get(Attempt, id)
    assert row is not None
    row.interrupted = True


def store_answers(db: Session, id: int, answers: list[Any]) -> Attempt:
    """Store the answers of an attempt; return its row."""
    row = db.get(Attempt, id, with_for_update=True)
    assert row is not None
    row.answers = answers
    return row


def store_end(
    db: Session,
    id: int,
    answers: list[Any],
    episode: Episode,
    score: float | None,
    ended: datetime,
) -> None:
    """Store the end of an attempt; it has no score if it is practice."""
    row = store_answers(db, id, answers)
    row.episode = episode.model_dump(mode="json")
    row.score, row.ended = score, ended


def next_attempt(
    db: Session, person: Person, order: Sequence[Task], *, practice: bool
) -> Attempt | None:
    """Add the row of a person's next attempt, or reset that of one to repeat; None if there is
    none.
    """
    # Two requests of a person wait for each other.
    db.get(Person, person.id, with_for_update=True)
    rows = {
        row.position: row
        for row in db.scalars(select(Attempt).where(Attempt.person_id == person.id))
    }
    if any(row.ended is None and not row.interrupted for row in rows.values()):
        return None
    interrupted = next((row for row in rows.values() if row.interrupted), None)
    if interrupted is not None or (practice and 0 in rows):
        row = interrupted or rows[0]
        row.started, row.ended, row.interrupted = now(), None, False
        row.answers, row.episode, row.score, row.tries = [], None, None, row.tries + 1
        return row
    position = 0 if practice else max(rows, default=0) + 1
    if position > len(order) or (position and 0 not in rows):
        return None
    if position == 1:
        # Locked, so that no two people get the same number.
        db.scalars(select(Person).order_by(Person.id).limit(1).with_for_update()).one()
        number = db.scalar(select(func.max(Participant.number))) or 0
        db.add(Participant(person_id=person.id, number=number + 1))
    task = order[position - 1].id if position else ""
    row = Attempt(person_id=person.id, position=position, task=task)
    db.add(row)
    db.flush()
    return row
