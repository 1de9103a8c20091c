"""Find hidden facts (`Game.hidden`) that a page received before play revealed them.

They are searched for in any text: HTML, JSON, scripts, titles, the accessibility tree.
"""

import html
import json
import re
from collections.abc import Iterable, Iterator, Sequence

from webproctor.benchmarks.webgames.play import Fact

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE]-?\d+)?")
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")


def find_facts(text: str, facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts that a text contains.

    A string matches as a whole word, in any case and with any escaping. Numbers match if they are
    consecutive numbers of the text, whatever separates them.
    """
    plain = _unescaped(text)
    numbers = [float(match) for match in _NUMBER.findall(plain)]
    return [fact for fact in facts if _contains(plain, numbers, fact)]


def _unescaped(text: str) -> str:
    # Characters outside the basic plane are escaped as surrogate pairs; the JSON parser joins them.
    unescaped = _ESCAPES.sub(lambda match: json.loads(f'"{match[0]}"'), text)
    return html.unescape(unescaped).replace('\\"', '"').replace("\\n", "\n").casefold()


def _contains(plain: str, numbers: Sequence[float], fact: Fact) -> bool:
    if isinstance(fact, str):
        word = re.escape(fact.casefold())
        return re.search(rf"(?<!\w){word}(?!\w)", plain) is not None
    sequence = [float(number) for number in fact]
    return any(window == sequence for window in _windows(numbers, len(sequence)))


def _windows(numbers: Sequence[float], length: int) -> Iterator[list[float]]:
    for start in range(len(numbers) - length + 1):
        yield list(numbers[start : start + length])
