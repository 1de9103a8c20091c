"""What a model's words mean (catalogue, sections 4.4 to 4.6). Nonsense chooses no element."""

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from webproctor.mindact.prompts import LETTERS, NONE, Question

Form = Literal["fine-tuned", "llm"]
"""`C. Action: CLICK` of models trained on it, `Answer: C.` of models that were shown examples."""

_OP = re.compile(r"Action: (CLICK|SELECT|TYPE)")
_VALUE = re.compile(r"Value: (.*)$", re.MULTILINE)
_ANSWER = re.compile(r"Answer: ([A-Z])")
_ID = re.compile(r"id=(\d+)")
_ELEMENT = re.compile(r"Element: (.*?)(?=\s*Action: |$)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be done.

    Attributes:
        element: Index of the element in the page; None when none is right.
        op: CLICK, TYPE or SELECT, "" where the model did not say.
        value: What to type or choose.
    """

    element: int | None = None
    op: str = ""
    value: str = ""


def read_choice(words: str, question: Question, form: Form = "fine-tuned") -> Choice:
    """Read the answer to a choice. A letter that stands for nothing chooses none."""
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


def read_generation(words: str, question: Question) -> Choice:
    """Read the answer to a generation question: by the element's number, else by its likeness."""
    if not words.strip() or words.strip().startswith("None") or not question.options:
        return Choice()
    told = _ELEMENT.search(words)
    said = told[1].strip() if told else words.strip()
    numbered = _ID.search(said)
    if numbered and int(numbered[1]) < len(question.options):
        return Choice(question.options[int(numbered[1])][0], *_operation(words))
    alike = max(question.options, key=lambda option: SequenceMatcher(None, said, option[1]).ratio())
    return Choice(alike[0], *_operation(words))


def _operation(words: str) -> tuple[str, str]:
    op, value = _OP.search(words), _VALUE.search(words)
    return op[1] if op else "", value[1].strip() if value else ""
