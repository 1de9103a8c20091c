"""Popup chaos: every window must be closed by recorded input on its close button."""

from pathlib import Path
from random import Random

import pytest

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.games.popup_chaos.game import GAME, PopupChaos, puzzle
from webproctor.benchmarks.webgames.play import Refused, Reply, ScriptedEvidence, VariantName
from webproctor.core.actions import web


@pytest.fixture
def evidence() -> ScriptedEvidence:
    return ScriptedEvidence()


@pytest.fixture
def play(evidence: ScriptedEvidence) -> PopupChaos:
    play = PopupChaos(puzzle(Random(1), GAME.variants["base"].level), evidence)
    play.view("")
    return play


def close(play: PopupChaos, evidence: ScriptedEvidence, window: int) -> Reply:
    evidence.record("down", target=f"close{window}")
    return play.close(window=window)


def test_closing_the_last_window_wins(play: PopupChaos, evidence: ScriptedEvidence) -> None:
    replies = [close(play, evidence, window) for window in (4, 2, 0, 1, 3)]
    assert replies == [{}, {}, {}, {}, {"won": True}]


def test_the_page_receives_only_the_windows(play: PopupChaos) -> None:
    view = play.view("")
    assert view is not None
    assert set(view) == {"windows", "alarming"}


def test_closing_a_window_requires_recorded_input_on_its_button(
    play: PopupChaos, evidence: ScriptedEvidence
) -> None:
    with pytest.raises(Refused, match="no input"):
        play.close(window=0)
    evidence.record("down", target="close1")
    with pytest.raises(Refused, match="no input"):
        play.close(window=0)


def test_the_next_button_may_be_pressed_before_the_message_arrives(
    play: PopupChaos, evidence: ScriptedEvidence
) -> None:
    evidence.record("down", target="close1")
    evidence.record("down", target="close0")
    assert play.close(window=1) == play.close(window=0) == {}


def test_a_window_can_be_closed_by_keyboard(play: PopupChaos, evidence: ScriptedEvidence) -> None:
    evidence.record("key", detail="Enter", target="close0")
    assert play.close(window=0) == {}


@pytest.mark.parametrize("window", [3, -1, 5])
def test_a_closed_or_unknown_window_cannot_be_closed(
    play: PopupChaos, evidence: ScriptedEvidence, window: int
) -> None:
    close(play, evidence, 3)
    with pytest.raises(Refused):
        close(play, evidence, window)


def test_reloading_the_page_opens_all_windows_again(
    play: PopupChaos, evidence: ScriptedEvidence
) -> None:
    close(play, evidence, 0)
    play.view("")
    assert close(play, evidence, 0) == {}


@pytest.mark.parametrize(
    ("name", "windows", "spread"), [("easy", 2, 100), ("base", 5, 300), ("hard", 8, 400)]
)
def test_number_and_spread_of_windows_are_set_by_the_level(
    name: VariantName, windows: int, spread: int
) -> None:
    level = GAME.variants[name].level
    for seed in range(1000):
        drawn = puzzle(Random(seed), level)
        assert (
            len({window.title for window in drawn.windows})
            == windows
            == GAME.minimum_actions(drawn)
        )
        assert all(abs(one.x) <= spread and abs(one.y) <= spread / 2 for one in drawn.windows)


# The right and bottom edges of all windows, in the frame after the viewport got its new size.
EDGES = """new Promise((done) => {
  const check = () => requestAnimationFrame(() => (innerWidth === 800 ? done(
    [...document.querySelectorAll('.window')].map((node) => node.getBoundingClientRect())
      .map(({ right, bottom }) => [right, bottom])) : check()));
  check();
})"""


async def test_windows_stay_inside_a_viewport_that_gets_smaller(executable: Path) -> None:
    entry = suite.entries()["popup-chaos-hard"]
    async with (
        WebGames([entry], clock="virtual") as games,
        games.session(games.tasks()[0]) as session,
    ):
        await session.page.resize(800, 600)
        edges = await session.page.run(EDGES)
    assert len(edges) == 8
    assert all(right <= 800 and bottom <= 600 for right, bottom in edges)


async def test_a_double_click_closes_one_window_and_is_not_refused(executable: Path) -> None:
    entry = suite.entries()["popup-chaos-easy"]
    async with (
        WebGames([entry], clock="real") as games,
        games.session(games.tasks()[0]) as session,
    ):
        button = (await session.page.call("elements.seen", ".close"))[-1]["box"]
        x, y = button["x"] + button["width"] / 2, button["y"] + button["height"] / 2
        await session.act(web.Click(x=x, y=y, count=2))
        assert session.game_session.faults == []
        assert await session.page.run("document.querySelectorAll('.window').length") == 1
