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
# The same in lower case, with Markdown, brackets and quotation marks, as other models write them.
_OTHER_ANSWER = re.compile(r"\banswer\W{0,5}:\W{0,5}([A-Z])(?![A-Za-z])", re.IGNORECASE)
_OTHER_OP = re.compile(r"\baction\W{0,5}:\W{0,5}(CLICK|SELECT|TYPE)\b", re.IGNORECASE)
_OTHER_VALUE = re.compile(r"\bvalue\W{0,2}:\**(.*)$", re.IGNORECASE | re.MULTILINE)
_QUOTED = re.compile(r"""(["'`])(.*)\1|\u201c(.*)\u201d|\u2018(.*)\u2019""")
_ID = re.compile(r"id=(\d+)")
_MAX_DIGITS = 9  # `int` rejects thousands of digits.
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


def read_choice(answer: str, question: CandidateQuestion, form: Form = "fine-tuned") -> Choice:
    """Parse the answer to a choice. An invalid letter chooses no element.

    Answers in the form of the prompt are parsed as in the released code. In that code, a few-shot
    model that answers in another form chooses no element.
    """
    letter, read_operation = answer.strip()[:1], _operation
    if form == "llm":
        match = _ANSWER.search(answer)
        if match is None:
            match, read_operation = _OTHER_ANSWER.search(answer), _other_operation
        letter = match[1].upper() if match else NONE
    if letter not in LETTERS or not letter:
        return Choice()
    index = LETTERS.index(letter)
    if index >= len(question.options):
        return Choice()
    return Choice(question.options[index][0], *read_operation(answer))


def read_generation(answer: str, question: CandidateQuestion) -> Choice:
    """Parse the answer to a generation question: by the element's number, else by similarity."""
    if not answer.strip() or answer.strip().startswith("None") or not question.options:
        return Choice()
    match = _ELEMENT.search(answer)
    description = match[1].strip() if match else answer.strip()
    id_match = _ID.search(description)
    digits = id_match[1] if id_match else ""
    if 0 < len(digits) <= _MAX_DIGITS and int(digits) < len(question.options):
        return Choice(question.options[int(digits)][0], *_operation(answer))
    most_similar = max(
        question.options, key=lambda option: SequenceMatcher(None, description, option[1]).ratio()
    )
    return Choice(most_similar[0], *_operation(answer))


def _operation(answer: str) -> tuple[str, str]:
    op, value = _OP.search(answer), _VALUE.search(answer)
    return op[1] if op else "", value[1].strip() if value else ""


def _other_operation(answer: str) -> tuple[str, str]:
    op, value = _OTHER_OP.search(answer), _OTHER_VALUE.search(answer)
    text = value[1].strip() if value else ""
    quoted = _QUOTED.fullmatch(text)
    return op[1].upper() if op else "", quoted[quoted.lastindex or 0] if quoted else text
