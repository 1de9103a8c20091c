"""The web application: it answers requests of people with a link, and refuses all others."""

import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
)
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route, Router, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from webproctor.collect import administration, links, security
from webproctor.collect.bodies import TooLarge, read_body, refuse_body
from webproctor.collect.refusals import Refused, not_found
from webproctor.collect.sockets import Socket, answer_socket
from webproctor.collect.store import Link, Person, Role, Store, now, time_text
from webproctor.collect.tool import MenuItem, Tool
from webproctor.collect.visit import Page, Site, Visit, answer
from webproctor.core.errors import UserError
from webproctor.environments.serving import cross_site

_HERE = Path(__file__).parent
_LOG = logging.getLogger(__name__)
_HEADERS = security.headers()


def application(store: Store, name: str, tool: Tool, port: int, public: str = "") -> ASGIApp:
    """Return the application of a tool.

    Args:
        name: The name of the tool; the paths of its pages begin with it.
        port: The port of the server, which the name of the cookie contains, as browsers send
            cookies to all ports.
        public: The origin under which people reach the server from other machines.
    """
    menu = [
        MenuItem(f"/{name}{item.path}", item.label, item.roles) for item in tool.menu
    ] + administration.MENU
    render = partial(_render, _templates(name, tool), tool.title, menu)
    site = Site(store, f"webproctor-collect-{port}", public.startswith("https:"), render)
    pages = administration.pages(tool)
    routes: list[BaseRoute] = [
        Route("/enter", partial(_welcome, site)),
        Route("/enter", partial(_enter, site), methods=["POST"]),
        *(_route(page, site) for page in (_start(menu), *pages)),
        Mount(f"/{name}", routes=[_route(page, site) for page in tool.pages]),
        *_static(name, tool),
    ]
    sockets = [_socket_route(name, socket, site) for socket in tool.sockets]
    by_scope_type: Mapping[str, ASGIApp] = {
        "http": Router(routes, redirect_slashes=False),
        "websocket": Router(sockets, redirect_slashes=False, default=_missing),
    }
    return _guarded(by_scope_type, site, public)


def _route(page: Page, site: Site) -> Route:
    return Route(page.path, partial(answer, page, site), methods=[page.method])


def _socket_route(name: str, socket: Socket, site: Site) -> WebSocketRoute:
    return WebSocketRoute(f"/{name}{socket.path}", partial(answer_socket, socket, site))


async def _missing(scope: Scope, receive: Receive, send: Send) -> None:
    raise not_found()


def _static(name: str, tool: Tool) -> list[BaseRoute]:
    static_folder = tool.folder / "static"
    tool_routes = (
        [Mount(f"/static/{name}", StaticFiles(directory=static_folder))]
        if static_folder.is_dir()
        else []
    )
    return [*tool_routes, Mount("/static", StaticFiles(directory=_HERE / "static"))]


def _templates(name: str, tool: Tool) -> Environment:
    environment = Environment(
        loader=ChoiceLoader(
            [
                PackageLoader("webproctor.collect"),
                PrefixLoader({name: FileSystemLoader(tool.folder / "templates")}),
            ]
        ),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["time"] = time_text
    return environment


def _render(
    templates: Environment,
    title: str,
    menu: list[MenuItem],
    template: str,
    visit: Visit | None = None,
    **values: object,
) -> str:
    role = visit.person.role if visit else None
    path = visit.request.url.path if visit else ""
    return templates.get_template(template).render(
        tool=title,
        visit=visit,
        path=path,
        menu=[item for item in menu if role in item.roles],
        **values,
    )


def _start(menu: list[MenuItem]) -> Page:
    """Return the page that leads to the first page of the person's role."""
    first_paths: Mapping[Role, str] = {
        role: item.path for item in reversed(menu) for role in item.roles
    }

    def start(visit: Visit) -> Response:
        if visit.person.role not in first_paths:
            raise Refused(403, "Not for your role", "This tool has no page for you.")
        return visit.redirect(first_paths[visit.person.role])

    return Page("/", start, ("annotator", "verifier", "administrator"))


async def _welcome(site: Site, request: Request) -> Response:
    """Show who a link is for.

    The form of this page sets the cookie: the request of a link in a mail or a chat comes from
    another site, for which browsers do not send cookies with `SameSite=Strict`.
    """
    token = request.query_params.get("token", "")
    person = await run_in_threadpool(_person, site, token)
    return HTMLResponse(site.render("enter.html", token=token, person=person))


async def _enter(site: Site, request: Request) -> Response:
    """Exchange a token for a cookie."""
    async with read_body(request, 4096) as (form, _):
        token = str(form.get("token", ""))
    link = await run_in_threadpool(_link, site, token)
    response = RedirectResponse("/", 303)
    seconds = int((link.expires - now()).total_seconds())
    response.set_cookie(
        site.cookie, token, seconds, httponly=True, samesite="strict", secure=site.secure
    )
    return response


def _link(site: Site, token: str) -> Link:
    with site.store.reading() as session:
        return links.find(session, site.store.key, token)


def _person(site: Site, token: str) -> Person:
    with site.store.reading() as session:
        return links.find(session, site.store.key, token).person


def _guarded(by_scope_type: Mapping[str, ASGIApp], site: Site, public: str) -> ASGIApp:
    """Refuse requests of other sites, add the headers of security, and show errors as pages."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            started |= message["type"] == "websocket.accept"
            if message["type"].endswith("http.response.start"):  # `websocket.` before a refusal
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                # Browsers revalidate static files; pages of people are not stored.
                is_static = scope["path"].startswith("/static/")
                headers["cache-control"] = "no-cache" if is_static else "no-store"
            await send(message)

        try:
            headers = Headers(scope=scope)
            if scope["type"] == "websocket" and "origin" not in headers:
                raise Refused(403, "Request refused", "Refused: the Origin header is missing.")
            if reason := cross_site(headers, public):
                raise Refused(403, "Request refused", f"Refused: {reason}.")
            # With `app`, the router raises errors instead of answering them with its own pages.
            router = by_scope_type[scope["type"]]
            await router({**scope, "app": router}, receive, send_with_headers)
        except TooLarge as error:
            page = _error_page(site, error).encode()
            await refuse_body(page, scope, receive, send_with_headers)
        except ClientDisconnect:
            raise  # Nobody waits for an answer.
        except Exception as error:
            if started:
                raise
            refused = _refusal(error)
            response = HTMLResponse(_error_page(site, refused), refused.status)
            await response(scope, receive, send_with_headers)

    return guarded


def _error_page(site: Site, refused: Refused) -> str:
    return site.render("error.html", refused=refused)


def _refusal(error: Exception) -> Refused:
    """Return how an error is shown. Unexpected errors are logged, and their text is not shown."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, UserError):
        return Refused(400, "This cannot be accepted", str(error))
    if isinstance(error, HTTPException):
        if error.status_code == 405:
            return Refused(405, "Method not allowed", "This address does not accept such requests.")
        return not_found()
    _LOG.error("a request failed", exc_info=error)
    return Refused(
        500, "The request failed", "The server had an error and stored nothing of this request."
    )
