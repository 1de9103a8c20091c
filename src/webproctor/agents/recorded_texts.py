"""Find the text of the current page that corresponds to a recorded answer."""

import re
from collections.abc import Sequence

# Characters of context on both sides of the answer: the widest that still match count.
_WIDTHS = (400, 200, 100, 50, 25, 12)
# An answer that occurs more often, such as a digit, does not identify a place.
_MAX_OCCURRENCES = 20
_MIN_WORD_LENGTH = 4
_PUNCTUATION = ".,:;!?\"'`()[]{}<>*"


def current_answer(answer: str, texts: Sequence[tuple[str, str]]) -> str | None:
    """Return a recorded answer, replaced by the corresponding text of the current pages.

    If no recorded text contains the whole answer, each of its words is replaced separately.

    Args:
        answer: The recorded answer.
        texts: Each recorded text with the current text of the same step, in order.

    Returns:
        None if there is no corresponding text, or several differ.
    """
    if (replacement := _latest(answer, texts)) is not None:
        return replacement
    words = {word.strip(_PUNCTUATION) for word in answer.split()}
    current = {
        word: found
        for word in words
        if len(word) >= _MIN_WORD_LENGTH and (found := _latest(word, texts)) is not None
    }
    if not current:
        return None
    return re.sub("|".join(map(re.escape, current)), lambda match: current[match[0]], answer)


def _latest(answer: str, texts: Sequence[tuple[str, str]]) -> str | None:
    candidates = (
        corresponding_text(answer, recorded, current)
        for recorded, current in reversed(texts)
        if answer in recorded
    )
    return next((candidate for candidate in candidates if candidate is not None), None)


def corresponding_text(answer: str, recorded: str, current: str) -> str | None:
    """Return the text in `current` that corresponds to `answer` in `recorded`.

    Returns:
        None if there is none, or several occurrences have different ones.
    """
    starts = [match.start() for match in re.finditer(re.escape(answer), recorded)]
    if not answer or len(starts) > _MAX_OCCURRENCES:
        return None
    found = {
        _text_in_context(recorded, start, start + len(answer), current) for start in starts
    } - {None}
    return found.pop() if len(found) == 1 else None


def _text_in_context(recorded: str, start: int, end: int, current: str) -> str | None:
    """Return the text in `current` with the same context as `recorded[start:end]`."""
    line = recorded.rfind("\n", 0, start) + 1, recorded.find("\n", end)
    contexts = [(max(0, start - width), end + width) for width in _WIDTHS]
    # Last, the rest of its line, if it is not empty.
    contexts.append((line[0], line[1] if line[1] >= 0 else len(recorded)))
    max_length = 10 * (end - start) + 100
    for context_start, context_end in contexts:
        left, right = recorded[context_start:start], recorded[end:context_end]
        if not (left + right).strip():
            continue
        pattern = (
            (f"(?<={re.escape(left)})" if left else "^")
            + rf"[^\n]{{1,{max_length}}}?"
            + (f"(?={re.escape(right)})" if right else "$")
        )
        found = {match[0] for match in re.finditer(pattern, current, re.MULTILINE)}
        if found:
            return found.pop() if len(found) == 1 else None
    return None
