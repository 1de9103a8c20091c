"""Find a text in what browsers send and store: encoded for URLs, forms, JSON and HTML."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from html.entities import html5
from itertools import groupby

# Of URLs and forms. Old pages of Western Europe send the bytes of cp1252; `escape` has Latin-1.
_CHARSETS = ("utf-8", "cp1252", "latin-1")
# A percent sign that was encoded any number of times, as in addresses of redirections.
_PERCENT = "%(?:25)*"
_BACKSLASH = f"{_PERCENT}5[cC]"
# JSON in a string of JSON, three levels deep, has 8 backslashes for each one of the text.
_MOST = 8
# The letters that follow the backslash in JSON.
_LETTERS = {"\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}


@lru_cache(1000)
def pattern(text: str) -> re.Pattern[str]:
    """Return a pattern that matches a text as it is, and in the encodings of browsers.

    Each character may be encoded or not, since encoders differ in what they leave as it is:

    - percent-encoded, with `+` for a space: https://url.spec.whatwg.org/#percent-encoded-bytes;
      or as `%u00fc`, as JavaScript's `escape` does;
    - escaped as in JSON: RFC 8259, section 7; then also percent-encoded;
    - as a character reference:
      https://html.spec.whatwg.org/multipage/syntax.html#character-references.

    Searching takes time that grows with the length of what is searched, times that of the text.
    """
    # Backslashes that JSON adds before a character. If the text itself has percent-encoded ones,
    # there would be too many ways to match them.
    added = r"\\*+" if "%5" in text else rf"(?:\\*+|(?:{_BACKSLASH}){{1,{_MOST}}})"
    parts: list[str] = []
    for character, run in groupby(text):
        count = len(list(run))
        if character == "\\":
            times = f"{{{count},{count * _MOST}}}+"
            parts.append(rf"(?:\\{times}|(?:{_BACKSLASH}){times}|(?:&#92;|&bsol;){{{count}}})")
            continue
        for _ in range(count):
            parts += [added if parts else "", _forms(character)]
    return re.compile("".join(parts))


@cache
def _forms(character: str) -> str:
    """Return a pattern for a character and its encodings."""
    found = [*_references(character), *_percents(character), *_escapes(character)]
    # Last, as some encodings begin with the character itself.
    return f"(?:{'|'.join([*found, re.escape(character)])})"


def _references(character: str) -> Iterator[str]:
    code = ord(character)
    for one in (f"#0*{code};?", f"#[xX]0*{_digits(f'{code:x}')};?", *_names().get(character, ())):
        yield f"&(?:amp;)*{one}"


def _percents(character: str) -> Iterator[str]:
    for data in {character.encode(charset, "ignore") for charset in _CHARSETS} - {b""}:
        yield "".join(f"{_PERCENT}{_digits(f'{byte:02x}')}" for byte in data)
    yield "".join(f"{_PERCENT}u{unit}" for unit in _units(character))
    if character == " ":
        yield from (r"\+", f"{_PERCENT}2[bB]")


def _escapes(character: str) -> Iterator[str]:
    """Yield what follows the backslash; between two units there is another one."""
    yield rf"(?:\\+|{_BACKSLASH})".join(f"u{unit}" for unit in _units(character))
    if character in _LETTERS:
        yield _LETTERS[character]


def _units(character: str) -> list[str]:
    """Return patterns for the digits of a character in UTF-16."""
    digits = character.encode("utf-16-be", "surrogatepass").hex()
    return [_digits(digits[at : at + 4]) for at in range(0, len(digits), 4)]


def _digits(digits: str) -> str:
    """Return a pattern for hexadecimal digits in either case."""
    return "".join(f"[{one}{one.upper()}]" if one.isalpha() else one for one in digits)


@cache
def _names() -> dict[str, list[str]]:
    """Return the names of character references by their characters, the longest first."""
    found: dict[str, list[str]] = {}
    for name, character in sorted(html5.items(), key=lambda item: -len(item[0])):
        found.setdefault(character, []).append(name)
    return found
