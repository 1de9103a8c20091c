"""Pages of the tool."""

from collections.abc import Sequence

from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, Response

from webproctor.collect.demonstration import dump
from webproctor.collect.refusals import Refused, not_found
from webproctor.collect.store import Role, now
from webproctor.collect.tools.demonstrate import tasks as listing
from webproctor.collect.tools.demonstrate.files import folder
from webproctor.collect.tools.demonstrate.sessions import Sessions
from webproctor.collect.tools.demonstrate.tables import Demonstration, Task
from webproctor.collect.visit import Page, Visit
from webproctor.core.errors import UserError

_ANNOTATOR: Sequence[Role] = ("annotator",)
_MAX_LENGTH = 2000
# Tasks to start that are shown.
_MAX_LISTED = 50


def _own_demonstration(visit: Visit, *, lock: bool = False) -> Demonstration:
    return visit.row(Demonstration, visit.number("demonstration"), own=True, lock=lock)


def _work(visit: Visit) -> Response:
    demonstration = _own_demonstration(visit)
    if demonstration.state != "open":
        return visit.redirect(f"/demonstrate/{demonstration.id}/review")
    return visit.render("demonstrate/work.html", demonstration=demonstration)


def _review(visit: Visit, fault: str = "", text: str = "") -> Response:
    demonstration = _own_demonstration(visit)
    return visit.render(
        "demonstrate/review.html",
        422 if fault else 200,
        demonstration=demonstration,
        task=text or demonstration.task_text,
        steps=dump.steps(folder(visit.site.store, demonstration)),
        max_length=_MAX_LENGTH,
        fault_text=fault,
    )


def _picture(visit: Visit) -> Response:
    path = dump.screenshot(
        folder(visit.site.store, _own_demonstration(visit)), visit.number("step"), "before"
    )
    if not path.is_file():
        raise not_found()
    return FileResponse(path, media_type="image/jpeg")


def _check(visit: Visit, text: str) -> None:
    """Check that a demonstration can be submitted, or was submitted with the same text."""
    with visit.site.store.reading() as session:
        demonstration = _own_demonstration(visit.within(session))
        state = demonstration.state
        if state != "open" and (state, demonstration.task_text) != ("submitted", text):
            raise Refused(409, "Already submitted", "This demonstration cannot be changed.")
        if not dump.steps(folder(visit.site.store, demonstration)):
            raise UserError("There are no steps yet.")


def _store_submitted(visit: Visit, text: str) -> None:
    with visit.site.store.writing() as session:
        demonstration = _own_demonstration(visit.within(session), lock=True)
        if demonstration.state == "open":
            demonstration.state, demonstration.task_text = "submitted", text
            demonstration.submitted = now()


def _review_again(visit: Visit, text: str, fault: str) -> Response:
    with visit.site.store.reading() as session:
        return _review(visit.within(session), fault, text)


def _discard(visit: Visit) -> None:
    with visit.site.store.writing() as session:
        demonstration = _own_demonstration(visit.within(session), lock=True)
        if demonstration.state == "open":
            demonstration.state = "discarded"


def pages(sessions: Sessions) -> list[Page]:
    """Return the pages for annotators."""
    per_task = sessions.rules.per_task

    def choose(visit: Visit, fault: str = "") -> Response:
        return visit.render(
            "demonstrate/tasks.html",
            422 if fault else 200,
            mine=listing.demonstrations_of(visit.db, visit.person),
            free=listing.available(visit.db, visit.person, per_task)[:_MAX_LISTED],
            fault_text=fault,
        )

    def start(visit: Visit) -> Response:
        task = visit.row(Task, visit.number("task"), lock=True)
        try:
            demonstration = listing.start(visit.db, task, visit.person, per_task)
        except UserError as error:
            return choose(visit, str(error))
        return visit.redirect(f"/demonstrate/{demonstration.id}")

    async def submit(visit: Visit) -> Response:
        """End the session of the demonstration, so that its recordings are complete, and submit."""
        text = " ".join(visit.text("task").split())
        try:
            if not 0 < len(text) <= _MAX_LENGTH:
                raise UserError(f"The description must have 1 to {_MAX_LENGTH} characters.")
            await run_in_threadpool(_check, visit, text)
            await sessions.finish(visit.number("demonstration"))
        except UserError as error:
            return await run_in_threadpool(_review_again, visit, text, str(error))
        await run_in_threadpool(_store_submitted, visit, text)
        return visit.redirect("/demonstrate/")

    async def give_back(visit: Visit) -> Response:
        """End a demonstration that the person cannot finish; others can start the task."""
        # First, so that only the person's own session is ended.
        await run_in_threadpool(_discard, visit)
        await sessions.end(visit.number("demonstration"))
        return visit.redirect("/demonstrate/")

    return [
        Page("/", choose, _ANNOTATOR),
        Page("/tasks/{task:number}", start, _ANNOTATOR, "POST"),
        Page("/{demonstration:number}", _work, _ANNOTATOR),
        Page("/{demonstration:number}/review", _review, _ANNOTATOR),
        Page("/{demonstration:number}/review", submit, _ANNOTATOR, "POST"),
        Page("/{demonstration:number}/give-back", give_back, _ANNOTATOR, "POST"),
        Page("/{demonstration:number}/steps/{step:number}.jpg", _picture, _ANNOTATOR),
    ]
