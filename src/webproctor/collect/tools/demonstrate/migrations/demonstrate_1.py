"""Tasks and demonstrations."""

import sqlalchemy as sa
from alembic import op

revision = "demonstrate_1"
down_revision = None
branch_labels = ("demonstrate",)
depends_on = "collect_1"


def upgrade() -> None:
    op.create_table(
        "demonstrate_tasks",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("source", sa.String(200), nullable=False),
        sa.Column("website", sa.String(200), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("domain", sa.String(200), nullable=False),
        sa.Column("subdomain", sa.String(200), nullable=False),
        sa.Column("task", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_demonstrate_tasks"),
        sa.UniqueConstraint("source", name="uq_demonstrate_tasks_source"),
    )
    op.create_table(
        "demonstrate_demonstrations",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("annotation_id", sa.String(36), nullable=False),
        sa.Column("session_id", sa.String(36), nullable=False),
        sa.Column("task_id", sa.Integer, nullable=False),
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("task_text", sa.Text, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("submitted", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_demonstrate_demonstrations"),
        sa.UniqueConstraint("annotation_id", name="uq_demonstrate_demonstrations_annotation_id"),
        sa.UniqueConstraint("session_id", name="uq_demonstrate_demonstrations_session_id"),
        sa.UniqueConstraint(
            "task_id", "person_id", name="uq_demonstrate_demonstrations_task_id_person_id"
        ),
        sa.CheckConstraint(
            "state IN ('open', 'submitted', 'kept', 'discarded', 'unsure')",
            name=op.f("ck_demonstrate_demonstrations_state"),
        ),
        sa.ForeignKeyConstraint(
            ["task_id"], ["demonstrate_tasks.id"], name="fk_demonstrate_demonstrations_task_id"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_demonstrate_demonstrations_person_id"
        ),
    )
    for column in ("task_id", "person_id", "state"):
        op.create_index(
            f"ix_demonstrate_demonstrations_{column}", "demonstrate_demonstrations", [column]
        )
