"""Sessions: instruction, seed, reward, and the end of the only episode of a page."""

import httpx
import pytest
from benchmarks.miniwob.conftest import Opened, Press
from programs.client import NotDone, connected

from webproctor.benchmarks.miniwob import package
from webproctor.benchmarks.miniwob.benchmark import MiniWob, miniwob
from webproctor.benchmarks.miniwob.pages import HEADER, HOST, Pages
from webproctor.benchmarks.miniwob.session import NO_LIMIT, MiniWobSession
from webproctor.core.actions import web
from webproctor.core.errors import UserError
from webproctor.core.observations import View

SEEN = frozenset[View]({"text", "elements"})
# The centre of an element, for a click without the session, which refuses actions at the end.
_MIDDLE = """(({{x, y, width, height}}) => [x + width / 2, y + height / 2])
  (document.querySelector("{css}").getBoundingClientRect())"""


async def outcome(session: MiniWobSession) -> object:
    return (await session.evidence())["outcome"]


async def test_the_instruction_comes_from_the_page_and_depends_on_the_seed(opened: Opened) -> None:
    seen = []
    for seed in (0, 0, 1):
        async with opened("enter-text", seed) as session:
            one = await session.observe(SEEN)
            seen.append((one.instruction, one.text, one.elements))
            evidence = await session.evidence()
            assert evidence["refused"] == evidence["errors"] == []
            assert evidence["utterance"] == one.instruction
    assert seen[0] == seen[1]
    assert seen[0][0] != seen[2][0]
    assert seen[0][0].startswith('Enter "')


async def test_an_airline_page_is_ready_when_its_frame_has_loaded(opened: Opened) -> None:
    async with opened("flight.Alaska") as session:
        assert '"Departure City"' in (await session.observe()).instruction
        assert await session.page.run("frames[0].document.readyState") == "complete"
        assert (await session.evidence())["refused"] == []


async def test_the_reward_of_the_page_ends_the_task(opened: Opened, press: Press) -> None:
    async with opened("click-test-2") as session:
        assert await outcome(session) is None
        assert not session.over
        assert (await press(session, "ONE")).message.endswith("; the task has ended")
        assert session.over
        after = await session.act(web.Click(x=1, y=1))
        assert (after.ok, after.message) == (False, "refused: the task has ended")
        ended = await outcome(session)
        assert isinstance(ended, dict)
        assert ended["raw_reward"] == 1
        # Without a time limit, the reward hardly decreases with time.
        assert ended["reward"] == pytest.approx(1, abs=1e-3)


async def test_a_second_attempt_cannot_replace_a_wrong_result(opened: Opened, press: Press) -> None:
    async with opened("click-test-2") as session:
        await press(session, "TWO")
        # START, which covers the page at the end, would begin another problem.
        for css in ("#sync-task-cover", "#subbtn"):
            await session.page.click(*await session.page.run(_MIDDLE.format(css=css)))
        assert await session.page.run("WOB_RAW_REWARD_GLOBAL") == -1
        ended = await outcome(session)
        assert isinstance(ended, dict)
        assert ended["raw_reward"] == -1


async def test_a_page_that_the_agent_has_closed_gives_no_reward(opened: Opened) -> None:
    async with opened("click-test-2") as session:
        for action in (web.NewTab(url=session.page.url), web.SwitchTab(tab=0), web.CloseTab()):
            assert (await session.act(action)).ok
        assert await outcome(session) is None


@pytest.mark.exhaustive
async def test_a_page_that_hangs_again_and_again_gives_no_reward(opened: Opened) -> None:
    async with opened("click-test-2") as session:
        session.page._timeout = 1.0
        await session.page.run("setInterval(() => { while (true); }); 1")
        assert await outcome(session) is None


async def test_going_back_does_not_show_the_document_again(opened: Opened) -> None:
    async with opened("click-test-2") as session:
        await session.act(web.Navigate(url=f"http://{HOST}/core/core.css"))
        await session.act(web.Back())
        assert "only once" in (await session.observe(SEEN)).read("text")


# The files of a page that came from the server.
_SENT = """performance.getEntries().filter((one) => one.transferSize)
  .map((one) => one.name.split("/").pop())"""


async def test_a_reused_context_loads_only_the_document(
    executable: object,
) -> None:
    async with miniwob(environment=("click-test",), seeds=2) as benchmark:
        first, second = benchmark.tasks()
        async with benchmark.session(first) as session:
            assert len(await session.page.run(_SENT)) > 3
            target = session.page.target
            benchmark.prepare(1)
        assert benchmark.browser is not None
        await benchmark.browser.prepared_pages.wait_until_filled()
        async with benchmark.session(second) as other, benchmark.session(second) as another:
            [again] = [one for one in (other, another) if one.page.target == target]
            assert await again.page.run(_SENT) == ["click-test.html"]


@pytest.mark.parametrize("url", ["", f"http://{HOST}/miniwob/click-test.html"])
async def test_another_document_gives_no_reward(opened: Opened, url: str) -> None:
    async with opened("click-test-2") as session:
        await session.act(web.Navigate(url=url) if url else web.Reload())
        assert "only once" in (await session.observe(SEEN)).read("text")
        assert await outcome(session) is None


async def test_pages_are_served_only_to_browsers_of_episodes(
    benchmark: MiniWob, opened: Opened
) -> None:
    async with opened("click-test"), httpx.AsyncClient(trust_env=False) as http:
        url = f"http://127.0.0.1:{benchmark._port}/core/core.js"
        for headers in ({"host": HOST}, {"host": HOST, HEADER: "guess"}, {}):
            assert (await http.get(url, headers=headers)).status_code == 403


async def test_files_are_served_until_the_episode_ends() -> None:
    pages = Pages(package.folder())
    secret = pages.register("miniwob/click-test.html")
    headers = {HEADER: secret, "sec-fetch-dest": "script"}
    transport = httpx.ASGITransport(app=pages)
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as http:
        paths = ("/core/core.js", "/core/nothing.js")
        assert [(await http.get(path, headers=headers)).status_code for path in paths] == [200, 404]
        pages.unregister(secret)
        assert (await http.get("/core/core.js", headers=headers)).status_code == 403


@pytest.mark.parametrize(("time_limit", "limit"), [(False, NO_LIMIT), (True, 10_000)])
async def test_the_time_limit_of_the_page_is_optional(
    benchmark: MiniWob,
    opened: Opened,
    time_limit: bool,
    limit: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(benchmark, "_time_limit", time_limit)
    async with opened("click-test") as session:
        assert await session.page.run("core.EPISODE_MAX_TIME") == limit


async def test_a_program_can_click_but_not_run_scripts() -> None:
    benchmark = miniwob(environment=("click-test",))
    async with benchmark, benchmark.session(benchmark.tasks()[0], "browser-input") as session:
        async with connected(session.proxy.address) as client:
            with pytest.raises(NotDone):
                await client.send("Runtime.evaluate", expression="core.endEpisode(1)")
            with pytest.raises(NotDone):
                await client.send("Page.navigate", url="javascript:core.endEpisode(1)")
            assert await outcome(session) is None
            await client.click(*await client.middle("#subbtn"))
        ended = await session.evidence()
    assert (ended["outcome"]["raw_reward"], ended["inputs"], ended["scripts"]) == (1, "verified", 0)


async def test_a_program_with_the_script_policy_gets_no_session() -> None:
    benchmark = miniwob(environment=("click-test",))
    with pytest.raises(UserError, match="no surface 'browser'"):
        async with benchmark, benchmark.session(benchmark.tasks()[0], "browser"):
            pass
