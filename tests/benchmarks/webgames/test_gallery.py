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
    told = {family: (alt, title, skills) for alt, _, title, family, skills in ROWS}
    assert len(told) == len(ROWS)
    assert told == {
        family: (title := game.variants["base"].title, title, ", ".join(game.skills))
        for family, game in suite.games().items()
    }


def test_every_image_exists_and_is_small() -> None:
    pictures = [DOCS / picture for _, picture, *_ in ROWS]
    assert all(picture.is_file() for picture in pictures)
    whole = sum(path.stat().st_size for path in (DOCS / "images/webgames").iterdir())
    assert whole < 2 * 2**20
