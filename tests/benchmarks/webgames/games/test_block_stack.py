"""Block Stack: blocks follow one pointer at a time, and fast moves are no faults."""

from collections.abc import AsyncIterator
from math import inf, nan
from typing import Any

import pytest
import pytest_asyncio

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.games.block_stack.game import BlockStack
from webproctor.benchmarks.webgames.play import Refused, ScriptedEvidence
from webproctor.benchmarks.webgames.session import GameWebSession
from webproctor.core.actions import web

CORNER = (
    "(({left, top}) => [left + 1, top + 1])"
    "(document.querySelector('canvas').getBoundingClientRect())"
)
PRESSED = {"button": "left", "buttons": 1, "clickCount": 1}


class Board:
    """The page of a game under the virtual clock, and its mouse."""

    def __init__(self, session: GameWebSession, left: float, top: float) -> None:
        self.session, self._left, self._top = session, left, top

    @property
    def play(self) -> Any:
        return self.session.game_session.play

    async def mouse(self, kind: str, x: float, y: float, **options: Any) -> None:
        event = {"type": kind, "x": self._left + x, "y": self._top + y, **options}
        await self.session.page.send("Input.dispatchMouseEvent", event)

    async def touch(self, x: float, y: float) -> None:
        points = [{"x": self._left + x, "y": self._top + y}]
        for kind, touches in (("touchStart", points), ("touchEnd", [])):
            event = {"type": kind, "touchPoints": touches}
            await self.session.page.send("Input.dispatchTouchEvent", event)

    async def wait(self, seconds: float) -> None:
        await self.session.act(web.Wait(seconds=seconds))

    async def lift(self, block: int, *path: tuple[float, float]) -> None:
        """Press the mouse on a block and move it through these points, at most a second each."""
        x, y = self.play._poses[block][:2]
        await self.mouse("mouseMoved", x, y)
        await self.mouse("mousePressed", x, y, **PRESSED)
        for point in path:
            await self.mouse("mouseMoved", *point, **PRESSED)
            await self.wait(1)

    async def release(self, x: float, y: float) -> None:
        await self.mouse("mouseReleased", x, y, button="left", clickCount=1)


@pytest_asyncio.fixture(loop_scope="session")
async def board(executable: object) -> AsyncIterator[Board]:
    benchmark = WebGames([suite.entry("block-stack-easy")], clock="virtual")
    async with benchmark, benchmark.session(benchmark.tasks()[0]) as session:
        yield Board(session, *await session.page.run(CORNER))


async def test_a_block_falls_when_a_second_pointer_grabs_another_one(board: Board) -> None:
    await board.lift(1, (480, 100))
    assert board.play._poses[1][1] < 200
    await board.touch(*board.play._poses[7][:2])
    await board.release(480, 100)
    await board.wait(2)
    assert board.play._poses[1][1] > 400


async def test_a_block_that_is_flung_across_the_field_is_no_fault(board: Board) -> None:
    await board.lift(1, (900, 60), (60, 60))
    await board.release(60, 60)
    await board.wait(2)
    assert board.session.game_session.faults == []


async def test_a_short_flick_between_two_samples_is_no_fault(board: Board) -> None:
    x, y = board.play._poses[1][:2]
    await board.wait(0.02)
    await board.lift(1)
    await board.mouse("mouseMoved", x + 200, y - 300, **PRESSED)
    await board.wait(0.05)
    await board.release(x + 200, y - 300)
    await board.wait(2)
    assert board.session.game_session.faults == []


async def test_a_block_cannot_be_pulled_through_the_floor(board: Board) -> None:
    await board.lift(0, (480, 650), (480, 650), (480, 650), (480, 650), (480, 650))
    await board.release(480, 650)
    await board.wait(1)
    assert board.session.game_session.faults == []
    assert all(y < 500 for _, y, *_ in board.play._poses)


@pytest.mark.parametrize("y", [nan, "nan", inf, 10**400])
def test_a_position_that_is_not_a_finite_number_is_refused(y: object) -> None:
    play = BlockStack(suite.entry("block-stack-easy").puzzle(0), ScriptedEvidence(time=100))
    play.view("")
    poses = [[x, y, 1, 0] for x, _ in play.puzzle.blocks]
    report = {"samples": [poses], "held": [-1], "began": 0, "left": 0, "top": 0}
    with pytest.raises(Refused, match=r"number|out of range"):
        play.dispatch("report", report)
