"""Episodes of games that use a browser context one after another."""

import base64
import io
from typing import Any

import pytest
from environments.browser.leaving import FIND, LEAVE, NOTHING
from PIL import Image
from rollouts.conftest import Service, games, serving

from webproctor.benchmarks.webgames.session import GameWebSession
from webproctor.environments.browser import Browser

READS = ["content", "html"]


def live_session(service: Service, reply: dict[str, Any]) -> GameWebSession:
    """Return the session that the service has created, for the service's reply."""
    session = service.pool._open[reply["session"]].episode._session
    assert isinstance(session, GameWebSession)
    return session


def browser(service: Service) -> Browser:
    [instance] = service.pool.instances.running
    return instance.benchmark.browser  # type: ignore[attr-defined]


def files(session: GameWebSession) -> dict[str, bytes]:
    """Return the contents of the episode's files by name."""
    return {path.name: path.read_bytes() for path in session.page.folder.iterdir()}


@pytest.mark.usefixtures("executable")
async def test_a_reused_context_has_no_data_of_the_earlier_game() -> None:
    async with serving(games("date", "otp-entry"), limit=2, prepared_pages=1) as service:
        first = await service.create(task="otp-entry@0", reads=READS)
        initial_files = files(live_session(service, first))
        assert set(initial_files) == {"notes.txt", "silence.mp3", "silence.wav"}
        earlier = await service.create(task="date@0")
        for keys in ("1", "Control+a", "Control+c"):
            await service.step(earlier["session"], "press", keys=keys)
        earlier_session = live_session(service, earlier)
        await earlier_session.page.run(LEAVE)
        await browser(service).prepared_pages.wait_until_filled()
        await service.post(f"/sessions/{earlier['session']}/close")
        await browser(service).prepared_pages.wait_until_filled()

        second = await service.create(task="otp-entry@0", reads=READS)
        session = live_session(service, second)
        assert session.page.target == earlier_session.page.target
        assert session.game_session.token != earlier_session.game_session.token
        assert second["observation"] == first["observation"]
        assert files(session) == initial_files
        assert await session.page.run(FIND) == NOTHING
        click = await service.step(second["session"], "click", element=0)
        paste = await service.step(second["session"], "press", keys="Control+v")
        assert paste["observation"]["texts"] == click["observation"]["texts"]
        for reply in (first, second):
            await service.post(f"/sessions/{reply['session']}/close")


@pytest.mark.usefixtures("executable")
async def test_a_game_looks_the_same_after_another_one() -> None:
    async with serving(games("date", "click-pixel"), limit=1, prepared_pages=1) as service:

        async def screenshot(task: str) -> tuple[str, bytes]:
            """Return the target id of an episode's tab, and the pixels below the title."""
            reply = await service.create(task=task, reads=["screenshot"])
            target = live_session(service, reply).page.target
            png = base64.b64decode(reply["observation"]["pictures"]["screenshot"])
            await browser(service).prepared_pages.wait_until_filled()
            await service.post(f"/sessions/{reply['session']}/close")
            await browser(service).prepared_pages.wait_until_filled()
            image = Image.open(io.BytesIO(png)).convert("RGB")
            # The edges of large letters differ between new contexts too.
            return target, image.crop((0, 71, image.width, image.height)).tobytes()

        _, pixels = await screenshot("click-pixel@0")
        other_target, _ = await screenshot("date@0")
        target, pixels_after = await screenshot("click-pixel@0")
        assert target == other_target
        assert pixels_after == pixels
