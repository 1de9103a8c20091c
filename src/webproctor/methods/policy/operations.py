"""The operations of the policy, and the action of each.

An operation has no target, or an element; and no text, a text or a number that is copied from the
words that the policy sees.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from webproctor.methods.policy.tokens import PUNCTUATION, PastAction, Token, span_text, target_text

Call = dict[str, Any]
Copied = Literal["nothing", "text", "number"]
# Holding and waiting last a little longer than the page says.
_EXTRA_SECONDS = 0.2
SCROLL_TO_END = 30_000
"""Pixels of a scroll to the end of a page."""


@dataclass(frozen=True)
class Operation:
    """An operation.

    Attributes:
        name: The operation's name in the history.
        target: Whether it has an element as its target.
        copies: What it copies from the words.
        call: Returns the call of an action of the set `web` (or `done`), from the number of the
            element (-1 without one) and the copied text.
    """

    name: str
    target: bool
    copies: Copied
    call: Callable[[int, str], Call]


def _call(action: str, **arguments: Any) -> Call:
    return {"name": action, "arguments": arguments}


def _fixed(name: str, action: str, **arguments: Any) -> Operation:
    return Operation(name, False, "nothing", lambda element, text: _call(action, **arguments))


def without_punctuation(text: str) -> str:
    """Return a text without punctuation around it, such as quotes and a full stop."""
    return text.strip(PUNCTUATION)


def _keys(text: str) -> str:
    """Return keys as the action `press` takes them: `Control + K` becomes `Control+K`."""
    return "".join(text.split())


OPERATIONS: tuple[Operation, ...] = (
    Operation("click", True, "nothing", lambda element, text: _call("click", element=element)),
    Operation(
        "right-click",
        True,
        "nothing",
        lambda element, text: _call("click", element=element, button="right"),
    ),
    Operation("hover", True, "nothing", lambda element, text: _call("hover", element=element)),
    Operation(
        "type",
        True,
        "text",
        lambda element, text: _call("type", element=element, text=text, clear=True),
    ),
    Operation(
        "type without punctuation",
        True,
        "text",
        lambda element, text: _call(
            "type", element=element, text=without_punctuation(text), clear=True
        ),
    ),
    Operation(
        "hold",
        True,
        "number",
        lambda element, text: _call("click", element=element, hold=float(text) + _EXTRA_SECONDS),
    ),
    Operation("keys", False, "text", lambda element, text: _call("press", keys=_keys(text))),
    Operation(
        "wait for",
        False,
        "number",
        lambda element, text: _call("wait", seconds=float(text) + _EXTRA_SECONDS),
    ),
    Operation("read file", False, "text", lambda element, text: _call("read_file", file=text)),
    Operation("answer", False, "text", lambda element, text: _call("done", answer=text)),
    _fixed("enter", "press", keys="Enter"),
    _fixed("end", "press", keys="End"),
    _fixed("end of text", "press", keys="Control+End"),
    _fixed("scroll down", "scroll", down=SCROLL_TO_END),
    _fixed("scroll right", "scroll", right=SCROLL_TO_END),
    _fixed("scroll down and right", "scroll", down=SCROLL_TO_END, right=SCROLL_TO_END),
    _fixed("wait", "wait", seconds=1),
    _fixed("back", "back"),
    _fixed("reload", "reload"),
    _fixed("list files", "list_files"),
    _fixed("print", "print_page"),
)
TARGETED = tuple(at for at, one in enumerate(OPERATIONS) if one.target)
FREE = tuple(at for at, one in enumerate(OPERATIONS) if not one.target)


@dataclass(frozen=True)
class Choice:
    """A choice among the operations, elements and words of a situation.

    Attributes:
        operation: Index of the operation.
        target: Index of the element's token; 0 without a target.
        start, end: Indices of the first and the last copied word; 0 without a text.
    """

    operation: int
    target: int = 0
    start: int = 0
    end: int = 0


def call(choice: Choice, tokens: Sequence[Token]) -> Call:
    """Return the call of a choice."""
    operation = OPERATIONS[choice.operation]
    return operation.call(tokens[choice.target].number, _text(choice, tokens))


def past_action(choice: Choice, tokens: Sequence[Token]) -> PastAction:
    """Return a choice as a past action."""
    operation = OPERATIONS[choice.operation]
    text = target_text(tokens[choice.target].text) if operation.target else _text(choice, tokens)
    return PastAction(operation.name, text)


def _text(choice: Choice, tokens: Sequence[Token]) -> str:
    if OPERATIONS[choice.operation].copies == "nothing":
        return ""
    return span_text(tokens[choice.start : choice.end + 1])
