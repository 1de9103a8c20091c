"""Sheep Herding: scrolling during the game does not lose the win."""

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.oracle import Oracle
from webproctor.core.actions import web
from webproctor.core.loop import run_episode

SMALL_VIEW = {"width": 1280, "height": 620, "deviceScaleFactor": 1, "mobile": False}


async def test_moves_before_the_page_was_scrolled_count(executable: object) -> None:
    benchmark = WebGames([suite.entry("herding-easy")], clock="virtual")
    async with benchmark, benchmark.session(benchmark.tasks()[0]) as session:
        await session.page.send("Emulation.setDeviceMetricsOverride", SMALL_VIEW)
        await session.act(web.MoveMouse(path=[[300, 400], [320, 420]]))
        await session.act(web.Press(keys="End"))
        assert await session.page.run("document.scrollingElement.scrollTop") > 20
        episode = await run_episode(benchmark.tasks()[0], session, Oracle())
    assert benchmark.score(benchmark.tasks()[0], episode).value == 1, episode.error
