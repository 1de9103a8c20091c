"""Attacks by websites and people: a website cannot reach the panel, the server or other people."""

import json
from pathlib import Path

import httpx
import pytest
from collect.tools.demonstrate.conftest import Demonstrating
from collect.tools.demonstrate.shop import ERRANDS, STYLE
from collect.visitors import Visitor, store_in
from starlette.responses import Response
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosedError, InvalidStatus

from webproctor.collect.store import Person
from webproctor.collect.tools.demonstrate import demonstrate
from webproctor.collect.tools.demonstrate.tables import Task
from webproctor.collect.tools.demonstrate.tasks import available
from webproctor.core.errors import UserError
from webproctor.environments.browser import Browser

MARKUP = "<img src=x onerror=alert(1)><script>parent.alert(2)</script>"


@pytest.mark.exhaustive
async def test_a_hostile_website_cannot_reach_the_panel(it: Demonstrating) -> None:
    text = json.dumps(MARKUP).replace("</", "<\\/")
    it.shop.changed["/"] = (
        f"<!doctype html><style>{STYLE}</style><p><button id=a>x</button>"
        "<p><select id=b><option>1</select><script>"
        f"const text = {text}; document.title = text; a.textContent = text + 'n'.repeat(1e5);"
        "b.setAttribute('aria-label', text);"
        "for (let n = 0; n < 2000; n++) b.append(new Option(text + n));"
        "alert(text); window.open('/gift'); onbeforeunload = () => text;"
        "a.onclick = () => { for (let n = 0; n < 3; n++) open('/gift'); confirm(text);"
        " location = '/file'; }"
        "</script>"
    )
    it.shop.changed["/file"] = Response(
        b"x", headers={"content-disposition": "attachment; filename=<b>.exe"}
    )
    mallory = await it.annotator("mallory")
    dialogs: list[str] = []
    downloads: list[str] = []
    mallory.page.on("dialog", lambda one: dialogs.append(one.message))
    mallory.page.on("download", lambda one: downloads.append(one.url))
    await mallory.start(ERRANDS[0])
    await mallory.record()
    await mallory.point(28, 90)
    await mallory.page.locator("#role").get_by_text("combobox").wait_for()
    assert await mallory.page.locator("#option option").count() == 1000
    await mallory.phase("recording")
    await mallory.point(28, 30)
    await mallory.page.locator("#name").filter(has_text="<script>").wait_for()
    await mallory.phase("recording")
    assert len(await mallory.page.locator("#name").text_content() or "") <= 200
    await mallory.press("Confirm the step")
    await mallory.says("Step 1 is stored")
    await mallory.phase("recording")
    await mallory.page.get_by_role("link", name="Finish").click()
    await mallory.page.get_by_label("Description").wait_for()
    assert await mallory.page.locator("main img:not([loading])").count() == 0
    assert (dialogs, downloads, len(mallory.page.context.pages)) == ([], [], 1)
    it.shop.changed.clear()


async def test_a_website_cannot_reach_the_server_of_the_collection(
    it: Demonstrating, executable: Path
) -> None:
    server = httpx.URL(it.collection.address)
    hosts = {"shop.test": it.shop.port, "rebound.test": server.port or 0}
    # As in real use, with the internet; `rebound.test` is a public name of a private address.
    ask = "fetch({!r}, {{mode: 'no-cors'}}).then(() => 'answered', () => 'refused')"
    on_the_internet = Browser(hosts, internet=True, executable=executable)
    async with on_the_internet as browser, browser.page() as page:
        await page.open("http://shop.test/")
        assert await page.run(ask.format("http://shop.test/tea")) == "answered"
        for host in ("127.0.0.1", "localhost", "a.localhost", "[::1]", "0.0.0.0", "127.1",
                     "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254"):  # fmt: skip
            assert await page.run(ask.format(f"http://{host}:{server.port}/")) == "refused", host
        # A name of a website that resolves to the server's address.
        await page.open("http://rebound.test/")
        assert "Request refused" in await page.run("document.body.innerText")


def live(visitor: Visitor, number: int, **headers: str) -> connect:
    """Open the connection of a demonstration with a visitor's cookies."""
    server = visitor.http.base_url
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
    return connect(
        f"ws://{server.host}:{server.port}/demonstrate/{number}/live",
        additional_headers={
            "cookie": cookies,
            "origin": f"http://{server.host}:{server.port}",
            **headers,
        },
        proxy=None,
    )


async def ended(socket: ClientConnection) -> None:
    """Receive until the server ends a connection."""
    async for _ in socket:
        pass


async def started(it: Demonstrating, visitor: Visitor, task: int = 1) -> int:
    """Start a task, and return the number of the demonstration."""
    visitor.tool = "demonstrate"
    answer = await visitor.post(f"/demonstrate/tasks/{task}")
    assert answer.status_code == 303
    return int(answer.headers["location"].rpartition("/")[2])


async def test_demonstrations_of_other_people_are_not_found(it: Demonstrating) -> None:
    olga, pia = await it.collection.person("olga"), await it.collection.person("pia")
    number = await started(it, olga)
    assert (await olga.get(f"/demonstrate/{number}")).status_code == 200
    for path in ("", "/review", "/steps/0.jpg"):
        assert (await pia.get(f"/demonstrate/{number}{path}")).status_code == 404
    assert (await pia.post(f"/demonstrate/{number}/review", task="Mine")).status_code == 404
    assert (await pia.post(f"/demonstrate/{number}/give-back")).status_code == 404
    for visitor, headers, status in (
        (pia, {}, 404), (await it.collection.stranger(), {}, 401),
        (await it.collection.person("vic", "verifier"), {}, 403),
        (olga, {"origin": "http://evil.example"}, 403),
    ):  # fmt: skip
        with pytest.raises(InvalidStatus) as error:
            await live(visitor, number, **headers)
        assert error.value.response.status_code == status


async def test_invalid_requests_and_submissions_are_refused(it: Demonstrating) -> None:
    quin = await it.collection.person("quin")
    number = await started(it, quin)
    long = {"do": "perform", "op": "TYPE", "value": "x" * 20_001}
    for request in (
        {},
        [],
        {"do": "fly"},
        {"do": "select", "x": -1, "y": 1},
        {"do": "input"},
        long,
    ):
        async with live(quin, number) as socket:
            await socket.send(json.dumps(request))
            with pytest.raises(ConnectionClosedError, match="Not a request"):
                await ended(socket)
    address = f"/demonstrate/{number}/review"
    assert "There are no steps yet" in (await quin.post(address, task="Done")).text
    assert "1 to 2000 characters" in (await quin.post(address, task="x" * 2001)).text


async def test_a_released_task_can_be_started_by_others(it: Demonstrating) -> None:
    sam = await it.collection.person("sam")
    await it.collection.person("tom")
    with it.collection.store.reading() as session:
        task = session.query(Task).count() - 1

    def free_for_tom() -> bool:
        with it.collection.store.reading() as session:
            tom = session.query(Person).filter_by(name="tom").one()
            return task in [one.id for one in available(session, tom, per_task=1)]

    number = await started(it, sam, task)
    assert not free_for_tom()
    await sam.post(f"/demonstrate/{number}/give-back")
    assert free_for_tom()
    assert "Not used" in (await sam.get("/demonstrate/")).text


@pytest.mark.parametrize("phase", ["opening", "exploring"])
async def test_a_task_can_be_released_while_its_page_is_open(it: Demonstrating, phase: str) -> None:
    uma = await it.collection.person(f"uma-{phase}")
    number = await started(it, uma)
    async with live(uma, number) as socket:
        async for message in socket:
            if isinstance(message, str) and json.loads(message)["phase"] == phase:
                break
        answer = await uma.post(f"/demonstrate/{number}/give-back")
        assert (answer.status_code, answer.headers["location"]) == (303, "/demonstrate/")
        messages = [json.loads(one) async for one in socket if isinstance(one, str)]
    assert (messages[-1]["ended"], messages[-1]["phase"]) == (True, "closed")


async def test_a_task_with_enough_demonstrations_cannot_be_started(it: Demonstrating) -> None:
    rob = await it.collection.person("rob")
    with it.collection.store.reading() as session:
        tasks = session.query(Task).count()
    number = await started(it, rob, tasks)
    assert await started(it, rob, tasks) == number  # Again: the same.
    assert (await rob.post(f"/demonstrate/tasks/{tasks + 1}")).status_code == 404


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"local": ("shop.test",)}, "--local shop.test: give HOST=PORT"),
        ({"local": ("shop.test=99999",)}, "give HOST=PORT"),
        ({"local": ("a,MAP * b=1",)}, "give HOST=PORT"),
        ({"max_pages": 0}, "--max-pages must be 1 to 1000, not 0"),
        ({"idle": 0}, "--idle must be"),
        ({"per_task": 0}, "--per-task must be"),
        ({"mask": ("(",)}, "--mask"),
    ],
)
def test_invalid_options_are_user_errors(tmp_path: Path, settings: dict, why: str) -> None:
    with store_in(tmp_path) as store, pytest.raises(UserError, match=why):
        demonstrate(store, **settings)
