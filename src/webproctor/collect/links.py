"""Named links: a person enters with a signed token that expires and can be withdrawn.

A token is the number of a link and an HMAC (SHA-256) of it and its expiry, with the key of the
database. Tokens of another database, and tokens that were changed, have the wrong signature.
"""

import hashlib
import hmac
from collections.abc import Iterator
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from webproctor.collect.refusals import Refused
from webproctor.collect.store.tables import Link, Person, Role, Setting, now
from webproctor.core.errors import UserError
from webproctor.environments.numbers import is_number

DAYS = 30
"""Days for which a link is valid by default."""
MAX_DAYS = 3650
_MAX_NAME_LENGTH = 100
_ADDRESS = "address"
_ADMINISTRATOR = "administrator"


def make(session: Session, name: str, role: Role, days: int = DAYS) -> Link:
    """Create a link for a person, who is added if the name is new.

    Raises:
        UserError: If the name is empty or too long, has another role, or the days are not 1 to
            3650.
    """
    person = _person(session, name, role)
    if not 1 <= days <= MAX_DAYS:
        raise UserError(f"a link is valid for 1 to {MAX_DAYS} days, not {days}.")
    link = Link(person=person, expires=now() + timedelta(days=days))
    session.add(link)
    session.flush()
    return link


def find_or_make(session: Session, name: str, role: Role) -> Link:
    """Return the newest valid link of a person; create one if there is none.

    Raises:
        UserError: As in `make`.
    """
    valid = [link for link in _person(session, name, role).links if state(link) == "valid"]
    return max(valid, key=lambda link: link.id, default=None) or make(session, name, role)


def _person(session: Session, name: str, role: Role) -> Person:
    """Return the person of a name, who is new if nobody has it."""
    name = " ".join(name.split())
    if not name or len(name) > _MAX_NAME_LENGTH or not name.isprintable():
        raise UserError(f"give the link a name of 1 to {_MAX_NAME_LENGTH} characters.")
    person = session.scalar(select(Person).where(Person.name == name))
    if person is None:
        return Person(name=name, role=role)
    if person.role != role:
        raise UserError(f"{name} is already {with_article(person.role)}: choose another name.")
    return person


def with_article(role: Role) -> str:
    """Return a role with its article."""
    return f"{'a' if role == 'verifier' else 'an'} {role}"


def withdraw(session: Session, name: str) -> int:
    """Withdraw all valid links of a person, and return their number.

    Raises:
        UserError: If there is no such person, or no valid link.
    """
    person = session.scalar(select(Person).where(Person.name == name))
    if person is None:
        raise UserError(f"there is no person {name!r}. `webproctor collect links list` lists them.")
    valid = [link for link in person.links if state(link) == "valid"]
    if not valid:
        raise UserError(f"{name} has no valid link.")
    for link in valid:
        link.withdrawn = now()
    return len(valid)


def state(link: Link) -> str:
    """Return `valid`, `expired` or `withdrawn`."""
    if link.withdrawn is not None:
        return "withdrawn"
    return "expired" if link.expires <= now() else "valid"


def token(key: bytes, link: Link) -> str:
    """Return the token of a link."""
    signature = sign(key, f"link {link.id} {int(link.expires.timestamp())}")
    return f"{link.id}-{signature}"


def sign(key: bytes, text: str) -> str:
    """Return the HMAC of a text as hexadecimal digits."""
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def find(session: Session, key: bytes, submitted: str) -> Link:
    """Return the valid link of a token.

    Raises:
        Refused: If the token is missing, forged or foreign, or the link has expired or was
            withdrawn.
    """
    if not submitted:
        raise Refused(401, "Open your link", "Open the link that the administrator gave you.")
    number, _, _ = submitted.partition("-")
    link = session.get(Link, int(number)) if is_number(number) else None
    if link is None or not hmac.compare_digest(
        token(key, link).encode(), submitted.encode(errors="replace")
    ):
        raise Refused(
            403,
            "This link is not valid",
            "It was changed, is incomplete, or belongs to another collection. Copy the whole link.",
        )
    if (link_state := state(link)) != "valid":
        problem = "has expired" if link_state == "expired" else "was withdrawn"
        raise Refused(403, f"This link {problem}", "Ask the administrator for a new link.")
    return link


def administrator_link(session: Session) -> Link:
    """Return a valid link of the person `administrator`; create one if there is none."""
    return find_or_make(session, _ADMINISTRATOR, "administrator")


def set_address(session: Session, address: str) -> None:
    """Store the address at which the server can be reached, such as `http://127.0.0.1:8080`."""
    session.merge(Setting(name=_ADDRESS, value=address))


def url(session: Session, key: bytes, link: Link) -> str:
    """Return the URL of a link, at the server that was started last.

    Raises:
        UserError: If no server was started yet.
    """
    address = session.get(Setting, _ADDRESS)
    if address is None:
        raise UserError(
            "links contain the server's address: start `webproctor collect TOOL` on this "
            "collection first."
        )
    return f"{address.value}/enter?token={token(key, link)}"


def people(session: Session) -> Iterator[tuple[Person, Link]]:
    """Yield every link with its person, by name."""
    for person in session.scalars(select(Person).order_by(Person.name)):
        for link in person.links:
            yield person, link
