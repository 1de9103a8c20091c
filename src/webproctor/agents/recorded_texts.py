"""Find what stands in a text where a recorded answer stood in an earlier one."""

import re
from collections.abc import Sequence

# Characters of context on both sides of the answer: the widest that still match count.
_WIDTHS = (400, 200, 100, 50, 25, 12)
# An answer that occurs more often, such as a digit, does not identify a place.
_MOST_PLACES = 20
_SHORTEST_WORD = 4
_AROUND_WORDS = ".,:;!?\"'`()[]{}<>*"


def answer_now(answer: str, texts: Sequence[tuple[str, str]]) -> str | None:
    """Return a recorded answer with what the present texts say in its place.

    If the answer as a whole stands in no recorded text, each of its words that does is looked for.

    Args:
        answer: The recorded answer.
        texts: Each recorded text with the text of the same step now, in order.

    Returns:
        None if the answer's place is not found, or is not the only one.
    """
    if (whole := _latest(answer, texts)) is not None:
        return whole
    words = {word.strip(_AROUND_WORDS) for word in answer.split()}
    now = {
        word: found
        for word in words
        if len(word) >= _SHORTEST_WORD and (found := _latest(word, texts)) is not None
    }
    if not now:
        return None
    return re.sub("|".join(map(re.escape, now)), lambda match: now[match[0]], answer)


def _latest(answer: str, texts: Sequence[tuple[str, str]]) -> str | None:
    found = (
        in_place_of(answer, before, now) for before, now in reversed(texts) if answer in before
    )
    return next((one for one in found if one is not None), None)


def in_place_of(answer: str, before: str, now: str) -> str | None:
    """Return what stands in `now` where `answer` stands in `before`.

    Returns:
        None if the place is not found, or several places say different things.
    """
    places = [match.start() for match in re.finditer(re.escape(answer), before)]
    if not answer or len(places) > _MOST_PLACES:
        return None
    found = {_at(before, start, start + len(answer), now) for start in places} - {None}
    return found.pop() if len(found) == 1 else None


def _at(before: str, start: int, end: int, now: str) -> str | None:
    """Return what stands in `now` where `before[start:end]` stands, by the text around it."""
    line = before.rfind("\n", 0, start) + 1, before.find("\n", end)
    around = [(max(0, start - width), end + width) for width in _WIDTHS]
    # Last, the rest of its line, where that is not empty.
    around.append((line[0], line[1] if line[1] >= 0 else len(before)))
    longest = 10 * (end - start) + 100
    for begin, stop in around:
        left, right = before[begin:start], before[end:stop]
        if not (left + right).strip():
            continue
        pattern = (
            (f"(?<={re.escape(left)})" if left else "^")
            + rf"[^\n]{{1,{longest}}}?"
            + (f"(?={re.escape(right)})" if right else "$")
        )
        found = {match[0] for match in re.finditer(pattern, now, re.MULTILINE)}
        if found:
            return found.pop() if len(found) == 1 else None
    return None
