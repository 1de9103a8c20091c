"""Exports of the tool: the accepted tasks, and tables of the progress."""

from collections import Counter
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webproctor.collect.store import Person
from webproctor.collect.task_list import ListedTask
from webproctor.collect.tools.propose.rules import states
from webproctor.collect.tools.propose.tables import Proposal, Seed, Website
from webproctor.core.scores import Table


def tasks(session: Session) -> list[dict[str, Any]]:
    """Return the accepted tasks as a list of tasks; see `task_list`."""
    accepted = (
        select(Proposal)
        .where(Proposal.state == "accepted")
        .order_by(Proposal.website_id, Proposal.id)
    )
    return [
        ListedTask(
            id=f"propose-{proposal.id}",
            website=proposal.website.name,
            url=proposal.website.url,
            domain=proposal.website.domain,
            subdomain=proposal.website.subdomain,
            task=proposal.task,
            proposed_by=proposal.person.name,
        ).model_dump()
        for proposal in session.scalars(accepted)
    ]


def progress(session: Session, quota: int) -> list[Table]:
    """Return the tables of websites and of people."""
    by_seeds = select(Seed.website_id, func.count()).group_by(Seed.website_id)
    seeds = {website: count for website, count in session.execute(by_seeds)}  # noqa: C416
    by_website = states(session)
    websites = [
        [website.name, seeds.get(website.id, 0), *_counts(by_website[website.id]), quota]
        for website in session.scalars(select(Website).order_by(Website.name))
    ]
    by_person: dict[str, Counter[str]] = {}
    query = select(Person.name, Proposal.state, func.count()).join_from(
        Proposal, Person, Proposal.person_id == Person.id
    )
    for name, state, count in session.execute(query.group_by(Person.name, Proposal.state)):
        by_person.setdefault(name, Counter())[state] = count
    people = [[name, *_counts(counts)] for name, counts in sorted(by_person.items())]
    columns = ["Waiting", "Returned", "Accepted"]
    return [
        Table(title="Websites", columns=["Website", "Seeds", *columns, "Quota"], rows=websites),
        Table(title="Authors", columns=["Name", *columns], rows=people),
    ]


def _counts(states: Counter[Any]) -> list[int]:
    return [states[name] for name in ("waiting", "returned", "accepted")]
