"""Tables of the tool: the job, its inputs, and people's answers."""

from datetime import datetime
from typing import Literal

from sqlalchemy import JSON, CheckConstraint, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webproctor.collect.store import Person, Table, now

State = Literal["open", "sent", "skipped"]


class Job(Table):
    """The page that people fill in; a collection has one.

    Attributes:
        name: The name of the task in the exported data.
        template: The page as HTML with `${column}` variables.
        answers_per_input: Number of people who answer each input.
    """

    __tablename__ = "forms_jobs"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    template: Mapped[str] = mapped_column(Text)
    answers_per_input: Mapped[int] = mapped_column("wanted")


class Input(Table):
    """One row of the inputs: the texts of a page's variables by column, in the file's order."""

    __tablename__ = "forms_inputs"

    id: Mapped[int] = mapped_column(primary_key=True)
    texts: Mapped[dict[str, str]] = mapped_column(JSON)


class Answer(Table):
    """A person's answer to an input, from the time when the page was given to them.

    Attributes:
        state: `open` until it is `sent`, or the page was `skipped`.
        fields: The values of every field of the page by its name, in page order; [] for a field
            without a value.
        started: When the page was given to the person.
        ended: When the answer was sent, or the page was skipped.
    """

    __tablename__ = "forms_answers"
    __table_args__ = (
        UniqueConstraint("input_id", "person_id"),
        CheckConstraint("state IN ('open', 'sent', 'skipped')", name="state"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    input_id: Mapped[int] = mapped_column(ForeignKey(Input.id), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    state: Mapped[State] = mapped_column(String(20), default="open", index=True)
    fields: Mapped[dict[str, list[str]]] = mapped_column(JSON, default=dict)
    started: Mapped[datetime] = mapped_column(default=now)
    ended: Mapped[datetime | None]
    input: Mapped[Input] = relationship()
    person: Mapped[Person] = relationship()
