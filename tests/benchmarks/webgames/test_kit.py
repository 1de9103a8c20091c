"""What the pages share: a page is idle only when what an action caused has happened."""

from pathlib import Path

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.core.actions import web

# Under load, observers of intersections are called some frames after the one that scrolled.
_LATE = """globalThis.IntersectionObserver = class extends IntersectionObserver {
  constructor(act, options) { super((...told) => setTimeout(() => act(...told), 200), options); }
};"""


async def test_what_comes_into_view_is_observed_at_once(
    executable: Path,
) -> None:
    entry = suite.entries()["scroll-vertical-easy"]
    async with WebGames([entry], clock="virtual") as games:
        [task] = games.tasks()
        async with games.session(task) as session:
            await session.page.playwright.add_init_script(_LATE)
            await session.act(web.Reload())
            await session.act(web.Press(keys="End"))
            observation = await session.observe(frozenset({"text"}))
    assert "The password is" in observation.read("text")
