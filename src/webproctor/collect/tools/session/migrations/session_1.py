"""Recordings, their events, instructions and steps, and labels."""

import sqlalchemy as sa
from alembic import op

revision = "session_1"
down_revision = None
branch_labels = ("session",)
depends_on = "collect_1"


def _reference(
    table: str, column: str, to: str, ondelete: str | None = None
) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [to], name=f"fk_{table}_{column}", ondelete=ondelete)


def upgrade() -> None:
    table = "session_recordings"
    op.create_table(
        table,
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.Column("consent", sa.Text, nullable=False),
        sa.Column("voice", sa.Boolean, nullable=False),
        sa.Column("consented", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn", sa.DateTime(timezone=True), nullable=True),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("annotators", sa.Integer, nullable=False),
        sa.Column("samples", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
        sa.UniqueConstraint("number", name=f"uq_{table}_number"),
        sa.CheckConstraint(
            "state IN ('recording', 'editing', 'labelling')", name=op.f(f"ck_{table}_state")
        ),
        _reference(table, "person_id", "people.id"),
    )
    op.create_index(f"ix_{table}_person_id", table, ["person_id"])

    table = "session_events"
    op.create_table(
        table,
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("recording_id", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("kind", sa.String(30), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
        _reference(table, "recording_id", "session_recordings.id"),
    )
    op.create_index(f"ix_{table}_recording_id", table, ["recording_id"])

    table = "session_instructions"
    op.create_table(
        table,
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("recording_id", sa.Integer, nullable=False),
        sa.Column("start", sa.Double, nullable=False),
        sa.Column("end", sa.Double, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("task", sa.Text, nullable=False),
        sa.Column("website", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
        _reference(table, "recording_id", "session_recordings.id"),
    )
    op.create_index(f"ix_{table}_recording_id", table, ["recording_id"])

    table = "session_steps"
    op.create_table(
        table,
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("recording_id", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("width", sa.Integer, nullable=False),
        sa.Column("height", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("instruction_id", sa.Integer, nullable=True),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
        _reference(table, "recording_id", "session_recordings.id"),
        _reference(table, "instruction_id", "session_instructions.id", ondelete="SET NULL"),
    )
    for column in ("recording_id", "instruction_id"):
        op.create_index(f"ix_{table}_{column}", table, [column])

    table = "session_labellers"
    op.create_table(
        table,
        sa.Column("recording_id", sa.Integer, nullable=False),
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("recording_id", "person_id", name=f"pk_{table}"),
        _reference(table, "recording_id", "session_recordings.id"),
        _reference(table, "person_id", "people.id"),
    )

    for table, more in (
        (
            "session_labels",
            [
                sa.Column("id", sa.Integer, nullable=False),
                sa.PrimaryKeyConstraint("id", name="pk_session_labels"),
                sa.UniqueConstraint(
                    "step_id", "person_id", name="uq_session_labels_step_id_person_id"
                ),
            ],
        ),
        ("session_decisions", [sa.PrimaryKeyConstraint("step_id", name="pk_session_decisions")]),
    ):
        op.create_table(
            table,
            sa.Column("step_id", sa.Integer, nullable=False),
            sa.Column("person_id", sa.Integer, nullable=False),
            sa.Column("boxes", sa.Text, nullable=False),
            sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
            *more,
            _reference(table, "step_id", "session_steps.id"),
            _reference(table, "person_id", "people.id"),
        )
        op.create_index(f"ix_{table}_person_id", table, ["person_id"])
