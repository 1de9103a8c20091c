"""The label of each step: what the annotators agree on, or what a verifier decides."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from webproctor.collect.labels import Label, Screenshot
from webproctor.collect.labels.agreement import StepAgreement, step_agreement
from webproctor.collect.labels.reading import box
from webproctor.collect.store import Person
from webproctor.collect.tools.session.tables import (
    Decision,
    Labeller,
    Recording,
    Step,
    StepLabel,
)
from webproctor.collect.tools.session.timeline import used_steps
from webproctor.core.errors import UserError
from webproctor.methods.grounding.coordinates import overlap

MAX_BOXES = 200
"""Maximum number of boxes of a label."""


@dataclass(frozen=True)
class LabelState:
    """What is known about the label of a step.

    Attributes:
        step: The step.
        labels: The annotators' labels by name.
        agreement: Their agreement; None with fewer than two labels.
        decided: Whether a verifier has decided.
        needs_decision: Whether a verifier must decide: all annotators have labelled it, and do
            not agree.
        final: Whether the step has its label.
        label: The label, if it is final.
    """

    step: Step
    labels: Mapping[str, Label]
    agreement: StepAgreement | None
    decided: bool
    needs_decision: bool
    final: bool
    label: Label


def annotator_names(session: Session, recording: Recording) -> dict[int, str]:
    """Return the names of the annotators of a recording by their ids, in order."""
    query = (
        select(Person)
        .join(Labeller, Labeller.person_id == Person.id)
        .where(Labeller.recording_id == recording.id)
        .order_by(Person.id)
    )
    return {person.id: person.name for person in session.scalars(query)}


def label_states(session: Session, recording: Recording) -> list[LabelState]:
    """Return what is known about each used step, in order."""
    steps = used_steps(recording)
    annotators = annotator_names(session, recording)
    ids = [step.id for step in steps]
    labels: dict[int, dict[str, Label]] = {id: {} for id in ids}
    query = select(StepLabel).where(StepLabel.step_id.in_(ids)).order_by(StepLabel.person_id)
    for label in session.scalars(query):
        if label.person_id in annotators:
            labels[label.step_id][annotators[label.person_id]] = label.boxes
    decisions = {
        decision.step_id: decision
        for decision in session.scalars(select(Decision).where(Decision.step_id.in_(ids)))
    }
    annotator_count = recording.annotators
    return [
        _label_state(step, labels[step.id], decisions.get(step.id), annotator_count)
        for step in steps
    ]


def _label_state(
    step: Step, labels: Mapping[str, Label], decision: Decision | None, annotator_count: int
) -> LabelState:
    values = list(labels.values())
    agreement = step_agreement(values) if len(values) > 1 else None
    complete = len(values) >= annotator_count
    agreed = complete and (agreement is None or agreement.settled)
    return LabelState(
        step=step,
        labels=labels,
        agreement=agreement,
        decided=decision is not None,
        needs_decision=complete and not agreed and decision is None,
        final=agreed or decision is not None,
        label=decision.boxes if decision else most_central(values) if agreed else None,
    )


def most_central(labels: Sequence[Label]) -> Label:
    """Return the label that overlaps most with the others; the first of several."""
    clicks = [label for label in labels if label is not None]
    if not clicks:
        return None
    return max(clicks, key=lambda label: sum(_overlap(label, other) for other in clicks))


def _overlap(one: Label, other: Label) -> float:
    """Return the sum over the boxes of one label of the overlap with the best box of another."""
    return sum(
        max((overlap(box.corners, another.corners) for another in other or ()), default=0)
        for box in one or ()
    )


def parse_label(text: str, step: Step) -> Label:
    """Parse the boxes that a page sends: `null`, or a list of [x, y, width, height] in pixels.

    Raises:
        UserError: If it is something else, empty, or a box is outside the picture.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError("The boxes are not valid. Load the page again.") from error
    if data is None:
        return None
    if not isinstance(data, list) or not data or len(data) > MAX_BOXES:
        raise UserError(f'Draw 1 to {MAX_BOXES} boxes, or choose "Not a click".')
    boxes = []
    for number, item in enumerate(data, 1):
        if (
            not isinstance(item, list)
            or len(item) != 4
            or not all(type(value) in (int, float) for value in item)
        ):
            raise UserError(f"Box {number} must have four numbers.")
        x, y, width, height = item
        boxes.append(box((x, y, x + width, y + height), screenshot(step), f"Box {number}"))
    return tuple(boxes)


def screenshot(step: Step, name: str = "the picture") -> Screenshot:
    """Return the size of a step's picture, for the formats of labels."""
    return Screenshot(name, step.width, step.height)


def screenshots(recording: Recording) -> dict[int, Screenshot]:
    """Return the screenshots of the used steps by the steps' ids.

    Their names are those in the export: NUMBER/images/1.png, where NUMBER is the participant.
    """
    return {
        step.id: screenshot(step, f"{recording.number}/images/{index}.png")
        for index, step in enumerate(used_steps(recording), 1)
    }
