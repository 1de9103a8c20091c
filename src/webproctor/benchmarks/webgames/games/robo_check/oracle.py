"""Check the box and select the images; what the images show comes from the puzzle."""

import re

from webproctor.benchmarks.webgames.games.robo_check.game import image_round
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    [box] = await player.until(lambda: player.see("[data-id=human]"))
    await player.click(box)
    for number in range(player.puzzle.level.rounds):
        images = image_round(player.puzzle, number)
        assert re.search(f"every image with {images.target}", await player.text())
        for n in sorted(images.correct):
            await player.click(f"[data-id=tile-{n}]")
        await player.click("#verify")
    await player.wait(player.puzzle.level.delay)
    await player.until(player.password)
