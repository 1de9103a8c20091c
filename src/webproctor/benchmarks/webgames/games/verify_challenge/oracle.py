"""Types the code: it knows what a person reads in the picture."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.games.verify_challenge.game import code
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    x, y = await player.point("#code")
    await player.act(web.Type(x=x, y=y, text=code(player.puzzle, 0)), web.Press(keys="Enter"))
