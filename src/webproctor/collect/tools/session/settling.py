"""The label of each step: what the annotators agree on, or what a verifier decides."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from webproctor.collect.labels import Label, Screenshot
from webproctor.collect.labels.agreement import StepAgreement, overlap, step_agreement
from webproctor.collect.labels.reading import box
from webproctor.collect.store import Person
from webproctor.collect.tools.session.tables import (
    Decision,
    Labeller,
    Recording,
    Step,
    StepLabel,
)
from webproctor.collect.tools.session.timeline import used
from webproctor.core.errors import UserError

MOST_BOXES = 200
"""Maximum number of boxes of a label."""


@dataclass(frozen=True)
class Settled:
    """What is known about the label of a step.

    Attributes:
        step: The step.
        labels: The annotators' labels by name.
        agreement: Their agreement; None with fewer than two labels.
        decided: Whether a verifier has decided.
        waits: Whether a verifier must decide: all annotators have labelled it, and do not agree.
        final: Whether the step has its label.
        label: The label, if it is final.
    """

    step: Step
    labels: Mapping[str, Label]
    agreement: StepAgreement | None
    decided: bool
    waits: bool
    final: bool
    label: Label


def names(session: Session, recording: Recording) -> dict[int, str]:
    """Return the names of the annotators of a recording by their ids, in order."""
    found = (
        select(Person)
        .join(Labeller, Labeller.person_id == Person.id)
        .where(Labeller.recording_id == recording.id)
        .order_by(Person.id)
    )
    return {one.id: one.name for one in session.scalars(found)}


def settled(session: Session, recording: Recording) -> list[Settled]:
    """Return what is known about each used step, in order."""
    steps = used(recording)
    people = names(session, recording)
    ids = [one.id for one in steps]
    labels: dict[int, dict[str, Label]] = {one: {} for one in ids}
    given = select(StepLabel).where(StepLabel.step_id.in_(ids)).order_by(StepLabel.person_id)
    for one in session.scalars(given):
        if one.person_id in people:
            labels[one.step_id][people[one.person_id]] = one.boxes
    decisions = {
        one.step_id: one
        for one in session.scalars(select(Decision).where(Decision.step_id.in_(ids)))
    }
    needed = recording.annotators
    return [_settled(step, labels[step.id], decisions.get(step.id), needed) for step in steps]


def _settled(
    step: Step, labels: Mapping[str, Label], decision: Decision | None, needed: int
) -> Settled:
    given = list(labels.values())
    agreement = step_agreement(given) if len(given) > 1 else None
    complete = len(given) >= needed
    agreed = complete and (agreement is None or agreement.settled)
    return Settled(
        step=step,
        labels=labels,
        agreement=agreement,
        decided=decision is not None,
        waits=complete and not agreed and decision is None,
        final=agreed or decision is not None,
        label=decision.boxes if decision else middle(given) if agreed else None,
    )


def middle(labels: Sequence[Label]) -> Label:
    """Return the label that overlaps most with the others; the first of several."""
    clicks = [label for label in labels if label is not None]
    if not clicks:
        return None
    return max(clicks, key=lambda one: sum(_overlap(one, other) for other in clicks))


def _overlap(one: Label, other: Label) -> float:
    """Return the sum over the boxes of one label of the overlap with the best box of another."""
    return sum(
        max((overlap(box, another) for another in other or ()), default=0) for box in one or ()
    )


def parse_label(text: str, step: Step) -> Label:
    """Parse the boxes that a page sends: `null`, or a list of [x, y, width, height] in pixels.

    Raises:
        UserError: If it is something else, empty, or a box is outside the picture.
    """
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError("The boxes are not valid. Load the page again.") from error
    if given is None:
        return None
    if not isinstance(given, list) or not given or len(given) > MOST_BOXES:
        raise UserError(f'Draw 1 to {MOST_BOXES} boxes, or choose "Not a click".')
    found = []
    for number, one in enumerate(given, 1):
        if (
            not isinstance(one, list)
            or len(one) != 4
            or not all(type(n) in (int, float) for n in one)
        ):
            raise UserError(f"Box {number} must have four numbers.")
        x, y, width, height = one
        found.append(box((x, y, x + width, y + height), screenshot(step), f"Box {number}"))
    return tuple(found)


def screenshot(step: Step, name: str = "the picture") -> Screenshot:
    """Return the size of a step's picture, for the formats of labels."""
    return Screenshot(name, step.width, step.height)


def screenshots(recording: Recording) -> dict[int, Screenshot]:
    """Return the screenshots of the used steps by the steps' ids.

    Their names are those in the export: NUMBER/images/1.png, where NUMBER is the participant.
    """
    return {
        step.id: screenshot(step, f"{recording.number}/images/{index}.png")
        for index, step in enumerate(used(recording), 1)
    }
