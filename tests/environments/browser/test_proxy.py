"""The DevTools proxy: access, visibility, refused commands and logging."""

import asyncio
import contextlib
import json
import re
from collections import Counter
from typing import Any

import httpx
import pytest
from environments.browser.conftest import ExposePage
from programs.client import NotDone, connected
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from webproctor.environments.browser import proxy_scope
from webproctor.environments.browser.proxy_policy import Policy
from webproctor.environments.browser.proxy_scope import CommandLog

# Refused under both policies, for a page and for the browser.
PAGE_COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("Debugger.enable", {}),
    ("HeapProfiler.enable", {}),
    ("HeapProfiler.takeHeapSnapshot", {}),
    ("Profiler.enable", {}),
    ("Fetch.enable", {}),
    ("Network.setExtraHTTPHeaders", {"headers": {"a": "b"}}),
    ("Network.setCookie", {"name": "a", "value": "b"}),
    ("Network.emulateNetworkConditions", {}),
    ("Network.loadNetworkResource", {"url": "file:///etc/passwd"}),
    ("Storage.getCookies", {}),
    ("Tracing.start", {}),
    ("IO.read", {"handle": "1"}),
    ("SystemInfo.getInfo", {}),
    ("Extensions.loadUnpacked", {"path": "/tmp"}),
    ("Security.setIgnoreCertificateErrors", {"ignore": True}),
    ("Emulation.setVirtualTimePolicy", {"policy": "pause"}),
    ("Emulation.setCPUThrottlingRate", {"rate": 100}),
    ("Emulation.setEmulatedMedia", {"media": "print"}),
    ("Emulation.setTouchEmulationEnabled", {"enabled": True}),
    *(
        ("Emulation.setDeviceMetricsOverride", {"deviceScaleFactor": 1, **size})
        for size in (
            {"width": 9000, "height": 9000, "mobile": False},
            {"width": 1280, "height": 720, "mobile": True},
        )
    ),
    ("Page.setBypassCSP", {"enabled": True}),
    ("Page.setDownloadBehavior", {"behavior": "allow", "downloadPath": "/"}),
    ("Page.crash", {}),
    ("Page.getResourceContent", {"frameId": "x", "url": "x"}),
    ("Page.navigate", {"url": "file:///etc/passwd"}),
    ("Page.navigate", {"url": "javascript:1"}),
    ("Page.navigate", {"url": "view-source:http://pages.test/"}),
    ("Page.navigate", {"url": "http://pages.test.evil/page"}),
    ("Page.navigate", {"url": "data:text/html,1"}),
    ("Target.exposeDevToolsProtocol", {"targetId": "x"}),
    ("DOM.setFileInputFiles", {"files": ["/etc/passwd"], "nodeId": 1}),
    *(
        (
            "Input.dispatchDragEvent",
            {"type": "dragEnter", "x": 1, "y": 1, "data": {"dragOperationsMask": 1, **data}},
        )
        for data in (
            {"items": [], "files": ["/etc/hosts"]},
            {"items": [{"mimeType": "text/uri-list", "data": "file:///etc/hosts"}]},
        )
    ),
    ("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 1e999, "y": 1}),
]
BROWSER_COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("Browser.close", {}),
    ("Browser.crash", {}),
    ("Browser.getBrowserCommandLine", {}),
    ("Browser.grantPermissions", {"permissions": []}),
    ("Target.createBrowserContext", {}),
    ("Target.disposeBrowserContext", {"browserContextId": "x"}),
    ("Target.exposeDevToolsProtocol", {"targetId": "x"}),
    ("Target.createTarget", {"url": "file:///etc/passwd"}),
    ("Target.createTarget", {"url": "chrome://version"}),
    ("Target.attachToTarget", {"targetId": "unknown", "flatten": True}),
    ("Target.setRemoteLocations", {"locations": []}),
    ("Tracing.start", {}),
    ("SystemInfo.getInfo", {}),
    ("Storage.clearCookies", {}),
    ("IO.read", {"handle": "1"}),
    ("Runtime.evaluate", {"expression": "1"}),
]
AUTO_ATTACH = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}
SCRIPT_COMMANDS: list[tuple[str, dict[str, Any]]] = [
    ("Runtime.evaluate", {"expression": "1"}),
    ("Runtime.callFunctionOn", {"functionDeclaration": "function () {}", "executionContextId": 1}),
    ("Runtime.enable", {}),
    ("Runtime.addBinding", {"name": "mine"}),
    ("Page.addScriptToEvaluateOnNewDocument", {"source": "1"}),
    ("Page.createIsolatedWorld", {"frameId": "x"}),
    ("Page.setDocumentContent", {"frameId": "x", "html": "1"}),
    ("DOM.setAttributeValue", {"nodeId": 1, "name": "a", "value": "b"}),
    ("DOM.setOuterHTML", {"nodeId": 1, "outerHTML": "1"}),
    ("DOM.resolveNode", {"nodeId": 1}),
    ("Network.enable", {}),
    ("Network.getResponseBody", {"requestId": "1"}),
]


@pytest.mark.parametrize("policy", ["input", "script"])
async def test_commands_outside_the_task_are_refused(
    expose_page: ExposePage, policy: Policy
) -> None:
    exposed = await expose_page(policy)
    allowed = []
    async with connected(exposed.proxy.address) as client:
        for method, given in PAGE_COMMANDS:
            with contextlib.suppress(NotDone):
                await client.send(method, **given)
                allowed.append((method, given))
        for method, given in BROWSER_COMMANDS:
            with contextlib.suppress(NotDone):
                await client.browser(method, **given)
                allowed.append((method, given))
    assert allowed == []
    # By the proxy, not by the browser.
    commands = Counter(method for method, _ in PAGE_COMMANDS + BROWSER_COMMANDS)
    assert exposed.proxy.evidence()["refused"] == commands


async def test_a_session_with_the_browser_has_the_limits_of_the_browser(
    expose_page: ExposePage,
) -> None:
    exposed, other = await expose_page(), await expose_page()
    async with connected(exposed.proxy.address, page=False) as client:
        client.session = (await client.browser("Target.attachToBrowserTarget"))["sessionId"]
        assert (await client.send("Browser.getVersion"))["product"]
        for method, given in BROWSER_COMMANDS:
            with pytest.raises(NotDone, match=r"refused|finite"):
                await client.send(method, **given)
        await client.send("Target.setAutoAttach", **AUTO_ATTACH)
        found = (await client.send("Target.getTargets"))["targetInfos"]
        assert {one["targetId"] for one in found} == {exposed.page.target}
        assert other.page.target not in json.dumps(client.events)
        await client.attach(exposed.page.target)
        assert await client.run("1 + 1") == 2
    assert await other.page.run("document.title") == "Exposed"


def test_the_number_of_names_of_refused_commands_is_limited() -> None:
    log = CommandLog()
    for number in range(1_005):
        log.note_refusal(f"Made.up{number}")
    log.note_refusal("Made.up0")
    assert len(log.refused) == 1_001
    assert (log.refused["other commands"], log.refused["Made.up0"]) == (5, 2)


def test_the_first_inputs_are_kept_and_all_commands_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proxy_scope, "_MAX_INPUTS", 2)
    log = CommandLog()
    for command in ("insertText", "dispatchKeyEvent", "insertText"):
        log.note("Page.reload")
        log.note(f"Input.{command}")
    assert [name for _, name in log.inputs] == ["Input.insertText", "Input.dispatchKeyEvent"]
    assert log.counts == {"Page.reload": 3, "Input.insertText": 2, "Input.dispatchKeyEvent": 1}


async def test_scripts_are_refused_under_the_input_policy(expose_page: ExposePage) -> None:
    exposed = await expose_page("input")
    async with connected(exposed.proxy.address) as client:
        for method, given in SCRIPT_COMMANDS:
            with pytest.raises(NotDone, match="not allowed for programs under the policy 'input'"):
                await client.send(method, **given)
    assert exposed.proxy.log.scripts == 0


async def test_input_and_reading_work_under_the_input_policy(expose_page: ExposePage) -> None:
    exposed = await expose_page("input")
    async with connected(exposed.proxy.address) as client:
        await client.click(*await client.middle("input"))
        await client.send("Input.insertText", text="typed")
        tree = await client.send("Accessibility.getFullAXTree")
        assert "typed" in json.dumps(tree)
        assert "Exposed page" in await client.html()
        assert (await client.send("Page.captureScreenshot"))["data"]
    assert await exposed.page.run("document.querySelector('input').value") == "typed"


async def test_scripts_work_and_are_counted_under_the_script_policy(
    expose_page: ExposePage,
) -> None:
    exposed = await expose_page("script")
    async with connected(exposed.proxy.address) as client:
        assert await client.run("document.title") == "Exposed"
        await client.send("Page.addScriptToEvaluateOnNewDocument", source="1")
        await client.send("Runtime.addBinding", name="mine")
    assert exposed.proxy.scripts == 2
    evidence = exposed.proxy.evidence()
    assert (evidence["policy"], evidence["inputs"]) == ("script", "scripts possible")
    assert evidence["commands"]["Runtime.addBinding"] == 1


async def test_a_program_cannot_set_the_time_of_its_input(expose_page: ExposePage) -> None:
    html = "<script>addEventListener('mousemove', (e) => { window.at = e.timeStamp; });</script>"
    exposed = await expose_page("script", html)
    move = {"type": "mouseMoved", "x": 9, "y": 9, "timestamp": 4102444800}
    async with connected(exposed.proxy.address) as client:
        await client.send("Input.dispatchMouseEvent", **move)
        assert 0 < await client.run("window.at") < 600_000
    [(seconds, method)] = exposed.proxy.log.inputs
    assert 0 < seconds < 60
    assert method == "Input.dispatchMouseEvent"
    assert exposed.proxy.evidence()["input_commands"] == 1


async def test_a_reload_cannot_inject_a_script(expose_page: ExposePage) -> None:
    exposed = await expose_page("input")
    async with connected(exposed.proxy.address) as client:
        await client.send("Page.reload", scriptToEvaluateOnLoad="window.broughtIn = 1")
    assert await exposed.page.run("window.broughtIn ?? null") is None


async def test_the_address_requires_its_token_and_the_loopback_host(
    expose_page: ExposePage,
) -> None:
    exposed = await expose_page()
    port, address = exposed.proxy.port, exposed.proxy.address
    async with httpx.AsyncClient(trust_env=False) as http:
        assert (await http.get(f"{address}/json/version")).status_code == 200
        for url in (
            f"http://127.0.0.1:{port}/json/version",
            f"http://127.0.0.1:{port}/guess/json/version",
        ):
            assert (await http.get(url)).status_code == 403
        rebound = {"Host": "evil.example"}
        assert (await http.get(f"{address}/json/version", headers=rebound)).status_code == 403
    socket = address.replace("http", "ws")
    for url, origin in (
        (f"ws://127.0.0.1:{port}/devtools/browser", None),
        (f"ws://127.0.0.1:{port}/guess/devtools/browser", None),
        (f"{socket}/devtools/browser", "http://pages.test"),
    ):
        with pytest.raises(InvalidStatus):
            async with connect(url, origin=origin, proxy=None):  # type: ignore[arg-type]
                pass


async def test_known_connections_need_no_token(expose_page: ExposePage) -> None:
    exposed = await expose_page()
    reader, writer = await asyncio.open_connection("127.0.0.1", exposed.proxy.port)
    exposed.proxy.peers.add(writer.get_extra_info("sockname"))
    writer.write(b"GET /json/list HTTP/1.1\r\nHost: localhost:9\r\n\r\n")
    response = await reader.read()
    writer.close()
    [page] = json.loads(response.partition(b"\r\n\r\n")[2])
    assert page["webSocketDebuggerUrl"] == f"ws://localhost:9/devtools/page/{page['id']}"


async def test_the_addresses_of_chromium_can_end_with_a_slash(expose_page: ExposePage) -> None:
    exposed = await expose_page()
    async with httpx.AsyncClient(trust_env=False) as http:
        for path in ("/json", "/json/list", "/json/version", "/json/protocol"):
            one, other = [
                (await http.get(f"{exposed.proxy.address}{path}{end}")).json() for end in ("", "/")
            ]
            assert one == other
        for path in ("/json/other", "/json/list/other", "/devtools/other"):
            assert (await http.get(f"{exposed.proxy.address}{path}")).status_code == 404


async def test_the_version_is_that_of_the_browser(expose_page: ExposePage) -> None:
    exposed = await expose_page()
    async with httpx.AsyncClient(trust_env=False) as http:
        version = (await http.get(f"{exposed.proxy.address}/json/version")).json()
    # chromedriver reads this form.
    assert re.fullmatch(r"537\.36 \(@[0-9a-f]+\)", version["WebKit-Version"])


async def test_a_token_is_invalid_for_another_episode(expose_page: ExposePage) -> None:
    one, other = await expose_page(), await expose_page()
    wrong = one.proxy.address.replace(str(one.proxy.port), str(other.proxy.port))
    async with httpx.AsyncClient(trust_env=False) as http:
        assert (await http.get(f"{wrong}/json/version")).status_code == 403


async def test_only_the_own_context_is_visible(expose_page: ExposePage) -> None:
    exposed, other = await expose_page(), await expose_page()
    async with connected(exposed.proxy.address, page=False) as client:
        found = (await client.browser("Target.getTargets"))["targetInfos"]
        assert {one["targetId"] for one in found} == {exposed.page.target}
        await client.browser("Target.setDiscoverTargets", discover=True)
        await client.browser(
            "Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True
        )
        for method in ("Target.attachToTarget", "Target.getTargetInfo", "Target.closeTarget"):
            given = {"targetId": other.page.target, "flatten": True}
            with pytest.raises(NotDone, match="no such target"):
                await client.browser(method, **given)
        assert other.page.target not in json.dumps(client.events)
    async with httpx.AsyncClient(trust_env=False) as http:
        listed = (await http.get(f"{exposed.proxy.address}/json/list")).json()
        url = f"{exposed.proxy.address}/devtools/page/{other.page.target}"
        assert (await http.get(url)).status_code == 404
    assert [one["id"] for one in listed] == [exposed.page.target]
    assert await other.page.run("document.title") == "Exposed"


async def test_the_address_of_one_page_works_without_sessions(expose_page: ExposePage) -> None:
    exposed = await expose_page()
    url = f"{exposed.proxy.address}/devtools/page/{exposed.page.target}".replace("http", "ws")
    async with connect(url, proxy=None) as socket:
        await socket.send(json.dumps({"id": 7, "method": "Page.enable"}))
        answer = json.loads(await socket.recv())
        while "id" not in answer:
            answer = json.loads(await socket.recv())
    assert answer == {"id": 7, "result": {}}


async def test_a_session_of_another_client_cannot_be_used(expose_page: ExposePage) -> None:
    exposed = await expose_page()
    async with connected(exposed.proxy.address) as one, connected(exposed.proxy.address) as other:
        with pytest.raises(NotDone, match="Session with given id not found"):
            await one.command("Runtime.evaluate", {"expression": "1"}, other.session)
        with pytest.raises(NotDone, match="there is no such session"):
            await one.browser("Target.detachFromTarget", sessionId=other.session)
        assert await other.run("1 + 1") == 2


async def test_only_the_main_frame_can_be_navigated(expose_page: ExposePage) -> None:
    exposed = await expose_page("input", "<iframe srcdoc=inside></iframe>")
    async with connected(exposed.proxy.address) as client:
        [frame] = (await client.send("Page.getFrameTree"))["frameTree"]["childFrames"]
        with pytest.raises(NotDone, match="only the main frame can be navigated"):
            await client.send("Page.navigate", url="about:blank", frameId=frame["frame"]["id"])
        for main_frame in ({}, {"frameId": exposed.page.target}):
            await client.send("Page.navigate", url=exposed.page.url, **main_frame)


async def test_files_can_be_chosen_only_from_the_folder_of_the_episode(
    expose_page: ExposePage,
) -> None:
    exposed = await expose_page("input")
    own = exposed.page.folder / "own.txt"
    own.write_text("mine")
    link = exposed.page.folder / "link.txt"
    link.symlink_to("/etc/passwd")
    async with connected(exposed.proxy.address) as client:
        root = (await client.send("DOM.getDocument"))["root"]["nodeId"]
        found = await client.send("DOM.querySelector", nodeId=root, selector="#file")
        await client.send("DOM.setFileInputFiles", files=[str(own)], nodeId=found["nodeId"])
        for path in ("/etc/passwd", f"{exposed.page.folder}/../x", str(link)):
            with pytest.raises(NotDone, match="outside the episode's folder"):
                await client.send("DOM.setFileInputFiles", files=[path], nodeId=found["nodeId"])
    assert await exposed.page.run("document.querySelector('#file').files[0].name") == "own.txt"


async def test_new_tabs_stay_in_the_context(expose_page: ExposePage) -> None:
    exposed = await expose_page()
    async with connected(exposed.proxy.address, page=False) as client:
        created = await client.browser("Target.createTarget", url="about:blank")
        found = (await client.browser("Target.getTargets"))["targetInfos"]
        assert created["targetId"] in {one["targetId"] for one in found}
        assert len({one["browserContextId"] for one in found}) == 1


async def test_malformed_commands_are_answered_and_change_nothing(expose_page: ExposePage) -> None:
    exposed = await expose_page()
    async with connected(exposed.proxy.address) as client:
        for text in ("{", "[]", "1", '{"id": "x", "method": 3}', '{"id": 999}', "[" * 5000):
            await client.send_text(text)
        assert await client.run("1 + 1") == 2


async def test_parameters_of_the_wrong_type_are_refused_and_the_connection_stays_open(
    expose_page: ExposePage,
) -> None:
    exposed = await expose_page()
    async with connected(exposed.proxy.address) as client:
        for method, given in (
            ("Target.closeTarget", {}),
            ("Target.closeTarget", {"targetId": ["x"]}),
            ("Target.detachFromTarget", {"sessionId": {}}),
        ):
            with pytest.raises(NotDone, match=r"targetId is required|must be a string"):
                await client.browser(method, **given)
        for method, given in (
            ("Runtime.evaluate", {"expression": "1", "contextId": [1]}),
            ("Page.createIsolatedWorld", {"frameId": "x", "worldName": ["w"]}),
            ("DOM.setFileInputFiles", {"files": ["\0"], "nodeId": 1}),
        ):
            with pytest.raises(NotDone, match=r"must be a|outside the episode's folder"):
                await client.send(method, **given)
        assert "Exposed page" in await client.html()
