"""Towers of Hanoi: the page sends the moves of a fast player in the order of the presses."""

from pathlib import Path

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.environments.browser import mouse


async def test_presses_right_after_a_restart_belong_to_the_new_game(
    executable: Path,
) -> None:
    entry = suite.entries()["towers-of-hanoi-easy"]
    async with WebGames([entry]) as games, games.session(games.tasks()[0]) as session:

        async def press(*selectors: str) -> None:
            """Press elements one after another, without waiting for the page."""
            events = []
            for selector in selectors:
                [box] = [seen["box"] for seen in await session.page.call("elements.seen", selector)]
                x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
                events += [mouse.move(x, y), mouse.down(x, y), mouse.up(x, y)]
            await session.page.mouse(*events)
            await session.wait_until_idle()

        start, goal = session.game_session.puzzle.start, session.game_session.puzzle.goal
        pegs = [f"[data-id=peg{peg}]" for peg in (start, goal, 3 - start - goal)]
        await press(pegs[0], pegs[1])
        await press("button:not(.peg)", pegs[1], pegs[2])
        assert session.game_session.faults == []
        assert await session.page.run("document.querySelector('#moves').textContent") == "Moves: 0"
