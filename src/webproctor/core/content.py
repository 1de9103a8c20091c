r"""The `content` view: a page's text and its numbered elements, in reading order.

One line for each line, row or block of the page. Elements are in brackets, `[3 button "Delete"]`,
and so are notes. A bracket of the page's own text is written with a backslash, `\[`, so a page
cannot print an element or a note. `environments/browser/content.js` writes the view; this module
truncates and searches it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from webproctor.core.tokens import CHARACTERS, tokens

IN = "in"
# Notes before the lines that they describe, as `content.js` writes them.
NOTES = {
    "[above the viewport]": "above",
    "[in the viewport]": IN,
    "[below the viewport]": "below",
    "[beside the viewport]": "beside",
}
END = "[end of the page]"
MAX_HEADINGS = 5
# Maximum length of a heading in a note, and of a line around a match, in characters.
MAX_HEADING_LENGTH, MAX_MATCH_LENGTH = 60, 400
_NOTE = re.compile(r"^\[(?:the page: .*|truncated: .*|end of the page)\]$")
_NUMBER = re.compile(r"(?<!\\)\[\d+ ")
_HEADING = re.compile(r"^ *(?:- |\d+\. )*#{1,6} ")
_ELEMENT = re.compile(r'(?<!\\)\[(?:"(?:\\.|[^"\\])*"|[^"\]])*\]')
_QUOTED = re.compile(r'"((?:\\.|[^"\\])*)"')


@dataclass(frozen=True)
class Line:
    """A line of the page.

    Attributes:
        number: From 1; notes are not counted.
        where: `in` the viewport, `above`, `below` or `beside` it.
        text: The line.
    """

    number: int
    where: str
    text: str


@dataclass(frozen=True)
class Content:
    """The view as lines.

    Attributes:
        size: A note on the page's size and scroll position, or "".
        lines: The lines of the page.
        end: The note after the last line, or "".
    """

    size: str
    lines: tuple[Line, ...]
    end: str


def parse(content: str) -> Content:
    """Split the view into lines and notes."""
    where, lines, notes = IN, list[Line](), ["", ""]
    for text in content.split("\n") if content else ():
        if text in NOTES:
            where = NOTES[text]
        elif _NOTE.match(text):
            notes[bool(lines) or not text.startswith("[the page")] = text
        else:
            lines.append(Line(len(lines) + 1, where, text))
    return Content(notes[0], tuple(lines), notes[1])


def escaped(text: str) -> str:
    r"""Escape the brackets of a page's own text: `[` becomes `\[`."""
    return re.sub(r"(\\*)([\[\]])", r"\1\1\\\2", text)


def quoted(text: str) -> str:
    """Write a name or a value of an element in quotes, with white space collapsed."""
    words = re.sub(r'([\\"\[\]])', r"\\\1", " ".join(text.split()))
    return f'"{words}"'


def plain(line: str) -> str:
    """Return the words of a line: its text, and the names, values and options of its elements."""
    words = _ELEMENT.sub(lambda one: " ".join(_QUOTED.findall(one[0])), line)
    return " ".join(re.sub(r"\\([\[\]\\\"])", r"\1", words).split())


def truncate_content(content: str, budget: int) -> str:
    """Truncate the view to a token budget.

    Lines in the viewport are kept first, then those that follow, then those before, the nearest
    first. A note replaces the others: their numbers, their elements and headings, and the action
    that reads them.

    Args:
        budget: Tokens, without the notes.
    """
    if tokens(content) <= budget:
        return content
    page = parse(content)
    kept, remaining = set[int](), budget
    for line in _by_use(page.lines):
        remaining -= tokens(_within_budget(line, budget) + "\n")
        if remaining < 0:
            break
        kept.add(line.number)
    parts = [page.size] if page.size else []
    for shown, group in groupby(page.lines, lambda line: line.number in kept):
        lines = list(group)
        parts += _shown(lines, budget, parts) if shown else [_left_out(lines)]
    return "\n".join([*parts, *([page.end] if page.end else [])])


def _by_use(lines: Sequence[Line]) -> list[Line]:
    """Order lines: in the viewport, after its first line, before it."""
    first = next((line.number for line in lines if line.where == IN), 1)
    after = [line for line in lines if line.number >= first]
    visible = [line for line in after if line.where == IN]
    following = [line for line in after if line.where != IN]
    return [*visible, *following, *(line for line in reversed(lines) if line.number < first)]


def _shown(lines: Sequence[Line], budget: int, previous: Sequence[str]) -> list[str]:
    """Return lines with notes where they leave or enter the viewport."""
    names = {where: note for note, where in NOTES.items()}
    parts: list[str] = []
    # After a note on omitted lines, the note on the viewport is always repeated.
    where = "" if previous and previous[-1].startswith("[truncated: ") else IN
    for line in lines:
        if line.where != where:
            where = line.where
            parts.append(names[where])
        parts.append(_within_budget(line, budget))
    return parts


def _within_budget(line: Line, budget: int) -> str:
    """Shorten a line that would take more than half of a budget."""
    limit = max(1, budget // 2) * CHARACTERS
    if tokens(line.text) * CHARACTERS <= limit + CHARACTERS:
        return line.text
    text = line.text[:limit]
    while tokens(text) * CHARACTERS > limit:
        text = text[: len(text) // 2]
    return (
        f"{text} [truncated: line {line.number} has {len(line.text):,} characters; use find_text]"
    )


def _left_out(lines: Sequence[Line]) -> str:
    count = sum(len(_NUMBER.findall(line.text)) for line in lines)
    first, last = lines[0].number, lines[-1].number
    span = f"lines {first:,} to {last:,} are" if last > first else f"line {first:,} is"
    headings = [plain(_HEADING.sub("", one.text)) for one in lines if _HEADING.match(one.text)]
    shown = ", ".join(f'"{escaped(one[:MAX_HEADING_LENGTH])}"' for one in headings[:MAX_HEADINGS])
    others = f" and {len(headings) - MAX_HEADINGS} more" if len(headings) > MAX_HEADINGS else ""
    parts = [f"truncated: {span} not shown", f"elements in them: {count:,}"]
    parts += [f"headings: {shown}{others}"] if headings else []
    return f"[{'; '.join([*parts, f'read_more with line {first} shows them'])}]"


def lines_from(content: str, first: int, budget: int) -> str:
    """Return as many lines as fit a token budget, from a number on.

    Args:
        first: The number of the first line, from 1.
        budget: Tokens, without the note.
    """
    page = parse(content)
    shown, remaining = list[Line](), budget
    for line in page.lines[first - 1 :]:
        remaining -= tokens(_within_budget(line, budget) + "\n")
        if remaining < 0 and shown:
            break
        shown.append(line)
    rest = page.lines[first - 1 + len(shown) :]
    return "\n".join(
        [*(_within_budget(one, budget) for one in shown), _left_out(rest) if rest else END]
    )


def element_text(content: str, number: int) -> str:
    """Return an element as the view shows it, such as `[3 button "Delete"]`; "" if it does not."""
    start = f"[{number} "
    return next((one[0] for one in _ELEMENT.finditer(content) if one[0].startswith(start)), "")


def find_lines(content: str, query: str) -> list[Line]:
    """Return the lines that contain a text; upper and lower case and white space do not matter."""
    words = " ".join(query.split()).casefold()
    return [line for line in parse(content).lines if words in plain(line.text).casefold()]


def context_lines(content: str, line: Line, query: str) -> str:
    """Return a line with its number, the line before and the line after it, each shortened."""
    lines = parse(content).lines
    nearby = lines[max(0, line.number - 2) : line.number + 1]
    return "\n".join(f"{one.number}: {_around_match(one.text, query)}" for one in nearby)


def _around_match(text: str, query: str) -> str:
    """Return the part of a line around a text."""
    if len(text) <= MAX_MATCH_LENGTH:
        return text
    start = max(0, text.casefold().find(query.casefold()) - MAX_MATCH_LENGTH // 2)
    excerpt = text[start : start + MAX_MATCH_LENGTH]
    return f"{'… ' if start else ''}{escaped(plain(excerpt))} …"
