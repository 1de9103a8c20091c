"""The suite: the games in `games/` and games of your own, with their variants by id."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from webproctor.benchmarks.webgames.play import (
    VARIANTS,
    Challenges,
    Entry,
    Game,
    ScriptedEvidence,
    Variant,
)
from webproctor.benchmarks.webgames.scoring import family_of, weights
from webproctor.core import python_files, registry
from webproctor.core.errors import UserError, did_you_mean

GAMES = Path(__file__).with_name("games")
_FAMILY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@cache
def games() -> Mapping[str, Game[Any, Any]]:
    """Return the included games by family, in alphabetical order."""
    return {entry.game.family: entry.game for entry in entries().values()}


@cache
def entries(challenges: Challenges = "default") -> Mapping[str, Entry]:
    """Return all included variants by id, ordered by family and then easy, base, hard.

    Every folder of `games/` with a `game.py` is a game.

    Args:
        challenges: With `published`, variants that differ on purpose from the published suite
            (`Game.published`) are replaced by its challenge.
    """
    return _included(_folders(), challenges)


def entries_for(ids: Sequence[str], challenges: Challenges = "default") -> Mapping[str, Entry]:
    """Return at least the included variants with the given ids, by id.

    If all ids exist, only their games are imported, else all games.
    """
    # A game's folder has the name of its family.
    needed, existing = {family_of(id).replace("-", "_") for id in ids}, _folders()
    if needed.issubset(existing):
        found = _included(sorted(needed), challenges)
        if found.keys() >= set(ids):
            return found
    return entries(challenges)


def _folders() -> list[str]:
    return sorted(path.parent.name for path in GAMES.glob("*/game.py"))


def _included(folders: Iterable[str], challenges: Challenges) -> dict[str, Entry]:
    packages = (f"{__package__}.games.{name}" for name in folders)
    return _by_id(
        entry
        for package in packages
        for entry in _variants(import_module(f"{package}.game").GAME, package, challenges)
    )


def with_added(
    sources: Sequence[str | Path], challenges: Challenges = "default"
) -> Mapping[str, Entry]:
    """Return the included variants and those of games of your own, by id.

    Args:
        sources: Folders of games, or names of entry points `webproctor.games` of installed
            packages, each of which names a game's package.
        challenges: As for `entries`.

    Raises:
        UserError: If a game cannot be loaded; the message names the file and says what to change.
    """
    found = list(entries(challenges).values())
    for source in dict.fromkeys(sources):
        module = python_files.submodule(_game_package(source), "game")
        file = Path(str(module.__file__))
        game = _check_game(getattr(module, "GAME", None), file)
        existing = next((other for other in found if other.game.family == game.family), None)
        if existing is not None:
            raise UserError(
                f"{file.parent} and {folder(existing)}: both games have the family "
                f"{game.family!r}. Rename it in the game.py of one of them."
            )
        _check_variants(game, file)
        found += _variants(game, str(module.__package__), challenges)
    return _by_id(found)


def _game_package(game: str | Path) -> ModuleType:
    if (Path(game) / "game.py").is_file():
        return python_files.package(Path(game))
    installed = registry.names("games")
    if str(game) not in installed:
        hint = f" Installed games: {', '.join(installed)}." if installed else ""
        raise UserError(
            f"game {str(game)!r}: not a folder with a game.py. Give the folder of a game.{hint}"
        )
    package = registry.find("games", str(game))
    if not hasattr(package, "__path__"):
        raise UserError(f"game {str(game)!r}: its entry point must name the game's package.")
    return package


def _check_game(game: object, file: Path) -> Game[Any, Any]:
    """Return the value of `GAME` in a file if it is a game with a page and a valid family.

    Raises:
        UserError: If it is not.
    """
    if not isinstance(game, Game):
        raise UserError(f"{file}: must define GAME, a `webgames.play.Game`.")
    if not file.with_name("page.js").is_file():
        page = file.with_name("page.js")
        raise UserError(f"{page}: file not found. Write the page, a script that imports the kit.")
    family: Any = game.family
    is_word = isinstance(family, str) and _FAMILY.fullmatch(family)
    if not is_word or family_of(family) != family:
        raise UserError(
            f"{file}: family {family!r}: use words of a-z and 0-9 joined by `-`, such as "
            "'my-game', the last of which is not easy or hard."
        )
    return game


def _check_variants(game: Game[Any, Any], file: Path) -> None:
    """Check the variants of a game, and that each can be started.

    Raises:
        UserError: If a variant has a wrong name or id, or its code raises an exception.
    """
    variants: Any = game.variants
    if not isinstance(variants, Mapping) or not variants or not set(variants) <= set(VARIANTS):
        allowed = ", ".join(VARIANTS)
        raise UserError(f"{file}: variants: must be a dict with some of the keys {allowed}.")
    published: Any = game.published
    if not isinstance(published, Mapping) or not set(published) <= set(variants):
        raise UserError(f"{file}: published: must be a dict with some of the keys of variants.")
    for name, variant in (*variants.items(), *published.items()):
        expected = game.family if name == "base" else f"{game.family}-{name}"
        if not isinstance(variant, Variant) or variant.id != expected:
            raise UserError(
                f"{file}: variant {name!r}: must be a Variant with the id {expected!r}."
            )
        try:
            puzzle = Entry(game, name, variant).puzzle(0)
            game.minimum_actions(puzzle)
            game.play(puzzle, ScriptedEvidence()).view("")
        except Exception as error:
            raise UserError(
                f"{file}: variant {name!r} cannot be played: "
                f"{python_files.describe_error(error, file)}."
            ) from error


def _variants(game: Game[Any, Any], package: str, challenges: Challenges) -> list[Entry]:
    chosen = {**game.variants, **(game.published if challenges == "published" else {})}
    return [Entry(game, name, chosen[name], package) for name in VARIANTS if name in game.variants]


def _by_id(entries: Iterable[Entry]) -> dict[str, Entry]:
    return {entry.variant.id: entry for entry in entries}


def entry(id: str, entries_by_id: Mapping[str, Entry] | None = None) -> Entry:
    """Return the variant with an id.

    Args:
        entries_by_id: The variants by id; by default the included ones.

    Raises:
        UserError: If there is no such variant.
    """
    known = entries() if entries_by_id is None else entries_by_id
    found = known.get(id)
    if found is None:
        raise UserError(
            f"WebGames has no task {id!r}.{did_you_mean(id, known)} `webproctor serve webgames` "
            "lists the tasks."
        )
    return found


def select(
    entries_by_id: Mapping[str, Entry],
    *,
    task: Sequence[str],
    difficulty: Sequence[str],
    family: Sequence[str],
) -> list[Entry]:
    """Return the entries that meet all conditions; an empty condition is met by all.

    Args:
        task: Ids.
        difficulty: Variants: `easy`, `base`, `hard`.
        family: Families.

    Raises:
        UserError: If an id does not exist, or no entry meets all conditions.
    """
    requested = [entry(id, entries_by_id) for id in dict.fromkeys(task)]
    selected = [
        one
        for one in requested or entries_by_id.values()
        if (not difficulty or one.name in difficulty) and (not family or one.game.family in family)
    ]
    if not selected:
        raise UserError("no game matches --difficulty, --family and --task together.")
    return selected


def package(entry: Entry) -> ModuleType:
    """Return the package of a variant's game."""
    return import_module(entry.package)


def folder(entry: Entry) -> Path:
    """Return the folder of a variant's game."""
    return Path(package(entry).__path__[0]).resolve()


def added_checksums(entries: Iterable[Entry]) -> dict[str, str]:
    """Return a checksum of the files of each game that is not in the published suite.

    The result is by family, in alphabetical order.
    """
    folders = {
        entry.game.family: folder(entry) for entry in entries if entry.game.family not in weights()
    }
    return {family: _checksum(folders[family]) for family in sorted(folders)}


@cache
def _checksum(folder: Path) -> str:
    digest = sha256()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in name.parts):
            content = path.read_bytes()
            digest.update(f"{name.as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]
