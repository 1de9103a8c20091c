"""Mutate small valid inputs: texts, bytes, JSON trees, and folders of files.

All choices are from the given `random.Random`, so that inputs are reproducible by seed.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from webproctor.core.errors import UserError
from webproctor.files.reading import parse_json

HUGE = "9" * 5_000
"""More digits than Python parses as an `int`."""
DEEP = 5_000
"""More levels than Python's recursion limit."""
# Placeholders in a tree for text that `json.dumps` cannot write.
_HUGE, _DEEP, _DEEP_OBJECT = "@huge@", "@deep@", "@deep object@"

TOKENS: tuple[str, ...] = (
    *("", " ", "\n", "\r", "\t", "\0", "\x1b", "\x85", "\u2028", "\ufeff", "\ufffe", "\U0001f600"),
    *("\ud800", "\udfff\ud800", "é", "٣", "²", "१"),
    *("0", "-1", "1e308", "-1e999", "1e999", "NaN", "Infinity", "-inf", "0x10", "1_000", HUGE),
    *(f"{HUGE}.5", "18446744073709551616", "0.1.2", "1,000", "--1", "+"),
    *("'", '"', "`", "```", "\\", "\\u", "\\ud800", "${x}", "%s", "%00", "{0}", "$", "#", "|", ";"),
    *("(" * 300, "[" * 300, "{" * 300, "<a>" * 300, "-" * 300, "[" * DEEP, '{"a":' * DEEP),
    *("<", ">", "</", "<!--", "-->", "<![CDATA[", "]]>", "<?x ", "?>", "&", "&#0;", "&#xD800;"),
    *("&#x110000;", "&lt;", "&x;", "<!DOCTYPE a [<!ENTITY x 'y'>]>", "<?xml version='1.0'"),
    *("<?xml version='1.0' encoding='utf-16'?>", "<a x='", "</html>", "<script>", "xmlns:a='b'"),
    *(
        "null",
        "true",
        "[]",
        "{}",
        "[null]",
        '{"a": 1}',
        ",",
        ":",
        ", ",
        "=",
        "/",
        "//",
        "../..",
        "*",
    ),
)

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 2**64, 10**30, 10**12, 0.5, -0.0, 1e308, 1e-320),
    *(float("nan"), float("inf"), float("-inf"), "", " ", "x", "0", "-1", "nan", "inf", "1e999"),
    *("\ud800", "\0", "null", "[]", "{}", "a" * 3_000, HUGE, _HUGE, _DEEP, _DEEP_OBJECT),
    *([], {}, [None], [[]], [{}], {"": None}, {"a": []}, [1, 2, 3], ["x"], [float("nan")] * 4),
)


def text(random: Random, given: str, others: Sequence[str] = ()) -> str:
    """Return the text with one to four faults.

    Args:
        others: Texts whose parts can be inserted.
    """
    for _ in range(random.choice((1, 1, 1, 2, 3, 4))):
        given = random.choice(_TEXT_FAULTS)(random, given, random.choice(others or [given]))
    return given


def data(random: Random, given: bytes, others: Sequence[bytes] = ()) -> bytes:
    """Return the bytes with one to four faults; mostly faults in the text that they encode."""
    if random.random() < 0.7:
        texts = [one.decode("utf-8", "surrogateescape") for one in (given, *others)]
        changed = text(random, texts[0], texts[1:])
        try:
            return changed.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:  # A lone surrogate from a fault.
            return changed.encode("utf-8", "surrogatepass")
    found = bytearray(given)
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        place = random.randrange(len(found) + 1)
        match random.randrange(5):
            case 0 if found:
                found[place % len(found)] ^= 1 << random.randrange(8)
            case 1:
                del found[place : place + random.choice((1, 2, 16, 256))]
            case 2:
                found[place:place] = random.randbytes(random.choice((1, 2, 16, 256)))
            case 3:
                found[place:place] = found[: random.choice((1, 16, 256))]
            case _:
                del found[place:]
    return bytes(found)


def tree(random: Random, given: Any) -> Any:
    """Return a copy of a JSON tree with one to three faults."""
    root = [_copied(given)]
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        places = list(_places(root))
        holder, key = random.choice(places)
        random.choice(_TREE_FAULTS)(random, holder, key, places)
    return root[0]


def json_text(random: Random, given: Any) -> str:
    """Return a faulty JSON tree as text, sometimes with a fault in the text itself."""
    written = json.dumps(tree(random, given), ensure_ascii=random.random() < 0.7)
    nested = "[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP
    for mark, meant in ((_HUGE, HUGE), (_DEEP, nested[0]), (_DEEP_OBJECT, nested[1])):
        written = written.replace(f'"{mark}"', meant)
    return text(random, written) if random.random() < 0.15 else written


def plain(random: Random, given: Any) -> Any:
    """Return a faulty JSON tree after parsing; the given one if it cannot be parsed."""
    written = json_text(random, given)
    try:
        parse_json(written, "the tree")  # Newer Pythons parse trees that are nested too deep.
        return json.loads(written)
    except (UserError, ValueError, RecursionError):
        return given


def files(random: Random, given: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files by name with a fault in one or two of them."""
    found = dict(given)
    for name in random.sample(sorted(found), min(len(found), random.choice((1, 1, 2)))):
        chance = random.random()
        if chance < 0.03:
            del found[name]
        elif name.endswith(".json") and chance < 0.85:
            found[name] = _encoded(json_text(random, json.loads(given[name])))
        elif name.endswith(".jsonl") and chance < 0.85:
            lines = given[name].decode().splitlines()
            place = random.randrange(len(lines))
            lines[place] = json_text(random, json.loads(lines[place]))
            found[name] = _encoded("\n".join(lines))
        else:
            found[name] = data(random, given[name], list(given.values()))
    return found


def _encoded(written: str) -> bytes:
    return written.encode("utf-8", "surrogatepass")


def _cut(random: Random, given: str, other: str) -> str:
    first, last = _span(random, given)
    return given[:first] + given[last:]


def _doubled(random: Random, given: str, other: str) -> str:
    first, last = _span(random, given)
    return given[:first] + given[first:last] * random.choice((2, 3, 50)) + given[last:]


def _inserted(random: Random, given: str, other: str) -> str:
    place = random.randrange(len(given) + 1)
    return given[:place] + random.choice(TOKENS) + given[place:]


def _replaced(random: Random, given: str, other: str) -> str:
    first, last = _span(random, given)
    return given[:first] + random.choice(TOKENS) + given[last:]


def _strange_character(random: Random, given: str, other: str) -> str:
    place = random.randrange(len(given) + 1)
    strange = chr(random.choice((random.randrange(128), random.randrange(0x110000))))
    return given[:place] + strange + given[place + 1 :]


def _spliced(random: Random, given: str, other: str) -> str:
    first, last = _span(random, other)
    place = random.randrange(len(given) + 1)
    return given[:place] + other[first:last] + given[place:]


def _other_number(random: Random, given: str, other: str) -> str:
    found = list(_NUMBER.finditer(given))
    if not found:
        return given + random.choice(TOKENS)
    one = random.choice(found)
    return given[: one.start()] + random.choice(TOKENS[18:38]) + given[one.end() :]


def _ended(random: Random, given: str, other: str) -> str:
    return given[: random.randrange(len(given) + 1)]


def _span(random: Random, given: str) -> tuple[int, int]:
    first = random.randrange(len(given) + 1)
    return first, min(len(given), first + random.choice((1, 1, 2, 5, 20, 100)))


_TEXT_FAULTS: tuple[Callable[[Random, str, str], str], ...] = (
    *(_cut, _doubled, _inserted, _inserted, _replaced, _strange_character, _spliced),
    *(_other_number, _ended),
)


def _places(root: list[Any]) -> list[tuple[Any, Any]]:
    """Return every position in a tree: its container, and its key or index."""
    found: list[tuple[Any, Any]] = []
    waiting: list[Any] = [root]
    while waiting:
        holder = waiting.pop()
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        for key in keys:
            found.append((holder, key))
            if isinstance(holder[key], dict | list):
                waiting.append(holder[key])
    return found


def _copied(given: Any) -> Any:
    return json.loads(json.dumps(given))


def _odd(random: Random, holder: Any, key: Any, places: Any) -> None:
    holder[key] = _copied(random.choice(_ODD))


def _gone(random: Random, holder: Any, key: Any, places: Any) -> None:
    if len(places) > 1 and holder is not places[0][0]:
        del holder[key]


def _more(random: Random, holder: Any, key: Any, places: Any) -> None:
    if isinstance(holder, dict):
        holder[random.choice(("", "x", "\ud800", f"{key} ", str(key).upper()))] = holder[key]
    elif holder is not places[0][0]:
        holder.insert(key, _copied(random.choice((holder[key], random.choice(_ODD)))))


def _wrapped(random: Random, holder: Any, key: Any, places: Any) -> None:
    holder[key] = random.choice(([holder[key]], {"a": holder[key]}, [holder[key]] * 3))


def _swapped(random: Random, holder: Any, key: Any, places: Any) -> None:
    there, other = random.choice(places)
    if there is not places[0][0] and holder is not places[0][0]:
        holder[key] = _copied(there[other])


def _changed(random: Random, holder: Any, key: Any, places: Any) -> None:
    value = holder[key]
    if isinstance(value, str):
        try:  # JSON in a JSON string.
            inner = json.loads(value)
        except (ValueError, RecursionError):
            inner = None
        nested = isinstance(inner, dict | list) and random.random() < 0.7
        holder[key] = json_text(random, inner) if nested else text(random, value)
    elif isinstance(value, int | float):
        holder[key] = random.choice((-value, value + 1, value * 1e300, str(value)))
    else:
        _odd(random, holder, key, places)


def _renamed(random: Random, holder: Any, key: Any, places: Any) -> None:
    if isinstance(holder, dict):
        holder[random.choice((text(random, key), key.upper(), key[:-1]))] = holder.pop(key)


_TREE_FAULTS: tuple[Callable[[Random, Any, Any, Any], None], ...] = (
    *(_odd, _odd, _odd, _gone, _more, _wrapped, _swapped, _changed, _changed, _renamed),
)
