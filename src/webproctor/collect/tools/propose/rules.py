"""Rules of proposals: how many, which are near-copies, and what happens to them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webproctor.collect.store import Person
from webproctor.collect.tools.propose import seeds
from webproctor.collect.tools.propose.similarity import nearest
from webproctor.collect.tools.propose.tables import Proposal, Seed, State, Website
from webproctor.core.errors import UserError


@dataclass(frozen=True)
class Rules:
    """The numbers of the rules.

    Attributes:
        per_person: Tasks that one person may write for a website.
        quota: Number of accepted and waiting tasks at which a website closes.
        similarity: Similarity in percent from which a task counts as a near-copy.
        example_count: Number of seed tasks that an annotator sees.
    """

    per_person: int
    quota: int
    similarity: int
    example_count: int

    def is_open(self, states: Counter[State]) -> bool:
        """Whether a website with these proposals takes more."""
        return states["accepted"] + states["waiting"] < self.quota

    def examples(self, seeds: list[Seed], website: Website, person: Person) -> list[Seed]:
        """Return the seed tasks that a person sees: drawn at random, but always the same."""
        order = Random(f"{website.id} {person.id}").sample(seeds, len(seeds))
        return order[: self.example_count]

    def propose(self, session: Session, website: Website, person: Person, task: str) -> Proposal:
        """Store a new task, and return it; return the stored one if the form was sent twice.

        Args:
            website: The website; its row must be locked.

        Raises:
            UserError: If a rule refuses it; the message is for the person.
        """
        mine = proposals_of(session, person, website)
        if mine and mine[-1].task == task:
            return mine[-1]
        if len(mine) >= self.per_person:
            raise UserError(
                f"You have written {self.per_person} tasks for this website, which is the maximum."
            )
        self.check(session, website, person, task)
        proposal = Proposal(website=website, person=person, task=task)
        session.add(proposal)
        return proposal

    def revise(self, session: Session, proposal: Proposal, task: str) -> None:
        """Store another text of a returned task, which then waits again.

        Args:
            proposal: The task; the row of its website must be locked.

        Raises:
            UserError: If a rule refuses it.
        """
        if proposal.state != "returned":
            raise UserError("Only a task that was returned can be changed.")
        self.check(session, proposal.website, proposal.person, task, revised=proposal)
        proposal.task, proposal.state = task, "waiting"

    def check(
        self,
        session: Session,
        website: Website,
        person: Person,
        task: str,
        revised: Proposal | None = None,
    ) -> None:
        """Check the text of a task.

        Args:
            revised: The proposal that gets the text, which is not compared with itself.

        Raises:
            UserError: If it is empty, too long or a near-copy, or the website is closed.
        """
        if len(task.split()) < 3 and len(task) < 10:
            raise UserError("Write the task as a sentence.")
        if len(task) > seeds.MAX_LENGTH:
            raise UserError(
                f"A task has at most {seeds.MAX_LENGTH} characters; this has {len(task)}."
            )
        if not self.is_open(states(session)[website.id]):
            raise UserError("This website has enough tasks now. Choose another one.")
        near = nearest(task, _existing_tasks(session, website, revised))
        if near is not None and near.percent >= self.similarity:
            raise UserError(
                f"This is too similar to {_describe(near.item, person)}: {near.percent} % of the "
                f"text is the same, and {self.similarity} % is the limit. Think of another goal "
                "instead of other words."
            )


def states(session: Session) -> dict[int, Counter[State]]:
    """Return the number of proposals in each state, by the website's id."""
    counts: dict[int, Counter[State]] = {
        id: Counter() for id in session.scalars(select(Website.id))
    }
    query = select(Proposal.website_id, Proposal.state, func.count()).group_by(
        Proposal.website_id, Proposal.state
    )
    for website, state, count in session.execute(query):
        counts[website][state] = count
    return counts


def proposals_of(
    session: Session, person: Person, website: Website | None = None
) -> list[Proposal]:
    """Return the proposals of a person, of one website or of all."""
    query = select(Proposal).where(Proposal.person_id == person.id).order_by(Proposal.id)
    if website is not None:
        query = query.where(Proposal.website_id == website.id)
    return list(session.scalars(query))


def decide(proposal: Proposal, verifier: Person, accepted: bool, note: str) -> None:
    """Accept a waiting proposal, or return it with a note; the same decision can be sent twice.

    Raises:
        UserError: If it does not wait any more, or the note is missing.
    """
    if not accepted and not note:
        raise UserError("Write a note that says what to change.")
    decision: tuple[State, str, int]
    decision = ("accepted", "", verifier.id) if accepted else ("returned", note[:2000], verifier.id)
    if (proposal.state, proposal.note, proposal.verifier_id) == decision:
        return
    if proposal.state != "waiting":
        raise UserError(f"This task has been {proposal.state} already.")
    proposal.state, proposal.note, proposal.verifier_id = decision


def _existing_tasks(
    session: Session, website: Website, revised: Proposal | None
) -> Iterator[tuple[str, Seed | Proposal]]:
    for seed in seeds.seeds_for(session, website):
        yield seed.task, seed
    for proposal in session.scalars(select(Proposal).where(Proposal.website_id == website.id)):
        if proposal is not revised:
            yield proposal.task, proposal


def _describe(item: Seed | Proposal, person: Person) -> str:
    """Describe a task; those of other people are not shown."""
    if isinstance(item, Seed):
        return f"the example “{item.task}”"
    if item.person_id == person.id:
        return f"your task “{item.task}”"
    return "a task that someone else has written"
