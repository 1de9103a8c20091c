"""Read the PDF line by line and fill in the form."""

import re

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    await player.click("#download")
    [file] = [name for name in await player.files() if name.endswith(".pdf")]
    text = (await player.file(file)).data or ""
    lines = [line.strip() for line in text.splitlines() if line.strip()]

    def first_skill(group: int) -> str:
        line = lines[lines.index("Skills") + 1 + group]
        return line.partition(": ")[2].split(",")[0]

    contact = lines[1].split(" | ")
    degree = re.search(r"^((?:Bachelor|Master) .+), (University .+), \d{4}$", text, re.MULTILINE)
    work = re.search(r"^(.+), (.+), \d{4} to present$", text, re.MULTILINE)
    assert degree
    assert work
    facts = {
        "name": lines[0],
        "email": contact[1],
        "phone": contact[2],
        "university": degree[2],
        "degree": degree[1],
        "employer": work[2],
        "title": work[1],
        **{f"skill-{n}": first_skill(n) for n in range(3)},
        "project": lines[lines.index("Projects") + 1],
    }
    for name, fact in facts.items():
        await player.type(f"#{name}", fact)
    await player.press("Enter")
