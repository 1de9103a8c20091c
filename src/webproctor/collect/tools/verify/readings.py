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

MAX_LENGTH = 2000
"""Maximum characters of a description and of a note."""
# Mind2Web's processing leaves out tasks with one action.
_MIN_STEPS = 2


@dataclass(frozen=True)
class Submission:
    """The decision that a verifier sends.

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
        if not 0 < len(self.task_text) <= MAX_LENGTH:
            raise UserError(f"The description must have 1 to {MAX_LENGTH} characters.")
        if len(self.note) > MAX_LENGTH:
            raise UserError(f"A note has at most {MAX_LENGTH} characters.")
        if self.decision == "keep" and sum(self.steps.values()) < _MIN_STEPS:
            raise UserError(
                f"Keep at least {_MIN_STEPS} steps, or discard the demonstration: Mind2Web leaves "
                "out tasks of one step."
            )
        if self.decision == "unsure" and not self.note:
            raise UserError("Write a note that says what you are unsure about.")

    @classmethod
    def from_reading(cls, reading: Reading) -> "Submission":
        """Return the submission that a reading stores."""
        return cls(reading.decision, reading.task_text, reading.steps, reading.note)


def readings_of(session: Session, demonstration: Demonstration) -> list[Reading]:
    """Return the readings of a demonstration, the first one first."""
    query = select(Reading).where(Reading.demonstration_id == demonstration.id)
    return list(session.scalars(query.order_by(Reading.id)))


def readings_by(session: Session, person: Person) -> list[tuple[Reading, bool]]:
    """Return a person's readings, the newest first, and whether each can still be changed."""
    newest_ids = set(
        session.scalars(select(func.max(Reading.id)).group_by(Reading.demonstration_id))
    )
    query = select(Reading).where(Reading.person_id == person.id).order_by(Reading.changed.desc())
    return [(reading, reading.id in newest_ids) for reading in session.scalars(query)]


def waiting(session: Session, person: Person) -> list[Demonstration]:
    """Return what a person can read: not their own, and nothing twice.

    The order is random and different for each person, so that two rarely read the same at once.
    Those that a verifier was unsure about come first.
    """
    read_ids = select(Reading.demonstration_id).where(Reading.person_id == person.id)
    demonstrations = session.scalars(
        select(Demonstration)
        .where(Demonstration.state.in_(("submitted", "unsure")))
        .where(Demonstration.person_id != person.id)
        .where(Demonstration.id.not_in(read_ids))
        .order_by(Demonstration.id)
    )
    return sorted(
        demonstrations,
        key=lambda demonstration: (
            demonstration.state != "unsure",
            Random(f"{demonstration.id} {person.id}").random(),
        ),
    )


def check(demonstration: Demonstration, person: Person, readings: Sequence[Reading]) -> None:
    """Check that a person may see a demonstration.

    Raises:
        Refused: If it is not submitted, their own, or decided by others.
    """
    if demonstration.state == "open" or demonstration.person_id == person.id:
        raise not_found()
    has_read = any(reading.person_id == person.id for reading in readings)
    if not has_read and demonstration.state in ("kept", "discarded"):
        raise Refused(409, "Already decided", "Another verifier has decided this demonstration.")


def own_reading(person: Person, readings: Sequence[Reading]) -> Reading | None:
    """Return a person's reading among those of a demonstration."""
    return next((reading for reading in readings if reading.person_id == person.id), None)


def changeable(person: Person, readings: Sequence[Reading]) -> bool:
    """Whether a person can decide: once, and again until someone else has read it after them."""
    return own_reading(person, readings) is None or readings[-1].person_id == person.id


def version(
    demonstration: Demonstration, steps: Sequence[Step], own_reading: Reading | None
) -> str:
    """Return a text that changes with what a verifier sees: steps, description, own decision."""
    state = [
        [step.model_dump(mode="json") for step in steps],
        demonstration.task_text,
        "" if own_reading is None else own_reading.changed.isoformat(),
    ]
    return hashlib.sha256(json.dumps(state).encode()).hexdigest()


def decide(
    session: Session,
    demonstration: Demonstration,
    person: Person,
    readings: Sequence[Reading],
    submission: Submission,
    votes: int,
) -> None:
    """Store a decision, and set the state of the demonstration.

    Args:
        demonstration: The demonstration; its row must be locked.
        readings: The readings so far.
        votes: How many equal decisions settle it.
    """
    reading = own_reading(person, readings)
    if reading is None:
        reading = Reading(demonstration=demonstration, person=person)
        session.add(reading)
        readings = [*readings, reading]
    reading.decision = submission.decision
    reading.task_text, reading.note = submission.task_text, submission.note
    reading.steps = dict(submission.steps)
    demonstration.state = state([one.decision for one in readings], votes)


def votes(demonstration: Demonstration, two_verifiers: int) -> int:
    """Return how many equal decisions settle a demonstration.

    Args:
        two_verifiers: Percent of the demonstrations, drawn by their ids, that need two.
    """
    return 2 if Random(demonstration.annotation_id).random() * 100 < two_verifiers else 1


def state(decisions: Iterable[Decision], votes: int) -> State:
    """Return the state that decisions lead to: the first one with enough votes settles it."""
    counts = Counter[Decision]()
    for decision in decisions:
        counts[decision] += 1
        if decision != "unsure" and counts[decision] == votes:
            return "kept" if decision == "keep" else "discarded"
    return "unsure" if counts["unsure"] or len(counts) > 1 else "submitted"
