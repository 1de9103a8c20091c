"""Pages of the panel: what a participant sees besides the task's own pages."""

from collections.abc import Sequence

from starlette.responses import JSONResponse, Response

from webproctor.benchmarks.people import PageAttempt, PictureAttempt, PictureStep
from webproctor.collect.play.study import Live, Study
from webproctor.collect.play.windows import Windows
from webproctor.collect.refusals import Refused, not_found
from webproctor.collect.store import Role, now
from webproctor.collect.visit import Page, Visit
from webproctor.environments.numbers import is_number
from webproctor.files.reading import finite

_PARTICIPANT: Sequence[Role] = ("annotator",)
_MAX_ANSWER = 2000


def pages(study: Study, windows: Windows) -> list[Page]:
    """Return the pages for participants."""

    async def home(visit: Visit) -> Response:
        progress = await study.progress(visit.person)
        if progress.live is not None:
            return await _task(visit, progress.live)
        template = "done" if progress.done == progress.tasks else "between"
        return visit.render(
            f"play/{template}.html", progress=progress, instructions=study.people.instructions
        )

    async def _task(visit: Visit, live: Live) -> Response:
        attempt = live.attempt
        values = {
            "live": live,
            "tasks": len(study.tasks),
            "seconds": max(0, round((live.deadline - now()).total_seconds())),
        }
        if isinstance(attempt, PageAttempt):
            window = windows.address(live, visit.request)
            return visit.render("play/pages.html", window=window, asks=attempt.asks, **values)
        step = await _step(live)
        return visit.render("play/picture.html", step=step, number=len(live.answers), **values)

    def own_attempt(visit: Visit, id: str) -> Live:
        live = study.find_own(visit.person, int(id)) if is_number(id) else None
        if live is None:
            raise not_found()
        return live

    def submitted_attempt(visit: Visit) -> Live | None:
        """Return the attempt that a form is for; None if it has ended.

        Raises:
            Refused: If the form is not valid.
        """
        id = visit.text("attempt")
        if not is_number(id):
            raise Refused(400, "This form is not valid", "Load the page again.")
        return study.find_own(visit.person, int(id))

    async def start(visit: Visit) -> Response:
        await study.start(visit.person, practice=bool(visit.text("practice")))
        return visit.redirect("/play/")

    async def answer(visit: Visit) -> Response:
        live = submitted_attempt(visit)
        if live is None:
            return visit.redirect("/play/")
        if visit.text("give_up"):
            await study.give_up(live)
            return visit.redirect("/play/")
        text = visit.text("answer")
        if not isinstance(live.attempt, PageAttempt) or not live.attempt.asks or not text:
            raise Refused(400, "This form is not valid", "Go back and enter an answer.")
        await study.answer(live, text[:_MAX_ANSWER])
        return visit.redirect("/play/")

    async def click(visit: Visit) -> Response:
        live, step = submitted_attempt(visit), visit.text("step")
        if not is_number(step):
            raise Refused(400, "This form is not valid", "Load the page again.")
        if live is not None and isinstance(live.attempt, PictureAttempt):
            await study.click(live, int(step), _point(visit))
        return visit.redirect("/play/")

    async def picture(visit: Visit) -> Response:
        step = await _step(own_attempt(visit, visit.request.path_params["attempt"]))
        return Response(step.png, media_type="image/png")

    async def sound(visit: Visit) -> Response:
        step = await _step(own_attempt(visit, visit.request.path_params["attempt"]))
        if step.sound is None:
            raise not_found()
        return Response(step.sound[0], media_type=step.sound[1])

    async def state(visit: Visit) -> Response:
        """Return whether an attempt still runs: its pages can send the answer, or time runs out."""
        id = visit.request.path_params["attempt"]
        running = is_number(id) and study.find_own(visit.person, int(id)) is not None
        return JSONResponse({"running": running})

    return [
        Page("/", home, _PARTICIPANT),
        Page("/start", start, _PARTICIPANT, "POST"),
        Page("/answer", answer, _PARTICIPANT, "POST"),
        Page("/click", click, _PARTICIPANT, "POST"),
        # The number of the step only makes the address of each picture its own.
        Page("/attempts/{attempt}/{step:number}.png", picture, _PARTICIPANT),
        Page("/attempts/{attempt}/{step:number}.sound", sound, _PARTICIPANT),
        Page("/attempts/{attempt}/state", state, _PARTICIPANT),
    ]


async def _step(live: Live) -> PictureStep:
    step = (
        await live.attempt.step(live.answers) if isinstance(live.attempt, PictureAttempt) else None
    )
    if step is None:
        raise not_found()
    return step


def _point(visit: Visit) -> tuple[float, float] | None:
    """Return the point of a form; None if it says that nothing fits.

    Raises:
        Refused: If it has neither.
    """
    if visit.text("nothing"):
        return None
    try:
        x, y = (finite(float(visit.text(name))) for name in ("x", "y"))
    except ValueError:
        x = y = None
    if x is None or y is None:
        raise Refused(400, "This form is not valid", "Click on the screenshot.")
    return x, y
