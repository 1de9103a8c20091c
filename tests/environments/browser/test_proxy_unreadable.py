"""Requests and commands that cannot be read: the DevTools proxy refuses them without an error."""

import asyncio
import json
import logging
from typing import Any

import pytest
from environments.browser.conftest import ExposePage
from programs.client import NotDone, connected


@pytest.mark.parametrize(
    "hosts",
    ["", "Host: [\r\n", "Host: 127.0.0.1\r\nHost: evil.example\r\n", "Host: 127.0.0.1@evil\r\n"],
)
async def test_a_request_without_one_valid_host_is_refused_without_an_error(
    expose_page: ExposePage, caplog: pytest.LogCaptureFixture, hosts: str
) -> None:
    caplog.set_level(logging.WARNING)
    exposed = await expose_page()
    reader, writer = await asyncio.open_connection("127.0.0.1", exposed.proxy.port)
    path = exposed.proxy.address.rpartition("/")[2]
    writer.write(f"GET /{path}/json/version HTTP/1.1\r\n{hosts}\r\n".encode())
    assert (await reader.read()).startswith(b"HTTP/1.1 403")
    writer.close()
    assert not caplog.records


@pytest.mark.parametrize("value", [10**400, json.loads(250 * "[" + 250 * "]")])
async def test_a_command_that_the_browser_cannot_read_is_refused(
    expose_page: ExposePage, value: Any
) -> None:
    exposed = await expose_page()
    async with connected(exposed.proxy.address) as client:
        with pytest.raises(NotDone, match=r"not finite|nested"):
            await client.send("Input.insertText", text="x", more=value)
        assert await client.run("1 + 1") == 2
