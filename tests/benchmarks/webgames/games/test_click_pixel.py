"""Click Pixel: a window that is smaller than the field scrolls."""

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.core.actions import web

SMALL_VIEW = {"width": 800, "height": 600, "deviceScaleFactor": 1, "mobile": False}
CORNER = (
    "(({left, top}) => [left, top])(document.querySelector('.field img').getBoundingClientRect())"
)


async def test_a_click_in_a_scrolled_window_hits_the_square(executable: object) -> None:
    benchmark = WebGames([suite.entry("click-pixel")], clock="virtual")
    async with benchmark, benchmark.session(benchmark.tasks()[0]) as session:
        await session.page.send("Emulation.setDeviceMetricsOverride", SMALL_VIEW)
        puzzle = session.game_session.puzzle
        await session.page.run(f"scrollTo({puzzle.x - 400}, {puzzle.y - 300})")
        left, top = await session.page.run(CORNER)
        assert (left, top) != (0, 0)
        await session.act(web.Click(x=left + puzzle.x + 2, y=top + puzzle.y + 2))
        assert session.game_session.password is not None
