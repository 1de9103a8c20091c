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
    own,
    told,
    visible,
)
from webproctor.collect.tools.session.settling import parse_label
from webproctor.collect.tools.session.tables import Labeller, Step
from webproctor.collect.visit import Page, Visit
from webproctor.core.errors import UserError
from webproctor.files.reading import finite
from webproctor.methods.speech.audio import RATE

_TIMELINE_BYTES = 8 * 2**20
_TRACK_BYTES = 2 * 2**20


def pages(settings: Settings) -> Sequence[Page]:
    """Return the pages of the person who recorded."""

    def edit(visit: Visit, fault: str = "") -> Response:
        recording = own(visit)
        if recording.state == "recording":
            return visit.redirect(f"/session/recordings/{recording.id}/record")
        nonce = token_hex(16)
        shown = visit.render(
            "session/edit.html",
            422 if fault else 200,
            recording=recording,
            drafts=settings.drafts.spec,
            nonce=nonce,
            fault_text=fault,
        )
        # The timeline's library has a style element.
        shown.headers.update(headers(nonce=nonce))
        return shown

    def sound(visit: Visit) -> Response:
        recording = own(visit)
        data = wav(Files(visit.site.store, recording.id).sound(0, recording.samples))
        return Response(data, media_type="audio/wav")

    def show(visit: Visit) -> Response:
        return JSONResponse(timeline.shown(own(visit)))

    def change(visit: Visit) -> Response:
        recording = own(visit, lock=True)
        given = timeline.parse(visit.json())
        timeline.change(visit.db, recording, given, settings.mask.text)
        return JSONResponse(timeline.shown(recording))

    def draft(visit: Visit) -> Response:
        """Return a draft of the transcript of each instruction without one, by its index."""
        recording = own(visit)
        files = Files(visit.site.store, recording.id)
        empty = [n for n, one in enumerate(recording.instructions) if not one.text]
        clips = []
        for number in empty:
            one = recording.instructions[number]
            end = min(round(one.end * RATE), recording.samples)
            clips.append(samples(files.sound(round(one.start * RATE), end)))
        texts = map(settings.mask.text, settings.drafts.hear(clips))
        return JSONResponse({"texts": dict(zip(empty, texts, strict=True))})

    def silence(visit: Visit) -> Response:
        """Overwrite a part of the sound, in which a name is spoken for example."""
        recording = own(visit, lock=True)
        given = visit.json()
        times = [
            finite(given.get(name)) if isinstance(given, dict) else None
            for name in ("start", "end")
        ]
        start, end = (None if one is None else round(one * RATE) for one in times)
        if start is None or end is None or not 0 <= start < end <= recording.samples:
            raise UserError("The part to silence is not valid.")
        Files(visit.site.store, recording.id).silence(start, end)
        return JSONResponse({})

    def track(visit: Visit) -> Response:
        recording = own(visit)
        parts = [audacity.Segment(one.start, one.end, one.text) for one in recording.instructions]
        with TemporaryDirectory() as folder:
            path = Path(folder) / "labels.txt"
            audacity.write(path, parts)
            return attached(path.read_bytes(), f"{recording.number}.txt", "text/plain")

    def read_track(visit: Visit) -> Response:
        recording = own(visit, lock=True)
        upload = visit.upload("file")
        with TemporaryDirectory() as folder:
            path = Path(folder) / "labels.txt"
            path.write_bytes(upload.file.read())
            try:
                parts = audacity.read(path)
                given = [{"start": one.start, "end": one.end, "text": one.text} for one in parts]
                kept = timeline.shown(recording)
                unlinked = [{"id": one.id, "action": one.action} for one in recording.steps]
                changed = {"instructions": given, "steps": unlinked}
                timeline.change(
                    visit.db,
                    recording,
                    timeline.parse({"revision": kept["revision"], **changed}),
                    settings.mask.text,
                )
            except UserError as error:
                why = str(error).replace(str(path), upload.filename or "the file")
                return edit(visit, why)
        texts = [(one.start, one.end, one.text) for one in recording.instructions]
        timeline.from_parts(visit.db, recording, texts)
        return visit.redirect(f"/session/recordings/{recording.id}")

    def release(visit: Visit) -> Response:
        recording = own(visit, lock=True)
        try:
            timeline.check_complete(recording)
        except UserError as error:
            return edit(visit, str(error))
        recording.state = "labelling"
        return visit.redirect("/session/")

    def reopen(visit: Visit) -> Response:
        recording = own(visit, lock=True)
        labellers = select(Labeller).where(Labeller.recording_id == recording.id)
        if visit.db.scalars(labellers).first():
            raise UserError("An annotator has begun to label this recording.")
        recording.state = "editing"
        return visit.redirect(f"/session/recordings/{recording.id}")

    def picture(visit: Visit) -> Response:
        step = visible(visit)
        path = Files(visit.site.store, step.recording_id).picture(step.id)
        return FileResponse(path, media_type="image/png")

    def mask(visit: Visit) -> Response:
        return visit.render("session/mask.html", step=_maskable(visit), fault_text="")

    def paint(visit: Visit) -> Response:
        step = _maskable(visit)
        try:
            boxes = parse_label(visit.text("boxes"), step)
            if not boxes:
                raise UserError("Draw a box around what must be masked.")
        except UserError as error:
            return visit.render("session/mask.html", 422, step=step, fault_text=str(error))
        Files(visit.site.store, step.recording_id).paint_over(step.id, boxes)
        return visit.redirect(f"/session/steps/{step.id}/mask")

    at = "/recordings/{recording:int}"
    return [
        Page(at, edit, ANNOTATOR),
        Page(f"{at}/sound.wav", sound, ANNOTATOR),
        Page(f"{at}/timeline", show, ANNOTATOR),
        Page(f"{at}/timeline", told(change), ANNOTATOR, "PUT", most_bytes=_TIMELINE_BYTES),
        Page(f"{at}/draft", draft, ANNOTATOR),
        Page(f"{at}/silence", told(silence), ANNOTATOR, "POST"),
        Page(f"{at}/labels.txt", track, ANNOTATOR),
        Page(f"{at}/labels.txt", read_track, ANNOTATOR, "POST", most_bytes=_TRACK_BYTES),
        Page(f"{at}/release", release, ANNOTATOR, "POST"),
        Page(f"{at}/reopen", reopen, ANNOTATOR, "POST"),
        Page("/steps/{step:int}.png", picture, EVERYONE),
        Page("/steps/{step:int}/mask", mask, EVERYONE),
        Page("/steps/{step:int}/mask", paint, EVERYONE, "POST"),
    ]


def _maskable(visit: Visit) -> Step:
    """Return the step of the path; annotators mask what they recorded, verifiers everything."""
    step = visible(visit)
    if visit.person.role == "annotator":
        visit.row(type(step.recording), step.recording_id, own=True)
    return step


def attached(data: bytes, name: str, kind: str) -> Response:
    """Return a file that the browser saves."""
    attached = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=kind, headers=attached)
