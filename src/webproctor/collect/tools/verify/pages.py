"""Pages of the tool."""

from collections.abc import Sequence
from typing import get_args

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from webproctor.collect.demonstration import dump
from webproctor.collect.demonstration.steps import Step
from webproctor.collect.refusals import Refused, not_found
from webproctor.collect.store import Role, Store
from webproctor.collect.tools.demonstrate.files import folder
from webproctor.collect.tools.demonstrate.tables import Demonstration
from webproctor.collect.tools.verify import readings as reading
from webproctor.collect.tools.verify import replays as replaying
from webproctor.collect.tools.verify.pictures import picture
from webproctor.collect.tools.verify.readings import Given
from webproctor.collect.tools.verify.replays import Replays
from webproctor.collect.tools.verify.tables import Decision, Reading
from webproctor.collect.visit import Page, Visit
from webproctor.core.errors import UserError

_VERIFIER: Sequence[Role] = ("verifier",)
# Demonstrations on the list.
_LISTED = 50
_READ = "Another verifier has read it after you: your decision cannot be changed."
_CHANGED = "This demonstration or your decision has changed since you opened the page. Look again."


def pages(store: Store, replays: Replays, twice: int) -> list[Page]:
    """Return the pages for verifiers.

    Args:
        twice: Percent of the demonstrations that need two equal decisions.
    """

    def choose(visit: Visit) -> Response:
        found = reading.waiting(visit.db, visit.person)
        return visit.render("verify/waiting.html", waiting=found[:_LISTED], count=len(found))

    def mine(visit: Visit) -> Response:
        return visit.render("verify/mine.html", mine=reading.mine(visit.db, visit.person))

    def demonstration(
        visit: Visit, *, lock: bool = False
    ) -> tuple[Demonstration, list[Step], list[Reading]]:
        made = visit.row(Demonstration, visit.number("demonstration"), lock=lock)
        found = reading.of(visit.db, made)
        reading.check(made, visit.person, found)
        return made, dump.steps(folder(store, made)), found

    def show(
        visit: Visit, fault: str = "", status: int = 200, given: Given | None = None
    ) -> Response:
        made, steps, found = demonstration(visit)
        mine = reading.own(visit.person, found)
        if given is None:
            given = Given("keep", made.task_text, {}, "") if mine is None else Given.of(mine)
        return visit.render(
            "verify/read.html",
            status,
            made=made,
            steps=steps,
            given=given,
            mine=mine,
            changeable=reading.changeable(visit.person, found),
            notes=[one.note for one in found if one is not mine and one.decision == "unsure"],
            version=reading.version(made, steps, mine),
            replay=replaying.newest(visit.db, made),
            verdict=replaying.verdict,
            longest=reading.LONGEST,
            fault_text=fault,
        )

    def chosen(visit: Visit) -> set[str]:
        """Return the uids of the steps that are kept in the form."""
        return {one for one in visit.form.getlist("keep") if isinstance(one, str)}

    def sent(visit: Visit, steps: Sequence[Step]) -> Given:
        """Return what the form contains."""
        keep, name = chosen(visit), visit.text("decision")
        decision = next((one for one in get_args(Decision) if one == name), None)
        if decision is None:
            raise Refused(400, "This form is not valid", "Choose Keep, Discard or Unsure.")
        return Given(
            decision=decision,
            task_text=" ".join(visit.text("task").split()),
            steps={step.uid: step.uid in keep for step in steps},
            note=visit.text("note"),
        )

    def decide(visit: Visit) -> Response:
        made, steps, found = demonstration(visit, lock=True)
        mine = reading.own(visit.person, found)
        given = sent(visit, steps)
        if mine is not None and Given.of(mine) == given:
            return visit.redirect("/verify/")  # The form was sent twice.
        if not reading.changeable(visit.person, found):
            return show(visit, _READ, 409)
        if visit.text("version") != reading.version(made, steps, mine):
            return show(visit, _CHANGED, 409, given)
        try:
            given.check()
        except UserError as error:
            return show(visit, str(error), 422, given)
        reading.decide(visit.db, made, visit.person, found, given, reading.votes(made, twice))
        return visit.redirect("/verify/")

    def shown(visit: Visit) -> Response:
        made, steps, _ = demonstration(visit)
        number, moment = visit.number("step"), visit.request.path_params["moment"]
        where: dict[str, dump.Moment] = {"before": "before", "after": "after"}
        if moment not in where or number >= len(steps):
            raise not_found()
        taken = picture(
            dump.screenshot(folder(store, made), number, where[moment]),
            steps[number].target.box,
            marked=moment == "before",
            whole="whole" in visit.request.query_params,
        )
        return Response(taken, media_type="image/jpeg")

    def replay_of(visit: Visit, fault: str = "") -> Response:
        made, _, _ = demonstration(visit)
        return visit.render(
            "verify/replay.html",
            made=made,
            replay=replaying.newest(visit.db, made),
            verdict=replaying.verdict,
            fault_text=fault,
        )

    def ask(visit: Visit) -> tuple[int | None, Response]:
        with store.writing() as session:
            entered = visit.within(session)
            made, steps, _ = demonstration(entered, lock=True)
            keep = chosen(visit)
            uids = [step.uid for step in steps if step.uid in keep]
            try:
                asked = replaying.ask(session, made, visit.person, uids)
            except UserError as error:
                return None, replay_of(entered, str(error))
            return asked.id, replay_of(entered)

    async def replay(visit: Visit) -> Response:
        """Start a replay; the page asks for its progress."""
        id, response = await run_in_threadpool(ask, visit)
        if id is not None:
            replays.begin(id)
        return response

    one = "/{demonstration:int}"
    return [
        Page("/", choose, _VERIFIER),
        Page("/mine", mine, _VERIFIER),
        Page(one, show, _VERIFIER),
        Page(one, decide, _VERIFIER, "POST"),
        Page(f"{one}/steps/{{step:int}}/{{moment}}.jpg", shown, _VERIFIER),
        Page(f"{one}/replay", replay_of, _VERIFIER),
        Page(f"{one}/replay", replay, _VERIFIER, "POST"),
    ]
