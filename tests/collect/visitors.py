"""People who visit a served collection by HTTP."""

import contextlib
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from sqlalchemy import delete

from webproctor.collect import links, tool
from webproctor.collect.server import serving
from webproctor.collect.store import Role, Store, open_store
from webproctor.collect.store.database import FILE
from webproctor.collect.store.tables import Setting
from webproctor.collect.tool import Tool
from webproctor.collect.tools.propose import propose
from webproctor.collect.tools.propose.seeds import ListedSeed, add_listed
from webproctor.collect.tools.propose.websites import ListedWebsite, add

SITES = ("Books", "Trains")
SEED = "Find a used hardcover of Moby-Dick under 20 dollars"
TASKS = (
    "Reserve two window seats for the first night train of May",
    "Compare the shipping costs of three orders to Iceland",
    "Subscribe to a newsletter about gardening in dry regions",
    "Change the pickup branch of a parcel to the one that closes latest",
    "Look up who translated the second edition of a cookbook",
    "Cancel the cheapest of my open bookings before noon",
)


@dataclass
class Visitor:
    """A person, or a stranger, at a server, with the cookies of a browser."""

    http: httpx.AsyncClient
    tool: str = "propose"

    async def get(self, path: str, **headers: str) -> httpx.Response:
        return await self.http.get(path, headers=headers)

    async def csrf(self) -> str:
        """Return the token of the person's forms."""
        page = (await self.http.get("/", follow_redirects=True)).text
        found = re.search(r'name="csrf" content="(\w+)"', page)
        assert found is not None, page
        return found[1]

    async def post(self, path: str, **fields: str) -> httpx.Response:
        return await self.http.post(path, data={"csrf": await self.csrf()} | fields)

    async def propose(self, task: str, website: int = 1) -> httpx.Response:
        return await self.post(f"/propose/websites/{website}", task=task)


@dataclass
class Collection:
    """A collection with a tool that is served.

    Attributes:
        address: The origin of the server.
        administrator: The administrator's link.
    """

    store: Store
    address: str
    administrator: str
    stack: contextlib.AsyncExitStack

    async def stranger(self) -> Visitor:
        # Reading the certificates of authorities takes longer than most tests.
        client = httpx.AsyncClient(base_url=self.address, timeout=60, verify=False)
        return Visitor(await self.stack.enter_async_context(client))

    def link(self, name: str, role: Role = "annotator", days: int = 30) -> str:
        with self.store.writing() as session:
            link = links.make(session, name, role, days)
            return links.url(session, self.store.key, link)

    async def enter(self, link: str) -> Visitor:
        visitor = await self.stranger()
        token = urlsplit(link).query.partition("=")[2]
        assert (await visitor.http.post("/enter", data={"token": token})).status_code == 303
        return visitor

    async def person(self, name: str, role: Role = "annotator") -> Visitor:
        return await self.enter(self.link(name, role))


@contextlib.contextmanager
def store_in(data: Path, database: str | None = None) -> Iterator[Store]:
    """Open a collection; the migrations of a new SQLite file, 60 ms, run once for all files."""
    if database is None and not (data / FILE).exists():
        data.mkdir(parents=True, exist_ok=True)
        (data / FILE).write_bytes(_migrated())
    with open_store(data, database, tool.migrations()) as store:
        yield store


@cache
def _migrated() -> bytes:
    """Return a database with the tables of all tools, without the key of a collection."""
    with tempfile.TemporaryDirectory() as folder:
        with open_store(Path(folder), None, tool.migrations()) as store, store.writing() as session:
            session.execute(delete(Setting))
        return (Path(folder) / FILE).read_bytes()


@contextlib.asynccontextmanager
async def collecting(
    data: Path, database: str | None, public: str = "", **settings: Any
) -> AsyncIterator[Collection]:
    """Serve a collection with two websites and a seed task while the block runs."""
    with store_in(data, database) as store:
        with store.writing() as session:
            add(session, [site(name) for name in SITES])
            session.flush()
            add_listed(session, [ListedSeed(website=SITES[0], task=SEED)], "seeds.csv")
        tool = propose(store, **settings)
        async with served(store, "propose", tool, public) as collection:
            yield collection


@contextlib.asynccontextmanager
async def served(
    store: Store, name: str, tool: Tool, public: str = ""
) -> AsyncIterator[Collection]:
    """Serve a tool while the block runs."""
    async with (
        serving(store, name, tool, 0, public) as link,
        contextlib.AsyncExitStack() as stack,
    ):
        parts = urlsplit(link)
        yield Collection(store, f"{parts.scheme}://{parts.netloc}", link, stack)


def site(name: str) -> ListedWebsite:
    return ListedWebsite(
        name=name,
        url=f"https://{name.lower()}.example",
        description=f"About {name.lower()}.",
        domain="",
        subdomain="",
    )
