"""The web server of the games: pages, messages, files, and what every page shares.

/<token>/...            the pages of an episode
/<token>/say            what a page tells (POST)
/<token>/upload/<name>  a file from a page (POST)
/<token>/file/<name>    a file for a page
/kit/..., /games/...    scripts, styles, fonts: the same for everybody, without any answer
"""

import json
import mimetypes
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.play import Refused
from webproctor.benchmarks.webgames.sitting import Sitting
from webproctor.browser import witness

KIT = Path(__file__).with_name("kit")
TEMPLATES = Environment(loader=FileSystemLoader(KIT), autoescape=select_autoescape())
# A page runs the scripts of this server alone and speaks to nobody else.
_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "frame-ancestors 'self'",
    ]
)
HEADERS = {"Content-Security-Policy": _POLICY, "Referrer-Policy": "same-origin"}
_ASSETS = frozenset({".js", ".css", ".svg", ".png", ".woff2", ".wasm"})


class Host:
    """The sittings of one server, by token.

    Attributes:
        sittings: Those that go on.
        strays: Requests for tokens that do not exist.
    """

    def __init__(self) -> None:
        self.sittings: dict[str, Sitting] = {}
        self.strays: list[str] = []

    def seat(self, sitting: Sitting) -> str:
        """Take a sitting in; returns the path of its first page."""
        self.sittings[sitting.token] = sitting
        return f"/{sitting.token}/"

    def routes(self) -> list[Route]:
        return [
            Route("/kit/{name:path}", _kit),
            Route("/games/{family}/{name:path}", _game),
            Route("/{token}/say", self._say, methods=["POST"]),
            Route("/{token}/upload/{name}", self._upload, methods=["POST"]),
            Route("/{token}/file/{name}", self._file),
            Route("/{token}/{path:path}", self._page),
        ]

    def application(self) -> Starlette:
        return Starlette(routes=self.routes())

    def _of(self, request: Request) -> Sitting | None:
        sitting = self.sittings.get(request.path_params["token"])
        if sitting is None:
            self.strays.append(f"{request.method} {request.url.path}")
        return sitting

    async def _page(self, request: Request) -> Response:
        if (sitting := self._of(request)) is None:
            return missing()
        given = sitting.open(request.path_params["path"], _holder(request))
        if given is None:
            return missing()
        entry = sitting.entry
        family = entry.game.family
        style = suite.folder(family) / "page.css"
        page = TEMPLATES.get_template("page.html").render(
            entry=entry,
            family=family,
            given=json.dumps(given).replace("<", "\\u003c"),
            styled=style.is_file(),
        )
        return HTMLResponse(page, headers=HEADERS | {"Cache-Control": "no-store"})

    async def _say(self, request: Request) -> Response:
        if (sitting := self._of(request)) is None:
            return missing()
        if foreign := _foreign(request, sitting):
            return foreign
        try:
            told = json.loads(await request.body())
            return JSONResponse(await sitting.hear(told))
        except (ValueError, Refused) as error:
            return _refuse(sitting, str(error))

    async def _upload(self, request: Request) -> Response:
        if (sitting := self._of(request)) is None:
            return missing()
        if foreign := _foreign(request, sitting):
            return foreign
        name, headers = request.path_params["name"], request.headers
        try:
            reply = await sitting.take(
                headers.get("x-key", ""),
                name,
                headers.get("content-type", ""),
                await request.body(),
            )
            return JSONResponse(reply)
        except Refused as error:
            return _refuse(sitting, str(error))

    async def _file(self, request: Request) -> Response:
        sitting = self._of(request)
        if sitting is None or sitting.play is None:
            return missing()
        sitting.moment = sitting.clock.now()
        file = sitting.play.file(request.path_params["name"])
        if file is None:
            sitting.faults.append(f"there is no file {request.path_params['name']!r}")
            return missing()
        headers = {"Cache-Control": "no-store"}
        if file.download is not None:
            name = file.download.replace("\\", "").replace('"', "")
            headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return Response(file.body, media_type=file.type, headers=headers)


def _foreign(request: Request, sitting: Sitting) -> Response | None:
    """Refuse what no page of ours sent: browsers say truly where a request comes from."""
    headers = request.headers
    own = headers.get("origin") == f"{request.url.scheme}://{headers.get('host', '')}"
    if own and headers.get("sec-fetch-site", "same-origin") == "same-origin":
        return None
    sitting.foreign.append(f"{request.method} {request.url.path.rpartition('/')[2]}")
    return JSONResponse({"refused": "this request came from no page"}, status_code=403)


def _holder(request: Request) -> str | None:
    """The game's page that loads this one into a frame: browsers say it truly, scripts cannot."""
    if request.headers.get("sec-fetch-dest") != "iframe":
        return None
    token = request.path_params["token"]
    return urlsplit(request.headers.get("referer", "")).path.removeprefix(f"/{token}/")


def _refuse(sitting: Sitting, why: str) -> Response:
    sitting.faults.append(why)
    return JSONResponse({"refused": why}, status_code=400)


def missing() -> Response:
    return HTMLResponse("<title>Nothing here</title><p>There is no such page.", status_code=404)


async def _kit(request: Request) -> Response:
    name = request.path_params["name"]
    if name == "witness.js":
        return Response(f"{witness.source()}\n", media_type="text/javascript")
    return _asset(KIT, name)


async def _game(request: Request) -> Response:
    family = request.path_params["family"]
    if family not in suite.games():
        return missing()
    return _asset(suite.folder(family), request.path_params["name"])


def _asset(folder: Path, name: str) -> Response:
    """A file for pages: never a Python file, never one outside the folder."""
    path = (folder / name).resolve()
    if path.suffix not in _ASSETS or not path.is_relative_to(folder) or not path.is_file():
        return missing()
    type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".woff2":
        type = "font/woff2"
    return Response(_read(path), media_type=type, headers={"Cache-Control": "max-age=3600"})


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()
