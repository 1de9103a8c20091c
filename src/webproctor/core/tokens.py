"""Estimates of token counts, and texts truncated to a token budget.

Every model has its own tokenizer, so counts are estimates: four Latin characters count as one
token, and so does every other character.
"""

from typing import Literal

Side = Literal["start", "end"]
CHARACTERS = 4
"""Latin characters of a token."""


def tokens(text: str) -> int:
    """Estimate the number of tokens of a text."""
    wide = sum(character > "\u024f" for character in text) if not text.isascii() else 0
    return wide + -(-(len(text) - wide) // CHARACTERS)


def truncate(text: str, budget: int, keep: Side = "start") -> str:
    """Truncate a text to a token budget: whole lines from its start or its end, and a note.

    If no whole line fits, a part of one is kept.

    Args:
        budget: Tokens, without the note.
        keep: The end to keep.
    """
    total = tokens(text)
    if total <= budget:
        return text
    lines = text.splitlines()
    if keep == "end":
        lines.reverse()
    kept: list[str] = []
    remaining = budget
    for line in lines:
        remaining -= tokens(line + "\n")
        if remaining < 0:
            break
        kept.append(line)
    if not kept and (part := _part(lines[0], budget, keep)):
        kept.append(part)
    note = f"[truncated: {tokens(chr(10).join(kept)):,} of about {total:,} tokens are shown]"
    if keep == "end":
        return "\n".join([note, *reversed(kept)])
    return "\n".join([*kept, note])


def _part(line: str, budget: int, keep: Side) -> str:
    """Return as much of the start or the end of a line as fits a token budget."""
    length = budget * CHARACTERS
    while length:
        part = line[:length] if keep == "start" else line[-length:]
        if tokens(part) <= budget:
            return part
        length //= 2
    return ""
