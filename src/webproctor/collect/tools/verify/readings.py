"""Who reads which demonstration, what they may decide, and what follows from it."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webproctor.collect.demonstration.steps import Step
from webproctor.collect.refusals import Refused, not_found
from webproctor.collect.store import Person
from webproctor.collect.tools.demonstrate.tables import Demonstration, State
from webproctor.collect.tools.verify.tables import Decision, Reading
from webproctor.core.errors import UserError

LONGEST = 2000
"""Maximum characters of a description and of a note."""
# Mind2Web's processing leaves out tasks with one action.
_FEWEST = 2


@dataclass(frozen=True)
class Given:
    """What a verifier sends.

    Attributes:
        decision: The decision.
        task_text: The description.
        steps: Whether each step is kept, by its uid.
        note: A note, or "".
    """

    decision: Decision
    task_text: str
    steps: Mapping[str, bool]
    note: str

    def check(self) -> None:
        """Check that it is complete.

        Raises:
            UserError: If it is not; the message is for the verifier.
        """
        if not 0 < len(self.task_text) <= LONGEST:
            raise UserError(f"The description must have 1 to {LONGEST} characters.")
        if len(self.note) > LONGEST:
            raise UserError(f"A note has at most {LONGEST} characters.")
        if self.decision == "keep" and sum(self.steps.values()) < _FEWEST:
            raise UserError(
                f"Keep at least {_FEWEST} steps, or discard the demonstration: Mind2Web leaves out "
                "tasks of one step."
            )
        if self.decision == "unsure" and not self.note:
            raise UserError("Write a note that says what you are unsure about.")

    @classmethod
    def of(cls, reading: Reading) -> "Given":
        """Return what was sent for a reading."""
        return cls(reading.decision, reading.task_text, reading.steps, reading.note)


def of(session: Session, demonstration: Demonstration) -> list[Reading]:
    """Return the readings of a demonstration, the first one first."""
    found = select(Reading).where(Reading.demonstration_id == demonstration.id)
    return list(session.scalars(found.order_by(Reading.id)))


def mine(session: Session, person: Person) -> list[tuple[Reading, bool]]:
    """Return a person's readings, the newest first, and whether each can still be changed."""
    last = set(session.scalars(select(func.max(Reading.id)).group_by(Reading.demonstration_id)))
    found = select(Reading).where(Reading.person_id == person.id).order_by(Reading.changed.desc())
    return [(one, one.id in last) for one in session.scalars(found)]


def waiting(session: Session, person: Person) -> list[Demonstration]:
    """Return what a person can read: not their own, and nothing twice.

    The order is random and different for each person, so that two rarely read the same at once.
    Those that somebody was unsure about come first.
    """
    seen = select(Reading.demonstration_id).where(Reading.person_id == person.id)
    found = session.scalars(
        select(Demonstration)
        .where(Demonstration.state.in_(("submitted", "unsure")))
        .where(Demonstration.person_id != person.id)
        .where(Demonstration.id.not_in(seen))
        .order_by(Demonstration.id)
    )
    return sorted(
        found,
        key=lambda one: (one.state != "unsure", Random(f"{one.id} {person.id}").random()),
    )


def check(demonstration: Demonstration, person: Person, readings: Sequence[Reading]) -> None:
    """Check that a person may see a demonstration.

    Raises:
        Refused: If it is not submitted, their own, or decided by others.
    """
    if demonstration.state == "open" or demonstration.person_id == person.id:
        raise not_found()
    read = any(one.person_id == person.id for one in readings)
    if not read and demonstration.state in ("kept", "discarded"):
        raise Refused(409, "Already decided", "Another verifier has decided this demonstration.")


def own(person: Person, readings: Sequence[Reading]) -> Reading | None:
    """Return a person's reading among those of a demonstration."""
    return next((one for one in readings if one.person_id == person.id), None)


def changeable(person: Person, readings: Sequence[Reading]) -> bool:
    """Whether a person can decide: once, and again while nobody else has read it after them."""
    return own(person, readings) is None or readings[-1].person_id == person.id


def version(demonstration: Demonstration, steps: Sequence[Step], mine: Reading | None) -> str:
    """Return a text that changes with what a verifier sees: steps, description, own decision."""
    seen = [
        [step.model_dump(mode="json") for step in steps],
        demonstration.task_text,
        "" if mine is None else mine.changed.isoformat(),
    ]
    return hashlib.sha256(json.dumps(seen).encode()).hexdigest()


def decide(
    session: Session,
    demonstration: Demonstration,
    person: Person,
    readings: Sequence[Reading],
    given: Given,
    votes: int,
) -> None:
    """Store a decision, and set the state of the demonstration.

    Args:
        demonstration: The demonstration; its row must be locked.
        readings: The readings so far.
        votes: How many equal decisions settle it.
    """
    reading = own(person, readings)
    if reading is None:
        reading = Reading(demonstration=demonstration, person=person)
        session.add(reading)
        readings = [*readings, reading]
    reading.decision, reading.task_text, reading.note = given.decision, given.task_text, given.note
    reading.steps = dict(given.steps)
    demonstration.state = state([one.decision for one in readings], votes)


def votes(demonstration: Demonstration, twice: int) -> int:
    """Return how many equal decisions settle a demonstration.

    Args:
        twice: Percent of the demonstrations, drawn by their ids, that need two.
    """
    return 2 if Random(demonstration.annotation_id).random() * 100 < twice else 1


def state(decisions: Iterable[Decision], votes: int) -> State:
    """Return the state that decisions lead to: the first one with enough votes settles it."""
    counts = Counter[Decision]()
    for one in decisions:
        counts[one] += 1
        if one != "unsure" and counts[one] == votes:
            return "kept" if one == "keep" else "discarded"
    return "unsure" if counts["unsure"] or len(counts) > 1 else "submitted"
