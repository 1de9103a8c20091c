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
    websites = parse_records(data, name, ListedWebsite)
    names: set[str] = set()
    for number, website in enumerate(websites, 1):
        if website.name in names:
            raise UserError(f"{name}, row {number}: the website {website.name!r} is repeated.")
        names.add(website.name)
    return websites


def add(session: Session, websites: list[ListedWebsite]) -> int:
    """Add websites, or update those of the same name; return how many are new."""
    existing = {website.name: website for website in session.scalars(select(Website))}
    for website in websites:
        if website.name in existing:
            for field, value in website.model_dump().items():
                setattr(existing[website.name], field, value)
        else:
            session.add(Website(**website.model_dump()))
    return sum(website.name not in existing for website in websites)
