"""Pages for recording: consent, uploads of sound and pictures, archives, withdrawal."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.responses import JSONResponse, Response

from webproctor.collect.refusals import Refused
from webproctor.collect.security import headers
from webproctor.collect.store import now, storable
from webproctor.collect.tools.session import timeline
from webproctor.collect.tools.session.files import BYTES, Files, png_size
from webproctor.collect.tools.session.importing import (
    MAX_BYTES,
    MAX_SECONDS,
    Imported,
    unpack,
)
from webproctor.collect.tools.session.settings import (
    ANNOTATOR,
    Settings,
    faults_as_json,
    own_recording,
)
from webproctor.collect.tools.session.tables import (
    Decision,
    Event,
    Instruction,
    Labeller,
    Recording,
    Step,
    StepLabel,
)
from webproctor.collect.visit import Page, Visit
from webproctor.core.errors import UserError
from webproctor.files.reading import finite
from webproctor.methods.speech.audio import RATE

_SOUND_BYTES = 2**20
_PICTURE_BYTES = 30 * 2**20
# Pictures of a recording, and participants' numbers.
_MAX_STEPS, _MAX_NUMBER = 5000, 10**6


def _listed(visit: Visit) -> Response:
    query = select(Recording).where(Recording.person_id == visit.person.id)
    rows = list(visit.db.scalars(query.order_by(Recording.id.desc())))
    return visit.render("session/recordings.html", rows=rows, rate=RATE)


def _record(visit: Visit) -> Response:
    recording = own_recording(visit)
    if recording.state != "recording":
        return visit.redirect(f"/session/recordings/{recording.id}")
    response = visit.render("session/record.html", recording=recording, rate=RATE)
    response.headers.update(headers(features=["microphone", "display-capture"]))
    return response


def _sound(visit: Visit) -> Response:
    """Store a piece of sound, if it continues what is stored; a repeated one is ignored."""
    recording = _recorded(visit)
    start = _query(visit, "at", MAX_SECONDS * RATE)
    data = visit.body
    if start != int(start) or not data or len(data) % BYTES:
        raise UserError("The sound is not valid.")
    if start > recording.samples:
        raise UserError(f"Sound from sample {recording.samples} on is missing.")
    end = int(start) + len(data) // BYTES
    if end > MAX_SECONDS * RATE:
        raise UserError(f"A recording has at most {MAX_SECONDS // 3600} hours.")
    if end > recording.samples:
        Files(visit.site.store, recording.id).add_sound(int(start), data)
        recording.samples = end
    return JSONResponse({"samples": recording.samples})


def _picture(visit: Visit) -> Response:
    """Store a picture; a repeated one is ignored."""
    recording = _recorded(visit)
    seconds = _query(visit, "seconds", MAX_SECONDS)
    size = png_size(visit.body, "The picture")
    files = Files(visit.site.store, recording.id)
    for step in recording.steps:
        if step.seconds == seconds and files.picture(step.id).read_bytes() == visit.body:
            return JSONResponse({"step": step.id})
    if len(recording.steps) >= _MAX_STEPS:
        raise UserError(f"A recording has at most {_MAX_STEPS} pictures.")
    step = _add_step(visit.db, recording, seconds, size)
    files.add_picture(step.id, visit.body)
    return JSONResponse({"step": step.id})


def _finish(visit: Visit) -> Response:
    """Finish the recording, unless that was done, and return the path of its page."""
    recording = own_recording(visit, lock=True)
    if recording.state == "recording":
        if not recording.samples:
            raise UserError("There is no sound yet.")
        timeline.draft(visit.db, recording, Files(visit.site.store, recording.id))
        recording.state = "editing"
    return JSONResponse({"page": f"/session/recordings/{recording.id}"})


def _withdraw(visit: Visit) -> Response:
    recording = own_recording(visit, lock=True)
    if visit.text("sure") != "yes":
        raise UserError("Tick the box to delete the recording of this participant.")
    _delete(visit.db, recording)
    Files(visit.site.store, recording.id).remove()
    return visit.redirect("/session/")


def pages(settings: Settings) -> Sequence[Page]:
    """Return the pages of the person who records."""

    def consent(visit: Visit) -> Response:
        return visit.render("session/consent.html", consent=settings.consent, fault_text="")

    async def begin(visit: Visit) -> Response:
        fault = ""
        if visit.text("agree") != "yes":
            fault = "Nothing is recorded without the participant's agreement."
        file = visit.form.get("file")
        upload = file if isinstance(file, UploadFile) and file.filename else None
        if not fault:
            try:
                path = await run_in_threadpool(_begin, settings, visit, upload)
                return visit.redirect(path)
            except UserError as error:
                fault = str(error)
        return visit.render("session/consent.html", 422, consent=settings.consent, fault_text=fault)

    def event(visit: Visit) -> Response:
        """Store an entry of the log; a repeated one is ignored."""
        recording = _recorded(visit)
        data = visit.json()
        kind, text = (data.get(name) if isinstance(data, dict) else None for name in _TEXTS)
        seconds = finite(data.get("seconds")) if isinstance(data, dict) else None
        if (
            not (isinstance(kind, str) and isinstance(text, str))
            or not (0 < len(kind) <= 30 and len(text) <= timeline.MAX_LENGTH)
            or seconds is None
            or not 0 <= seconds <= MAX_SECONDS
        ):
            raise UserError("The entry of the log is not valid.")
        kind, text = storable(kind), settings.mask.text(storable(text))
        stored = ((event.seconds, event.kind, event.text) for event in recording.events)
        if (seconds, kind, text) not in stored:
            visit.db.add(Event(recording_id=recording.id, seconds=seconds, kind=kind, text=text))
        return JSONResponse({})

    base = "/recordings/{recording:number}"
    return [
        Page("/", _listed, ANNOTATOR),
        Page("/new", consent, ANNOTATOR),
        Page("/new", begin, ANNOTATOR, "POST", max_bytes=MAX_BYTES),
        Page(f"{base}/record", _record, ANNOTATOR),
        Page(f"{base}/sound", faults_as_json(_sound), ANNOTATOR, "POST", max_bytes=_SOUND_BYTES),
        Page(
            f"{base}/pictures",
            faults_as_json(_picture),
            ANNOTATOR,
            "POST",
            max_bytes=_PICTURE_BYTES,
        ),
        Page(f"{base}/events", faults_as_json(event), ANNOTATOR, "POST"),
        Page(f"{base}/finish", faults_as_json(_finish), ANNOTATOR, "POST"),
        Page(f"{base}/withdraw", _withdraw, ANNOTATOR, "POST"),
    ]


_TEXTS = ("kind", "text")


def _query(visit: Visit, name: str, maximum: float) -> float:
    """Return a number of the address."""
    try:
        value = finite(float(visit.request.query_params.get(name, "")))
    except ValueError:
        value = None
    if value is None or not 0 <= value <= maximum:
        raise UserError(f"The number {name} is missing or not valid.")
    return value


def _recorded(visit: Visit) -> Recording:
    """Return the person's recording of the path, which must not be finished."""
    recording = own_recording(visit, lock=True)
    if recording.state != "recording":
        raise UserError("This recording is finished.")
    return recording


def _add_step(
    session: Session, recording: Recording, seconds: float, size: tuple[int, int], action: str = ""
) -> Step:
    width, height = size
    step = Step(
        recording_id=recording.id, seconds=seconds, width=width, height=height, action=action
    )
    session.add(step)
    session.flush()
    return step


def _begin(settings: Settings, visit: Visit, upload: UploadFile | None) -> str:
    """Create a recording, with what an archive contains, and return its page's path."""
    store = visit.site.store
    parent = store.folder / "session"
    parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=parent, prefix="incoming-") as folder:
        imported = _unpacked(upload, Path(folder)) if upload else None
        with store.writing() as session:
            recording = Recording(
                number=_number(session),
                person_id=visit.person.id,
                consent=settings.consent,
                annotators=settings.annotators,
                voice=visit.text("voice") == "yes",
            )
            session.add(recording)
            session.flush()
            if imported is None:
                return f"/session/recordings/{recording.id}/record"
            files = Files(store, recording.id)
            # A crash of the server can have left files under this id.
            files.remove()
            _fill(session, recording, files, imported, settings)
            return f"/session/recordings/{recording.id}"


def _unpacked(upload: UploadFile, folder: Path) -> Imported:
    archive = folder / "archive.zip"
    with archive.open("wb") as file:
        while piece := upload.file.read(2**20):
            file.write(piece)
    unpacked = folder / "unpacked"
    unpacked.mkdir()
    return unpack(archive, unpacked)


def _fill(
    session: Session,
    recording: Recording,
    files: Files,
    imported: Imported,
    settings: Settings,
) -> None:
    files.add_sound(0, imported.sound.tobytes())
    recording.samples = len(imported.sound)
    for entry in imported.log:
        if entry.picture:
            path, size = imported.pictures[entry.picture]
            action = settings.mask.text(entry.action)
            step = _add_step(session, recording, entry.seconds, size, action)
            files.add_picture(step.id, path.read_bytes())
        else:
            text = settings.mask.text(entry.text)
            session.add(
                Event(recording_id=recording.id, seconds=entry.seconds, kind=entry.kind, text=text)
            )
    session.flush()
    session.refresh(recording)
    timeline.draft(session, recording, files)
    recording.state = "editing"


def _number(session: Session) -> int:
    """Return a random number that no participant has."""
    for _ in range(1000):
        number = 1 + secrets.randbelow(_MAX_NUMBER)
        if session.scalar(select(Recording.id).where(Recording.number == number)) is None:
            return number
    raise Refused(409, "No number is left", "Start another collection.")


def _delete(session: Session, recording: Recording) -> None:
    """Delete everything of a recording except the consent and its withdrawal."""
    steps = select(Step.id).where(Step.recording_id == recording.id)
    for table in (StepLabel, Decision):
        session.execute(delete(table).where(table.step_id.in_(steps)))
    for table in (Step, Instruction, Event, Labeller):
        session.execute(delete(table).where(table.recording_id == recording.id))
    session.expire(recording)
    recording.withdrawn = now()
    recording.samples = 0
