"""Pages of verifiers: the agreement of annotators, and decisions where they do not agree."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import select
from starlette.responses import Response

from webproctor.collect.labels import Label, label_studio
from webproctor.collect.labels.agreement import Agreement, agreement
from webproctor.collect.refusals import not_found
from webproctor.collect.tools.session.editing import attached
from webproctor.collect.tools.session.labelling import listed as listed_boxes
from webproctor.collect.tools.session.settings import VERIFIER
from webproctor.collect.tools.session.settling import (
    Settled,
    names,
    parse_label,
    screenshots,
    settled,
)
from webproctor.collect.tools.session.tables import Decision, Recording, Step
from webproctor.collect.tools.session.timeline import used
from webproctor.collect.visit import Page, Visit
from webproctor.core.errors import UserError
from webproctor.core.scores import Table


def pages() -> Sequence[Page]:
    """Return the pages of verifiers."""

    def listed(visit: Visit) -> Response:
        found = select(Recording).where(
            Recording.state == "labelling", Recording.withdrawn.is_(None)
        )
        rows = []
        for recording in visit.db.scalars(found.order_by(Recording.id)):
            steps = settled(visit.db, recording)
            open_ = sum(one.waits for one in steps)
            final = sum(one.final for one in steps)
            rows.append((recording, len(steps), len(names(visit.db, recording)), final, open_))
        return visit.render("session/agreement_list.html", rows=rows)

    def overview(visit: Visit) -> Response:
        recording = _labelled(visit.row(Recording, visit.number("recording")))
        steps = settled(visit.db, recording)
        annotators = list(names(visit.db, recording).values())
        return visit.render(
            "session/agreement.html",
            recording=recording,
            steps=steps,
            annotators=annotators,
            figures=figures(steps, annotators),
        )

    def show(visit: Visit, fault: str = "") -> Response:
        step = _step(visit)
        steps = settled(visit.db, step.recording)
        index = next(n for n, one in enumerate(steps) if one.step is step)
        one = steps[index]
        decision = visit.db.get(Decision, step.id)
        return visit.render(
            "session/decide.html",
            422 if fault else 200,
            step=step,
            number=index + 1,
            count=len(steps),
            one=one,
            others=[(name, listed_boxes(label)) for name, label in one.labels.items()],
            boxes=listed_boxes(decision.boxes) if decision else [],
            fault_text=fault,
        )

    def decide(visit: Visit) -> Response:
        step = _step(visit)
        visit.row(Recording, step.recording_id, lock=True)
        try:
            label = parse_label(visit.text("boxes"), step)
        except UserError as error:
            return show(visit, str(error))
        decision = visit.db.get(Decision, step.id)
        if decision is None:
            decision = Decision(step_id=step.id)
            visit.db.add(decision)
        decision.person_id, decision.boxes = visit.person.id, label
        visit.db.flush()
        steps = settled(visit.db, step.recording)
        left = [one.step.id for one in steps if one.waits]
        path = f"steps/{left[0]}" if left else str(step.recording_id)
        return visit.redirect(f"/session/agreement/{path}")

    def download(visit: Visit) -> Response:
        recording = _labelled(visit.row(Recording, visit.number("recording")))
        shown = screenshots(recording)
        labels: dict[str, dict[str, Label]] = {}
        for one in settled(visit.db, recording):
            for name, label in one.labels.items():
                labels.setdefault(name, {})[shown[one.step.id].name] = label
        with TemporaryDirectory() as folder:
            path = Path(folder) / "labels.json"
            label_studio.write(path, labels, list(shown.values()))
            return attached(path.read_bytes(), "labels.json", "application/json")

    return [
        Page("/agreement", listed, VERIFIER),
        Page("/agreement/{recording:int}", overview, VERIFIER),
        Page("/agreement/{recording:int}/labels.json", download, VERIFIER),
        Page("/agreement/steps/{step:int}", show, VERIFIER),
        Page("/agreement/steps/{step:int}", decide, VERIFIER, "POST"),
    ]


def figures(steps: Sequence[Settled], annotators: Sequence[str]) -> Table:
    """Return the agreement of all annotators, and of each pair of them."""
    labels = {
        name: {str(one.step.id): one.labels[name] for one in steps if name in one.labels}
        for name in annotators
    }
    rows = [_row("all", agreement(labels))]
    for number, first in enumerate(annotators):
        for second in annotators[number + 1 :]:
            pair = {name: labels[name] for name in (first, second)}
            rows.append(_row(f"{first}, {second}", agreement(pair)))
    columns = ["Annotators", "Steps", "Same flag", "Matched", "Centres", "Alpha"]
    return Table(title="Agreement", columns=columns, rows=rows)


def _row(name: str, found: Agreement) -> list[str | int | float | None]:
    values = (found.same_flag, found.matched, found.centres, found.alpha)
    return [name, len(found.steps), *(None if one is None else round(one, 3) for one in values)]


def _labelled(recording: Recording) -> Recording:
    if recording.state != "labelling" or recording.withdrawn is not None:
        raise not_found()
    return recording


def _step(visit: Visit) -> Step:
    step = visit.row(Step, visit.number("step"))
    if step not in used(_labelled(step.recording)):
        raise not_found()
    return step
