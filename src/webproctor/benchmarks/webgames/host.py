"""The web server of the games: pages, messages, files and shared assets.

/<token>/...            pages of an episode
/<token>/messages       a message from a page (POST)
/<token>/upload/<name>  a file from a page (POST)
/<token>/file/<name>    a file for a page
/<token>/states         states of the judged page (POST), streamed to its view (GET)
/kit/..., /games/...    scripts, style sheets, fonts: the same in all episodes, without answers
"""

import json
import mimetypes
import secrets
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment, FileSystemLoader, select_autoescape
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.appearance import page_appearance
from webproctor.benchmarks.webgames.game_session import (
    SECRET_HEADER,
    GameSession,
    Outdated,
    note,
)
from webproctor.benchmarks.webgames.play import Refused
from webproctor.benchmarks.webgames.viewer import UPLOAD, Viewer
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import witness

KIT = Path(__file__).with_name("kit")
TEMPLATES = Environment(loader=FileSystemLoader(KIT), autoescape=select_autoescape())
# Pages may only run scripts of this server and only connect to it.
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
# Maximum size of a message or a state, and of an uploaded file, in bytes.
_MAX_MESSAGE, _MAX_UPLOAD = 4 * 2**20, 64 * 2**20
_ASSETS = frozenset({".js", ".css", ".svg", ".png", ".woff2", ".wasm"})


class Host:
    """The game sessions of one server, by token.

    The assets of a game are served from its first episode on.

    Attributes:
        game_sessions: The open game sessions.
        viewed: The open game sessions that have a viewer, by the viewer's token.
    """

    def __init__(self) -> None:
        self.game_sessions: dict[str, GameSession] = {}
        self.viewed: dict[str, GameSession] = {}
        self._folders: dict[str, Path] = {}

    def add(self, game_session: GameSession) -> str:
        """Register a game session and return the path of its first page."""
        self.game_sessions[game_session.token] = game_session
        entry = game_session.entry
        self._folders[entry.game.family] = suite.folder(entry)
        return f"/{game_session.token}/"

    def view(self, game_session: GameSession) -> str:
        """Add a viewer to a game session and return the path of the viewer's first page.

        The viewer's pages are not judged.
        """
        game_session.viewer = viewer = Viewer()
        self.viewed[viewer.token] = game_session
        return f"/{viewer.token}/"

    def remove(self, game_session: GameSession) -> None:
        """Remove a game session."""
        del self.game_sessions[game_session.token]
        if game_session.viewer is not None:
            game_session.viewer.close()
            del self.viewed[game_session.viewer.token]

    def routes(self) -> list[Route]:
        return [
            Route("/kit/{name:path}", _kit),
            Route("/games/{family}/{name:path}", self._game),
            Route("/{token}/messages", self._message, methods=["POST"]),
            Route("/{token}/upload/{name}", self._upload, methods=["POST"]),
            Route("/{token}/file/{name}", self._file),
            Route("/{token}/states", self._publish, methods=["POST"]),
            Route("/{token}/states", self._states, methods=["GET"]),
            Route("/{token}/{path:path}", self._page),
        ]

    def application(self) -> Starlette:
        return Starlette(routes=self.routes(), exception_handlers={Exception: self._failed})

    async def _failed(self, request: Request, error: Exception) -> Response:
        """Record an unexpected exception: the episode is void."""
        game_session = self.game_sessions.get(request.path_params.get("token", ""))
        # A page that has been closed while it sent a file has no effect on its episode.
        if game_session is not None and not isinstance(error, ClientDisconnect):
            game_session.failure = error
        return HTMLResponse("<title>Internal server error</title>", status_code=500)

    def _find(self, request: Request) -> tuple[GameSession, Viewer | None] | None:
        """Return the game session of a request, and its viewer if a viewing page sent it."""
        token = request.path_params["token"]
        if game_session := self.game_sessions.get(token):
            return game_session, None
        if game_session := self.viewed.get(token):
            return game_session, game_session.viewer
        return None

    async def _page(self, request: Request) -> Response:
        if (found := self._find(request)) is None:
            return missing()
        game_session, viewer = found
        path = request.path_params["path"]
        if viewer is not None:
            page_data = await viewer.open(path, game_session.clock.now())
        elif refusal := _refuse_unproven(request, game_session):
            return refusal
        else:
            page_data = game_session.open(path, _framing_page(request))
        if page_data is None:
            return missing()
        entry = game_session.entry
        family = entry.game.family
        style_sheet = self._folders[family] / "page.css"
        # A frame is a part of the game; only the page around it has an appearance.
        framed = request.headers.get("sec-fetch-dest") == "iframe"
        setting = "plain" if framed else game_session.appearance
        appearance = page_appearance(setting, entry, game_session.seed)
        page = TEMPLATES.get_template("page.html").render(
            entry=entry,
            family=family,
            page_data=json.dumps(page_data).replace("<", "\\u003c"),
            has_style_sheet=style_sheet.is_file(),
            appearance=appearance,
        )
        return HTMLResponse(page, headers=HEADERS | {"Cache-Control": "no-store"})

    async def _message(self, request: Request) -> Response:
        if (found := self._find(request)) is None:
            return missing()
        game_session, viewer = found
        if viewer is None and (refusal := _refuse_foreign(request, game_session)):
            return refusal
        try:
            message = json.loads(await _body(request, _MAX_MESSAGE))
            if viewer is not None:
                return JSONResponse(await viewer.reply_to(*_key_and_kind(message)))
            return JSONResponse(await game_session.handle_message(message))
        except (ValueError, RecursionError, Refused) as error:
            return _refuse_message(game_session, viewer, error)
        except SessionLost:
            return _episode_ended()

    async def _upload(self, request: Request) -> Response:
        if (found := self._find(request)) is None:
            return missing()
        game_session, viewer = found
        if viewer is None and (refusal := _refuse_foreign(request, game_session)):
            return refusal
        name, headers = request.path_params["name"], request.headers
        key, type = headers.get("x-key", ""), headers.get("content-type", "")
        try:
            if viewer is not None:
                return JSONResponse(await viewer.reply_to(key, UPLOAD))
            body = await _body(request, _MAX_UPLOAD)
            return JSONResponse(await game_session.handle_upload(key, name, type, body))
        except Refused as error:
            return _refuse_message(game_session, viewer, error)
        except SessionLost:
            return _episode_ended()

    async def _publish(self, request: Request) -> Response:
        game_session = self.game_sessions.get(request.path_params["token"])
        if game_session is None or game_session.viewer is None:
            return missing()
        if refusal := _refuse_foreign(request, game_session):
            return refusal
        try:
            game_session.viewer.publish(json.loads(await _body(request, _MAX_MESSAGE)))
        except (ValueError, RecursionError, Refused) as error:
            return _refuse_message(game_session, None, error)
        return Response(status_code=204)

    async def _states(self, request: Request) -> Response:
        game_session = self.viewed.get(request.path_params["token"])
        if game_session is None or game_session.viewer is None:
            return missing()
        states = game_session.viewer.states(request.query_params.get("key", ""))
        lines = (f"data: {json.dumps(state)}\n\n" async for state in states)
        return StreamingResponse(
            lines, media_type="text/event-stream", headers={"Cache-Control": "no-store"}
        )

    async def _file(self, request: Request) -> Response:
        if (found := self._find(request)) is None:
            return missing()
        game_session, viewer = found
        name = request.path_params["name"]
        file = game_session.file(name) if viewer is None else await viewer.file(name)
        if file is None:
            return missing()
        # Browsers send no such header with downloads.
        shown = viewer is None and file.download is None
        if shown and (refusal := _refuse_unproven(request, game_session)):
            return refusal
        headers = {"Cache-Control": "no-store"}
        if file.download is not None:
            name = file.download.replace("\\", "").replace('"', "")
            headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return Response(file.body, media_type=file.type, headers=headers)

    async def _game(self, request: Request) -> Response:
        folder = self._folders.get(request.path_params["family"])
        return missing() if folder is None else _asset(folder, request.path_params["name"])


def _refuse_foreign(request: Request, game_session: GameSession) -> Response | None:
    """Refuse requests that our pages did not send; scripts cannot forge these browser headers."""
    headers = request.headers
    same_origin = headers.get("origin") == f"{request.url.scheme}://{headers.get('host', '')}"
    if same_origin and headers.get("sec-fetch-site", "same-origin") == "same-origin":
        return _refuse_unproven(request, game_session)
    return _refuse_request(request, game_session)


def _refuse_unproven(request: Request, game_session: GameSession) -> Response | None:
    """Refuse requests that the browser of a judged page did not send.

    Any client can send the headers that browsers send, but only this browser has the secret.
    """
    secret = request.headers.get(SECRET_HEADER, "").encode()
    if not game_session.witnessed or secrets.compare_digest(secret, game_session.secret.encode()):
        return None
    return _refuse_request(request, game_session)


def _refuse_request(request: Request, game_session: GameSession) -> Response:
    note(game_session.foreign, f"{request.method} {request.url.path.rpartition('/')[2]}")
    return JSONResponse({"refused": "no page of the game sent this request"}, status_code=403)


async def _body(request: Request, limit: int) -> bytes:
    """Return the body of a request.

    Raises:
        Refused: If it has more than `limit` bytes.
    """
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise Refused(f"a request of more than {limit:,} bytes")
    return bytes(body)


def _key_and_kind(message: Any) -> tuple[Any, Any]:
    """Return key and kind of a viewing page's message."""
    if not isinstance(message, dict):
        raise Refused("malformed message")
    return message.get("key"), message.get("kind")


def _framing_page(request: Request) -> str | None:
    """Return the path of the game page that loads this one into a frame, or None.

    Scripts cannot forge these headers.
    """
    if request.headers.get("sec-fetch-dest") != "iframe":
        return None
    token = request.path_params["token"]
    return urlsplit(request.headers.get("referer", "")).path.removeprefix(f"/{token}/")


def _refuse_message(
    game_session: GameSession, viewer: Viewer | None, reason: Exception
) -> Response:
    if viewer is None and not isinstance(reason, Outdated):
        note(game_session.faults, str(reason))
    return JSONResponse({"refused": str(reason)}, status_code=400)


def _episode_ended() -> Response:
    """Answer a request of a page that has been closed.

    The session finds out whether the browser failed.
    """
    return JSONResponse({"refused": "the episode has ended"}, status_code=503)


def missing() -> Response:
    return HTMLResponse("<title>Not found</title><p>There is no such page.", status_code=404)


async def _kit(request: Request) -> Response:
    name = request.path_params["name"]
    if name == "shared.html":
        return HTMLResponse(_read(KIT / name), headers=HEADERS)
    if name == "witness.js":
        return Response(f"{witness.source()}\n", media_type="text/javascript")
    return _asset(KIT, name)


def _asset(folder: Path, name: str) -> Response:
    """Serve an asset of a folder; never a Python file or a file outside the folder."""
    try:
        path = (folder / name).resolve()
        is_asset = path.suffix in _ASSETS and path.is_relative_to(folder) and path.is_file()
    except (OSError, ValueError):  # Too long, or a null byte.
        return missing()
    if not is_asset:
        return missing()
    type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".woff2":
        type = "font/woff2"
    return Response(_read(path), media_type=type, headers={"Cache-Control": "max-age=3600"})


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()
