"""Find a text in what browsers send and store: encoded for URLs, forms, JSON and HTML."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from html.entities import html5
from itertools import groupby
from urllib.parse import quote_plus

# Charsets of forms that browsers send: https://encoding.spec.whatwg.org/#names-and-labels.
# JavaScript's `escape` uses Latin-1.
_CHARSETS = (
    *("utf-8", "latin-1", "cp866", "mac_roman", "mac_cyrillic", "koi8_r", "koi8_u", "cp874"),
    *(f"iso8859_{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
    *(f"cp{page}" for page in range(1250, 1259)),
    *("gbk", "gb18030", "big5hkscs", "euc_jp", "cp932", "cp949"),
)
# Charsets in which a character's bytes depend on those before it, or that occur only in files.
_STATEFUL = ("iso2022_jp", "utf-16-le", "utf-16-be")
# A percent sign that was encoded any number of times, as in addresses of redirections.
_PERCENT = "%(?:25)*"
_BACKSLASH = f"{_PERCENT}5[cC]"
# JSON in a string of JSON, three levels deep, has 8 backslashes for each one of the text.
_MAX_BACKSLASHES = 8
# The letters that follow the backslash in JSON.
_LETTERS = {"\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}
# What is before and after a value: in JSON, HTML, forms and headers, also percent-encoded.
_EDGES = r"""=&;"'<>:,{}\[\]\\\r\n"""
_BEFORE = rf"(?:(?<![^{_EDGES}])|(?<=%[0-9a-fA-F]{{2}}))"
_AFTER = rf"(?=[{_EDGES}]|%[0-9a-fA-F]{{2}}|\Z)"


@lru_cache(1000)
def pattern(text: str) -> re.Pattern[str]:
    """Return a pattern that matches a text as it is, and in the encodings of browsers.

    Each character may be encoded or not, since encoders differ in what they leave as it is:

    - percent-encoded, with `+` for a space: https://url.spec.whatwg.org/#percent-encoded-bytes;
      or as `%u00fc`, as JavaScript's `escape` does;
    - escaped as in JSON: RFC 8259, section 7; then also percent-encoded; or as `\\xfc`;
    - as a character reference:
      https://html.spec.whatwg.org/multipage/syntax.html#character-references; then also
      percent-encoded, as forms send what their charset does not have.

    Searching takes time that grows with the length of what is searched, times that of the text.
    """
    return re.compile("".join(_parts(text)))


@lru_cache(1000)
def further_encodings(text: str) -> list[str]:
    """Return further encodings, of the text as a whole.

    These are hexadecimal digits, and the bytes of charsets that were read as UTF-8, with
    replacement characters or surrogates for those that are not; percent-encoded where a character
    has not the same bytes everywhere.
    """
    digits = text.encode(errors="surrogatepass").hex()
    results = {digits, digits.upper()}
    for charset in (*_CHARSETS, *_STATEFUL):
        data = text.encode(charset, "xmlcharrefreplace")
        results |= {data.decode(errors="replace"), data.decode(errors="surrogateescape")}
        if charset in _STATEFUL:
            results |= {quote_plus(data), quote_plus(data, safe="*")}
    return sorted(results - {text}, key=len, reverse=True)


@lru_cache(1000)
def value(text: str, min_length: int) -> re.Pattern[str]:
    """Return a pattern that matches a text, or the beginning of it, where it is a whole value.

    Args:
        min_length: The minimum length of such a beginning, in characters.
    """
    parts = list(_parts(text))
    first, rest = "".join(parts[:min_length]), parts[min_length:]
    optional = "".join(f"(?:{part}" for part in rest) + ")?" * len(rest)
    return re.compile(f"{_BEFORE}(?:{first}{optional}){_AFTER}")


def _parts(text: str) -> Iterator[str]:
    """Yield a pattern for each character, and for each run of backslashes."""
    # Backslashes that JSON adds before a character; first percent-encoded ones, because `%5C` is
    # also the yen sign of Shift JIS.
    added = rf"(?:(?:{_BACKSLASH}){{1,{_MAX_BACKSLASHES}}}|\\*+)"
    # If the text itself has percent-encoded ones, there would be too many ways to match them.
    added_before = {"%": r"\\*+"} if re.search(_BACKSLASH, text) else {}
    first = True
    for character, run in groupby(text):
        count = len(list(run))
        if character == "\\":
            times = f"{{{count},{count * _MAX_BACKSLASHES}}}+"
            escaped = r"\\+(?:x|u00)5[cC]|&#92;|&bsol;"
            yield rf"(?:(?:{escaped}){{{count}}}|\\{times}|(?:{_BACKSLASH}){times})"
            first = False
            continue
        for _ in range(count):
            yield ("" if first else added_before.get(character, added)) + _forms(character)
            first = False


@cache
def _forms(character: str) -> str:
    """Return a pattern for a character and its encodings."""
    encoded = [*_references(character), *_percents(character), *_escapes(character)]
    # Last, as some encodings begin with the character itself.
    return f"(?:{'|'.join([*encoded, re.escape(character)])})"


def _references(character: str) -> Iterator[str]:
    code = ord(character)
    for reference in (
        f"#0*{code};?",
        f"#[xX]0*{_digits(f'{code:x}')};?",
        *_names().get(character, ()),
    ):
        yield f"&(?:amp;)*{reference}"
    yield f"{_PERCENT}26{_PERCENT}230*{code}{_PERCENT}3[bB]"


def _percents(character: str) -> Iterator[str]:
    encoded = {character.encode(charset, "ignore") for charset in _CHARSETS} - {b""}
    for data in sorted(encoded, key=len, reverse=True):  # They can begin with shorter ones.
        first = f"{_PERCENT}{_digits(f'{data[0]:02x}')}"
        yield first + "".join(map(_byte, data[1:]))
    yield "".join(f"{_PERCENT}u{unit}" for unit in _units(character))
    if character == " ":
        yield from (r"\+", f"{_PERCENT}2[bB]")


def _escapes(character: str) -> Iterator[str]:
    """Yield what follows the backslash; between two units there is another one."""
    yield rf"(?:\\+|{_BACKSLASH})".join(f"u{unit}" for unit in _units(character))
    if ord(character) < 256:
        yield f"x{_digits(f'{ord(character):02x}')}"
    if character in _LETTERS:
        yield _LETTERS[character]


def _units(character: str) -> list[str]:
    """Return patterns for the digits of a character in UTF-16."""
    digits = character.encode("utf-16-be", "surrogatepass").hex()
    return [_digits(digits[start : start + 4]) for start in range(0, len(digits), 4)]


def _byte(byte: int) -> str:
    """Return a pattern for a further byte of a character; browsers leave some as they are."""
    encoded = f"{_PERCENT}{_digits(f'{byte:02x}')}"
    return f"(?:{encoded}|{re.escape(chr(byte))})" if byte < 128 else encoded


def _digits(digits: str) -> str:
    """Return a pattern for hexadecimal digits in either case."""
    return "".join(f"[{digit}{digit.upper()}]" if digit.isalpha() else digit for digit in digits)


@cache
def _names() -> dict[str, list[str]]:
    """Return the names of character references by their characters, the longest first."""
    names: dict[str, list[str]] = {}
    for name, character in sorted(html5.items(), key=lambda item: -len(item[0])):
        names.setdefault(character, []).append(name)
    return names
