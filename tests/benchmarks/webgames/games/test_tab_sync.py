"""Tab Sync: receivers in several tabs."""

from pathlib import Path

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.core.actions import web


async def test_receivers_do_not_respond_to_each_other(executable: Path) -> None:
    async with WebGames([suite.entries()["tab-sync"]], clock="virtual") as games:
        [task] = games.tasks()
        async with games.session(task) as session:
            for name in ("receiver", "receiver", "sender"):
                await session.act(web.SwitchTab(tab=0))
                [link] = [
                    one.index
                    for one in (await session.observe(frozenset({"elements"}))).read("elements")
                    if one.label == f"Open the {name}"
                ]
                await session.act(web.Click(element=link))
            first = (await session.observe(frozenset({"elements"}))).read("elements")[0]
            await session.act(web.Click(element=first.index))
            await session.act(web.Wait(seconds=1))
            # One that sends, and one of each receiver.
            assert session.game_session.messages == 3


async def test_tabs_opened_by_their_addresses_count(executable: Path) -> None:
    async with WebGames([suite.entries()["tab-sync"]], clock="virtual") as games:
        [task] = games.tasks()
        async with games.session(task) as session:
            await session.act(web.Navigate(url=f"{session.page.url}receiver"))
            address = session.page.url.removesuffix("receiver")
            await session.act(web.NewTab(url=f"{address}sender"))
            buttons = {
                one.label: one.index
                for one in (await session.observe(frozenset({"elements"}))).read("elements")
            }
            for colour in session.game_session.puzzle:
                await session.act(web.Click(element=buttons[colour]))
            await session.wait_until_idle()
            assert session.game_session.password is not None
