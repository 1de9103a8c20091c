"""Pages of the tool."""

from collections.abc import Sequence
from typing import get_args

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from webproctor.collect.demonstration import dump
from webproctor.collect.demonstration.steps import Step
from webproctor.collect.refusals import Refused, not_found
from webproctor.collect.store import Role
from webproctor.collect.tools.demonstrate.files import folder
from webproctor.collect.tools.demonstrate.tables import Demonstration
from webproctor.collect.tools.verify import readings
from webproctor.collect.tools.verify import replays as replay_jobs
from webproctor.collect.tools.verify.pictures import picture
from webproctor.collect.tools.verify.readings import Submission
from webproctor.collect.tools.verify.replays import Replays
from webproctor.collect.tools.verify.tables import Decision, Reading
from webproctor.collect.visit import Page, Visit
from webproctor.core.errors import UserError

_VERIFIER: Sequence[Role] = ("verifier",)
# Demonstrations on the list.
_MAX_LISTED = 50
_READ_BY_OTHERS = "Another verifier has read it after you: your decision cannot be changed."
_CHANGED = "This demonstration or your decision has changed since you opened the page. Look again."


def _choose(visit: Visit) -> Response:
    waiting = readings.waiting(visit.db, visit.person)
    return visit.render("verify/waiting.html", waiting=waiting[:_MAX_LISTED], count=len(waiting))


def _mine(visit: Visit) -> Response:
    return visit.render("verify/mine.html", mine=readings.readings_by(visit.db, visit.person))


def _load(visit: Visit, *, lock: bool = False) -> tuple[Demonstration, list[Step], list[Reading]]:
    demonstration = visit.row(Demonstration, visit.number("demonstration"), lock=lock)
    existing = readings.readings_of(visit.db, demonstration)
    readings.check(demonstration, visit.person, existing)
    return demonstration, dump.steps(folder(visit.site.store, demonstration)), existing


def _show(
    visit: Visit, fault: str = "", status: int = 200, submitted: Submission | None = None
) -> Response:
    demonstration, steps, existing = _load(visit)
    own_reading = readings.own_reading(visit.person, existing)
    if submitted is None:
        submitted = (
            Submission("keep", demonstration.task_text, {}, "")
            if own_reading is None
            else Submission.from_reading(own_reading)
        )
    return visit.render(
        "verify/read.html",
        status,
        demonstration=demonstration,
        steps=steps,
        submitted=submitted,
        mine=own_reading,
        changeable=readings.changeable(visit.person, existing),
        notes=[
            reading.note
            for reading in existing
            if reading is not own_reading and reading.decision == "unsure"
        ],
        version=readings.version(demonstration, steps, own_reading),
        replay=replay_jobs.newest(visit.db, demonstration),
        verdict=replay_jobs.verdict,
        max_length=readings.MAX_LENGTH,
        fault_text=fault,
    )


def _kept_uids(visit: Visit) -> set[str]:
    """Return the uids of the steps that are kept in the form."""
    return {uid for uid in visit.form.getlist("keep") if isinstance(uid, str)}


def _submission(visit: Visit, steps: Sequence[Step]) -> Submission:
    """Return what the form contains."""
    keep, name = _kept_uids(visit), visit.text("decision")
    decision = next((decision for decision in get_args(Decision) if decision == name), None)
    if decision is None:
        raise Refused(400, "This form is not valid", "Choose Keep, Discard or Unsure.")
    return Submission(
        decision=decision,
        task_text=" ".join(visit.text("task").split()),
        steps={step.uid: step.uid in keep for step in steps},
        note=visit.text("note"),
    )


def _step_picture(visit: Visit) -> Response:
    demonstration, steps, _ = _load(visit)
    number, moment = visit.number("step"), visit.request.path_params["moment"]
    moments: dict[str, dump.Moment] = {"before": "before", "after": "after"}
    if moment not in moments or number >= len(steps):
        raise not_found()
    image = picture(
        dump.screenshot(folder(visit.site.store, demonstration), number, moments[moment]),
        steps[number].target.box,
        draw_box=moment == "before",
        whole_page="whole" in visit.request.query_params,
    )
    return Response(image, media_type="image/jpeg")


def _replay_of(visit: Visit, fault: str = "") -> Response:
    demonstration, _, _ = _load(visit)
    return visit.render(
        "verify/replay.html",
        demonstration=demonstration,
        replay=replay_jobs.newest(visit.db, demonstration),
        verdict=replay_jobs.verdict,
        fault_text=fault,
    )


def _create_replay(visit: Visit) -> tuple[int | None, Response]:
    with visit.site.store.writing() as session:
        writing_visit = visit.within(session)
        demonstration, steps, _ = _load(writing_visit, lock=True)
        kept = _kept_uids(visit)
        uids = [step.uid for step in steps if step.uid in kept]
        try:
            replay = replay_jobs.create(session, demonstration, visit.person, uids)
        except UserError as error:
            return None, _replay_of(writing_visit, str(error))
        return replay.id, _replay_of(writing_visit)


def pages(replays: Replays, two_verifiers: int) -> list[Page]:
    """Return the pages for verifiers.

    Args:
        two_verifiers: Percent of the demonstrations that need two equal decisions.
    """

    def decide(visit: Visit) -> Response:
        demonstration, steps, existing = _load(visit, lock=True)
        own_reading = readings.own_reading(visit.person, existing)
        submitted = _submission(visit, steps)
        if own_reading is not None and Submission.from_reading(own_reading) == submitted:
            return visit.redirect("/verify/")  # The form was sent twice.
        if not readings.changeable(visit.person, existing):
            return _show(visit, _READ_BY_OTHERS, 409)
        if visit.text("version") != readings.version(demonstration, steps, own_reading):
            return _show(visit, _CHANGED, 409, submitted)
        try:
            submitted.check()
        except UserError as error:
            return _show(visit, str(error), 422, submitted)
        readings.decide(
            visit.db,
            demonstration,
            visit.person,
            existing,
            submitted,
            readings.votes(demonstration, two_verifiers),
        )
        return visit.redirect("/verify/")

    async def start_replay(visit: Visit) -> Response:
        """Start a replay; the page asks for its progress."""
        id, response = await run_in_threadpool(_create_replay, visit)
        if id is not None:
            replays.begin(id)
        return response

    base = "/{demonstration:number}"
    return [
        Page("/", _choose, _VERIFIER),
        Page("/mine", _mine, _VERIFIER),
        Page(base, _show, _VERIFIER),
        Page(base, decide, _VERIFIER, "POST"),
        Page(f"{base}/steps/{{step:number}}/{{moment}}.jpg", _step_picture, _VERIFIER),
        Page(f"{base}/replay", _replay_of, _VERIFIER),
        Page(f"{base}/replay", start_replay, _VERIFIER, "POST"),
    ]
