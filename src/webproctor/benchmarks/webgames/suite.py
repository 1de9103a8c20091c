"""The suite: every game found in `games/`, every variant by its id."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from webproctor.benchmarks.webgames.play import Entry, Game
from webproctor.errors import UserError

GAMES = Path(__file__).with_name("games")


@cache
def games() -> Mapping[str, Game[Any, Any]]:
    """Every game by family, in alphabetical order: a folder with a `game.py` is a game."""
    folders = sorted(path.parent for path in GAMES.glob("*/game.py"))
    return {game.family: game for game in map(_load, folders)}


def package(folder: Path) -> str:
    """The import name of a game's folder."""
    return f"{__package__}.games.{folder.name}"


def _load(folder: Path) -> Game[Any, Any]:
    return import_module(f"{package(folder)}.game").GAME


def folder(family: str) -> Path:
    """Where a game's files are."""
    return GAMES / family.replace("-", "_")


@cache
def entries() -> Mapping[str, Entry]:
    """Every variant by its id, in the order of families and then easy, base, hard."""
    return {
        game.variants[name].id: Entry(game, name, game.variants[name])
        for game in games().values()
        for name in ("easy", "base", "hard")
        if name in game.variants
    }


def entry(id: str) -> Entry:
    """The variant of an id.

    Raises:
        UserError: If there is none.
    """
    found = entries().get(id)
    if found is None:
        raise UserError(f"WebGames has no task {id!r}. `webproctor serve webgames` shows them all.")
    return found
