"""The database: its tables are those that the migrations create, and faults are user errors."""

import contextlib
import importlib
import os
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from webproctor.collect import tool
from webproctor.collect.store import Table, open_store
from webproctor.core.errors import UserError


@pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
def test_the_migrations_create_the_tables(tmp_path: Path, database: str | None) -> None:
    for name in tool.names():
        tool.factory(name)  # Tables are known once the tool is imported.
    importlib.import_module("webproctor.collect.play")
    with open_store(tmp_path, database, tool.migrations()) as store, store.reading() as session:
        context = MigrationContext.configure(session.connection(), opts={"compare_type": True})
        assert compare_metadata(context, Table.metadata) == []


def test_the_key_is_kept_when_a_database_is_reopened(tmp_path: Path, database: str | None) -> None:
    keys = set()
    for _ in range(2):
        with open_store(tmp_path, database, tool.migrations()) as store:
            keys.add(store.key)
    assert len(keys) == 1


def test_other_users_of_the_machine_cannot_read_a_new_collection(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        with open_store(tmp_path / "new", None) as store, store.writing() as session:
            session.execute(text("INSERT INTO settings (name, value) VALUES ('one', '1')"))
            paths = [tmp_path / "new", *(tmp_path / "new").iterdir()]
            assert {path.stat().st_mode & 0o077 for path in paths} == {0}
            assert {"collect.db", "collect.db-wal"} <= {path.name for path in paths}
    finally:
        os.umask(mask)


def test_the_permissions_of_an_existing_folder_are_kept(tmp_path: Path) -> None:
    tmp_path.chmod(0o770)
    with open_store(tmp_path, None):
        pass
    assert tmp_path.stat().st_mode & 0o777 == 0o770


def test_a_tool_is_added_to_an_existing_database(tmp_path: Path, database: str | None) -> None:
    with open_store(tmp_path, database):
        pass
    with open_store(tmp_path, database, tool.migrations()) as store, store.reading() as session:
        assert session.execute(text("SELECT count(*) FROM propose_websites")).scalar() == 0


def test_a_database_of_a_newer_version_is_an_error(tmp_path: Path, database: str | None) -> None:
    with open_store(tmp_path, database) as store, store.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = 'collect_99'"))
    with (
        pytest.raises(UserError, match=r"newer version of webproctor.*collect_99"),
        open_store(tmp_path, database),
    ):
        pass


def test_a_transaction_that_fails_stores_nothing(tmp_path: Path, database: str | None) -> None:
    statement = text("INSERT INTO settings (name, value) VALUES ('one', '1')")
    with open_store(tmp_path, database) as store:
        with contextlib.suppress(ZeroDivisionError), store.writing() as session:
            session.execute(statement)
            raise ZeroDivisionError
        with store.reading() as session:
            count = text("SELECT count(*) FROM settings WHERE name = 'one'")
            assert session.execute(count).scalar() == 0


def test_a_file_that_is_not_a_database_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "collect.db").write_bytes(b"no database" * 1000)
    with (
        pytest.raises(UserError, match="cannot be opened as a database"),
        open_store(tmp_path, None),
    ):
        pass


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("no address", "is not an address"),
        ("mysql://host/name", "mysql is not supported"),
        ("postgresql://one:geheim@127.0.0.1:1/name", "cannot be opened as a database"),
    ],
)
def test_errors_for_invalid_addresses_do_not_contain_the_password(address: str, why: str) -> None:
    with pytest.raises(UserError, match=why) as error, open_store(None, address):
        pass
    assert "geheim" not in str(error.value)


def test_a_new_collection_is_removed_if_the_block_fails_and_has_stored_nothing(
    tmp_path: Path,
) -> None:
    with (
        contextlib.suppress(ZeroDivisionError),
        open_store(tmp_path / "new", None, tool.migrations()),
    ):
        raise ZeroDivisionError
    assert not (tmp_path / "new").exists()


def test_a_new_collection_is_kept_if_the_block_has_stored_something(tmp_path: Path) -> None:
    with (
        contextlib.suppress(ZeroDivisionError),
        open_store(tmp_path / "new", None, tool.migrations()) as store,
    ):
        with store.writing() as session:
            session.execute(text("INSERT INTO settings (name, value) VALUES ('one', '1')"))
        raise ZeroDivisionError
    assert (tmp_path / "new/collect.db").is_file()


def test_an_older_collection_without_data_is_kept_if_the_block_fails(tmp_path: Path) -> None:
    with open_store(tmp_path, None):
        pass
    with contextlib.suppress(ZeroDivisionError), open_store(tmp_path, None):
        raise ZeroDivisionError
    assert (tmp_path / "collect.db").is_file()
