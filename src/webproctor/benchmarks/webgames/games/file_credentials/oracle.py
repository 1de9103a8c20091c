"""Read the page or the file; the text of an image comes from the puzzle."""

import re

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    if await player.see("#shown-user"):
        user = (await player.one("#shown-user")).text
        secret = (await player.one("#shown-secret")).text
    else:
        await player.click("#download")
        [name] = [one for one in await player.files() if one.startswith(("credentials", "access"))]
        read = await player.file(name)
        if read.image:
            user, secret = player.puzzle.user, player.puzzle.secret
        else:
            user, secret = re.findall(r": (\S+)", read.data or "")
    (x, y), (x2, y2) = await player.point("#user"), await player.point("#secret")
    await player.act(
        web.Type(x=x, y=y, text=user),
        web.Type(x=x2, y=y2, text=secret),
        web.Press(keys="Enter"),
    )
