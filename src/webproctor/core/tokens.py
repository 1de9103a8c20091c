"""Estimates of token counts, and texts truncated to a token budget.

Every model has its own tokenizer, so counts are estimates: four Latin characters count as one
token, and so does every other character.
"""

CHARACTERS = 4


def tokens(text: str) -> int:
    """Estimate the number of tokens of a text."""
    wide = sum(character > "\u024f" for character in text) if not text.isascii() else 0
    return wide + -(-(len(text) - wide) // CHARACTERS)


def truncate(text: str, budget: int, keep: str = "start") -> str:
    """Truncate a text to a token budget: whole lines from its start or its end, and a note.

    Args:
        budget: Tokens, without the note.
        keep: `start` or `end`: the end to keep.
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
        cost = tokens(line + "\n")
        if cost > remaining:
            # The first line alone exceeds the budget: keep a part of it.
            length = remaining * CHARACTERS if not kept else 0
            while length:
                part = line[:length] if keep == "start" else line[-length:]
                if tokens(part) <= remaining:
                    kept.append(part)
                    break
                length //= 2
            break
        kept.append(line)
        remaining -= cost
    note = f"[truncated: {tokens(chr(10).join(kept)):,} of about {total:,} tokens are shown]"
    if keep == "end":
        return "\n".join([note, *reversed(kept)])
    return "\n".join([*kept, note])
