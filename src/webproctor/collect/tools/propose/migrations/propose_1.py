"""Websites, seed tasks and proposals."""

import sqlalchemy as sa
from alembic import op

revision = "propose_1"
down_revision = None
branch_labels = ("propose",)
depends_on = "collect_1"


def upgrade() -> None:
    op.create_table(
        "propose_websites",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("description", sa.Text, nullable=False),
        sa.Column("domain", sa.String(200), nullable=False),
        sa.Column("subdomain", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_propose_websites"),
        sa.UniqueConstraint("name", name="uq_propose_websites_name"),
    )
    op.create_table(
        "propose_seeds",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("website_id", sa.Integer, nullable=False),
        sa.Column("task", sa.String(500), nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_propose_seeds"),
        sa.UniqueConstraint("website_id", "task", name="uq_propose_seeds_website_id_task"),
        sa.ForeignKeyConstraint(
            ["website_id"], ["propose_websites.id"], name="fk_propose_seeds_website_id"
        ),
    )
    op.create_index("ix_propose_seeds_website_id", "propose_seeds", ["website_id"])
    op.create_table(
        "propose_proposals",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("website_id", sa.Integer, nullable=False),
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.Column("task", sa.String(500), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("verifier_id", sa.Integer, nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_propose_proposals"),
        sa.CheckConstraint(
            "state IN ('waiting', 'accepted', 'returned')", name=op.f("ck_propose_proposals_state")
        ),
        sa.ForeignKeyConstraint(
            ["website_id"], ["propose_websites.id"], name="fk_propose_proposals_website_id"
        ),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name="fk_propose_proposals_person_id"
        ),
        sa.ForeignKeyConstraint(
            ["verifier_id"], ["people.id"], name="fk_propose_proposals_verifier_id"
        ),
    )
    for column in ("website_id", "person_id", "state"):
        op.create_index(f"ix_propose_proposals_{column}", "propose_proposals", [column])
