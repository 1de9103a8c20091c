"""Tables of the tool: websites, seed tasks and proposals."""

from datetime import datetime
from typing import Literal

from sqlalchemy import CheckConstraint, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from webproctor.collect.store import Person, Table, now

State = Literal["waiting", "accepted", "returned"]


class Website(Table):
    """A website that people write tasks for.

    Attributes:
        name: Short name, used once.
        url: Address of its first page.
        description: What the website is for.
        domain: Kind of website, or "".
        subdomain: Narrower kind, or "".
    """

    __tablename__ = "propose_websites"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200), unique=True)
    url: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text)
    domain: Mapped[str] = mapped_column(String(200))
    subdomain: Mapped[str] = mapped_column(String(200))


class Seed(Table):
    """A task that shows annotators what is asked for, and that they must not copy.

    Attributes:
        source: The model's name or the file.
    """

    __tablename__ = "propose_seeds"
    __table_args__ = (UniqueConstraint("website_id", "task"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    website_id: Mapped[int] = mapped_column(ForeignKey(Website.id), index=True)
    task: Mapped[str] = mapped_column(String(500))
    source: Mapped[str] = mapped_column(Text)


class Proposal(Table):
    """A task that a person wrote.

    Attributes:
        state: `waiting` for a verifier, `accepted`, or `returned` to the author.
        note: What the verifier wrote when it was returned, or "".
        verifier_id: The verifier who decided last.
    """

    __tablename__ = "propose_proposals"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'accepted', 'returned')", name="state"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    website_id: Mapped[int] = mapped_column(ForeignKey(Website.id), index=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    task: Mapped[str] = mapped_column(String(500))
    state: Mapped[State] = mapped_column(String(20), default="waiting", index=True)
    note: Mapped[str] = mapped_column(Text, default="")
    verifier_id: Mapped[int | None] = mapped_column(ForeignKey(Person.id))
    created: Mapped[datetime] = mapped_column(default=now)
    changed: Mapped[datetime] = mapped_column(default=now, onupdate=now)
    website: Mapped[Website] = relationship()
    person: Mapped[Person] = relationship(foreign_keys=person_id)
