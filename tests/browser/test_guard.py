"""The network guard: pages reach the hosts that are allowed and nothing else on earth."""

import asyncio
import base64
import contextlib
import hashlib
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
from starlette.responses import RedirectResponse, Response

from webproctor.browser import Browser, Mirror
from webproctor.serving import serve

# Ways in which a page asks for an address; each is an expression that says how that went.
FETCH = "fetch('$URL').then((it) => it.type, () => 'failed')"
SOCKET = """new Promise((resolve) => { const socket = new WebSocket('$URL');
    socket.onopen = () => resolve('open'); socket.onerror = () => resolve('failed') })"""


def add(tag: str, change: str) -> str:
    """Add an element to the page, changed by a script that calls it `it`."""
    return f"""new Promise((resolve) => {{ const it = document.createElement('{tag}');
        it.onload = () => resolve('loaded'); it.onerror = () => resolve('failed');
        {change}; document.body.append(it) }})"""


WAYS = {
    "fetch": FETCH,
    "fetch without reading": "fetch('$URL', {mode: 'no-cors'}).then(() => 'sent', () => 'failed')",
    "request": """new Promise((resolve) => { const it = new XMLHttpRequest();
        it.onload = () => resolve('loaded'); it.onerror = () => resolve('failed');
        it.open('POST', '$URL'); it.send('secret') })""",
    "image": add("img", "it.src = '$URL'"),
    "script": add("script", "it.src = '$URL'"),
    "style": add("link", "it.rel = 'stylesheet'; it.href = '$URL'"),
    "import of a style": add("style", "it.textContent = '@import \"$URL\"'"),
    "module": "import('$URL').then(() => 'loaded', () => 'failed')",
    "object": add("object", "it.data = '$URL'"),
    "stream": """new Promise((resolve) => { const it = new EventSource('$URL');
        it.onopen = () => resolve('open');
        it.onerror = () => { it.close(); resolve('failed') } })""",
    "worker": """new Promise((resolve) => { const code = `fetch('$URL')
        .then(() => postMessage('loaded'), () => postMessage('failed'))`;
        const it = new Worker(URL.createObjectURL(new Blob([code])));
        it.onmessage = (e) => resolve(e.data) })""",
    "script of a worker": """new Promise((resolve) => { const code = `try { importScripts('$URL');
        postMessage('loaded') } catch { postMessage('failed') }`;
        const it = new Worker(URL.createObjectURL(new Blob([code])));
        it.onmessage = (e) => resolve(e.data) })""",
}
# These do not tell how it went.
MUTE = {
    "frame": "document.body.append(Object.assign(document.createElement('iframe'), {src: '$URL'}))",
    "background": "document.body.style.background = 'url($URL)'",
    "beacon": "navigator.sendBeacon('$URL', 'secret')",
    "window": "void open('$URL')",
    "link": """document.body.append(Object.assign(document.createElement('a'), {href: '$URL',
        target: '_blank'})), document.querySelector('a').click()""",
    "form": """document.body.append(Object.assign(document.createElement('form'), {action: '$URL',
        method: 'post', target: '_blank'})), document.querySelector('form').submit()""",
    "video": "document.body.append(Object.assign(document.createElement('video'), {src: '$URL'}))",
    "going there": "location.href = '$URL'; new Promise(() => {})",
}
# These are not requests of a page: nothing is to be noted, but nothing may leave either.
HINTS = {
    "preconnect": add("link", "it.rel = 'preconnect'; it.href = '$URL'; resolve(1)"),
    "name look-up": add("link", "it.rel = 'dns-prefetch'; it.href = '$URL'; resolve(1)"),
}
CALL = """(async () => {
    const servers = [
        { urls: ['stun:127.0.0.1:$PORT', 'stun:localhost:$PORT'] },
        { urls: ['turn:127.0.0.1:$PORT', 'turn:127.0.0.1:$PORT?transport=tcp'],
           username: 'u', credential: 'c' },
    ];
    const call = new RTCPeerConnection({ iceServers: servers });
    call.createDataChannel('leak');
    const gathered = new Promise((resolve) => {
        call.onicecandidate = (e) => { if (!e.candidate) resolve('gathered') } });
    await call.setLocalDescription(await call.createOffer());
    return gathered;
})()"""


@dataclass
class Outside:
    """What lies beyond the wall: a port of this machine that no page may reach.

    Attributes:
        visits: Whatever arrived, by any of its addresses, as a stream or as a datagram.
    """

    port: int
    visits: list[str] = field(default_factory=list)

    @property
    def addresses(self) -> dict[str, str]:
        return {
            "address": f"127.0.0.1:{self.port}",
            "short address": f"127.1:{self.port}",
            "number": f"2130706433:{self.port}",
            "any address": f"0.0.0.0:{self.port}",
            "name": f"localhost:{self.port}",
            "longer name": f"x.localhost:{self.port}",
            "IPv6": f"[::1]:{self.port}",
            "IPv4 in IPv6": f"[::ffff:127.0.0.1]:{self.port}",
        }


class _Datagrams(asyncio.DatagramProtocol):
    def __init__(self, visits: list[str]) -> None:
        self._visits = visits

    def datagram_received(self, data: bytes, addr: tuple[str, int]) -> None:
        self._visits.append("datagram")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def outside() -> AsyncIterator[Outside]:
    loop = asyncio.get_running_loop()

    async def visit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        place.visits.append("stream")
        writer.close()

    async with contextlib.AsyncExitStack() as stack:
        server = await asyncio.start_server(visit, "127.0.0.1", 0)
        place = Outside(server.sockets[0].getsockname()[1])
        await stack.enter_async_context(server)
        with contextlib.suppress(OSError):  # Not every machine has IPv6.
            await stack.enter_async_context(await asyncio.start_server(visit, "::1", place.port))
        datagrams, _ = await loop.create_datagram_endpoint(
            lambda: _Datagrams(place.visits), local_addr=("127.0.0.1", place.port)
        )
        yield place
        datagrams.close()


@pytest.fixture
def nothing_left(outside: Outside):
    """Nothing arrived outside while the test ran."""
    yield
    assert outside.visits == []


def address(outside: Outside, host: str, scheme: str = "http") -> str:
    return f"{scheme}://{outside.addresses.get(host, host)}/x"


# The wall

HOSTS = [*Outside(0).addresses, "example.com", "1.1.1.1", "pages.test.example.com"]


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("host", HOSTS)
async def test_no_other_address_answers(open_page, outside: Outside, host: str):
    page = await open_page("<p>")
    for scheme in ("http", "https"):
        url = address(outside, host, scheme)
        assert await page.run(FETCH.replace("$URL", url)) == "failed"
        assert page.guard.refused[-1].startswith(scheme)
    assert len(page.guard.refused) == 2


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("way", WAYS)
async def test_no_way_leads_out(open_page, outside: Outside, way: str):
    page = await open_page("<p>")
    url = address(outside, "address")
    assert await page.run(WAYS[way].replace("$URL", url)) == "failed"
    assert set(page.guard.refused) == {url}


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("way", MUTE)
async def test_no_way_that_tells_nothing_leads_out(
    open_page, outside: Outside, eventually, way: str
):
    page = await open_page("<p>")
    url = address(outside, "address")
    await page.run(MUTE[way].replace("$URL", url))
    await eventually(lambda: url in page.guard.refused)
    assert set(page.guard.refused) == {url}


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("hint", HINTS)
async def test_hints_of_later_requests_do_not_lead_out(open_page, outside: Outside, hint: str):
    page = await open_page("<p>")
    for host in outside.addresses:
        await page.run(HINTS[hint].replace("$URL", address(outside, host)))
    assert await page.run(FETCH.replace("$URL", address(outside, "address"))) == "failed"


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("host", ["address", "name", "example.com"])
async def test_sockets_do_not_lead_out(open_page, outside: Outside, eventually, host: str):
    page = await open_page("<p>")
    url = address(outside, host, "ws")
    assert await page.run(SOCKET.replace("$URL", url)) == "failed"
    await eventually(lambda: page.guard.refused == [url])


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium", "google-chrome"])
async def test_calls_do_not_lead_out(outside: Outside, site, name: str):
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"this machine has no {name}")
    hosts = {site.host: site.port}
    async with Browser(hosts, executable=Path(program)) as browser, browser.page() as page:
        await page.open(site.add("<p>"))
        assert await page.run(CALL.replace("$PORT", str(outside.port))) == "gathered"


@pytest.mark.usefixtures("nothing_left")
async def test_redirections_do_not_lead_out(open_page, outside: Outside, site):
    page = await open_page("<p>")
    url = address(outside, "address")
    moved = site.add(RedirectResponse(url), "/out")
    assert await page.run(FETCH.replace("$URL", moved)) == "failed"
    assert page.guard.refused == [url]


@pytest.mark.usefixtures("nothing_left")
async def test_a_proxy_of_the_machine_is_no_way_out(
    outside: Outside, site, executable: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{outside.port}")
    url = site.add("<title>here</title>")
    hosts = {site.host: site.port}
    async with Browser(hosts, executable=executable) as browser, browser.page() as page:
        await page.open(url)
        assert (await page.call("webproctor.look"))["title"] == "here"
        assert await page.run(FETCH.replace("$URL", "http://example.com/")) == "failed"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
async def test_a_host_may_be_called_anything(site, executable: Path, host: str):
    site.add("<title>here</title>", "/here")
    hosts = {host: site.port}
    async with Browser(hosts, executable=executable) as browser, browser.page() as page:
        await page.open(f"http://{host}/here")
        assert (await page.call("webproctor.look"))["title"] == "here"


async def test_a_page_reaches_its_own_host_and_other_allowed_ones(site, executable: Path):
    async def answer(scope, receive, send) -> None:
        response = Response("other", headers={"Access-Control-Allow-Origin": "*"})
        await response(scope, receive, send)

    async with serve(answer) as port:
        hosts = {site.host: site.port, "other.test": port}
        async with Browser(hosts, executable=executable) as browser, browser.page() as page:
            await page.open(site.add("<p>"))
            other = "fetch('http://other.test/').then((it) => it.text())"
            assert await page.run(other) == "other"
            assert await page.run("fetch('/').then((it) => it.status)") == 404
            assert page.guard.refused == []


@pytest.mark.parametrize("url", ["data:text/plain,x", "about:blank"])
async def test_what_needs_no_network_is_not_refused(open_page, url: str):
    page = await open_page("<p>")
    await page.run(add("iframe", f"it.src = '{url}'"))
    assert page.guard.refused == []


async def test_every_request_that_was_refused_is_noted_in_order(open_page):
    page = await open_page("<p>")
    urls = [f"http://host{n % 3}.example/{n}" for n in range(12)]
    for url in urls:
        await page.run(FETCH.replace("$URL", url))
    assert page.guard.refused == urls


async def test_what_one_page_was_refused_is_not_noted_for_another(open_page):
    first, second = await open_page("<p>"), await open_page("<p>")
    await first.run(FETCH.replace("$URL", "http://example.com/"))
    assert second.guard.refused == []


# The mirror


@dataclass(frozen=True)
class File:
    body: bytes
    content_type: str = "text/javascript; charset=utf-8"


SCRIPT = b"document.title += '\xc3\xa9'; var loaded = (window.loaded || 0) + 1;"
SRI = "sha384-" + base64.b64encode(hashlib.sha384(SCRIPT).digest()).decode()
FILES = {
    "https://cdn.example/lib.js": File(SCRIPT),
    "http://cdn.example/lib.js": File(SCRIPT),
    "https://fonts.example/one.css": File(b"body { color: rgb(1, 2, 3) }", "text/css"),
    "https://fonts.example/data.json": File(b'{"a": 1}', "application/json"),
}
MIRROR = Mirror(frozenset({"cdn.example", "fonts.example"}), FILES.get)


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_copy_answers_for_a_public_script(open_page, scheme: str):
    page = await open_page(f"<script src='{scheme}://cdn.example/lib.js'></script>", mirror=MIRROR)
    assert await page.run("[loaded, document.title]") == [1, "é"]
    assert (page.guard.mirrored, page.guard.refused) == (1, [])


async def test_a_copy_satisfies_the_pages_checksum(open_page):
    page = await open_page(
        f"<script src='https://cdn.example/lib.js' integrity='{SRI}' crossorigin></script>",
        mirror=MIRROR,
    )
    assert await page.run("loaded") == 1


async def test_a_wrong_checksum_is_still_wrong(open_page):
    wrong = SRI[:-4] + "AAA="
    page = await open_page(
        f"<script src='https://cdn.example/lib.js' integrity='{wrong}' crossorigin></script>",
        mirror=MIRROR,
    )
    assert await page.run("typeof loaded") == "undefined"


async def test_copies_may_be_read_by_scripts(open_page):
    page = await open_page("<p>", mirror=MIRROR)
    fetched = "fetch('https://fonts.example/data.json').then((it) => it.json())"
    assert await page.run(fetched) == {"a": 1}


async def test_copies_have_their_type(open_page):
    style = "<link rel=stylesheet href='https://fonts.example/one.css'>"
    page = await open_page(f"<!doctype html>{style}<body>", mirror=MIRROR)
    assert await page.run("getComputedStyle(document.body).color") == "rgb(1, 2, 3)"


async def test_every_file_that_the_mirror_gives_is_counted(open_page):
    script = "<script src='https://cdn.example/lib.js?{}'></script>"
    anything = Mirror(frozenset({"cdn.example"}), lambda url: File(SCRIPT))
    page = await open_page("".join(script.format(n) for n in range(5)), mirror=anything)
    assert await page.run("loaded") == 5
    assert page.guard.mirrored == 5


@pytest.mark.usefixtures("nothing_left")
async def test_what_the_mirror_does_not_have_is_refused(open_page):
    page = await open_page("<p>", mirror=MIRROR)
    assert await page.run(FETCH.replace("$URL", "https://cdn.example/other.js")) == "failed"
    assert page.guard.refused == ["https://cdn.example/other.js"]
    assert page.guard.mirrored == 0


async def test_a_page_without_a_mirror_has_no_copies(open_page):
    page = await open_page("<script src='https://cdn.example/lib.js'></script>")
    assert await page.run("typeof loaded") == "undefined"
    assert page.guard.refused == ["https://cdn.example/lib.js"]


async def test_frames_of_the_page_have_the_copies_too(open_page, site):
    inner = site.add("<script src='https://cdn.example/lib.js'></script><p>")
    page = await open_page(f"<iframe src='{inner}'></iframe>", mirror=MIRROR)
    assert await page.run("frames[0].loaded") == 1
    assert page.guard.mirrored == 1
