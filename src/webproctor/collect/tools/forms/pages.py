"""Pages of the tool."""

from starlette.responses import HTMLResponse, JSONResponse, Response

from webproctor.collect.tools.forms import assignments, export
from webproctor.collect.tools.forms import job as jobs
from webproctor.collect.tools.forms.tables import Answer, Input
from webproctor.collect.visit import Page, Visit

_MAX_BYTES = 2**20
# The frame has no origin: its scripts reach neither the cookie nor the pages around it. It can load
# libraries and pictures, as templates do, but neither connect elsewhere nor send forms.
_FRAME_HEADERS = {
    "content-security-policy": "; ".join(
        [
            "sandbox allow-scripts allow-forms allow-modals",
            "default-src https: data: blob: 'unsafe-inline' 'unsafe-eval'",
            "connect-src 'none'",
            "form-action 'none'",
            "base-uri 'none'",
            "frame-ancestors 'self'",
        ]
    ),
    "x-frame-options": "SAMEORIGIN",
}


def _start(visit: Visit) -> Response:
    return visit.render(
        "forms/start.html",
        current=assignments.current(visit.db, visit.person),
        sent=export.sent_by(visit.db, visit.person),
        answers_per_input=jobs.get(visit.db).answers_per_input,
        finished="finished" in visit.request.query_params,
    )


def _show(visit: Visit) -> Response:
    return visit.render("forms/page.html", answer=_own(visit))


def _frame(visit: Visit) -> Response:
    return _frame_response(visit, _own(visit).input)


def _administer(visit: Visit) -> Response:
    job, first_input = jobs.get(visit.db), export.inputs(visit.db)[0]
    return visit.render(
        "forms/administer.html",
        job=job,
        unfilled=jobs.unfilled(job, first_input.texts),
        first_input=first_input,
    )


def _preview(visit: Visit) -> Response:
    return _frame_response(visit, visit.row(Input, visit.number("input")))


def _batch(visit: Visit) -> Response:
    return visit.download("batch.csv", export.batch(visit.db), "text/csv; charset=utf-8")


def pages(minutes: int) -> list[Page]:
    """Return the pages for annotators and the administrator.

    Args:
        minutes: Time after which a page that was not sent is given to somebody else.
    """

    def begin(visit: Visit) -> Response:
        return visit.redirect(_next_path(visit))

    def _next_path(visit: Visit) -> str:
        answer = assignments.assign(visit.db, visit.person, minutes)
        return f"/forms/pages/{answer.id}" if answer else "/forms/?finished"

    def send(visit: Visit) -> Response:
        assignments.send(_own(visit, lock=True), visit.json())
        visit.db.flush()
        return JSONResponse({"next": _next_path(visit)})

    def skip(visit: Visit) -> Response:
        assignments.skip(_own(visit, lock=True))
        visit.db.flush()
        return visit.redirect(_next_path(visit))

    return [
        Page("/", _start, ("annotator",)),
        Page("/", begin, ("annotator",), "POST"),
        Page("/pages/{answer:number}", _show, ("annotator",)),
        Page("/pages/{answer:number}/frame", _frame, ("annotator",)),
        Page("/pages/{answer:number}", send, ("annotator",), "POST", max_bytes=_MAX_BYTES),
        Page("/pages/{answer:number}/skip", skip, ("annotator",), "POST"),
        Page("/job", _administer, ("administrator",)),
        Page("/inputs/{input:number}/frame", _preview, ("administrator",)),
        Page("/batch.csv", _batch, ("administrator",)),
    ]


def _own(visit: Visit, *, lock: bool = False) -> Answer:
    return visit.row(Answer, visit.number("answer"), own=True, lock=lock)


def _frame_response(visit: Visit, input: Input) -> Response:
    return HTMLResponse(jobs.page(jobs.get(visit.db), input.texts), headers=_FRAME_HEADERS)
