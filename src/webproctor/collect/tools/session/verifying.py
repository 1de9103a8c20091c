"""Pages of verifiers: the agreement of annotators, and decisions where they do not agree."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import select
from starlette.responses import Response

from webproctor.collect.labels import Label, label_studio
from webproctor.collect.labels.agreement import Agreement, agreement
from webproctor.collect.refusals import not_found
from webproctor.collect.tools.session.labelling import as_lists
from webproctor.collect.tools.session.settings import VERIFIER
from webproctor.collect.tools.session.settling import (
    LabelState,
    annotator_names,
    label_states,
    parse_label,
    screenshots,
)
from webproctor.collect.tools.session.tables import Decision, Recording, Step
from webproctor.collect.tools.session.timeline import used_steps
from webproctor.collect.visit import Page, Visit
from webproctor.core.errors import UserError
from webproctor.core.scores import Cell, Table


def _list_recordings(visit: Visit) -> Response:
    query = select(Recording).where(Recording.state == "labelling", Recording.withdrawn.is_(None))
    rows = []
    for recording in visit.db.scalars(query.order_by(Recording.id)):
        steps = label_states(visit.db, recording)
        undecided = sum(state.needs_decision for state in steps)
        final = sum(state.final for state in steps)
        rows.append(
            (recording, len(steps), len(annotator_names(visit.db, recording)), final, undecided)
        )
    return visit.render("session/agreement_list.html", rows=rows)


def _overview(visit: Visit) -> Response:
    recording = _labelled(visit.row(Recording, visit.number("recording")))
    steps = label_states(visit.db, recording)
    annotators = list(annotator_names(visit.db, recording).values())
    return visit.render(
        "session/agreement.html",
        recording=recording,
        steps=steps,
        annotators=annotators,
        figures=figures(steps, annotators),
    )


def _show(visit: Visit, fault: str = "") -> Response:
    step = _step(visit)
    steps = label_states(visit.db, step.recording)
    index = next(index for index, state in enumerate(steps) if state.step is step)
    state = steps[index]
    decision = visit.db.get(Decision, step.id)
    return visit.render(
        "session/decide.html",
        422 if fault else 200,
        step=step,
        number=index + 1,
        count=len(steps),
        label_state=state,
        others=[(name, as_lists(label)) for name, label in state.labels.items()],
        boxes=as_lists(decision.boxes) if decision else [],
        fault_text=fault,
    )


def _decide(visit: Visit) -> Response:
    step = _step(visit)
    visit.row(Recording, step.recording_id, lock=True)
    try:
        label = parse_label(visit.text("boxes"), step)
    except UserError as error:
        return _show(visit, str(error))
    decision = visit.db.get(Decision, step.id)
    if decision is None:
        decision = Decision(step_id=step.id)
        visit.db.add(decision)
    decision.person_id, decision.boxes = visit.person.id, label
    visit.db.flush()
    steps = label_states(visit.db, step.recording)
    undecided = [state.step.id for state in steps if state.needs_decision]
    path = f"steps/{undecided[0]}" if undecided else str(step.recording_id)
    return visit.redirect(f"/session/agreement/{path}")


def _download(visit: Visit) -> Response:
    recording = _labelled(visit.row(Recording, visit.number("recording")))
    screenshots_by_step = screenshots(recording)
    labels: dict[str, dict[str, Label]] = {}
    for state in label_states(visit.db, recording):
        for name, label in state.labels.items():
            labels.setdefault(name, {})[screenshots_by_step[state.step.id].name] = label
    with TemporaryDirectory() as folder:
        path = Path(folder) / "labels.json"
        label_studio.write(path, labels, list(screenshots_by_step.values()))
        return visit.download("labels.json", path.read_bytes(), "application/json")


def pages() -> Sequence[Page]:
    """Return the pages of verifiers."""
    return [
        Page("/agreement", _list_recordings, VERIFIER),
        Page("/agreement/{recording:number}", _overview, VERIFIER),
        Page("/agreement/{recording:number}/labels.json", _download, VERIFIER),
        Page("/agreement/steps/{step:number}", _show, VERIFIER),
        Page("/agreement/steps/{step:number}", _decide, VERIFIER, "POST"),
    ]


def figures(steps: Sequence[LabelState], annotators: Sequence[str]) -> Table:
    """Return the agreement of all annotators, and of each pair of them."""
    labels = {
        name: {str(state.step.id): state.labels[name] for state in steps if name in state.labels}
        for name in annotators
    }
    rows = [_row("all", agreement(labels))]
    for number, first in enumerate(annotators):
        for second in annotators[number + 1 :]:
            pair = {name: labels[name] for name in (first, second)}
            rows.append(_row(f"{first}, {second}", agreement(pair)))
    columns = ["Annotators", "Steps", "Same flag", "Matched", "Centres", "Alpha"]
    return Table(title="Agreement", columns=columns, rows=rows)


def _row(name: str, result: Agreement) -> list[Cell]:
    values = (result.same_flag, result.matched, result.centres, result.alpha)
    return [
        name,
        len(result.steps),
        *(None if value is None else round(value, 3) for value in values),
    ]


def _labelled(recording: Recording) -> Recording:
    if recording.state != "labelling" or recording.withdrawn is not None:
        raise not_found()
    return recording


def _step(visit: Visit) -> Step:
    step = visit.row(Step, visit.number("step"))
    if step not in used_steps(_labelled(step.recording)):
        raise not_found()
    return step
