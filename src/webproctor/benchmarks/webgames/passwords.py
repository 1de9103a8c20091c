"""Passwords, which prove that a game was won."""

import secrets
from functools import cache
from pathlib import Path

_WORDS = Path(__file__).with_name("words.txt")


@cache
def words() -> tuple[str, ...]:
    """Return the words that passwords are built from."""
    return tuple(_WORDS.read_text(encoding="utf-8").split())


def new_password() -> str:
    """Generate a random password: three words and four digits."""
    parts = (secrets.choice(words()) for _ in range(3))
    return "-".join([*parts, f"{secrets.randbelow(10_000):04}"])
