"""Tests of `webproctor collect`: links, exports, and errors of the server's options."""

import errno
import json
import os
import socket
import sqlite3
from pathlib import Path

import pytest
from cli.conftest import Program
from sqlalchemy.exc import OperationalError

from webproctor.collect import links, tool
from webproctor.collect.store import open_store
from webproctor.files.folders import lock_task


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """The folder of a collection whose server was started once."""
    folder = tmp_path / "shops"
    with open_store(folder, None, tool.migrations()) as store, store.writing() as session:
        links.set_address(session, "http://127.0.0.1:8080")
    return folder


def test_a_link_can_be_created_listed_and_withdrawn(program: Program, collection: Path) -> None:
    done = program("collect", "links", "make", "ann", "--data", collection, "--json")
    link = json.loads(done.stdout)["link"]
    assert link.startswith("http://127.0.0.1:8080/enter?token=")
    [listed] = json.loads(
        program("collect", "links", "list", "--data", collection, "--json").stdout
    )
    assert (listed["name"], listed["state"], listed["link"]) == ("ann", "valid", link)
    gone = program("collect", "links", "withdraw", "ann", "--data", collection)
    assert gone.stdout == "1 link was withdrawn.\n"
    table = program("collect", "links", "list", "--data", collection).stdout
    assert "withdrawn" in table
    assert f"{listed['expires'][:16].replace('T', ' ')} UTC" in table


def test_a_link_before_the_first_start_is_an_error(program: Program, tmp_path: Path) -> None:
    with open_store(tmp_path / "new", None, tool.migrations()):
        pass
    done = program("collect", "links", "make", "ann", "--data", tmp_path / "new")
    assert done.returncode != 0
    assert "start `webproctor collect TOOL` on this collection first" in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("links", "make", "ann"),
        ("links", "list"),
        ("links", "withdraw", "ann"),
        ("export", "propose", "--out", "tasks.json"),
        ("verify",),
    ],
)
def test_a_mistyped_folder_is_an_error_and_is_not_created(
    program: Program, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    done = program("collect", *arguments, "--data", "shosp")
    assert done.returncode != 0
    assert "--data shosp: contains no collection" in done.stderr
    assert not (tmp_path / "shosp").exists()


@pytest.mark.parametrize("command", [("links", "list"), ("verify",)])
def test_a_mistyped_database_is_an_error_and_is_not_created(
    program: Program, tmp_path: Path, command: tuple[str, ...]
) -> None:
    done = program("collect", *command, "--database", "sqlite:///shosp.db")
    assert done.returncode != 0
    assert "--database sqlite:///shosp.db: contains no collection" in done.stderr
    assert not (tmp_path / "shosp.db").exists()


def test_a_collection_in_a_folder_that_is_read_only_is_a_user_error(
    program: Program, collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    done = program("collect", "links", "list", "--data", collection)
    assert done.returncode == 2
    assert "no permission to write to the folder" in done.stderr


def test_the_help_describes_every_command_completely(program: Program) -> None:
    shown = " ".join(program("collect", "--help").stdout.split())
    assert "..." not in shown
    assert " propose People write tasks for websites, and a verifier accepts them. " in shown


def test_an_export_writes_a_new_file(program: Program, collection: Path) -> None:
    arguments = ("collect", "export", "propose", "--data", collection, "--out", "tasks.json")
    done = program(*arguments)
    assert (done.returncode, done.stdout) == (0, "tasks.json: 0 records\n")
    assert json.loads(Path("tasks.json").read_text(encoding="utf-8")) == []
    assert "Delete tasks.json before you export again." in done.stderr
    again = program(*arguments)
    assert again.returncode != 0
    assert "--out tasks.json: exists; choose a new name." in again.stderr


def test_an_export_on_a_full_disk_leaves_no_file(
    program: Program, collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_text(path: Path, text: str, **_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", write_text)
    done = program("collect", "export", "propose", "--data", collection, "--out", "tasks.json")
    assert (done.returncode, Path("tasks.json").exists()) == (1, False)
    assert "no space left on the disk" in done.stderr


def test_a_server_on_a_full_disk_names_the_folder(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def upgrade(*_: object) -> None:
        cause = sqlite3.OperationalError("database or disk is full")
        raise OperationalError("CREATE TABLE", None, cause)

    monkeypatch.setattr("webproctor.collect.store.database.upgrade", upgrade)
    done = program("collect", "propose", "--data", "shops")
    assert done.returncode == 1
    assert done.stderr.startswith("webproctor: shops: no space left on the disk.")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("collect", "paint"), "paint"),
        (("collect", "export", "propose", "--what", "films", "--out", "x"), "no export 'films'"),
        (("collect", "propose"), "--data"),
        (("collect", "propose", "--public-url", "example.org"), "give scheme and host"),
    ],
)
def test_invalid_arguments_are_user_errors(
    program: Program, collection: Path, arguments: tuple[str, ...], why: str
) -> None:
    given = ("--data", collection) if "export" in arguments else ()
    done = program(*arguments, *given)
    assert done.returncode != 0
    assert why in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("option", [("--websites", "absent.csv"), ("--quota", "0")])
def test_a_first_start_that_fails_creates_no_collection(
    program: Program, option: tuple[str, str]
) -> None:
    done = program("collect", "propose", "--data", "new", *option)
    assert done.returncode != 0
    listed = program("collect", "links", "list", "--data", "new")
    assert "contains no collection" in listed.stderr


def test_a_port_in_use_is_a_user_error(program: Program, tmp_path: Path) -> None:
    websites = tmp_path / "websites.csv"
    websites.write_text("name,url,description\nBooks,https://books.example,Sells\n")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        given = ("--data", "new", "--websites", websites, "--port", port)
        done = program("collect", "propose", *given)
    assert done.returncode != 0
    assert f"cannot listen on port {port}" in done.stderr


def test_a_tool_is_served_once_from_a_folder(program: Program, tmp_path: Path) -> None:
    websites = tmp_path / "websites.csv"
    websites.write_text("name,url,description\nBooks,https://books.example,Sells\n")
    (tmp_path / "shops").mkdir()
    with lock_task(tmp_path / "shops", "propose", "locked"):
        done = program("collect", "propose", "--data", "shops", "--websites", websites)
    assert done.returncode == 2
    assert "shops: another process serves propose of this collection. Stop it first." in done.stderr


SHELF = """
from pathlib import Path
from webproctor.collect.tool import Tool
from webproctor.core.errors import UserError

def shelf(store):
    def books(session, folder):
        (folder / "one.txt").write_text("One")
        return 1
    def none(session, folder):
        (folder / "one.txt").write_text("One")
        raise UserError("there are no books.")
    return Tool(
        title="Shelf", folder=Path(__file__).parent, pages=[], menu=[],
        folders={"books": books, "none": none},
    )
"""


@pytest.fixture
def shelf(tmp_path: Path, collection: Path) -> tuple[object, ...]:
    """The start of a command that exports from a tool with folders."""
    (tmp_path / "shelf.py").write_text(SHELF, encoding="utf-8")
    return ("collect", "export", f"{tmp_path}/shelf.py:shelf", "--data", collection)


def test_an_export_writes_a_new_folder(program: Program, shelf: tuple[object, ...]) -> None:
    assert program(*shelf, "--out", "out/books").stdout == "out/books: 1 records\n"
    assert Path("out/books/one.txt").read_text(encoding="utf-8") == "One"
    again = program(*shelf, "--out", "out/books")
    assert again.returncode != 0
    assert "--out out/books: exists; choose a new name." in again.stderr
    assert Path("out/books/one.txt").exists()


def test_a_folder_is_removed_if_its_export_fails(
    program: Program, shelf: tuple[object, ...]
) -> None:
    done = program(*shelf, "--what", "none", "--out", "books")
    assert done.returncode != 0
    assert "there are no books" in done.stderr
    assert not Path("books").exists()
