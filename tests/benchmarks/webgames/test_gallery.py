"""The page of all games: one row per family with its image and the skills of its game."""

import re
from pathlib import Path

from webproctor.benchmarks.webgames import suite

DOCS = Path(__file__).parents[3] / "docs"
ROW = re.compile(
    r"^\| !\[(.+?)\]\((.+?)\)<br>\*\*(.+?)\*\*<br>`(.+?)` \| (.+?)\.<br>", re.MULTILINE
)
ROWS = ROW.findall((DOCS / "webgames-gallery.md").read_text(encoding="utf-8"))


def test_every_family_has_one_row_with_title_and_skills() -> None:
    rows = {family: (alt, title, skills) for alt, _, title, family, skills in ROWS}
    assert len(rows) == len(ROWS)
    assert rows == {
        family: (title := game.variants["base"].title, title, ", ".join(game.skills))
        for family, game in suite.games().items()
    }


def test_every_image_exists_and_all_together_are_small() -> None:
    images = [DOCS / image for _, image, *_ in ROWS]
    assert all(image.is_file() for image in images)
    total_bytes = sum(path.stat().st_size for path in (DOCS / "images/webgames").iterdir())
    assert total_bytes < 2 * 2**20
