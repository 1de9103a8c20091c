"""A small shop in Spanish, and a demonstration on it."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio
from conftest import Site

from webproctor.collect.demonstration.live import Performed, perform, targets_of
from webproctor.collect.demonstration.steps import Operation, Target
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession

FIND = """<!doctype html><title>Tienda</title><meta charset=utf-8><h1>Tienda de té</h1>
<form action=/shop/list><label>Búsqueda <input name=q></label>
<label>Entrega <select name=when><option>hoy<option value=x>mañana, 9:30 AM</select></label>
<label>Clave <input type=password name=key></label><button>Buscar</button></form>"""
LIST = """<!doctype html><title>Resultados</title><meta charset=utf-8>
<p id=count>1 resultado</p><a href=/shop/done id=tea><span>Té verde: 100 g</span></a>
<button onclick="fetch('/shop/order')">Comprar</button>"""
DONE = (
    "<!doctype html><title>Té</title><meta charset=utf-8><h1>Té verde</h1><button>Volver</button>"
)

Do = Callable[..., Awaitable[Performed]]


def opened(site: Site) -> str:
    """Add the shop's pages to the site; return the address of the first one."""
    site.add(LIST, "/shop/list")
    site.add(DONE, "/shop/done")
    site.add("ordered", "/shop/order")
    return site.add(FIND, "/shop")


@pytest.fixture
def shop(site: Site) -> str:
    """The address of the shop's first page."""
    return opened(site)


@pytest_asyncio.fixture(loop_scope="session")
async def session(shop: str, browser: Browser) -> AsyncIterator[WebSession]:
    async with browser.page() as page:
        yield await WebSession.open(page, shop)


async def named(session: WebSession, name: str) -> Target:
    """Return the element with a name."""
    return next(one for one in await targets_of(session) if one.label.startswith(name))


def doing(session: WebSession) -> Do:
    async def done(name: str, op: Operation = "CLICK", value: str = "", **more: Any) -> Performed:
        return await perform(session, await named(session, name), op, value, **more)

    return done


@pytest.fixture
def do(session: WebSession) -> Do:
    """`await do(name, op, value)`: perform an operation on the element with a name."""
    return doing(session)


@contextlib.asynccontextmanager
async def visit(site: Site, browser: Browser) -> AsyncIterator[Do]:
    """Open the shop as it is at first in a page of its own, and yield `do` for it."""
    async with browser.page() as page:
        yield doing(await WebSession.open(page, opened(site)))
