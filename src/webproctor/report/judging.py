"""A web page on which a person judges a run's failures."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from webproctor.analysis.judging import (
    Failure,
    Judgement,
    Judgements,
    Verdict,
    draw_failure,
    write_judgements,
)
from webproctor.core.errors import UserError
from webproctor.files.reading import parse_json
from webproctor.methods.grounding.targets import Target
from webproctor.report.rendering import TEMPLATES


def application(
    folder: Path,
    failures: Sequence[Failure],
    targets: Mapping[str, Target],
    histories: Mapping[str, Sequence[str]],
    judgements: Judgements,
    done: asyncio.Event,
) -> Starlette:
    """Create the application that serves the page and receives its judgements.

    Args:
        folder: Folder of the run, where every judgement is saved immediately.
        failures: The failures to judge.
        targets: Targets by key of the step.
        histories: The history that the planner got, by key of the step.
        judgements: The judgements so far; new ones are added.
        done: Set when every failure has been judged.
    """
    failures_by_key = {failure.key: failure for failure in failures}
    template = TEMPLATES.get_template("judge.html")

    async def page(request: Request) -> Response:
        return HTMLResponse(template.render())

    async def state(request: Request) -> Response:
        state_of_failures = [
            failure.model_dump()
            | {
                "verdict": judgements[failure.key].verdict if failure.key in judgements else None,
                "history": list(histories.get(failure.key, ())),
            }
            for failure in failures
        ]
        return JSONResponse(state_of_failures)

    async def picture(request: Request) -> Response:
        key = request.path_params["key"]
        if key not in failures_by_key:
            return Response(status_code=404)
        png = await asyncio.to_thread(draw_failure, targets[key], failures_by_key[key].answer.point)
        return Response(png, media_type="image/png")

    async def judge(request: Request) -> Response:
        try:
            body = parse_json(await request.body(), "the request")
        except UserError as error:
            return JSONResponse({"error": str(error)}, 400)
        fields: dict[str, Any] = body if isinstance(body, dict) else {}
        key, verdict = fields.get("key"), fields.get("verdict")
        if (
            not isinstance(key, str)
            or key not in failures_by_key
            or verdict not in get_args(Verdict)
        ):
            return JSONResponse({"error": "unknown step or verdict"}, 400)
        judgements[key] = Judgement.model_validate({"verdict": verdict, "by": "person"})
        write_judgements(folder, judgements)
        remaining = sum(failure.key not in judgements for failure in failures)
        # Setting `done` can close the server, so the response is sent first.
        return JSONResponse(
            {"left": remaining}, background=None if remaining else BackgroundTask(done.set)
        )

    async def no_icon(_: Request) -> Response:
        return Response(status_code=204)  # Browsers request it for every page.

    return Starlette(
        routes=[
            Route("/", page),
            Route("/favicon.ico", no_icon),
            Route("/failures", state),
            Route("/picture/{key:path}", picture),
            Route("/judge", judge, methods=["POST"]),
        ]
    )
