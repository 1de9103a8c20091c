"""What verifiers decided, and replays."""

from datetime import datetime

import sqlalchemy as sa
from alembic import op

revision = "verify_1"
down_revision = None
branch_labels = ("verify",)
depends_on = ("collect_1", "demonstrate_1")


def upgrade() -> None:
    op.create_table(
        "verify_readings",
        *_references("verify_readings"),
        sa.Column("decision", sa.String(20), nullable=False),
        sa.Column("task_text", sa.Text, nullable=False),
        sa.Column("steps", sa.JSON, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        *_moments(),
        sa.UniqueConstraint(
            "demonstration_id", "person_id", name="uq_verify_readings_demonstration_id_person_id"
        ),
        sa.CheckConstraint(
            "decision IN ('keep', 'discard', 'unsure')", name=op.f("ck_verify_readings_decision")
        ),
    )
    op.create_table(
        "verify_replays",
        *_references("verify_replays"),
        sa.Column("asked", sa.JSON, nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("steps", sa.JSON, nullable=False),
        sa.Column("fault", sa.Text, nullable=False),
        *_moments(),
        sa.CheckConstraint(
            "state IN ('waiting', 'running', 'done', 'failed')",
            name=op.f("ck_verify_replays_state"),
        ),
    )
    for table, columns in (
        ("verify_readings", ("demonstration_id", "person_id")),
        ("verify_replays", ("demonstration_id", "person_id", "state")),
    ):
        for column in columns:
            op.create_index(f"ix_{table}_{column}", table, [column])


def _references(table: str) -> list[sa.Column[int] | sa.Constraint]:
    return [
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("demonstration_id", sa.Integer, nullable=False),
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name=f"pk_{table}"),
        sa.ForeignKeyConstraint(
            ["demonstration_id"],
            ["demonstrate_demonstrations.id"],
            name=f"fk_{table}_demonstration_id",
        ),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name=f"fk_{table}_person_id"),
    ]


def _moments() -> list[sa.Column[datetime]]:
    return [
        sa.Column(name, sa.DateTime(timezone=True), nullable=False)
        for name in ("created", "changed")
    ]
