"""Links of people: one that is still valid is used again."""

from datetime import timedelta
from pathlib import Path

import pytest

from webproctor.collect import links, tool
from webproctor.collect.store import now, open_store
from webproctor.core.errors import UserError


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
