"""Type the code, which comes from the puzzle instead of the image."""

from webproctor.benchmarks.webgames.games.verify_challenge.game import code
from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    x, y = await player.point("#code")
    await player.act(web.Type(x=x, y=y, text=code(player.puzzle, 0)), web.Press(keys="Enter"))
