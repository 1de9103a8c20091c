"""Tables that every tool uses, and the class that all tables inherit.

The tables of a tool are in the tool's folder. Every change of a table needs a migration; a test
compares the tables with what the migrations create.
"""

from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, MetaData, String, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

from webproctor.core.sanitize import clean_text

Role = Literal["annotator", "verifier", "administrator"]


def now() -> datetime:
    """Return the current time, with the time zone UTC."""
    return datetime.now(UTC)


def time_text(moment: datetime) -> str:
    """Return a time as people read it, such as `2026-11-27 08:20 UTC`."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def storable(text: str) -> str:
    """Replace the characters that no database stores: null characters and lone surrogates."""
    return clean_text(text).replace("\0", "\ufffd")


class Moment(TypeDecorator[datetime]):
    """A time with the time zone UTC; SQLite stores no time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Table(DeclarativeBase):
    """The class that all tables inherit."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: Moment}  # noqa: RUF012 - SQLAlchemy's interface


class Setting(Table):
    """A value of the whole collection, such as the key that signs links."""

    __tablename__ = "settings"

    name: Mapped[str] = mapped_column(String(50), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class Person(Table):
    """A person who works on the collection.

    Attributes:
        name: A pseudonym; every name is used once.
        role: What the person may do.
    """

    __tablename__ = "people"
    __table_args__ = (
        CheckConstraint("role IN ('annotator', 'verifier', 'administrator')", name="role"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(100), unique=True)
    role: Mapped[Role] = mapped_column(String(20))
    created: Mapped[datetime] = mapped_column(default=now)
    links: Mapped[list["Link"]] = relationship(back_populates="person", order_by="Link.id")


class Link(Table):
    """A link that a person enters with.

    Attributes:
        expires: The time from which it is refused.
        withdrawn: The time at which it was withdrawn, if it was.
    """

    __tablename__ = "links"

    id: Mapped[int] = mapped_column(primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    created: Mapped[datetime] = mapped_column(default=now)
    expires: Mapped[datetime]
    withdrawn: Mapped[datetime | None]
    person: Mapped[Person] = relationship(back_populates="links")
