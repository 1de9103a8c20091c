"""The scrolling games: inputs that can scroll that far must have been recorded."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from per_change import only

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.materials.scrolling import Puzzle, Scrolling
from webproctor.benchmarks.webgames.play import ScriptedEvidence
from webproctor.benchmarks.webgames.session import GameWebSession
from webproctor.core.actions import web
from webproctor.environments.browser import Viewport
from webproctor.environments.browser.witness import SCROLL_BAR

FAR = 3000
SCROLLED_BOXES = [id for id in suite.entries() if id.startswith("scroll-")]
# The largest viewport that a program can set, and that of a window that a person zoomed out.
LARGE_VIEWPORTS = (1920, 1200), (7680, 4320)


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> Scrolling:
    return Scrolling(Puzzle(20, 0), evidence)


@pytest.mark.parametrize(
    ("kind", "detail", "times"), [("wheel", "0,300", 10), ("key", "ArrowDown", 75), ("key", " ", 4)]
)
def test_inputs_that_scroll_far_enough_win(
    play: Scrolling, evidence: ScriptedEvidence, kind: str, detail: str, times: int
) -> None:
    for _ in range(times):
        evidence.record(kind, detail=detail, target="box")
    assert play.arrived(right=0, down=FAR)["won"]


def test_a_wheel_that_scrolls_so_far_to_the_right_wins(
    play: Scrolling, evidence: ScriptedEvidence
) -> None:
    for _ in range(10):
        evidence.record("wheel", detail="300,0", target="box")
    assert play.arrived(right=FAR, down=0)["won"]


def test_the_end_key_and_the_scroll_bar_win(evidence: ScriptedEvidence) -> None:
    for kind, detail, target in (("key", "End", ""), ("down", "left", SCROLL_BAR)):
        fresh = ScriptedEvidence()
        fresh.record(kind, detail=detail, target=target)
        assert Scrolling(Puzzle(20, 0), fresh).arrived(right=0, down=FAR)["won"]


@pytest.mark.parametrize("target", ["box", ""])
@pytest.mark.parametrize(
    ("kind", "detail"),
    [("wheel", "0,120"), ("wheel", "0,-9000"), ("key", "x"), ("down", "left"), ("move", "")],
)
def test_inputs_that_cannot_scroll_far_enough_do_not_win(
    play: Scrolling, evidence: ScriptedEvidence, kind: str, detail: str, target: str
) -> None:
    evidence.record(kind, detail=detail, target=target)
    assert play.arrived(right=0, down=FAR) == {"not_scrolled": True}


def test_scrolling_down_does_not_count_to_the_right(
    play: Scrolling, evidence: ScriptedEvidence
) -> None:
    evidence.record("key", detail="End")
    assert play.arrived(right=FAR, down=FAR) == {"not_scrolled": True}


def test_an_end_that_is_visible_initially_does_not_win(play: Scrolling) -> None:
    assert play.arrived(right=0, down=0) == {"not_scrolled": True}


@asynccontextmanager
async def opened(id: str, width: int, height: int) -> AsyncIterator[GameWebSession]:
    """Open a game in a viewport of this size."""
    async with WebGames([suite.entry(id)], clock="virtual") as games:
        [task] = games.tasks()
        async with games.session(task) as session:
            await session.page.resize(width, height)
            await session.act(web.Reload())
            yield session


async def distance(session: GameWebSession) -> list[int]:
    """Return how far the page or its row of boxes can be scrolled to the right and down."""
    return await session.page.run(
        "((area) => [area.scrollWidth - area.clientWidth, area.scrollHeight - area.clientHeight])"
        "(document.querySelector('.boxes') ?? document.scrollingElement)"
    )


@pytest.mark.parametrize("id", only(["scroll-diagonal-easy"], SCROLLED_BOXES))
async def test_larger_viewports_do_not_shorten_the_distance_to_scroll(
    executable: Path, id: str
) -> None:
    default = Viewport()
    async with opened(id, default.width, default.height) as session:
        right, down = await distance(session)
    assert max(right, down) > 500
    for width, height in LARGE_VIEWPORTS:
        async with opened(id, width, height) as session:
            far_right, far_down = await distance(session)
        # Gaps are rounded to fractions of a pixel.
        assert far_right >= 0.99 * right
        assert far_down >= 0.99 * down


@pytest.mark.parametrize("id", only(["scroll-diagonal-easy"], SCROLLED_BOXES))
async def test_enlarging_the_viewport_after_a_short_scroll_does_not_win(
    executable: Path, id: str
) -> None:
    default = Viewport()
    async with opened(id, default.width, default.height) as session:
        await session.act(web.Scroll(x=640, y=300, right=1, down=1))
        await session.page.resize(*LARGE_VIEWPORTS[0])
        # After a key that may scroll, the page is idle only when observers have been called.
        await session.act(web.Press(keys="ArrowUp"))
        assert session.game_session.password is None


async def test_a_text_scrolled_without_input_says_how_to_scroll(executable: Path) -> None:
    default = Viewport()
    async with opened("context-breaker-easy", default.width, default.height) as session:
        await session.page.run("document.querySelector('textarea').scrollTop = 1e6")
        await session.page.run(
            "new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
        )
        await session.wait_until_idle()
        status = await session.page.run("document.getElementById('status').textContent")
        assert status == "Scroll to the end by mouse wheel, scroll bar or keyboard."
