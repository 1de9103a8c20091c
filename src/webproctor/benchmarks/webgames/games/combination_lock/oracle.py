"""Read the note and solve its riddles from the tables of facts."""

import re
from datetime import datetime

from webproctor.benchmarks.webgames.materials.riddles import COUNTS, ELEMENTS, EVENTS, LEGS
from webproctor.benchmarks.webgames.player import OracleError, Player


async def solve(player: Player) -> None:
    await player.click("#download")
    [name] = [file for file in await player.files() if "note.txt" in file]
    note = (await player.file(name)).data or ""
    riddles = re.findall(r"^Wheel \d+: (.+)\.$", note, re.MULTILINE)
    wheels = await player.see("select")
    for wheel, riddle in zip(wheels, riddles, strict=True):
        await player.choose(wheel, f"{_answer(riddle):02}")
    await player.click("#open")


def _answer(riddle: str) -> int:
    if match := re.fullmatch(r"the number of (.+)", riddle):
        return COUNTS[match[1]]
    if match := re.fullmatch(r"the atomic number of (.+)", riddle):
        return ELEMENTS[match[1]]
    if match := re.fullmatch(r"the legs of (\d) (\w+)s and (\d) (\w+)s, all together", riddle):
        return int(match[1]) * LEGS[match[2]] + int(match[3]) * LEGS[match[4]]
    if match := re.search(r"born on (\w+ \d+, \d+) on the day when (.+)", riddle):
        birth, day = datetime.strptime(match[1], "%B %d, %Y").date(), EVENTS[match[2]]
        return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))
    raise OracleError(f"unknown kind of riddle: {riddle}")
