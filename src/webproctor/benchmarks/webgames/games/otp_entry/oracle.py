"""Copy the code, or compute it as an authenticator app does."""

from datetime import UTC, datetime

from webproctor.benchmarks.webgames.games.otp_entry.game import totp
from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    if code_elements := await player.see("#code"):
        code = code_elements[0].text
    else:
        await player.click("#cannot-scan")
        secret = (await player.first("#secret")).text
        time = datetime.fromisoformat((await player.first("#clock")).text).replace(tzinfo=UTC)
        code = totp(secret, time.timestamp())
    x, y = await player.point(".digit")
    await player.act(web.Type(x=x, y=y, text=code))
