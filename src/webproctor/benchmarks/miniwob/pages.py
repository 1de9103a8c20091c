"""The web application that serves the package's files to the browsers of episodes."""

import secrets
from functools import cache
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

HOST = "miniwob.localhost"
HEADER = "x-webproctor-episode"
"""The header with which the browser of an episode proves that it sent a request."""
_OPENED_ONCE = "This page can be opened only once, at the beginning of the episode.\n"


class Pages:
    """Serves the package's files, and each episode's document once.

    A page that was reloaded would begin a new episode with another problem, and the page of another
    environment would report that environment's reward. So a browser gets only the document of its
    own task, and only the first time.

    Args:
        folder: The folder with the package's pages.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files = Starlette(routes=[Mount("/", _Files(directory=folder))])
        # By the secret of an episode: the path of its document; None once it has been served.
        self._documents: dict[str, str | None] = {}

    def register(self, document: str) -> str:
        """Begin an episode; return the secret that its browser sends as `HEADER`.

        Args:
            document: The path of its document, relative to the folder.
        """
        secret = secrets.token_urlsafe(16)
        self._documents[secret] = f"/{document}"
        return secret

    def unregister(self, secret: str) -> None:
        """End an episode; its browser gets nothing more."""
        self._documents.pop(secret, None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._respond(Request(scope))(scope, receive, send)

    def _respond(self, request: Request) -> ASGIApp:
        secret = request.headers.get(HEADER, "")
        if request.headers.get("host") != HOST or secret not in self._documents:
            return PlainTextResponse("refused\n", 403)
        # The browser itself states what a request is for; scripts cannot set this header.
        if request.headers.get("sec-fetch-dest", "document") == "document":
            if request.scope["path"] != self._documents[secret]:
                return PlainTextResponse(_OPENED_ONCE, 404)
            self._documents[secret] = None
            content = _content(self._folder / request.scope["path"].removeprefix("/"))
            return HTMLResponse(content, headers={"Cache-Control": "no-store"})
        return self._files


@cache
def _content(file: Path) -> bytes:
    """Return the content of a document, which is asked for in every episode."""
    return file.read_bytes()


class _Files(StaticFiles):
    """The package's files, which are the same in all episodes, so browsers may keep them."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["Cache-Control"] = "max-age=3600"
        return response
