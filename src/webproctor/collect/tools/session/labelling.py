"""Pages of annotators: each draws boxes on the screenshots, and sees only their own labels."""

from collections.abc import Sequence

from sqlalchemy import select
from starlette.responses import Response

from webproctor.collect.labels import Label
from webproctor.collect.refusals import Refused, not_found
from webproctor.collect.tools.session import formats
from webproctor.collect.tools.session.settings import ANNOTATOR
from webproctor.collect.tools.session.settling import annotator_names, parse_label, screenshots
from webproctor.collect.tools.session.tables import Labeller, Recording, Step, StepLabel
from webproctor.collect.tools.session.timeline import used_steps
from webproctor.collect.visit import Page, Visit
from webproctor.core.errors import UserError

_FILE_BYTES = 20 * 2**20


def _open_recordings(visit: Visit) -> Response:
    query = select(Recording).where(Recording.state == "labelling", Recording.withdrawn.is_(None))
    rows = []
    for recording in visit.db.scalars(query.order_by(Recording.id)):
        annotators = annotator_names(visit.db, recording)
        mine = visit.person.id in annotators
        done = len(_labels(visit, recording)) if mine else 0
        if mine or len(annotators) < recording.annotators:
            rows.append((recording, len(used_steps(recording)), mine, done))
    return visit.render("session/label_list.html", rows=rows)


def _join(visit: Visit) -> Response:
    recording = visit.row(Recording, visit.number("recording"), lock=True)
    if recording.state != "labelling" or recording.withdrawn is not None:
        raise not_found()
    annotators = annotator_names(visit.db, recording)
    if visit.person.id not in annotators:
        if len(annotators) >= recording.annotators:
            raise Refused(409, "This recording has its annotators", "Choose another recording.")
        visit.db.add(Labeller(recording_id=recording.id, person_id=visit.person.id))
        visit.db.flush()
    return visit.redirect(_next(visit, recording))


def _overview(visit: Visit, fault: str = "") -> Response:
    recording = _recording(visit)
    return visit.render(
        "session/label_overview.html",
        422 if fault else 200,
        recording=recording,
        steps=used_steps(recording),
        labels=_labels(visit, recording),
        files=formats.NAMES,
        fault_text=fault,
    )


def _draw(visit: Visit, fault: str = "") -> Response:
    step = _step(visit)
    recording = step.recording
    steps = used_steps(recording)
    index = steps.index(step)
    labels = _labels(visit, recording)
    before = steps[index - 1] if index else None
    return visit.render(
        "session/label.html",
        422 if fault else 200,
        step=step,
        number=index + 1,
        count=len(steps),
        before=before,
        after=steps[index + 1] if index + 1 < len(steps) else None,
        labelled=step.id in labels,
        boxes=as_lists(labels.get(step.id)),
        previous=as_lists(labels[before.id]) if before and before.id in labels else [],
        fault_text=fault,
    )


def _store(visit: Visit) -> Response:
    step = _step(visit)
    try:
        label = parse_label(visit.text("boxes"), step)
    except UserError as error:
        return _draw(visit, str(error))
    _set(visit, step, label)
    steps = used_steps(step.recording)
    index = steps.index(step)
    if index + 1 < len(steps):
        return visit.redirect(f"/session/label/steps/{steps[index + 1].id}")
    return visit.redirect(f"/session/label/{step.recording_id}")


def _download(visit: Visit) -> Response:
    recording = _recording(visit)
    file = visit.request.path_params["file"]
    if file not in formats.NAMES:
        raise not_found()
    screenshots_by_step = screenshots(recording)
    labels = {
        screenshots_by_step[id].name: label for id, label in _labels(visit, recording).items()
    }
    data = formats.to_bytes(file, visit.person.name, labels, list(screenshots_by_step.values()))
    return visit.download(file, data, "application/octet-stream")


def _upload(visit: Visit) -> Response:
    recording = _recording(visit)
    uploaded = visit.upload("file")
    screenshots_by_step = screenshots(recording)
    try:
        labels = formats.read(
            uploaded.file.read(),
            uploaded.filename or "the file",
            list(screenshots_by_step.values()),
        )
    except UserError as error:
        return _overview(visit, str(error))
    for step in used_steps(recording):
        if screenshots_by_step[step.id].name in labels:
            _set(visit, step, labels[screenshots_by_step[step.id].name])
    return visit.redirect(f"/session/label/{recording.id}")


def pages() -> Sequence[Page]:
    """Return the pages of annotators."""
    return [
        Page("/label", _open_recordings, ANNOTATOR),
        Page("/label/steps/{step:number}", _draw, ANNOTATOR),
        Page("/label/steps/{step:number}", _store, ANNOTATOR, "POST"),
        Page("/label/{recording:number}", _overview, ANNOTATOR),
        Page("/label/{recording:number}", _join, ANNOTATOR, "POST"),
        Page("/label/{recording:number}/import", _upload, ANNOTATOR, "POST", max_bytes=_FILE_BYTES),
        Page("/label/{recording:number}/{file}", _download, ANNOTATOR),
    ]


def _recording(visit: Visit) -> Recording:
    """Return the recording of the path, if the person labels it."""
    return _labelled(visit, visit.row(Recording, visit.number("recording")))


def _step(visit: Visit) -> Step:
    """Return the step of the path, if the person labels it."""
    step = visit.row(Step, visit.number("step"))
    _labelled(visit, step.recording)
    if step.instruction_id is None:
        raise not_found()
    return step


def _labelled(visit: Visit, recording: Recording) -> Recording:
    mine = visit.db.get(Labeller, (recording.id, visit.person.id)) is not None
    if recording.state != "labelling" or not mine:
        raise not_found()
    return recording


def _labels(visit: Visit, recording: Recording) -> dict[int, Label]:
    """Return the person's labels of a recording by the steps' ids."""
    ids = [step.id for step in used_steps(recording)]
    query = select(StepLabel).where(
        StepLabel.person_id == visit.person.id, StepLabel.step_id.in_(ids)
    )
    return {label.step_id: label.boxes for label in visit.db.scalars(query)}


def _set(visit: Visit, step: Step, label: Label) -> None:
    existing = visit.db.scalar(
        select(StepLabel).where(
            StepLabel.step_id == step.id, StepLabel.person_id == visit.person.id
        )
    )
    if existing is None:
        visit.db.add(StepLabel(step_id=step.id, person_id=visit.person.id, boxes=label))
    else:
        existing.boxes = label


def _next(visit: Visit, recording: Recording) -> str:
    """Return the path of the first step without a label, or of the overview."""
    labels = _labels(visit, recording)
    unlabelled = [step for step in used_steps(recording) if step.id not in labels]
    path = f"steps/{unlabelled[0].id}" if unlabelled else str(recording.id)
    return f"/session/label/{path}"


def as_lists(label: Label) -> list[list[float]] | None:
    """Return a label for the page: a list of [x, y, width, height], or None for no click."""
    return None if label is None else [[box.x, box.y, box.width, box.height] for box in label]
