"""Pages for editing a recording: timeline, transcripts, masks, release to the annotators."""

from collections.abc import Sequence
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory

from sqlalchemy import select
from starlette.responses import FileResponse, JSONResponse, Response

from webproctor.collect.labels import audacity
from webproctor.collect.security import headers
from webproctor.collect.tools.session import timeline
from webproctor.collect.tools.session.files import Files, samples, wav
from webproctor.collect.tools.session.settings import (
    ANNOTATOR,
    EVERYONE,
    Settings,
    faults_as_json,
    own_recording,
    visible_step,
)
from webproctor.collect.tools.session.settling import parse_label
from webproctor.collect.tools.session.tables import Labeller, Recording, Step
from webproctor.collect.visit import Page, Visit
from webproctor.core.errors import UserError
from webproctor.files.reading import finite
from webproctor.methods.speech.audio import RATE

_TIMELINE_BYTES = 8 * 2**20
_TRACK_BYTES = 2 * 2**20


def _sound(visit: Visit) -> Response:
    recording = own_recording(visit)
    data = wav(Files(visit.site.store, recording.id).sound(0, recording.samples))
    return Response(data, media_type="audio/wav")


def _show(visit: Visit) -> Response:
    return JSONResponse(timeline.as_json(own_recording(visit)))


def _silence(visit: Visit) -> Response:
    """Overwrite a part of the sound, in which a name is spoken for example."""
    recording = own_recording(visit, lock=True)
    data = visit.json()
    times = [
        finite(data.get(name)) if isinstance(data, dict) else None for name in ("start", "end")
    ]
    start, end = (None if seconds is None else round(seconds * RATE) for seconds in times)
    if start is None or end is None or not 0 <= start < end <= recording.samples:
        raise UserError("The part to silence is not valid.")
    Files(visit.site.store, recording.id).silence(start, end)
    return JSONResponse({})


def _track(visit: Visit) -> Response:
    recording = own_recording(visit)
    segments = [
        audacity.Segment(instruction.start, instruction.end, instruction.text)
        for instruction in recording.instructions
    ]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "labels.txt"
        audacity.write(path, segments)
        return visit.download(f"{recording.number}.txt", path.read_bytes(), "text/plain")


def _reopen(visit: Visit) -> Response:
    recording = own_recording(visit, lock=True)
    labellers = select(Labeller).where(Labeller.recording_id == recording.id)
    if visit.db.scalars(labellers).first():
        raise UserError("An annotator has begun to label this recording.")
    recording.state = "editing"
    return visit.redirect(f"/session/recordings/{recording.id}")


def _picture(visit: Visit) -> Response:
    step = visible_step(visit)
    path = Files(visit.site.store, step.recording_id).picture(step.id)
    return FileResponse(path, media_type="image/png")


def _mask(visit: Visit) -> Response:
    return visit.render("session/mask.html", step=_maskable_step(visit), fault_text="")


def _paint(visit: Visit) -> Response:
    step = _maskable_step(visit)
    try:
        boxes = parse_label(visit.text("boxes"), step)
        if not boxes:
            raise UserError("Draw a box around what must be masked.")
    except UserError as error:
        return visit.render("session/mask.html", 422, step=step, fault_text=str(error))
    visit.row(Recording, step.recording_id, lock=True)  # One mask after the other.
    Files(visit.site.store, step.recording_id).paint_over(step.id, boxes)
    return visit.redirect(f"/session/steps/{step.id}/mask")


def pages(settings: Settings) -> Sequence[Page]:
    """Return the pages of the person who recorded."""

    def edit(visit: Visit, fault: str = "") -> Response:
        recording = own_recording(visit)
        if recording.state == "recording":
            return visit.redirect(f"/session/recordings/{recording.id}/record")
        nonce = token_hex(16)
        response = visit.render(
            "session/edit.html",
            422 if fault else 200,
            recording=recording,
            drafts=settings.drafts.spec,
            nonce=nonce,
            fault_text=fault,
        )
        # The timeline's library has a style element.
        response.headers.update(headers(nonce=nonce))
        return response

    def change(visit: Visit) -> Response:
        recording = own_recording(visit, lock=True)
        changed = timeline.parse(visit.json())
        timeline.change(visit.db, recording, changed, settings.mask.text)
        return JSONResponse(timeline.as_json(recording))

    def draft(visit: Visit) -> Response:
        """Return a draft of the transcript of each instruction without one, by its index."""
        recording = own_recording(visit)
        files = Files(visit.site.store, recording.id)
        without_text = [
            index
            for index, instruction in enumerate(recording.instructions)
            if not instruction.text
        ]
        clips = []
        for index in without_text:
            instruction = recording.instructions[index]
            end = min(round(instruction.end * RATE), recording.samples)
            clips.append(samples(files.sound(round(instruction.start * RATE), end)))
        texts = map(settings.mask.text, settings.drafts.transcribe(clips))
        return JSONResponse({"texts": dict(zip(without_text, texts, strict=True))})

    def read_track(visit: Visit) -> Response:
        recording = own_recording(visit, lock=True)
        upload = visit.upload("file")
        with TemporaryDirectory() as folder:
            path = Path(folder) / "labels.txt"
            path.write_bytes(upload.file.read())
            try:
                segments = audacity.read(path)
                instructions = [
                    {"start": segment.start, "end": segment.end, "text": segment.text}
                    for segment in segments
                ]
                current = timeline.as_json(recording)
                unlinked = [{"id": step.id, "action": step.action} for step in recording.steps]
                changed = {"instructions": instructions, "steps": unlinked}
                timeline.change(
                    visit.db,
                    recording,
                    timeline.parse({"revision": current["revision"], **changed}),
                    settings.mask.text,
                )
            except UserError as error:
                message = str(error).replace(str(path), upload.filename or "the file")
                return edit(visit, message)
        parts = [(one.start, one.end, one.text) for one in recording.instructions]
        timeline.from_parts(visit.db, recording, parts)
        return visit.redirect(f"/session/recordings/{recording.id}")

    def release(visit: Visit) -> Response:
        recording = own_recording(visit, lock=True)
        try:
            timeline.check_complete(recording)
        except UserError as error:
            return edit(visit, str(error))
        recording.state = "labelling"
        return visit.redirect("/session/")

    base = "/recordings/{recording:number}"
    return [
        Page(base, edit, ANNOTATOR),
        Page(f"{base}/sound.wav", _sound, ANNOTATOR),
        Page(f"{base}/timeline", _show, ANNOTATOR),
        Page(
            f"{base}/timeline", faults_as_json(change), ANNOTATOR, "PUT", max_bytes=_TIMELINE_BYTES
        ),
        Page(f"{base}/draft", draft, ANNOTATOR),
        Page(f"{base}/silence", faults_as_json(_silence), ANNOTATOR, "POST"),
        Page(f"{base}/labels.txt", _track, ANNOTATOR),
        Page(f"{base}/labels.txt", read_track, ANNOTATOR, "POST", max_bytes=_TRACK_BYTES),
        Page(f"{base}/release", release, ANNOTATOR, "POST"),
        Page(f"{base}/reopen", _reopen, ANNOTATOR, "POST"),
        Page("/steps/{step:number}.png", _picture, EVERYONE),
        Page("/steps/{step:number}/mask", _mask, EVERYONE),
        Page("/steps/{step:number}/mask", _paint, EVERYONE, "POST"),
    ]


def _maskable_step(visit: Visit) -> Step:
    """Return the step of the path; annotators mask what they recorded, verifiers everything."""
    step = visible_step(visit)
    if visit.person.role == "annotator":
        visit.row(Recording, step.recording_id, own=True)
    return step
