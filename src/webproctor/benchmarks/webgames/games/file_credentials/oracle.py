"""Read the credentials from the page or the file; for an image, take them from the puzzle."""

import re

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    if await player.see("#shown-user"):
        user = (await player.first("#shown-user")).text
        secret = (await player.first("#shown-secret")).text
    else:
        await player.click("#download")
        [name] = [
            file for file in await player.files() if file.startswith(("credentials", "access"))
        ]
        result = await player.file(name)
        if result.image:
            user, secret = player.puzzle.user, player.puzzle.secret
        else:
            user, secret = re.findall(r": (\S+)", result.data or "")
    user_x, user_y = await player.point("#user")
    secret_x, secret_y = await player.point("#secret")
    await player.act(
        web.Type(x=user_x, y=user_y, text=user),
        web.Type(x=secret_x, y=secret_y, text=secret),
        web.Press(keys="Enter"),
    )
