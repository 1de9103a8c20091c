"""Open the database of a collection, and run transactions on it."""

import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, inspect, select, table
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.orm import Session

from webproctor.collect.store.tables import Setting
from webproctor.collect.store.upgrading import upgrade
from webproctor.core.errors import UserError
from webproctor.core.redaction import redact
from webproctor.files.folders import make_folder

FILE = "collect.db"
"""The name of the SQLite database in the folder of a collection."""
# Seconds that a transaction waits for the lock of another one.
_BUSY_TIMEOUT = 60
# More than the threads that handle requests, so that none waits for a connection.
_CONNECTIONS = 48


class Store:
    """A database, and a folder for files.

    Attributes:
        name: The name of the database, for errors; without its password.
        key: The secret that signs links.
    """

    def __init__(self, engine: Engine, name: str, folder: Path | None) -> None:
        self.name = name
        self._engine = engine
        self._folder = folder
        self.key = b""

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a session for one transaction that changes nothing."""
        with Session(self._engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open a session for one transaction; it is committed at the end of the block.

        SQLite runs these one after the other. In PostgreSQL they run at the same time: lock the row
        that a rule is about by `with_for_update()`.
        """
        engine = self._engine.execution_options(writing=True)
        with Session(engine, expire_on_commit=False) as session, session.begin():
            yield session

    @property
    def folder(self) -> Path:
        """The folder for files.

        Raises:
            UserError: If the collection has none.
        """
        if self._folder is None:
            raise UserError("this tool stores files: add --data FOLDER to --database.")
        return self._folder


@contextmanager
def open_store(
    data: Path | None,
    database: str | None,
    migrations: Sequence[Path] = (),
    *,
    create: bool = True,
) -> Iterator[Store]:
    """Open a collection while the block runs; its database is created or upgraded.

    A new SQLite file is removed again if the block raises an exception and has stored nothing.
    Other users of the machine cannot read it, or a new folder: it contains the key of the links.

    Args:
        data: The folder of the collection; its database is the SQLite file `collect.db`, unless
            `database` is given.
        database: The address of a database, such as `postgresql://user@host/name`.
        migrations: The tools' folders of migrations.
        create: Whether a folder or a database without a collection becomes a new one.

    Raises:
        UserError: If neither is given, there is no collection and none is to be created, the
            database cannot be opened, or it is of a newer version.
    """
    if data is None and database is None:
        raise UserError(
            "give the folder of the collection with --data, or its database with --database."
        )
    is_new_folder = data is not None and not data.is_dir()
    if data is not None and (create or (database is None and data.is_dir())):
        make_folder(data)  # SQLite needs to write to the folder to read the database.
        if is_new_folder:
            data.chmod(0o700)
    engine = _engine(database or f"sqlite:///{(data or Path()).resolve() / FILE}")
    file = _file(engine)
    is_new_file = file is not None and not file.exists()
    store = Store(engine, engine.url.render_as_string(hide_password=True), data)
    try:
        if not create:
            _require_collection(engine, data, f"--database {store.name}" if database else "")
        if is_new_file and file is not None:
            _create_private(file)
        with engine.execution_options(writing=True).begin() as connection:
            upgrade(connection, store.name, migrations)
        store.key = _key(store)
    except SQLAlchemyError as error:
        engine.dispose()
        reason = redact(" ".join(str(getattr(error, "orig", None) or error).split()))
        raise UserError(
            f"{store.name}: cannot be opened as a database: {reason.rstrip('.?')}."
        ) from error
    try:
        yield store
    except BaseException:
        unused = is_new_file and _is_empty(engine)
        engine.dispose()  # Removes SQLite's other files.
        if unused and file is not None:
            file.unlink(missing_ok=True)
            if is_new_folder and data is not None and not any(data.iterdir()):
                data.rmdir()
        raise
    finally:
        engine.dispose()


def _file(engine: Engine) -> Path | None:
    """Return the file of an SQLite database; None for another one."""
    name = engine.url.database if engine.dialect.name == "sqlite" else None
    return Path(name) if name else None


def _create_private(file: Path) -> None:
    """Create a file that only its owner can read; SQLite's other files get the same permissions."""
    with suppress(OSError):  # SQLite reports why it cannot be created.
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _is_empty(engine: Engine) -> bool:
    """Whether a database has only what it is created with: its version and its key."""
    with engine.connect() as connection:
        tables = [one for one in inspect(connection).get_table_names() if one != "alembic_version"]
        rows = {
            one: connection.scalar(select(func.count()).select_from(table(one))) for one in tables
        }
    return all(count == (1 if one == Setting.__tablename__ else 0) for one, count in rows.items())


def _require_collection(engine: Engine, data: Path | None, database: str) -> None:
    """Check that a collection exists, without creating a file.

    Args:
        data: The folder of the collection, if it is given.
        database: The option with the database, for errors; empty if it is in the folder.

    Raises:
        UserError: If there is none.
    """
    if database and data is not None and not data.is_dir():
        raise UserError(f"--data {data}: not a folder. Give the folder of the collection.")
    file = _file(engine)
    if (file is None or file.is_file()) and inspect(engine).has_table("alembic_version"):
        return
    option = database or f"--data {data}"
    raise UserError(
        f"{option}: contains no collection. Check it, or create one: "
        f"`webproctor collect propose {option}`."
    )


def _engine(address: str) -> Engine:
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise UserError(
            "--database: is not an address such as postgresql://user@host/name or "
            "sqlite:////path/collect.db."
        ) from error
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername not in ("postgresql+psycopg", "sqlite"):
        raise UserError(f"--database: {url.drivername} is not supported; use postgresql or sqlite.")
    options: dict[str, Any] = {"pool_size": _CONNECTIONS, "max_overflow": 0}
    if url.drivername == "sqlite":
        engine = create_engine(url, connect_args={"timeout": _BUSY_TIMEOUT}, **options)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    # A server that was restarted is noticed before a request fails.
    return create_engine(url, pool_pre_ping=True, **options)


def _prepare_sqlite(connection: Any, _: Any) -> None:
    connection.isolation_level = None  # Only `_begin_sqlite` begins transactions.
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction. One that writes gets the lock at once, as SQLite refuses to wait for it
    after the first read.
    """
    writing = connection.get_execution_options().get("writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _key(store: Store) -> bytes:
    """Return the key that signs links; it is created with the database."""
    with store.writing() as session:
        setting = session.get(Setting, "key")
        if setting is None:
            setting = Setting(name="key", value=secrets.token_hex(32))
            session.add(setting)
        return bytes.fromhex(setting.value)
