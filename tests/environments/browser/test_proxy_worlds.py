"""The DevTools proxy: which JavaScript worlds a program can use."""

import json

import pytest
from environments.browser.conftest import ExposePage
from programs.client import NotDone, connected


async def test_the_isolated_world_of_the_library_is_not_accessible(expose_page: ExposePage) -> None:
    exposed = await expose_page()
    await exposed.page.call("webproctor.pageInfo")
    name = exposed.page.world_name
    async with connected(exposed.proxy.address) as client:
        await client.send("Runtime.enable")
        frame = exposed.page.target
        contexts = json.dumps(client.events)
        assert name not in contexts
        assert '"name": ""' in contexts
        for method, given in (
            ("Page.createIsolatedWorld", {"frameId": frame, "worldName": name}),
            ("Runtime.addBinding", {"name": "x", "executionContextName": name}),
            ("Page.addScriptToEvaluateOnNewDocument", {"source": "1", "worldName": name}),
        ):
            with pytest.raises(NotDone, match="belongs to the harness"):
                await client.send(method, **given)


@pytest.mark.parametrize("enabled", [True, False])
async def test_the_id_of_the_isolated_world_of_the_library_cannot_be_guessed(
    enabled: bool, expose_page: ExposePage
) -> None:
    exposed = await expose_page()
    world = await exposed.page.world()
    async with connected(exposed.proxy.address) as client:
        if enabled:
            await client.send("Runtime.enable")
        for method, given in (
            ("Runtime.evaluate", {"expression": "1", "contextId": world}),
            ("Runtime.evaluate", {"expression": "1", "uniqueContextId": f"{world}.1"}),
            (
                "Runtime.callFunctionOn",
                {"functionDeclaration": "() => 1", "executionContextId": world},
            ),
        ):
            with pytest.raises(NotDone, match="no such world was announced"):
                await client.send(method, **given)


async def test_worlds_that_a_program_has_created_or_seen_can_be_used(
    expose_page: ExposePage,
) -> None:
    exposed = await expose_page()
    async with connected(exposed.proxy.address) as client:
        created = await client.send("Page.createIsolatedWorld", frameId=exposed.page.target)
        ids = [{"contextId": created["executionContextId"]}]
        await client.send("Runtime.enable")
        for event in client.events:
            if event["method"] == "Runtime.executionContextCreated":
                world = event["params"]["context"]
                ids += [{"contextId": world["id"]}, {"uniqueContextId": world["uniqueId"]}]
        assert len(ids) > 1
        for id in ids:
            answer = await client.send("Runtime.evaluate", expression="1 + 1", **id)
            assert answer["result"]["value"] == 2
