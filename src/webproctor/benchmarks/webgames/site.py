"""The suite for a person: a home page with all games, a stopwatch, and what has been solved."""

import json
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.host import HEADERS, TEMPLATES, Host, missing
from webproctor.benchmarks.webgames.play import Entry
from webproctor.benchmarks.webgames.sitting import Sitting


def application(benchmark: WebGames) -> Starlette:
    """The site of a selection of games; every click on a card begins a new episode."""
    host = Host()
    entries = {entry.slug: entry for entry in benchmark.entries}
    first = benchmark.seeds[0]

    async def home(request: Request) -> Response:
        cards = json.dumps({"cards": _cards(list(entries.values())), "seed": first})
        page = TEMPLATES.get_template("home.html").render(data=cards.replace("<", "\\u003c"))
        return HTMLResponse(page, headers=HEADERS | {"Cache-Control": "no-store"})

    async def play(request: Request) -> Response:
        entry = entries.get(request.path_params["slug"])
        given = request.query_params.get("seed", str(first))
        if entry is None or not given.lstrip("-").isdecimal():
            return missing()
        return RedirectResponse(host.seat(Sitting(entry, int(given))), status_code=303)

    async def solved(request: Request) -> Response:
        best: dict[str, float] = {}
        for sitting in host.sittings.values():
            if sitting.solved_after is not None:
                slug = sitting.entry.slug
                best[slug] = min(best.get(slug, sitting.solved_after), sitting.solved_after)
        return JSONResponse(best, headers={"Cache-Control": "no-store"})

    return Starlette(
        routes=[
            Route("/", home),
            Route("/solved", solved),
            Route("/play/{slug:path}", play),
            *host.routes(),
        ]
    )


def _cards(entries: list[Entry]) -> list[dict[str, Any]]:
    """One card a family, with its variants."""
    families = dict.fromkeys(entry.game.family for entry in entries)
    return [
        {
            "family": family,
            "icon": game.icon,
            "skills": game.skills,
            "variants": [
                {
                    "slug": entry.slug,
                    "name": entry.name,
                    "title": entry.variant.title,
                    "goal": entry.variant.goal,
                    "difficulty": entry.variant.difficulty,
                }
                for entry in entries
                if entry.game.family == family
            ],
        }
        for family, game in ((name, suite.games()[name]) for name in families)
    ]
