"""Type the code, which comes from the puzzle instead of the image."""

from webproctor.benchmarks.webgames.games.verify_challenge.game import code
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    await player.enter("#code", code(player.puzzle, 0))
