"""The pages of attempts, each on a separate host, so no page can reach another or the panel.

The first request of a window has the attempt's key; it is exchanged for a cookie of that host.
"""

import hmac
import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webproctor.benchmarks.people import PageAttempt
from webproctor.collect.bodies import TooLarge, limited, refuse_body
from webproctor.collect.play.study import Live, Study
from webproctor.core.errors import UserError
from webproctor.environments.serving import cross_site

LOCAL = "http://*.localhost"
_COOKIE = "webproctor-attempt"
_ENTER = "/enter"
_MAX_BYTES = 16 * 2**20


class Windows:
    """The hosts of the attempts.

    Args:
        study: The study.
        pattern: The origin of an attempt's pages, with `*` for the first part of the host's name;
            on this machine `LOCAL`, with the port of the server.
    """

    def __init__(self, study: Study, pattern: str = LOCAL) -> None:
        self._study = study
        self._pattern = pattern
        name = re.escape(urlsplit(pattern).netloc).replace(r"\*", r"(?P<label>a[0-9a-f]{32})")
        self._host = re.compile(name + (r"(:\d+)?" if pattern == LOCAL else ""))

    def address(self, live: Live, request: Request) -> str:
        """Return the address that opens an attempt's pages, for a request to the panel."""
        origin = self._pattern.replace("*", live.label)
        if self._pattern == LOCAL and request.url.port:
            origin += f":{request.url.port}"
        return f"{origin}{_ENTER}?key={live.key}"

    def wrap(self, panel: ASGIApp) -> ASGIApp:
        """Return an application that answers requests to attempts' hosts, and passes on others."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            host = self._host.fullmatch(Headers(scope=scope).get("host", "").lower())
            if host is None or scope["type"] != "http":
                await panel(scope, receive, send)
                return
            app = self._app_for(self._study.by_label(host["label"]), Request(scope))
            try:
                limited_request = limited(Request(scope, receive), _MAX_BYTES)
                await app(scope, limited_request.receive, _with_security_headers(send))
            except TooLarge as error:
                await refuse_body(error.text.encode(), scope, receive, send)

        return answer

    def _app_for(self, live: Live | None, request: Request) -> ASGIApp:
        """Return what answers a request to the host of an attempt."""
        scheme = urlsplit(self._pattern).scheme
        public = "" if self._pattern == LOCAL else f"{scheme}://{request.headers['host']}"
        if reason := cross_site(request.headers, public):
            return _message_page(f"Refused: {reason}.", 403)
        if live is None or not isinstance(live.attempt, PageAttempt):
            return _message_page(
                "This task has ended, or does not exist. Go back to the first window.", 404
            )
        if request.url.path == _ENTER and _same_secret(
            request.query_params.get("key", ""), live.key
        ):
            response = RedirectResponse(live.attempt.start, 303)
            response.set_cookie(
                _COOKIE, live.key, httponly=True, samesite="lax", secure=scheme == "https"
            )
            return response
        if not _same_secret(request.cookies.get(_COOKIE, ""), live.key):
            return _message_page("Refused: open this task from the first window.", 403)
        return live.attempt.app


def pattern(address: str, public: str) -> str:
    """Check the addresses under which people on other machines reach the pages of attempts.

    Raises:
        UserError: If one of them is missing, or is not an origin with `*` for the first part.
    """
    if bool(address) != bool(public):
        raise UserError("--public-url and --task-url belong together: give both or none.")
    if not address:
        return LOCAL
    parts = urlsplit(address)
    origin = f"{parts.scheme}://{parts.netloc}"
    if (
        parts.scheme not in ("http", "https")
        or not parts.netloc.startswith("*.")
        or parts.netloc.count("*") > 1
        or address.rstrip("/") != origin
    ):
        raise UserError(
            f"--task-url {address}: give scheme and host with * as its first part, such as "
            "https://*.tasks.example.org."
        )
    return origin.lower()


def _with_security_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault("x-content-type-options", "nosniff")
            headers.setdefault("referrer-policy", "same-origin")
        await send(message)

    return send_with_headers


def _message_page(text: str, status: int) -> Response:
    return HTMLResponse(f"<!doctype html><title>Task</title><p>{text}", status)


def _same_secret(submitted: str, key: str) -> bool:
    return hmac.compare_digest(submitted.encode(errors="replace"), key.encode())
