"""Fixtures for tests of collections: a database of each kind, and a served collection."""

import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio
from collect.visitors import Collection, collecting
from per_change import first


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server on a free port, without the database's name."""
    found = shutil.which("postgres") or next(
        iter(sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin/postgres")))), None
    )
    if found is None:
        pytest.skip("no PostgreSQL server program: apt-get install postgresql")
    programs = Path(found).parent
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        taken.close()
        # The server refuses to run as root.
        account = "postgres" if os.geteuid() == 0 else None
        if account:
            shutil.chown(folder, account)

        def call(program: str, *arguments: str) -> None:
            subprocess.run(
                [programs / program, *arguments],
                check=True, capture_output=True, user=account, cwd=folder,
            )  # fmt: skip

        call("initdb", "-D", f"{folder}/data", "-U", "tester", "--auth=trust", "--no-sync")
        settings = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200"
        log = f"{folder}/log"
        call("pg_ctl", "-D", f"{folder}/data", "-w", "-l", log, "-o", settings, "start")
        try:
            yield f"postgresql://tester@127.0.0.1:{port}"
        finally:
            call("pg_ctl", "-D", f"{folder}/data", "-w", "-m", "immediate", "stop")


@pytest.fixture(params=first("sqlite", "postgresql"))
def database(request: pytest.FixtureRequest) -> str | None:
    """The address of an empty database, or None for the SQLite file of the folder.

    At every change, of PostgreSQL only the migrations are tested: its server takes 1.1 s to start.
    """
    if request.param == "sqlite":
        return None
    server = request.getfixturevalue("postgresql")
    name = f"test_{secrets.token_hex(6)}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload]
    return f"{server}/{name}"


@pytest_asyncio.fixture(loop_scope="session")
async def collection(tmp_path: Path, database: str | None) -> AsyncIterator[Collection]:
    """A served collection, once with SQLite and once with PostgreSQL."""
    async with collecting(tmp_path / "collection", database) as collection:
        yield collection


@pytest_asyncio.fixture(loop_scope="session")
async def simple(tmp_path: Path) -> AsyncIterator[Collection]:
    """A served collection with SQLite, for tests that do not depend on the database."""
    async with collecting(tmp_path / "collection", None) as collection:
        yield collection
