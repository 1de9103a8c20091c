"""The first page of each family: it loads without an error, and axe finds no serious violation."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from per_change import every

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames

_AXE = Path(__file__).parents[2] / "axe/axe.min.js"
_VIOLATIONS = """axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations
  .filter(({impact}) => impact === 'serious' || impact === 'critical')
  .map(({id, nodes}) => id + ': ' + nodes.map(({html}) => html.slice(0, 120)).join(' | ')))"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def games(executable: Path) -> AsyncIterator[WebGames]:
    async with WebGames(list(suite.entries().values()), clock="virtual") as benchmark:
        yield benchmark


# The hardest variant of each family has the most elements.
LAST = [list(game.variants.values())[-1].id for game in suite.games().values()]


@pytest.mark.parametrize("id", every(18, LAST))
async def test_a_page_has_no_error_and_is_accessible(games: WebGames, id: str) -> None:
    task = next(task for task in games.tasks() if task.tags["game"] == id)
    async with games.session(task) as session:
        await session.page.run(_AXE.read_text(encoding="utf-8") + ";0")
        violations = await session.page.run(_VIOLATIONS)
        assert not violations
        evidence = await session.evidence()
    assert not evidence["errors"]
    assert not evidence["refused"]
    assert evidence["password"] is None
