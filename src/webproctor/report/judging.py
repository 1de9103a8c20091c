"""A small page on which a person judges a run's failures, one after another."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from webproctor.grounding.targets import Target
from webproctor.harness.judging import (
    Failure,
    Judgement,
    Judgements,
    drawn,
    write_judgements,
)
from webproctor.report.rendering import TEMPLATES


def application(
    folder: Path,
    found: Sequence[Failure],
    targets: Mapping[str, Target],
    judgements: Judgements,
    done: asyncio.Event,
) -> Starlette:
    """The page and what it talks to.

    Args:
        folder: The run's; every verdict is kept there at once.
        found: What is judged.
        judgements: What has been said so far; verdicts are added to it.
        done: Set once everything has been judged.
    """
    by_key = {one.key: one for one in found}
    template = TEMPLATES.get_template("judge.html")

    async def page(request: Request) -> Response:
        return HTMLResponse(template.render())

    async def state(request: Request) -> Response:
        listed = [
            one.model_dump()
            | {"verdict": judgements[one.key].verdict if one.key in judgements else None}
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
        said = await request.json()
        key, verdict = said.get("key"), said.get("verdict")
        if key not in by_key or verdict not in ("reasoning", "grounding"):
            return JSONResponse({"error": "no such step, or no such verdict"}, 400)
        judgements[key] = Judgement(verdict=verdict, by="person")
        write_judgements(folder, judgements)
        left = sum(one.key not in judgements for one in found)
        # Whoever waits for the end may close the server: the answer is sent first.
        return JSONResponse({"left": left}, background=None if left else BackgroundTask(done.set))

    return Starlette(
        routes=[
            Route("/", page),
            Route("/failures", state),
            Route("/picture/{key:path}", picture),
            Route("/judge", judge, methods=["POST"]),
        ]
    )
