"""The web server of the games."""

import httpx
import pytest

from webproctor.benchmarks.webgames.game_session import GameSession
from webproctor.benchmarks.webgames.host import Host
from webproctor.benchmarks.webgames.suite import entries


@pytest.mark.parametrize("path", ["messages", "states"])
async def test_deeply_nested_json_is_refused_as_a_fault_of_the_page(path: str) -> None:
    host, episode = Host(), GameSession(entries()["date"], seed=1)
    host.add(episode)
    host.view(episode)
    transport = httpx.ASGITransport(host.application())  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://games.test") as client:
        answer = await client.post(
            f"/{episode.token}/{path}",
            content="[" * 10_000,
            headers={"origin": "http://games.test"},
        )
    assert answer.status_code == 400
    assert episode.failure is None
    assert len(episode.faults) == 1
