"""Tables of the tool: tasks and demonstrations. The steps are files; see `files`."""

from datetime import datetime
from typing import Literal

from sqlalchemy import CheckConstraint, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webproctor.collect.store import Person, Table, now

State = Literal["open", "submitted", "kept", "discarded", "unsure"]


class Task(Table):
    """A task that people demonstrate.

    Attributes:
        source: Its id in the list of tasks that it came from; used once.
        website: Short name of the website.
        url: Address of its first page.
        domain: Kind of website, or "".
        subdomain: Narrower kind, or "".
        task: What to do.
    """

    __tablename__ = "demonstrate_tasks"

    id: Mapped[int] = mapped_column(primary_key=True)
    source: Mapped[str] = mapped_column(String(200), unique=True)
    website: Mapped[str] = mapped_column(String(200))
    url: Mapped[str] = mapped_column(Text)
    domain: Mapped[str] = mapped_column(String(200))
    subdomain: Mapped[str] = mapped_column(String(200))
    task: Mapped[str] = mapped_column(Text)


class Demonstration(Table):
    """A demonstration of a task by a person.

    Attributes:
        annotation_id: Its id in the exported data, a UUID, and the name of its folder.
        session_id: The id of its browser session in the exported data, a UUID.
        state: `open` while it is made, then `submitted`; `kept`, `discarded` or `unsure` once a
            verifier has decided. Also `discarded` if its person gave the task back.
        task_text: The description, which the person may correct at the end.
        submitted: When it was submitted.
    """

    __tablename__ = "demonstrate_demonstrations"
    __table_args__ = (
        CheckConstraint(
            "state IN ('open', 'submitted', 'kept', 'discarded', 'unsure')", name="state"
        ),
        UniqueConstraint("task_id", "person_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    annotation_id: Mapped[str] = mapped_column(String(36), unique=True)
    session_id: Mapped[str] = mapped_column(String(36), unique=True)
    task_id: Mapped[int] = mapped_column(ForeignKey(Task.id), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    state: Mapped[State] = mapped_column(String(20), default="open", index=True)
    task_text: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(default=now)
    submitted: Mapped[datetime | None]
    task: Mapped[Task] = relationship()
    person: Mapped[Person] = relationship()
