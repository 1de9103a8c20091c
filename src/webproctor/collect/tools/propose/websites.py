"""Import websites."""

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from sqlalchemy import select
from sqlalchemy.orm import Session

from webproctor.collect.tools.propose.records import parse_records
from webproctor.collect.tools.propose.tables import Website
from webproctor.core.errors import UserError
from webproctor.files.reading import read_data


def _address(value: str) -> str:
    # An address such as `javascript:...` would run as a link.
    if not value.startswith(("http://", "https://")):
        raise ValueError("must begin with http:// or https://")
    return value


class ListedWebsite(BaseModel):
    """A website of a file; the fields are those of `Website`."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    name: str = Field(min_length=1, max_length=200)
    url: Annotated[str, Field(max_length=2000), AfterValidator(_address)]
    description: str = Field(min_length=1, max_length=2000)
    domain: str = Field("", max_length=200)
    subdomain: str = Field("", max_length=200)


def read(path: Path) -> list[ListedWebsite]:
    """Read a JSON or CSV file of websites.

    Raises:
        UserError: If it cannot be read, or is invalid.
    """
    return parse(read_data(path), str(path))


def parse(data: bytes, name: str) -> list[ListedWebsite]:
    """Parse a JSON or CSV file of websites.

    Raises:
        UserError: If it is invalid, or a name is repeated.
    """
    found = parse_records(data, name, ListedWebsite)
    seen: set[str] = set()
    for number, website in enumerate(found, 1):
        if website.name in seen:
            raise UserError(f"{name}, row {number}: the website {website.name!r} is repeated.")
        seen.add(website.name)
    return found


def add(session: Session, websites: list[ListedWebsite]) -> int:
    """Add websites, or update those of the same name; return how many are new."""
    there = {website.name: website for website in session.scalars(select(Website))}
    for one in websites:
        if one.name in there:
            for name, value in one.model_dump().items():
                setattr(there[one.name], name, value)
        else:
            session.add(Website(**one.model_dump()))
    return sum(one.name not in there for one in websites)
