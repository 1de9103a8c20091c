"""Draw the pictures of docs/webgames-gallery.md: the first page of every family.

    python scripts/draw_webgames_gallery.py

Each picture is the base variant with seed 0 and the published puzzle, under the virtual clock, so
that the same version gives the same pictures. `appearance-NAME.webp` show one game in each
appearance.
"""

import asyncio
import io
from pathlib import Path

from PIL import Image

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.appearance import Appearance
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.play import Entry

FOLDER = Path(__file__).parents[1] / "docs/images/webgames"
SIZE = (480, 270)
SHOWN = "emoji-remember"
"""The game whose appearances are shown."""


async def draw(entries: list[Entry], appearance: Appearance) -> dict[str, bytes]:
    """Return a picture of each variant as WebP, by family."""
    drawn: dict[str, bytes] = {}
    async with WebGames(entries, [0], clock="virtual", appearance=appearance) as games:
        for task in games.tasks():
            async with games.session(task) as session:
                png = await session.page.screenshot()
            picture = Image.open(io.BytesIO(png)).convert("RGB")
            out = io.BytesIO()
            picture.resize(SIZE, Image.Resampling.LANCZOS).save(out, "WEBP", quality=70, method=6)
            drawn[str(task.tags["family"])] = out.getvalue()
    return drawn


async def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    entries = [game.variants["base"].id for game in suite.games().values()]
    for family, picture in (await draw([suite.entry(id) for id in entries], "plain")).items():
        (FOLDER / f"{family}.webp").write_bytes(picture)
    appearances: tuple[Appearance, ...] = ("plain", "published", "varied")
    for appearance in appearances:
        drawn = await draw([suite.entry(SHOWN)], appearance)
        (FOLDER / f"appearance-{appearance}.webp").write_bytes(drawn[SHOWN])


if __name__ == "__main__":
    asyncio.run(main())
