"""The job, its inputs, and people's answers."""

import sqlalchemy as sa
from alembic import op

revision = "forms_1"
down_revision = None
branch_labels = ("forms",)
depends_on = "collect_1"


def upgrade() -> None:
    op.create_table(
        "forms_jobs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("template", sa.Text, nullable=False),
        sa.Column("wanted", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_forms_jobs"),
    )
    op.create_table(
        "forms_inputs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("texts", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_forms_inputs"),
    )
    op.create_table(
        "forms_answers",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("input_id", sa.Integer, nullable=False),
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("fields", sa.JSON, nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_forms_answers"),
        sa.UniqueConstraint("input_id", "person_id", name="uq_forms_answers_input_id_person_id"),
        sa.CheckConstraint(
            "state IN ('open', 'sent', 'skipped')", name=op.f("ck_forms_answers_state")
        ),
        sa.ForeignKeyConstraint(
            ["input_id"], ["forms_inputs.id"], name="fk_forms_answers_input_id"
        ),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_forms_answers_person_id"),
    )
    for column in ("input_id", "person_id", "state"):
        op.create_index(f"ix_forms_answers_{column}", "forms_answers", [column])
