"""Participants and their attempts."""

import sqlalchemy as sa
from alembic import op

revision = "play_1"
down_revision = None
branch_labels = ("play",)
depends_on = "collect_1"


def upgrade() -> None:
    op.create_table(
        "play_participants",
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("person_id", name="pk_play_participants"),
        sa.UniqueConstraint("number", name="uq_play_participants_number"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_play_participants_person_id"
        ),
    )
    op.create_table(
        "play_attempts",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("task", sa.Text, nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=True),
        sa.Column("interrupted", sa.Boolean, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("answers", sa.JSON, nullable=False),
        sa.Column("episode", sa.JSON, nullable=True),
        sa.Column("score", sa.Double, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_play_attempts"),
        sa.UniqueConstraint("person_id", "place", name="uq_play_attempts_person_id_place"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_play_attempts_person_id"),
    )
    op.create_index("ix_play_attempts_person_id", "play_attempts", ["person_id"])
