"""docs/rollouts.md: its episodes with `curl` and the client run as they are written."""

import asyncio
import json
import re
import shutil
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
from rollouts.conftest import TOKEN, Service

PAGE = Path(__file__).parents[2] / "docs" / "rollouts.md"
TEXT = PAGE.read_text(encoding="utf-8")
PROGRAMS = ("bash", "curl", "jq")


@pytest.mark.skipif(not all(map(shutil.which, PROGRAMS)), reason="needs bash, curl and jq")
async def test_an_episode_with_curl_is_scored_and_its_session_closed(service: Service) -> None:
    [script] = re.findall(r"```sh\n(URL=.*?)```", TEXT, re.S)
    url, script = f"URL={service.http.base_url}", script.partition("\n")[2]
    bash = await asyncio.create_subprocess_exec(
        "bash", "-ec", f"{url} TOKEN={TOKEN}\n{script}", stdout=PIPE, stderr=PIPE
    )
    printed, errors = await bash.communicate()
    assert (bash.returncode, errors) == (0, b"")
    result, ended, closed = _objects(printed.decode())
    assert result == "pressed 7"
    assert (ended["outcome"], ended["value"]) == ("scored", 0.0)
    assert closed["ended"] == ended
    assert service.pool.open == 0


async def test_the_episode_of_the_asynchronous_client_is_scored(service: Service) -> None:
    [code] = re.findall(r"```python\n([^`]*async def episode.*?)```", TEXT, re.S)
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - the page is our own.
    assert await names["episode"](str(service.http.base_url), TOKEN) == 0.0
    assert service.pool.open == 0


def _objects(text: str) -> list[Any]:
    """Return the JSON values in a text, which follow each other."""
    decoder, found = json.JSONDecoder(), []
    while text := text.strip():
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:]
    return found
