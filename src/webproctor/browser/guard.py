"""The network guard: pages reach this machine's own servers and nothing else.

The wall is the browser's own resolver: every name and every address but the allowed hosts is
"not found", for pages, frames, workers and sockets alike. On this side of the wall the guard
answers for public script and style hosts from pinned local copies, and notes what was refused.
"""

import asyncio
import base64
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Page

from webproctor.browser.devtools import Channel, DevToolsError


class Copy(Protocol):
    """A local copy of a public file."""

    @property
    def body(self) -> bytes: ...

    @property
    def content_type(self) -> str: ...


@dataclass(frozen=True)
class Mirror:
    """Local copies of public files.

    Attributes:
        hosts: The host names that the mirror answers for.
        find: The copy that answers for a URL, or None where there is none.
    """

    hosts: frozenset[str]
    find: Callable[[str], Copy | None]


no_mirror = Mirror(frozenset(), lambda url: None)


@lru_cache(maxsize=256)
def _encoded(body: bytes) -> str:
    return base64.b64encode(body).decode()


def wall(hosts: Mapping[str, int], let_out: Collection[str] = ()) -> list[str]:
    """The browser's flags that make `hosts` (name to loopback port) all there is to reach.

    Args:
        let_out: Hosts that are reached where they really are.
    """
    rules = [f"MAP {host} 127.0.0.1:{port}" for host, port in hosts.items()]
    gates = [f"EXCLUDE {host}" for host in let_out]
    return [f"--host-resolver-rules={', '.join([*rules, 'MAP * ~NOTFOUND', *gates])}"]


@dataclass
class Guard:
    """The guard of one episode.

    Attributes:
        allowed: Hosts that answer.
        mirror: Local copies that answer for public hosts.
        refused: Every URL that was asked for and refused, in order.
        mirrored: How many files the mirror gave.
    """

    allowed: frozenset[str]
    mirror: Mirror
    refused: list[str] = field(default_factory=list)
    mirrored: int = 0
    _answers: set[asyncio.Task[None]] = field(default_factory=set)

    async def watch(self, context: BrowserContext, devtools: Channel) -> None:
        """Begin to guard a context and the page of a DevTools session, before anything loads."""
        context.on("request", lambda request: self._note(request.url))
        context.on("page", self._watch_sockets)
        for page in context.pages:
            self._watch_sockets(page)
        if self.mirror.hosts:
            devtools.on("Fetch.requestPaused", lambda event: self._answer(devtools, event))
            patterns = [
                {"urlPattern": f"{scheme}://{host}/*"}
                for host in sorted(self.mirror.hosts)
                for scheme in ("http", "https")
            ]
            await devtools.send("Fetch.enable", {"patterns": patterns})

    def _watch_sockets(self, page: Page) -> None:
        page.on("websocket", lambda socket: self._note(socket.url))

    def _note(self, address: str) -> None:
        url = urlsplit(address)
        if url.scheme in ("data", "blob", "about") or url.hostname in self.allowed:
            return
        if url.hostname in self.mirror.hosts and self.mirror.find(address) is not None:
            self.mirrored += 1
        else:
            self.refused.append(address)

    def _answer(self, devtools: Channel, event: dict[str, Any]) -> None:
        answer = asyncio.ensure_future(self._fulfil(devtools, event))
        self._answers.add(answer)
        answer.add_done_callback(self._answers.discard)

    async def _fulfil(self, devtools: Channel, event: dict[str, Any]) -> None:
        request = {"requestId": event["requestId"]}
        copy = self.mirror.find(event["request"]["url"])
        try:
            if copy is None:
                refusal = request | {"errorReason": "BlockedByClient"}
                await devtools.send("Fetch.failRequest", refusal)
                return
            headers = {"Content-Type": copy.content_type, "Access-Control-Allow-Origin": "*"}
            response = request | {
                "responseCode": 200,
                "responseHeaders": [{"name": k, "value": v} for k, v in headers.items()],
                "body": _encoded(copy.body),
            }
            await devtools.send("Fetch.fulfillRequest", response)
        except DevToolsError:
            return  # The page went away while it was loading.
