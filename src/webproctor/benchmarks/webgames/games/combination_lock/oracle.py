"""Read the note and solve its riddles from the table of known facts."""

import re
from datetime import datetime

from webproctor.benchmarks.webgames.materials.riddles import COUNTS, ELEMENTS, EVENTS, LEGS
from webproctor.benchmarks.webgames.player import OracleError, Player


async def solve(player: Player) -> None:
    await player.click("#download")
    [name] = [one for one in await player.files() if "note.txt" in one]
    note = (await player.file(name)).data or ""
    riddles = re.findall(r"^Wheel \d+: (.+)\.$", note, re.MULTILINE)
    wheels = await player.see("select")
    for wheel, riddle in zip(wheels, riddles, strict=True):
        await player.choose(wheel, f"{_solved(riddle):02}")
    await player.click("#open")


def _solved(riddle: str) -> int:
    if found := re.fullmatch(r"the number of (.+)", riddle):
        return COUNTS[found[1]]
    if found := re.fullmatch(r"the atomic number of (.+)", riddle):
        return ELEMENTS[found[1]]
    if found := re.fullmatch(r"the legs of (\d) (\w+)s and (\d) (\w+)s, all together", riddle):
        return int(found[1]) * LEGS[found[2]] + int(found[3]) * LEGS[found[4]]
    if found := re.search(r"born on (\w+ \d+, \d+) was on the day when (.+)", riddle):
        born, day = datetime.strptime(found[1], "%B %d, %Y").date(), EVENTS[found[2]]
        return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
    raise OracleError(f"unknown kind of riddle: {riddle}")
