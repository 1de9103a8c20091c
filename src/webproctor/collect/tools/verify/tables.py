"""Tables of the tool: what verifiers decided, and replays."""

from datetime import datetime
from typing import Any, Literal

from sqlalchemy import JSON, CheckConstraint, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webproctor.collect.store import Person, Table, now
from webproctor.collect.tools.demonstrate.tables import Demonstration

Decision = Literal["keep", "discard", "unsure"]
Progress = Literal["waiting", "running", "done", "failed"]


class Reading(Table):
    """What a verifier decided about a demonstration.

    Attributes:
        person_id: The verifier.
        decision: Whether to keep the demonstration; `unsure` leaves it to another verifier.
        task_text: The description, as the verifier edited it.
        steps: Whether each step is kept, by its uid, in the order of the steps.
        note: What the verifier wrote, or "".
    """

    __tablename__ = "verify_readings"
    __table_args__ = (
        CheckConstraint("decision IN ('keep', 'discard', 'unsure')", name="decision"),
        UniqueConstraint("demonstration_id", "person_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    demonstration_id: Mapped[int] = mapped_column(ForeignKey(Demonstration.id), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    decision: Mapped[Decision] = mapped_column(String(20))
    task_text: Mapped[str] = mapped_column(Text)
    steps: Mapped[dict[str, bool]] = mapped_column(JSON)
    note: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(default=now)
    changed: Mapped[datetime] = mapped_column(default=now, onupdate=now)
    demonstration: Mapped[Demonstration] = relationship()
    person: Mapped[Person] = relationship()


class Replay(Table):
    """The execution of a demonstration in a fresh browser.

    Attributes:
        person_id: The verifier who started it.
        requested: The uids of the steps to execute.
        state: `waiting` for a browser, `running`, `done`, or `failed`.
        steps: The steps so far: for each its `number` from 1, its `repr`, whether it was
            `executed`, and its `differences` from the stored step as sentences.
        fault: Why it failed, or "".
    """

    __tablename__ = "verify_replays"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'running', 'done', 'failed')", name="state"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    demonstration_id: Mapped[int] = mapped_column(ForeignKey(Demonstration.id), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    requested: Mapped[list[str]] = mapped_column("asked", JSON)
    state: Mapped[Progress] = mapped_column(String(20), default="waiting", index=True)
    steps: Mapped[list[dict[str, Any]]] = mapped_column(JSON, default=list)
    fault: Mapped[str] = mapped_column(Text, default="")
    created: Mapped[datetime] = mapped_column(default=now)
    changed: Mapped[datetime] = mapped_column(default=now, onupdate=now)
    demonstration: Mapped[Demonstration] = relationship()

    @property
    def ended(self) -> bool:
        """Whether it is done or failed."""
        return self.state in ("done", "failed")
