"""Find hidden facts that a page received before play revealed them.

A game lists its hidden facts (`Game.hidden`). These functions search for them in any text: HTML,
JSON, scripts, titles, the accessibility tree.
"""

import html
import json
import re
from collections.abc import Iterable, Iterator, Sequence

from webproctor.benchmarks.webgames.play import Fact

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE]-?\d+)?")
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")


def found(text: str, facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts that a text contains.

    A string matches as a whole word, in any case and with any escaping. Numbers match if they
    follow one another in the text, whatever separates them.
    """
    plain = _plain(text)
    numbers = [float(match) for match in _NUMBER.findall(plain)]
    return [fact for fact in facts if _holds(plain, numbers, fact)]


def _plain(text: str) -> str:
    # Characters outside the basic plane are escaped as surrogate pairs; the JSON parser joins them.
    unescaped = _ESCAPES.sub(lambda match: json.loads(f'"{match[0]}"'), text)
    return html.unescape(unescaped).replace('\\"', '"').replace("\\n", "\n").casefold()


def _holds(plain: str, numbers: Sequence[float], fact: Fact) -> bool:
    if isinstance(fact, str):
        word = re.escape(fact.casefold())
        return re.search(rf"(?<!\w){word}(?!\w)", plain) is not None
    sequence = [float(one) for one in fact]
    return any(window == sequence for window in _windows(numbers, len(sequence)))


def _windows(numbers: Sequence[float], length: int) -> Iterator[list[float]]:
    for start in range(len(numbers) - length + 1):
        yield list(numbers[start : start + length])
