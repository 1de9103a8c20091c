"""The suite as a web site for people: a home page with all games, solved games and a stopwatch."""

import json
import re
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Route

from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.game_session import GameSession
from webproctor.benchmarks.webgames.host import HEADERS, TEMPLATES, Host, missing
from webproctor.benchmarks.webgames.original import OriginalSite
from webproctor.benchmarks.webgames.play import Entry
from webproctor.core.errors import UserError

_SEED = re.compile(r"-?[0-9]{1,18}")


def application(benchmark: WebGames | OriginalSite) -> Starlette:
    """Create the site of a selection of games; every click on a variant begins a new episode.

    Raises:
        UserError: If the games are those of a deployment.
    """
    if isinstance(benchmark, OriginalSite):
        raise UserError(f"--site: open {benchmark.site} in your browser, or remove --site.")
    host = Host()
    entries = {entry.slug: entry for entry in benchmark.entries}
    first, appearance = benchmark.seeds[0], benchmark.appearance

    async def home(request: Request) -> Response:
        cards = json.dumps({"cards": _cards(list(entries.values())), "seed": first})
        page = TEMPLATES.get_template("home.html").render(data=cards.replace("<", "\\u003c"))
        return HTMLResponse(page, headers=HEADERS | {"Cache-Control": "no-store"})

    async def play(request: Request) -> Response:
        entry = entries.get(request.path_params["slug"])
        seed = request.query_params.get("seed", str(first))
        if entry is None:
            return missing()
        if not _SEED.fullmatch(seed):
            message = "seed: must be an integer of at most 18 digits\n"
            return PlainTextResponse(message, status_code=400)
        game_session = GameSession(entry, int(seed), appearance=appearance)
        return RedirectResponse(host.add(game_session), status_code=303)

    async def solved(request: Request) -> Response:
        best: dict[str, float] = {}
        for game_session in host.game_sessions.values():
            if game_session.solved_after is not None:
                slug = game_session.entry.slug
                best[slug] = min(
                    best.get(slug, game_session.solved_after), game_session.solved_after
                )
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
    """Return one card per family, with its variants."""
    families = {entry.game.family: entry.game for entry in entries}
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
        for family, game in families.items()
    ]
