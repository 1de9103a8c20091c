"""Episodes of games that use a browser context one after another."""

from typing import Any

import pytest
from environments.browser.leaving import FIND, LEAVE, NOTHING
from rollouts.conftest import Service, games, serving

from webproctor.benchmarks.webgames.session import GameWebSession
from webproctor.environments.browser import Browser

READS = ["content", "html", "screenshot"]


def shown(service: Service, begun: dict[str, Any]) -> GameWebSession:
    """Return the live session of a session of the service."""
    session = service.pool._open[begun["session"]].episode._session
    assert isinstance(session, GameWebSession)
    return session


def browser(service: Service) -> Browser:
    [instance] = service.pool.instances.running
    return instance.benchmark.browser  # type: ignore[attr-defined]


def files(session: GameWebSession) -> dict[str, bytes]:
    """Return the contents of the episode's files by name."""
    return {path.name: path.read_bytes() for path in session.page.folder.iterdir()}


@pytest.mark.usefixtures("executable")
async def test_a_rollout_uses_a_context_again_and_finds_nothing_of_the_earlier_game() -> None:
    async with serving(games("date", "otp-entry"), most=2, ahead=1) as service:
        first = await service.create(task="otp-entry@0", reads=READS)
        given = files(shown(service, first))
        assert set(given) == {"notes.txt", "silence.mp3", "silence.wav"}
        earlier = await service.create(task="date@0")
        for keys in ("1", "Control+a", "Control+c"):
            await service.step(earlier["session"], "press", keys=keys)
        left = shown(service, earlier)
        await left.page.run(LEAVE)
        await browser(service).ahead.filled()
        await service.post(f"/sessions/{earlier['session']}/close")
        await browser(service).ahead.filled()

        begun = await service.create(task="otp-entry@0", reads=READS)
        session = shown(service, begun)
        assert session.page.target == left.page.target
        assert session.game_session.token != left.game_session.token
        assert begun["observation"] == first["observation"]
        assert files(session) == given
        assert await session.page.run(FIND) == NOTHING
        click = await service.step(begun["session"], "click", element=0)
        paste = await service.step(begun["session"], "press", keys="Control+v")
        assert paste["observation"]["texts"] == click["observation"]["texts"]
        for one in (first, begun):
            await service.post(f"/sessions/{one['session']}/close")
