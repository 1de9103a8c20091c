"""What the policy reads, as tokens: the instruction, the page, a result, and past actions.

The page is the view `content`. An element is a token, and so is every word: of the text, of names
and values of elements, of results. Texts that the policy enters are copied from the words.
"""

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, get_args

from webproctor.core.content import END, parse

Kind = Literal["state", "past", "goal", "word", "name", "result", "element", "note"]
KINDS: tuple[Kind, ...] = get_args(Kind)
COPIED: frozenset[Kind] = frozenset({"goal", "word", "name", "result"})
"""The kinds of tokens that are words, so that a text can be copied from them."""
LONGEST = 400
"""Maximum number of tokens of a page; of a longer page, the words in the middle are left out."""
PAST = 6
"""Number of past actions that the policy sees."""
PUNCTUATION = ".,:;!?\"'“”\u2018\u2019()"
"""The characters that are left out around a word when words are compared."""
_GOAL_WORDS, _RESULT_WORDS, _FEATURES = 60, 80, 40
# A bracket of an element or a note, or a word; `content` escapes brackets of the page's own text.
_PART = re.compile(r'(?<!\\)\[(?P<inside>(?:"(?:\\.|[^"\\])*"|[^"\]])*)\]|(?P<word>\S+)')
_QUOTED = re.compile(r'"((?:\\.|[^"\\])*)"')
_NUMBERED = re.compile(r"(?P<number>\d+) ")
_ESCAPED = re.compile(r'\\([\[\]\\"])')
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True)
class Token:
    """A token.

    Attributes:
        text: The word; of an element or a note, its role, name and states.
        line: The line of the page; negative for tokens that are not on the page.
        owner: The index of the element or note whose name has the word; -1 without one.
        number: The element's number; -1 if it is not an element.
        uses: How often the element was used in this episode.
    """

    kind: Kind
    text: str
    line: int = -1
    owner: int = -1
    number: int = -1
    uses: int = 0

    @property
    def amount(self) -> float | None:
        """The number that the word is, such as 2.8; None if it is not a number."""
        return float(self.text) if _NUMBER.fullmatch(self.text) else None


@dataclass(frozen=True)
class PastAction:
    """An action that was done: its operation, and the text of its target or its copied text."""

    operation: str
    text: str


@dataclass(frozen=True)
class Situation:
    """What the policy knows before a step.

    Attributes:
        instruction: The task's instruction.
        content: The view `content` of the page.
        result: The last result that had data, such as the text of a file.
        past: All actions of the episode.
    """

    instruction: str
    content: str
    result: str = ""
    past: tuple[PastAction, ...] = ()


class Trace:
    """What the policy remembers of an episode: its actions, and the last result with data."""

    def __init__(self, instruction: str) -> None:
        self._instruction = instruction
        self._past: list[PastAction] = []
        self._result = ""

    def situation(self, content: str) -> Situation:
        """Return the situation on a page."""
        return Situation(self._instruction, content, self._result, tuple(self._past))

    def add(self, action: PastAction, result: str) -> None:
        """Add an action and its result. Data of a result begins in its second line."""
        self._past.append(action)
        if "\n" in result:
            self._result = result


def tokenize(situation: Situation) -> list[Token]:
    """Return the tokens of a situation; the first one represents the state."""
    actions = situation.past
    tokens = [Token("state", f"step {min(len(actions), 12)}")]
    tokens += [
        Token("past", f"{action.operation} {action.text}", line=-2 - index)
        for index, action in enumerate(reversed(actions[-PAST:]))
    ]
    tokens += [Token("goal", word, -20) for word in situation.instruction.split()[:_GOAL_WORDS]]
    lines = [line.split() for line in situation.result.splitlines()]
    result_tokens = [
        Token("result", word, -100 - index) for index, line in enumerate(lines) for word in line
    ]
    tokens += result_tokens[:_RESULT_WORDS]
    return tokens + _page_tokens(situation, len(tokens))


def _page_tokens(situation: Situation, offset: int) -> list[Token]:
    """Return the tokens of the page; `offset` is the number of tokens in front of them."""
    uses: dict[str, int] = {}
    for action in situation.past:
        uses[action.text] = uses.get(action.text, 0) + 1
    tokens: list[Token] = []
    for line in parse(situation.content).lines:
        if line.text == END:
            continue
        for part in _PART.finditer(line.text):
            if (word := part["word"]) is not None:
                tokens.append(Token("word", _ESCAPED.sub(r"\1", word), line.number))
            else:
                tokens += _bracket_tokens(part["inside"], line.number, offset + len(tokens), uses)
    return _truncated(tokens, offset)


def _bracket_tokens(inside: str, line: int, index: int, uses: dict[str, int]) -> list[Token]:
    numbered = _NUMBERED.match(inside)
    text = inside[numbered.end() :] if numbered else inside
    number = int(numbered["number"]) if numbered else -1
    kind: Kind = "element" if numbered else "note"
    owner = Token(kind, text, line, number=number, uses=uses.get(target_text(text), 0))
    quoted = _QUOTED.findall(text)
    words = [word for name in quoted for word in _ESCAPED.sub(r"\1", name).split()]
    return [owner, *(Token("name", word, line, owner=index) for word in words)]


def target_text(text: str) -> str:
    """Return the part of an element's text that stays the same when its state changes."""
    name = _QUOTED.search(text)
    return text[: name.end()] if name else text.split(" ")[0]


def _truncated(tokens: list[Token], offset: int) -> list[Token]:
    """Leave out words in the middle of a long page, and correct the indices of owners."""
    if len(tokens) <= LONGEST:
        return tokens
    words = [index for index, token in enumerate(tokens) if token.kind in COPIED]
    word_limit = max(0, LONGEST - (len(tokens) - len(words)))
    left_out = {*words[word_limit * 2 // 3 : len(words) - word_limit // 3]}
    order = [index for index in range(len(tokens)) if index not in left_out]
    new_indices = {offset + old: offset + new for new, old in enumerate(order)}
    return [
        replace(tokens[index], owner=new_indices.get(tokens[index].owner, -1)) for index in order
    ]


def span_text(span: Sequence[Token]) -> str:
    """Return the text of successive words: a space between words, line breaks between lines.

    Elements between the words are left out.
    """
    words = [token for token in span if token.kind in COPIED]
    text = ""
    for index, token in enumerate(words):
        if index:
            line_breaks = token.line - words[index - 1].line
            text += "\n" * line_breaks if line_breaks > 0 and token.kind == "word" else " "
        text += token.text
    return text


@lru_cache(maxsize=100_000)
def features(kind: Kind, text: str, buckets: int) -> tuple[int, ...]:
    """Return the hashed features of a token, 1 to `buckets` - 1: words, letters and shapes."""
    names = [f"{kind[0]}:{_shape(text)}"]
    for word in re.findall(r"\w+|[^\w\s]", text.lower())[:12]:
        names.append(f"w:{word}")
        if kind in COPIED:
            padded = f"^{word}$"
            names += [padded[start : start + 3] for start in range(len(padded) - 2)]
    return tuple(1 + zlib.crc32(name.encode()) % (buckets - 1) for name in names[:_FEATURES])


def _shape(text: str) -> str:
    """Return the shape of a word: `A` and `a` for letters, 9 for digits, repetitions shortened."""
    letters = re.sub(r"[A-Z]+", "A", re.sub(r"[a-z]+", "a", text[:60]))
    return re.sub(r"9+", "9", re.sub(r"\d", "9", letters))


def word_hash(text: str) -> int:
    """Return a number that is equal for words that differ only in case or punctuation around."""
    word = text.strip(PUNCTUATION).lower()
    return zlib.crc32(word.encode()) if word else 0
