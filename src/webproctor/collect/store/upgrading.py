"""Upgrade a database to the tables of this version.

The migrations of Alembic are Python files. Those in `migrations` next to this file create people
and links. Each tool has its own in the folder `migrations` of its folder, as a branch that depends
on these.
"""

from collections.abc import Sequence
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from webproctor.core.errors import UserError

_CORE_MIGRATIONS = Path(__file__).parent / "migrations"
# Two servers that open a PostgreSQL database at the same time upgrade it one after the other.
_LOCK = 7_317_046


def upgrade(connection: Connection, name: str, folders: Sequence[Path]) -> None:
    """Run the migrations that the database does not have yet, in the current transaction.

    Args:
        name: The name of the database, for errors.
        folders: The tools' folders of migrations.

    Raises:
        UserError: If a newer version of webproctor, or with another tool, has changed the database.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    scripts = ScriptDirectory(
        str(_CORE_MIGRATIONS),
        version_locations=[str(folder) for folder in (_CORE_MIGRATIONS, *folders)],
    )
    context = MigrationContext.configure(
        connection, opts={"fn": lambda heads, _: scripts._upgrade_revs("heads", heads)}
    )
    known = {script.revision for script in scripts.walk_revisions()}
    if unknown := sorted(set(context.get_current_heads()) - known):
        raise UserError(
            f"{name}: the database was made by a newer version of webproctor, or with a tool that "
            f"is not installed (migration {', '.join(unknown)}). Install that version."
        )
    with Operations.context(context):
        context.run_migrations()
