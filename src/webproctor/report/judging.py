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
    drawn,
    write_judgements,
)
from webproctor.core.errors import UserError
from webproctor.files.reading import parse_json
from webproctor.methods.grounding.targets import Target
from webproctor.report.rendering import TEMPLATES


def application(
    folder: Path,
    found: Sequence[Failure],
    targets: Mapping[str, Target],
    histories: Mapping[str, Sequence[str]],
    judgements: Judgements,
    done: asyncio.Event,
) -> Starlette:
    """Create the application that serves the page and receives its judgements.

    Args:
        folder: Folder of the run, where every judgement is saved immediately.
        found: The failures to judge.
        targets: Targets by key of the step.
        histories: The history that the planner got, by key of the step.
        judgements: The judgements so far; new ones are added.
        done: Set when every failure has been judged.
    """
    by_key = {one.key: one for one in found}
    template = TEMPLATES.get_template("judge.html")

    async def page(request: Request) -> Response:
        return HTMLResponse(template.render())

    async def state(request: Request) -> Response:
        listed = [
            one.model_dump()
            | {
                "verdict": judgements[one.key].verdict if one.key in judgements else None,
                "history": list(histories.get(one.key, ())),
            }
            for one in found
        ]
        return JSONResponse(listed)

    async def picture(request: Request) -> Response:
        key = request.path_params["key"]
        if key not in by_key:
            return Response(status_code=404)
        png = await asyncio.to_thread(drawn, targets[key], by_key[key].answer.point)
        return Response(png, media_type="image/png")

    async def judge(request: Request) -> Response:
        try:
            said = parse_json(await request.body(), "the request")
        except UserError as error:
            return JSONResponse({"error": str(error)}, 400)
        told: dict[str, Any] = said if isinstance(said, dict) else {}
        key, verdict = told.get("key"), told.get("verdict")
        if not isinstance(key, str) or key not in by_key or verdict not in get_args(Verdict):
            return JSONResponse({"error": "unknown step or verdict"}, 400)
        judgements[key] = Judgement.model_validate({"verdict": verdict, "by": "person"})
        write_judgements(folder, judgements)
        left = sum(one.key not in judgements for one in found)
        # Setting `done` can close the server, so the response is sent first.
        return JSONResponse({"left": left}, background=None if left else BackgroundTask(done.set))

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
