"""Tables of the tool: participants and their attempts at tasks."""

from datetime import datetime
from typing import Any

from sqlalchemy import Double, ForeignKey, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship
from sqlalchemy.types import JSON

from webproctor.collect.store import Person, Table, now


class Participant(Table):
    """A person who has begun the tasks.

    Attributes:
        number: The epoch of the person's episodes in the run, from 1.
    """

    __tablename__ = "play_participants"

    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), primary_key=True)
    number: Mapped[int] = mapped_column(unique=True)
    person: Mapped[Person] = relationship()


class Attempt(Table):
    """A person's attempt at a task.

    Attributes:
        position: The task's position in the person's order, from 1; 0 is the practice task.
        task: The task's id.
        started: When the person pressed Start.
        ended: When the attempt ended; None while it runs.
        interrupted: Whether the attempt was lost with a server that was stopped, so the person
            starts it again.
        tries: How often it was started.
        answers: What the person has sent, in order.
        episode: The record of the attempt, when it has ended.
        score: The score, 0 to 1, when it has ended; None for the practice task.
    """

    __tablename__ = "play_attempts"
    __table_args__ = (UniqueConstraint("person_id", "place"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    position: Mapped[int] = mapped_column("place")
    task: Mapped[str] = mapped_column(Text)
    started: Mapped[datetime] = mapped_column(default=now)
    ended: Mapped[datetime | None]
    interrupted: Mapped[bool] = mapped_column(default=False)
    tries: Mapped[int] = mapped_column(default=1)
    answers: Mapped[list[Any]] = mapped_column(JSON, default=list)
    episode: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    score: Mapped[float | None] = mapped_column(Double)
    person: Mapped[Person] = relationship()
