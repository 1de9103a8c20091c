"""Shared page scripts: a page is idle only when the effects of an action have happened."""

from pathlib import Path

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.core.actions import web
from webproctor.environments.browser.session import WebSession

# Under load, observers of intersections are called some frames after the one that scrolled.
_LATE = """globalThis.IntersectionObserver = class extends IntersectionObserver {
  constructor(act, options) { super((...args) => setTimeout(() => act(...args), 200), options); }
};"""

_SLOW = """{
  const { fetch } = globalThis;
  globalThis.fetch = async (...args) => {
    await new Promise((resolve) => { setTimeout(resolve, 200); });
    return fetch(...args);
  };
}"""


async def add_script(session: WebSession, source: str) -> None:
    """Run a script in every document from now on, before the scripts of the page."""
    await session.page.send("Page.addScriptToEvaluateOnNewDocument", {"source": f"{{{source}}}"})


async def test_content_scrolled_into_view_is_observed_at_once(
    executable: Path,
) -> None:
    entry = suite.entries()["scroll-vertical-easy"]
    async with WebGames([entry], clock="virtual") as games:
        [task] = games.tasks()
        async with games.session(task) as session:
            await add_script(session, _LATE)
            await session.act(web.Reload())
            await session.act(web.Press(keys="End"))
            observation = await session.observe(frozenset({"text"}))
    assert "The password is" in observation.read("text")


async def test_a_page_is_idle_when_the_fonts_of_new_text_are_loaded(executable: Path) -> None:
    add_text = """{
      const code = document.createElement('code');
      code.textContent = 'new';
      document.body.append(code);
    } 0"""
    is_loaded = "document.fonts.check('16px \"Webproctor Mono\"')"
    async with WebGames([suite.entries()["bullseye"]], clock="virtual") as games:
        [task] = games.tasks()
        async with games.session(task) as session:
            assert not await session.page.run(is_loaded)
            await session.page.run(add_text)
            assert await session.reports_idle()
            assert await session.page.run(is_loaded)


async def test_keys_wait_for_frames_only_if_the_page_can_scroll(
    executable: Path,
) -> None:
    count_frames = """globalThis.frameCount = 0;
    const { requestAnimationFrame } = globalThis;
    globalThis.requestAnimationFrame = (act) => {
      globalThis.frameCount += 1;
      return requestAnimationFrame(act);
    };"""
    frames = {}
    for game in ("date", "scroll-vertical"):
        async with WebGames([suite.entries()[game]], clock="virtual") as games:
            [task] = games.tasks()
            async with games.session(task) as session:
                await add_script(session, count_frames)
                await session.act(web.Reload())
                await session.act(web.Press(keys="PageDown"))
                frames[game] = await session.page.run("globalThis.frameCount")
    assert frames == {"date": 0, "scroll-vertical": 2}


async def test_a_virtual_clock_draws_once_at_the_end_of_an_action(
    executable: Path,
) -> None:
    record_positions = """globalThis.positions = [];
    const { arc } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.arc = function (...args) {
      positions.push(args[0]);
      return arc.apply(this, args);
    };"""
    async with WebGames([suite.entries()["brick-buster-easy"]], clock="virtual") as games:
        [task] = games.tasks()
        async with games.session(task) as session:
            await add_script(session, record_positions)
            await session.act(web.Reload())
            [start] = await session.page.call("elements.seen", "[data-id=start]")
            await session.act(web.Click(x=start["box"]["x"] + 5, y=start["box"]["y"] + 5))
            before = await session.page.run("positions")
            path = [[x, 400.0] for x in range(300, 320)]
            await session.act(web.MoveMouse(path=path, seconds=0.5))
            after = await session.page.run("positions")
    assert 0 < len(after) - len(before) < 5  # 20 moves, 30 steps
    assert after[-1] != before[-1]


async def test_a_virtual_clock_waits_for_the_server_before_time_advances(executable: Path) -> None:
    async with WebGames([suite.entries()["wolf-goat-cabbage"]], clock="virtual") as games:
        [task] = games.tasks()
        async with games.session(task) as session:
            await add_script(session, _SLOW)
            await session.act(web.Reload())
            [load, *_] = await session.page.call("elements.seen", "[data-id^=load]")
            await session.page.click(load["box"]["x"] + 5, load["box"]["y"] + 5)
            await session.page.run("webproctorClock.advance(50)")
            loaded = await session.page.run("document.querySelectorAll('[data-id^=unload]').length")
    assert loaded == 1
