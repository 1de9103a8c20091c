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
