"""The network guard: pages reach only allowed hosts."""

import shutil
from pathlib import Path

import pytest
from environments.browser.asking import CALL, FETCH, HINTS, MUTE, SOCKET, WAYS, add
from environments.browser.conftest import Outside
from per_change import first
from starlette.responses import RedirectResponse, Response

from webproctor.environments.browser import Browser
from webproctor.environments.serving import serve


def address(outside: Outside, host: str, scheme: str = "http") -> str:
    return f"{scheme}://{outside.addresses.get(host, host)}/x"


HOSTS = [*Outside(0).addresses, "example.com", "1.1.1.1", "pages.test.example.com"]


@pytest.mark.usefixtures("nothing_left")
async def test_requests_to_other_addresses_fail(open_page, outside: Outside):
    page = await open_page("<p>")
    for host in HOSTS:
        for scheme in ("http", "https"):
            url = address(outside, host, scheme)
            assert await page.run(FETCH.replace("$URL", url)) == "failed", url
            assert page.guard.refused[-1].startswith(scheme)
    assert len(page.guard.refused) == 2 * len(HOSTS)


@pytest.mark.usefixtures("nothing_left")
async def test_no_kind_of_request_with_a_result_leaves_the_host(open_page, outside: Outside):
    page = await open_page("<p>")
    urls = {way: f"{address(outside, 'address')}{n}" for n, way in enumerate(WAYS)}
    for way, url in urls.items():
        assert await page.run(WAYS[way].replace("$URL", url)) == "failed", way
        assert page.guard.refused[-1] == url
    assert set(page.guard.refused) == set(urls.values())


@pytest.mark.usefixtures("nothing_left")
async def test_no_kind_of_request_without_a_result_leaves_the_host(
    open_page, outside: Outside, eventually
):
    page = await open_page("<p>")
    urls = {way: f"{address(outside, 'address')}{n}" for n, way in enumerate(MUTE)}
    for way, url in urls.items():
        await page.run(MUTE[way].replace("$URL", url))
        await eventually(lambda url=url: url in page.guard.refused)
    assert set(page.guard.refused) == set(urls.values())


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("hint", HINTS)
async def test_resource_hints_do_not_leave_the_host(open_page, outside: Outside, hint: str):
    page = await open_page("<p>")
    for host in outside.addresses:
        await page.run(HINTS[hint].replace("$URL", address(outside, host)))
    assert await page.run(FETCH.replace("$URL", address(outside, "address"))) == "failed"


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("host", ["address", "name", "example.com"])
async def test_sockets_do_not_leave_the_host(open_page, outside: Outside, eventually, host: str):
    page = await open_page("<p>")
    url = address(outside, host, "ws")
    assert await page.run(SOCKET.replace("$URL", url)) == "failed"
    await eventually(lambda: page.guard.refused == [url])


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("name", first("chromium-headless-shell", "chromium", "google-chrome"))
async def test_webrtc_does_not_leave_the_host(outside: Outside, site, name: str):
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"this machine has no {name}")
    hosts = {site.host: site.port}
    async with Browser(hosts, executable=Path(program)) as browser, browser.page() as page:
        await page.open(site.add("<p>"))
        assert await page.run(CALL.replace("$PORT", str(outside.port))) in ("gathered", "silent")


@pytest.mark.usefixtures("nothing_left")
async def test_redirects_do_not_leave_the_host(open_page, outside: Outside, site):
    page = await open_page("<p>")
    url = address(outside, "address")
    moved = site.add(RedirectResponse(url), "/out")
    assert await page.run(FETCH.replace("$URL", moved)) == "failed"
    assert page.guard.refused == [url]


@pytest.mark.usefixtures("nothing_left")
async def test_a_proxy_of_the_machine_is_not_used(
    outside: Outside, site, executable: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{outside.port}")
    url = site.add("<title>here</title>")
    hosts = {site.host: site.port}
    async with Browser(hosts, executable=executable) as browser, browser.page() as page:
        await page.open(url)
        assert (await page.call("webproctor.pageInfo"))["title"] == "here"
        assert await page.run(FETCH.replace("$URL", "http://example.com/")) == "failed"


@pytest.mark.parametrize("host", first("127.0.0.1", "localhost"))
async def test_an_allowed_host_can_have_any_name(site, executable: Path, host: str):
    site.add("<title>here</title>", "/here")
    hosts = {host: site.port}
    async with Browser(hosts, executable=executable) as browser, browser.page() as page:
        await page.open(f"http://{host}/here")
        assert (await page.call("webproctor.pageInfo"))["title"] == "here"


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
            assert await page.run("fetch('/missing').then((it) => it.status)") == 404
            assert page.guard.refused == []


@pytest.mark.parametrize("url", ["data:text/plain,x", "about:blank"])
async def test_addresses_that_need_no_network_are_not_refused(open_page, url: str):
    page = await open_page("<p>")
    await page.run(add("iframe", f"it.src = '{url}'"))
    assert page.guard.refused == []


async def test_refused_requests_are_recorded_in_order(open_page):
    page = await open_page("<p>")
    urls = [f"http://host{n % 3}.example/{n}" for n in range(12)]
    for url in urls:
        await page.run(FETCH.replace("$URL", url))
    assert page.guard.refused == urls


async def test_refused_requests_are_recorded_only_for_their_page(open_page):
    first, second = await open_page("<p>"), await open_page("<p>")
    await first.run(FETCH.replace("$URL", "http://example.com/"))
    assert second.guard.refused == []
