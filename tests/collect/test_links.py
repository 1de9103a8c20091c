"""Links of people: which are valid, and when one is used again."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from webproctor.collect import links, tool
from webproctor.collect.refusals import Refused
from webproctor.collect.store import now, open_store
from webproctor.core.errors import UserError

KEY = b"the key of the collection"


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with open_store(tmp_path, None, tool.migrations()) as store, store.writing() as session:
        yield session


def test_the_newest_valid_link_of_a_person_is_used_again(tmp_path: Path) -> None:
    with open_store(tmp_path, None, tool.migrations()) as store, store.writing() as session:
        links.make(session, "ada", "annotator")
        newest = links.make(session, "ada", "annotator")
        assert links.find_or_make(session, "  ada ", "annotator") is newest
        assert links.find_or_make(session, "ben", "annotator") is not newest


def test_a_person_without_a_valid_link_gets_a_new_one(tmp_path: Path) -> None:
    with open_store(tmp_path, None, tool.migrations()) as store, store.writing() as session:
        links.make(session, "ada", "annotator").withdrawn = now()
        links.make(session, "ada", "annotator").expires = now() - timedelta(seconds=1)
        new = links.find_or_make(session, "ada", "annotator")
        assert links.state(new) == "valid"
        assert [link.id for _, link in links.people(session)] == [1, 2, new.id]


def test_the_link_of_another_role_is_not_used(tmp_path: Path) -> None:
    with open_store(tmp_path, None, tool.migrations()) as store, store.writing() as session:
        links.make(session, "ada", "verifier")
        with pytest.raises(UserError, match="ada is already a verifier"):
            links.find_or_make(session, "ada", "annotator")


def test_a_token_finds_its_link(session: Session) -> None:
    one, other = (links.make(session, name, "annotator") for name in ("ada", "ben"))
    assert links.find(session, KEY, links.token(KEY, one)) is one
    assert links.find(session, KEY, links.token(KEY, other)) is other


def test_a_token_that_was_not_issued_is_refused(session: Session) -> None:
    one, other = (links.make(session, name, "annotator") for name in ("ada", "ben"))
    token = links.token(KEY, one)
    number, _, signature = token.partition("-")
    changed = "0" if token[-1] != "0" else "1"
    for submitted in (
        *(number, f"{number}-", signature, token[:-1], token[:-1] + changed, f"{token}0"),
        *(f"{other.id}-{signature}", f"99-{signature}", f"x-{signature}", f"{number}-\ud800"),
        links.token(b"the key of another collection", one),
    ):
        with pytest.raises(Refused) as refused:
            links.find(session, KEY, submitted)
        assert (refused.value.status, refused.value.title) == (403, "This link is not valid")


def test_a_request_without_a_token_is_refused(session: Session) -> None:
    with pytest.raises(Refused) as refused:
        links.find(session, KEY, "")
    assert refused.value.status == 401


def test_an_expired_or_withdrawn_link_is_refused(session: Session) -> None:
    expired, withdrawn = (links.make(session, name, "annotator") for name in ("ada", "ben"))
    expired.expires = now() - timedelta(seconds=1)
    assert links.withdraw(session, "ben") == 1
    for link, title in ((expired, "This link has expired"), (withdrawn, "This link was withdrawn")):
        with pytest.raises(Refused) as refused:
            links.find(session, KEY, links.token(KEY, link))
        assert (refused.value.status, refused.value.title) == (403, title)


def test_a_token_is_invalid_with_a_later_expiry(session: Session) -> None:
    link = links.make(session, "ada", "annotator")
    token = links.token(KEY, link)
    link.expires += timedelta(days=1)
    with pytest.raises(Refused, match="This link is not valid"):
        links.find(session, KEY, token)


def test_a_link_is_valid_for_1_to_3650_days(session: Session) -> None:
    for days in (1, 3650):
        left = links.make(session, "ada", "annotator", days).expires - now()
        assert timedelta(days=days, minutes=-5) < left <= timedelta(days=days)
    for days in (-1, 0, 3651):
        with pytest.raises(UserError, match=f"valid for 1 to 3650 days, not {days}"):
            links.make(session, "ada", "annotator", days)


def test_a_link_has_a_name_of_1_to_100_characters(session: Session) -> None:
    for name in ("", "  ", "x" * 101, "ada\0"):
        with pytest.raises(UserError, match="a name of 1 to 100 characters"):
            links.make(session, name, "annotator")
    assert links.make(session, "x" * 100, "annotator").person.name == "x" * 100


def test_all_valid_links_of_a_person_are_withdrawn(session: Session) -> None:
    for _ in range(2):
        links.make(session, "ada", "annotator")
    other = links.make(session, "ben", "annotator")
    assert links.withdraw(session, "ada") == 2
    assert links.state(other) == "valid"
    with pytest.raises(UserError, match="ada has no valid link"):
        links.withdraw(session, "ada")
    with pytest.raises(UserError, match="there is no person 'eve'"):
        links.withdraw(session, "eve")


def test_the_url_of_a_link_has_the_address_of_the_server_and_the_token(session: Session) -> None:
    link = links.make(session, "ada", "annotator")
    with pytest.raises(UserError, match="links contain the server's address"):
        links.url(session, KEY, link)
    links.set_address(session, "http://127.0.0.1:8080")
    token = links.token(KEY, link)
    assert links.url(session, KEY, link) == f"http://127.0.0.1:8080/enter?token={token}"
