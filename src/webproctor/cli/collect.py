"""`webproctor collect`: serve tools for collecting data from people, manage links, export."""

import asyncio
import contextlib
import inspect
import json
import shutil
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webproctor.cli.disk import writing_to
from webproctor.cli.model_options import model_options, model_settings
from webproctor.cli.numbers import Integer
from webproctor.cli.options import Group, as_json, option, pop_settings
from webproctor.cli.ports import listening_on, port_option
from webproctor.core import factories, registry
from webproctor.core.errors import UserError
from webproctor.files.folders import lock_task

if TYPE_CHECKING:
    from webproctor.collect.store import Store

_REQUIRED_PACKAGES = ("sqlalchemy", "alembic", "python_multipart", "rapidfuzz", "psycopg")
_data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder of the collection; the first start creates it.",
)
database_option = click.option(
    "--database",
    metavar="URL",
    envvar="WEBPROCTOR_COLLECT_DATABASE",
    show_envvar=True,
    help="Database instead of the SQLite file in the folder, such as postgresql://user@host/name.",
)
_PORT_OPTIONS = (
    port_option,
    click.option(
        "--public-url",
        default="",
        metavar="URL",
        help="Public address of the server, if it is behind a proxy; default: this machine only.",
    ),
)


def port_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add the options of every command that serves pages to people."""
    for add_option in reversed(_PORT_OPTIONS):
        command = add_option(command)
    return command


class _Tools(Group):
    """A subcommand for each tool, and those for all tools."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        require()
        from webproctor.collect import tool

        return [*tool.names(), *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        require()
        return super().get_command(ctx, cmd_name) or _serve_command(cmd_name)


@click.group("collect", cls=_Tools, subcommand_metavar="TOOL|export|links [OPTIONS]")
def command() -> None:
    """Collect data from people: serve a tool, manage links, export."""


def require() -> None:
    """Check that the packages for serving people are installed.

    Raises:
        UserError: If one is missing.
    """
    if missing := [name for name in _REQUIRED_PACKAGES if find_spec(name) is None]:
        raise UserError(
            f"this command needs further packages ({', '.join(missing)}): "
            "pip install 'webproctor[collect]'."
        )


def _open_collection(
    data: Path | None, database: str | None, *factories: Callable[..., Any], create: bool = False
) -> "AbstractContextManager[Store]":
    from webproctor.collect import tool
    from webproctor.collect.store import open_store

    return open_store(data, database, tool.migrations(*factories), create=create)


def _serve_command(name: str) -> click.Command:
    from webproctor.collect import tool

    factory = tool.factory(name)
    settings = factories.settings(factory)
    takes_model = factories.takes(factory, "model")

    @_data_option
    @database_option
    @port_options
    @as_json
    def serve(
        data: Path | None,
        database: str | None,
        port: int,
        public_url: str,
        as_json: bool,
        **values: Any,
    ) -> int:
        from webproctor.collect.server import origin

        public_origin = origin(public_url) if public_url else ""
        tool_settings = pop_settings(values, settings)
        model_arguments = (_model(values, data, name),) if takes_model else ()
        create = tool.creates_collection(factory)
        with (
            writing_to(data or Path.cwd()),
            _open_collection(data, database, factory, create=create) as store,
            _served_once(data, registry.short(name)),
        ):
            collection_tool = factories.call(
                factory, f"collection tool {name!r}", (store, *model_arguments), tool_settings
            )

            def print_link(link: str) -> None:
                click.echo(
                    json.dumps({"link": link})
                    if as_json
                    else f"Administrator's link: {link}  (press Ctrl-C to stop)"
                )

            serve_until_stopped(
                store, registry.short(name), collection_tool, port, public_origin, print_link
            )
        return 0

    click_command = click.command(name, help=_help_text(factory, name))(serve)
    click_command.params = [
        *map(option, settings),
        *(model_options() if takes_model else ()),
        *click_command.params,
    ]
    return click_command


def _served_once(data: Path | None, tool: str) -> AbstractContextManager[None]:
    """Keep other processes from serving a tool of the collection in a folder; None: no folder."""
    if data is None or not data.is_dir():
        return contextlib.nullcontext()
    message = f"{data}: another process serves {tool} of this collection. Stop it first."
    return lock_task(data, tool, message)


def _help_text(factory: Callable[..., Any], name: str) -> str:
    """Return the first sentence of a tool's module without the tool's name, such as `Forms: `."""
    sentence = (inspect.getdoc(inspect.getmodule(factory)) or "").partition("\n\n")[0]
    _, _, text = " ".join(sentence.split()).partition(": ")
    default = f"Serve the tool {registry.short(name)} through personal links."
    return text[:1].upper() + text[1:] if text else default


def _model(values: dict[str, Any], data: Path | None, tool: str) -> Any:
    """Remove the model's options from the values, and return the model, or None.

    Args:
        data: The folder of the tool's data, which gets the ledger of the model's requests.
        tool: Name of the tool.
    """
    model_values = model_settings(values)
    if model_values is None:
        return None
    # Imported here, as importing the harness takes a second.
    from webproctor.harness.models import ModelSettings, model_outside_a_run

    ledger = f"{registry.short(tool)}-requests.jsonl"
    return model_outside_a_run(ModelSettings(**model_values), data, ledger)


def serve_until_stopped(
    store: "Store", name: str, tool: Any, port: int, public: str, on_start: Callable[[str], None]
) -> None:
    """Serve a tool until Ctrl-C.

    Args:
        on_start: Called with the administrator's link when the server accepts requests.

    Raises:
        UserError: If the tool cannot be prepared, or the port is in use.
    """
    from webproctor.collect.server import serving

    async def serve() -> None:
        async with serving(store, name, tool, port, public) as link:
            on_start(link)
            await asyncio.Event().wait()

    with listening_on(port), contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve())


@command.command("export")
@click.argument("tool")
@_data_option
@database_option
@click.option("--what", default="", help="Which of the tool's exports; default: its first.")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="JSON file or folder to write, depending on what is exported; must be new.",
)
@as_json
def _export_command(
    tool: str, data: Path | None, database: str | None, what: str, out: Path, as_json: bool
) -> int:
    """Export the data of TOOL, such as propose or forms, as a JSON file or a folder."""
    from webproctor.collect import tool as tools

    factory = tools.factory(tool)
    with _open_collection(data, database, factory) as store:
        collection_tool = factories.call(factory, f"collection tool {tool!r}", (store,), {})
        available = [*collection_tool.exports, *collection_tool.folders]
        if not available or (what and what not in available):
            raise UserError(
                f"{tool} has no export {what!r}. Available: {', '.join(available) or 'none'}."
            )
        name = what or available[0]
        try:
            with writing_to(out.parent), store.reading() as session:
                if name in collection_tool.folders:
                    count = _fill_folder(out, partial(collection_tool.folders[name], session))
                else:
                    records = collection_tool.exports[name](session)
                    count = len(records)
                    _write_file(out, json.dumps(records, indent=2, ensure_ascii=False) + "\n")
        except FileExistsError as error:
            raise UserError(f"--out {out}: exists; choose a new name.") from error
        except OSError as error:
            raise UserError(f"--out {out}: {error.strerror}.") from error
    summary = {"file": str(out), "records": count}
    click.echo(json.dumps(summary) if as_json else f"{out}: {count} records")
    if not count:
        click.echo(
            'Nothing is ready for this export: "People and progress" shows what is unfinished. '
            f"Delete {out} before you export again.",
            err=True,
        )
    return 0


def _write_file(file: Path, text: str) -> None:
    """Create a file, and remove it if it cannot be written completely."""
    file.touch(exist_ok=False)
    try:
        file.write_text(text, encoding="utf-8")
    except BaseException:
        file.unlink()
        raise


def _fill_folder(folder: Path, write_content: Callable[[Path], int]) -> int:
    """Create a folder, and remove it if it cannot be filled."""
    folder.mkdir(parents=True)
    try:
        return write_content(folder)
    except BaseException:
        shutil.rmtree(folder)
        raise


@command.group("links")
def _links_group() -> None:
    """Create, list and withdraw the personal links to the tools."""


@_links_group.command("make")
@click.argument("name")
@_data_option
@database_option
@click.option(
    "--role",
    type=click.Choice(["annotator", "verifier", "administrator"]),
    default="annotator",
    show_default=True,
    help="What the person may do.",
)
@click.option(
    "--days", type=Integer(1, 3650), default=30, show_default=True, help="Days until it expires."
)
@as_json
def _make_link(
    name: str, data: Path | None, database: str | None, role: Any, days: int, as_json: bool
) -> int:
    """Create a link for the person NAME, a pseudonym."""
    from webproctor.collect import links

    with _open_collection(data, database) as store, store.writing() as session:
        url = links.url(session, store.key, links.make(session, name, role, days))
    click.echo(json.dumps({"link": url}) if as_json else url)
    return 0


@_links_group.command("list")
@_data_option
@database_option
@as_json
def _list_links(data: Path | None, database: str | None, as_json: bool) -> int:
    """List all links."""
    from rich.console import Console

    from webproctor.cli import show
    from webproctor.collect import links
    from webproctor.collect.store import time_text
    from webproctor.core.scores import Table

    with _open_collection(data, database) as store, store.reading() as session:
        rows = [
            {
                "name": person.name,
                "role": person.role,
                "expires": link.expires.isoformat(timespec="minutes"),
                "state": links.state(link),
                "link": links.url(session, store.key, link),
            }
            for person, link in links.people(session)
        ]
        cells: list[list[Any]] = [
            [person.name, person.role, time_text(link.expires), links.state(link)]
            for person, link in links.people(session)
        ]
    if as_json:
        click.echo(json.dumps(rows))
    else:
        columns = ["name", "role", "expires", "state"]
        show.table(Table(title="Links", columns=columns, rows=cells), Console())
    return 0


@_links_group.command("withdraw")
@click.argument("name")
@_data_option
@database_option
@as_json
def _withdraw_links(name: str, data: Path | None, database: str | None, as_json: bool) -> int:
    """Withdraw all links of the person NAME."""
    from webproctor.collect import links

    with _open_collection(data, database) as store, store.writing() as session:
        count = links.withdraw(session, name)
    message = f"{count} {'link was' if count == 1 else 'links were'} withdrawn."
    click.echo(json.dumps({"withdrawn": count}) if as_json else message)
    return 0
