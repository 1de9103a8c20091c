"""Pages of the tool."""

from collections.abc import Sequence

from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, Response

from webproctor.collect.demonstration import dump
from webproctor.collect.refusals import Refused, not_found
from webproctor.collect.store import Role, Store, now
from webproctor.collect.tools.demonstrate import tasks as listing
from webproctor.collect.tools.demonstrate.files import folder
from webproctor.collect.tools.demonstrate.sessions import Sessions
from webproctor.collect.tools.demonstrate.tables import Demonstration, Task
from webproctor.collect.visit import Page, Visit
from webproctor.core.errors import UserError

_ANNOTATOR: Sequence[Role] = ("annotator",)
_LONGEST = 2000
# Tasks to start that are shown.
_AT_ONCE = 50


def pages(store: Store, sessions: Sessions) -> list[Page]:
    """Return the pages for annotators."""
    per_task = sessions.rules.per_task

    def choose(visit: Visit, fault: str = "") -> Response:
        return visit.render(
            "demonstrate/tasks.html",
            422 if fault else 200,
            mine=listing.own(visit.db, visit.person),
            free=listing.free(visit.db, visit.person, per_task)[:_AT_ONCE],
            fault_text=fault,
        )

    def start(visit: Visit) -> Response:
        task = visit.row(Task, visit.number("task"), lock=True)
        try:
            made = listing.start(visit.db, task, visit.person, per_task)
        except UserError as error:
            return choose(visit, str(error))
        return visit.redirect(f"/demonstrate/{made.id}")

    def own(visit: Visit, *, lock: bool = False) -> Demonstration:
        return visit.row(Demonstration, visit.number("demonstration"), own=True, lock=lock)

    def work(visit: Visit) -> Response:
        made = own(visit)
        if made.state != "open":
            return visit.redirect(f"/demonstrate/{made.id}/review")
        return visit.render("demonstrate/work.html", made=made)

    def review(visit: Visit, fault: str = "") -> Response:
        made = own(visit)
        return visit.render(
            "demonstrate/review.html",
            422 if fault else 200,
            made=made,
            steps=dump.steps(folder(store, made)),
            longest=_LONGEST,
            fault_text=fault,
        )

    def picture(visit: Visit) -> Response:
        path = dump.screenshot(folder(store, own(visit)), visit.number("step"), "before")
        if not path.is_file():
            raise not_found()
        return FileResponse(path, media_type="image/jpeg")

    def check(visit: Visit) -> None:
        with store.reading() as session:
            made = own(visit.within(session))
            if made.state != "open":
                raise Refused(409, "Already submitted", "This demonstration cannot be changed.")
            if not dump.steps(folder(store, made)):
                raise UserError("There are no steps yet.")

    def store_submitted(visit: Visit, text: str) -> None:
        with store.writing() as session:
            made = own(visit.within(session), lock=True)
            if made.state == "open":
                made.state, made.task_text, made.submitted = "submitted", text, now()

    async def submit(visit: Visit) -> Response:
        """End the session of the demonstration, so that its recordings are complete, and submit."""
        text = " ".join(visit.text("task").split())
        if not 0 < len(text) <= _LONGEST:
            raise UserError(f"The description must have 1 to {_LONGEST} characters.")
        await run_in_threadpool(check, visit)
        await sessions.finish(visit.number("demonstration"))
        await run_in_threadpool(store_submitted, visit, text)
        return visit.redirect("/demonstrate/")

    def discard(visit: Visit) -> None:
        with store.writing() as session:
            made = own(visit.within(session), lock=True)
            if made.state == "open":
                made.state = "discarded"

    async def give_back(visit: Visit) -> Response:
        """End a demonstration that the person cannot finish; others can start the task."""
        # First, so that only the person's own session is ended.
        await run_in_threadpool(discard, visit)
        await sessions.end(visit.number("demonstration"))
        return visit.redirect("/demonstrate/")

    return [
        Page("/", choose, _ANNOTATOR),
        Page("/tasks/{task:int}", start, _ANNOTATOR, "POST"),
        Page("/{demonstration:int}", work, _ANNOTATOR),
        Page("/{demonstration:int}/review", review, _ANNOTATOR),
        Page("/{demonstration:int}/review", submit, _ANNOTATOR, "POST"),
        Page("/{demonstration:int}/give-back", give_back, _ANNOTATOR, "POST"),
        Page("/{demonstration:int}/steps/{step:int}.jpg", picture, _ANNOTATOR),
    ]
