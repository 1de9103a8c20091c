"""The network guard: pages reach only the page servers of the harness.

The browser's own resolver enforces this: all names and addresses except the allowed hosts are "not
found", for pages, frames, workers and sockets. Addresses with other schemes are blocked by the
browser if a page requests them, and by `refuse` if an agent opens them. The guard also serves
pinned local copies of public scripts and styles, and records refused requests.
"""

import asyncio
import base64
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol
from urllib.parse import urlsplit

from webproctor.core.evidence import EntryList
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import addresses
from webproctor.environments.browser.devtools import Channel, DevToolsError
from webproctor.environments.browser.listening import Listeners
from webproctor.environments.browser.notices import Notices, Request


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
        hosts: The host names that the mirror serves.
        find: Returns the copy of a URL, or None if there is none.
    """

    hosts: frozenset[str]
    find: Callable[[str], Copy | None]


no_mirror = Mirror(frozenset(), lambda url: None)

PAGE_SERVER = "page server"
"""The cause of an episode whose page server has failed."""
# Schemes besides those of the web that a page may open in a new tab; "" is that of an empty one.
_TAB_SCHEMES = frozenset({"", "about", "blob", "javascript"})
# The failure of a request that the page itself has ended.
_ABORTED = "net::ERR_ABORTED"
# Console messages for addresses that the browser blocks without making a request.
_BLOCKED = (
    re.compile(r"Not allowed to load local resource: (.+)"),
    re.compile(r"Not allowed to navigate (?:top frame )?to \w+ URL: (.+)"),
    re.compile(r'Fetch API cannot load (.+)\. URL scheme "[^"]*" is not supported\.'),
    re.compile(r"Refused to refresh .+ to a (javascript:) URL"),
)


@lru_cache(maxsize=256)
def _base64(body: bytes) -> str:
    return base64.b64encode(body).decode()


def response(copy: Copy) -> dict[str, Any]:
    """Return a copy as the parameters of `Fetch.fulfillRequest`, without the request's id."""
    headers = {"Content-Type": copy.content_type, "Access-Control-Allow-Origin": "*"}
    return {
        "responseCode": 200,
        "responseHeaders": [{"name": name, "value": value} for name, value in headers.items()],
        "body": _base64(copy.body),
    }


def mirrored_urls(hosts: Collection[str]) -> list[dict[str, str]]:
    """Return the patterns of `Fetch.enable` for all addresses of a mirror's hosts."""
    schemes = ("http", "https")
    return [{"urlPattern": f"{one}://{host}/*"} for host in sorted(hosts) for one in schemes]


# This machine and its private network. Patterns are compared with the host, and with host:port.
_PRIVATE = (
    *("localhost", "*.localhost", "0.*", "10.*", "127.*", "169.254.*", "192.168.*"),
    *(f"172.{number}.*" for number in range(16, 32)),
    *("::*", "[::*", "fc??:*", "[fc*", "fd??:*", "[fd*", "fe80:*", "[fe80:*"),
)


def host_resolver_flags(
    hosts: Mapping[str, int], external_hosts: Collection[str] = (), *, internet: bool = False
) -> list[str]:
    """Return the browser flags that make `hosts` (name to loopback port) the only hosts.

    Args:
        external_hosts: Hosts that are resolved to their real addresses.
        internet: Whether all hosts are resolved, except names and addresses of this machine and of
            private networks. A public name can still be that of a private address.
    """
    rules = [f"MAP {host} 127.0.0.1:{port}" for host, port in hosts.items()]
    if internet:
        refused = [f"MAP {pattern} ~NOTFOUND" for pattern in _PRIVATE]
        return [f"--host-resolver-rules={', '.join([*rules, *refused])}"]
    exclusions = [f"EXCLUDE {host}" for host in external_hosts]
    return [f"--host-resolver-rules={', '.join([*rules, 'MAP * ~NOTFOUND', *exclusions])}"]


@dataclass
class Guard:
    """The network guard of one episode.

    Attributes:
        allowed: Hosts that may be reached.
        mirror: Local copies of files of public hosts.
        internet: Whether all public hosts may be reached; then no request is recorded as refused.
        ports: The hosts that servers of this machine serve, with their loopback ports.
        refused: All URLs that were requested and refused, in order.
        unanswered: The last URL of these servers that got no answer, until they were checked.
        mirrored: Number of files served by the mirror.
    """

    allowed: frozenset[str]
    mirror: Mirror
    internet: bool = False
    ports: Mapping[str, int] = field(default_factory=dict[str, int])
    refused: EntryList = field(default_factory=EntryList)
    unanswered: str = ""
    mirrored: int = 0
    _answering: set[asyncio.Task[None]] = field(default_factory=set)
    _requested_urls: dict[str, str] = field(default_factory=dict)
    # Addresses of new tabs that were refused and that the browser has not reported otherwise yet.
    _refused_tabs: list[str] = field(default_factory=list)
    # Navigations whose redirection was refused, by the id of the document's loader.
    _redirected: set[str] = field(default_factory=set)

    async def watch(self, context: Notices, listeners: Listeners, devtools: Channel) -> None:
        """Start guarding a context and its first page. Call this before anything loads."""
        listeners.add(context, "request", self._on_request)
        listeners.add(context, "failed", self._on_failed)
        listeners.add(context, "socket", self._on_socket)
        await self.watch_tab(devtools)

    async def watch_tab(self, devtools: Channel) -> None:
        """Start guarding one tab of the context, through its DevTools session.

        Raises:
            DevToolsError: If the tab is gone.
        """
        devtools.on("Page.windowOpen", self._on_window)
        devtools.on("Page.frameRequestedNavigation", self._on_navigation)
        devtools.on("Page.frameNavigated", self._on_navigated)
        devtools.on("Network.responseReceivedExtraInfo", self._on_headers)
        if self.mirror.hosts:
            devtools.on("Fetch.requestPaused", lambda event: self._on_paused(devtools, event))
            await devtools.send("Fetch.enable", {"patterns": mirrored_urls(self.mirror.hosts)})

    def refuse(self, address: str) -> str | None:
        """Check an address that an agent wants to open, and record it if it is refused.

        Returns:
            The reason for the refusal; None if the address may be opened.

        Raises:
            IncompleteAddress: If the address has no scheme.
        """
        extra_hosts = frozenset({addresses.host(address)} if self.internet else ())
        reason = addresses.refusal(address, self.allowed | extra_hosts)
        if reason is not None:
            self.refused.append(address)
        return reason

    def _on_socket(self, url: str) -> None:
        if not (self.internet or addresses.is_request(url, self.allowed, socket=True)):
            self.refused.append(url)

    def _on_request(self, request: Request) -> None:
        url = request.url
        # Blocked requests with other schemes are recorded when they fail.
        if self.internet or not addresses.is_web(url) or addresses.is_request(url, self.allowed):
            return
        if self._copy(url) is not None:
            self.mirrored += 1
        else:
            self.refused.append(url)

    def _copy(self, url: str) -> Copy | None:
        """Return the local copy of a URL, or None if there is none."""
        try:
            return self.mirror.find(url) if urlsplit(url).hostname in self.mirror.hosts else None
        except ValueError:  # The URL cannot be parsed.
            return None

    async def check_servers(self, seconds: float) -> None:
        """Check that the server of an unanswered request still answers, if there was one.

        Raises:
            SessionLost: If it does not answer in time.
        """
        url, self.unanswered = self.unanswered, ""
        port = self.ports.get(addresses.host(url))
        if port is not None and not await _server_responds(port, seconds):
            raise SessionLost(PAGE_SERVER, f"the page server does not answer: {url}")

    async def check_all_servers(self, seconds: float) -> None:
        """Check that all servers of this machine still answer.

        Raises:
            SessionLost: If one does not answer in time.
        """
        for host, port in self.ports.items():
            if not await _server_responds(port, seconds):
                raise SessionLost(PAGE_SERVER, f"the page server does not answer: {host}")

    def _on_failed(self, request: Request) -> None:
        url = request.url
        if addresses.host(url) in self.ports and request.failure != _ABORTED:
            self.unanswered = url
        if addresses.is_web(url) or addresses.is_own(url) or request.redirected:
            return  # Allowed, or already recorded at its request or redirection.
        if request.failure.startswith("net::"):  # Others are reported by the console.
            self._record(url)

    def note_blocked(self, line: str) -> None:
        """Record the address in a console line in which the browser reports a blocked address."""
        for pattern in _BLOCKED:
            if found := pattern.fullmatch(line):
                self._record(found[1])

    def _record(self, url: str) -> None:
        """Record a refused URL, unless it was recorded when the page opened a tab for it."""
        if url in self._refused_tabs:
            self._refused_tabs.remove(url)
        else:
            self.refused.append(url)

    def _on_window(self, event: dict[str, Any]) -> None:
        # The tab stays empty, or shows an error page. Whether the browser reports it too, by a
        # failed request or a line of its console, depends on the browser and on the scheme.
        url = event["url"]
        if not (addresses.is_web(url) or addresses.scheme(url) in _TAB_SCHEMES):
            self.refused.append(url)
            self._refused_tabs.append(url)

    def _on_navigation(self, event: dict[str, Any]) -> None:
        self._requested_urls[event["frameId"]] = event["url"]

    def _on_navigated(self, event: dict[str, Any]) -> None:
        """Record an address that the browser blocked by showing another page."""
        frame = event["frame"]
        blocked = frame.get("unreachableUrl", "")
        if frame["url"] + frame.get("urlFragment", "") == "about:blank#blocked":
            self.refused.append(self._requested_urls.get(frame["id"], "about:"))
        elif frame["loaderId"] in self._redirected:
            self._redirected.discard(frame["loaderId"])  # Already recorded.
        elif blocked and not addresses.is_web(blocked) and addresses.scheme(blocked) != "blob":
            self.refused.append(blocked)

    def _on_headers(self, event: dict[str, Any]) -> None:
        """Record a redirection to another scheme: it is blocked before a request is made."""
        if not 300 <= event.get("statusCode", 0) < 400:
            return
        location = next((v for k, v in event["headers"].items() if k.lower() == "location"), "")
        if addresses.scheme(location) and not addresses.is_web(location):
            self.refused.append(location)
            self._redirected.add(event["requestId"])

    def _on_paused(self, devtools: Channel, event: dict[str, Any]) -> None:
        answering = asyncio.ensure_future(self._fulfil(devtools, event))
        self._answering.add(answering)
        answering.add_done_callback(self._answering.discard)

    async def _fulfil(self, devtools: Channel, event: dict[str, Any]) -> None:
        request = {"requestId": event["requestId"]}
        try:
            copy = self._copy(event["request"]["url"])
            if copy is None:
                refusal = request | {"errorReason": "BlockedByClient"}
                await devtools.send("Fetch.failRequest", refusal)
                return
            await devtools.send("Fetch.fulfillRequest", request | response(copy))
        except DevToolsError:
            return  # The page was closed while it was loading.
        except Exception as error:  # noqa: BLE001 - any error only fails this episode
            devtools.fail(error)


async def _server_responds(port: int, seconds: float) -> bool:
    """Whether a server on 127.0.0.1 answers within a timeout; its application is not called."""
    try:
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            try:
                writer.write(b"?\r\n\r\n")  # Not a valid request: the server itself answers.
                return await reader.read(1) != b""
            finally:
                writer.close()
    except OSError:  # Also `TimeoutError`.
        return False
