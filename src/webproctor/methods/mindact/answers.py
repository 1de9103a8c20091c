"""Parse the answers of predictor models. An invalid answer chooses no element."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from webproctor.methods.mindact.prompts import LETTERS, NONE, CandidateQuestion

Form = Literal["fine-tuned", "llm"]
"""`C. Action: CLICK` of fine-tuned models, or `Answer: C.` of few-shot models."""

_OP = re.compile(r"Action: (CLICK|SELECT|TYPE)")
_VALUE = re.compile(r"Value: (.*)$", re.MULTILINE)
_ANSWER = re.compile(r"Answer: ([A-Z])")
_ID = re.compile(r"id=(\d+)")
_MOST_DIGITS = 9  # `int` rejects thousands of digits.
_ELEMENT = re.compile(r"Element: (.*?)(?=\s*Action: |$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Choice:
    """An operation on an element.

    Attributes:
        element: Index of the element in the page; None if no element was chosen.
        op: CLICK, TYPE or SELECT; "" if the model named none.
        value: The text to type or choose.
    """

    element: int | None = None
    op: str = ""
    value: str = ""


def read_choice(words: str, question: CandidateQuestion, form: Form = "fine-tuned") -> Choice:
    """Parse the answer to a choice. An invalid letter chooses no element."""
    letter = words.strip()[:1]
    if form == "llm":
        found = _ANSWER.search(words)
        letter = found[1] if found else NONE
    if letter not in LETTERS or not letter:
        return Choice()
    number = LETTERS.index(letter)
    if number >= len(question.options):
        return Choice()
    return Choice(question.options[number][0], *_operation(words))


def read_generation(words: str, question: CandidateQuestion) -> Choice:
    """Parse the answer to a generation question: by the element's number, else by similarity."""
    if not words.strip() or words.strip().startswith("None") or not question.options:
        return Choice()
    told = _ELEMENT.search(words)
    said = told[1].strip() if told else words.strip()
    numbered = _ID.search(said)
    digits = numbered[1] if numbered else ""
    if 0 < len(digits) <= _MOST_DIGITS and int(digits) < len(question.options):
        return Choice(question.options[int(digits)][0], *_operation(words))
    alike = max(question.options, key=lambda option: SequenceMatcher(None, said, option[1]).ratio())
    return Choice(alike[0], *_operation(words))


def _operation(words: str) -> tuple[str, str]:
    op, value = _OP.search(words), _VALUE.search(words)
    return op[1] if op else "", value[1].strip() if value else ""
