"""The settings of the tool, and what all its pages share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from threading import Lock

from starlette.responses import JSONResponse, Response

from webproctor.collect.demonstration.masking import Mask
from webproctor.collect.refusals import not_found
from webproctor.collect.store import Role
from webproctor.collect.tools.session.tables import Labeller, Recording, Step
from webproctor.collect.visit import Visit
from webproctor.core.errors import UserError
from webproctor.methods.speech.audio import Samples
from webproctor.methods.speech.recognisers import Recogniser, recogniser

ANNOTATOR: Sequence[Role] = ("annotator",)
VERIFIER: Sequence[Role] = ("verifier", "administrator")
EVERYONE: Sequence[Role] = (*ANNOTATOR, *VERIFIER)


@dataclass
class Drafts:
    """Drafts of transcripts by a recogniser.

    Attributes:
        spec: The recogniser; "" for none.
    """

    spec: str
    _recogniser: Recogniser | None = None
    _lock: Lock = field(default_factory=Lock)

    def prepare(self) -> None:
        """Load the recogniser.

        Raises:
            UserError: If there is no such recogniser, or its library is not installed.
        """
        if self.spec and self._recogniser is None:
            self._recogniser = recogniser(self.spec)

    def transcribe(self, clips: Sequence[Samples]) -> list[str]:
        """Return the transcripts of clips; recognisers handle one at a time."""
        with self._lock:
            self.prepare()
            return [self._recogniser.transcribe(clip) if self._recogniser else "" for clip in clips]


@dataclass(frozen=True)
class Settings:
    """The settings of the tool.

    Attributes:
        consent: The text that participants agree to.
        annotators: The number of annotators of a recording.
        mask: What is masked in texts.
        drafts: The recogniser.
    """

    consent: str
    annotators: int
    mask: Mask
    drafts: Drafts


def own_recording(visit: Visit, *, lock: bool = False) -> Recording:
    """Return the recording of the path, which must be the person's and not be withdrawn."""
    recording = visit.row(Recording, visit.number("recording"), own=True, lock=lock)
    if recording.withdrawn is not None:
        raise not_found()
    return recording


def visible_step(visit: Visit) -> Step:
    """Return the step of the path, if the person may see its picture.

    These are the person who recorded it, those who label it, and verifiers.
    """
    step = visit.row(Step, visit.number("step"))
    recording = step.recording
    is_labeller = visit.db.get(Labeller, (recording.id, visit.person.id)) is not None
    if (
        visit.person.role == "annotator"
        and recording.person_id != visit.person.id
        and not is_labeller
    ):
        raise not_found()
    return step


def faults_as_json(function: Callable[[Visit], Response]) -> Callable[[Visit], Response]:
    """Answer user errors to a script with status 422 and JSON. Nothing is stored then."""

    @wraps(function)
    def handler(visit: Visit) -> Response:
        with visit.db.begin_nested() as transaction:
            try:
                return function(visit)
            except UserError as error:
                transaction.rollback()
                return JSONResponse({"fault": str(error)}, 422)

    return handler
