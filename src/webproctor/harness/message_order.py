"""Reorder conversations for servers that accept messages only in some orders.

Chat templates of some open models accept no system message, or require that the roles of user and
assistant alternate, and do not count calls and their results
(https://github.com/vllm-project/vllm/issues/6862). Servers answer other requests with an error.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Literal
from weakref import WeakKeyDictionary

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    ContentText,
    ModelAPI,
)

from webproctor.harness.model_errors import one_line

Rule = Literal["no system", "alternate"]
Order = frozenset[Rule]
_RULES: dict[Rule, re.Pattern[str]] = {
    # The templates of Gemma and Mistral, Bedrock, and Google's server for Gemma.
    "no system": re.compile(
        r"system (?:role|messages?|prompt)(?: is| are)? not (?:supported|allowed)"
        r"|does(?: not|n't) support system|developer instruction is not enabled"
        r"|only user(?:,| and) (?:assistant|model)(?:, and tool)? roles are supported",
        re.I,
    ),
    # Those templates, and Mistral's own server.
    "alternate": re.compile(
        r"roles must alternate|unexpected role '?user'? after role '?tool", re.I
    ),
}
_BETWEEN = "Understood."

_orders: WeakKeyDictionary[ModelAPI, Order] = WeakKeyDictionary()


def order_of(api: ModelAPI) -> Order:
    """Return what is known about the order of messages that a server accepts."""
    return _orders.get(api, frozenset())


def learn_order(api: ModelAPI, order: Order, error: BaseException) -> bool:
    """Remember the rules that a server's error states; return whether any of them is new.

    Args:
        order: The order of the request that the server refused.
    """
    text = one_line(error)
    found: set[Rule] = {rule for rule, pattern in _RULES.items() if pattern.search(text)}
    _orders[api] = order_of(api) | found
    return not found <= order


def ordered(messages: Sequence[ChatMessage], order: Order) -> list[ChatMessage]:
    """Return a conversation in an order that the server accepts."""
    first = _without_system(messages) if "no system" in order else [*messages]
    return [*_alternating(first)] if "alternate" in order else first


def _without_system(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Return a conversation whose system message is the beginning of the first message."""
    match messages:
        case [ChatMessageSystem() as system, ChatMessageUser() as first, *others]:
            begin = f"{system.text}\n\n"
            content = first.content
            joined = (
                begin + content if isinstance(content, str) else [ContentText(text=begin), *content]
            )
            return [first.model_copy(update={"content": joined}), *others]
    return [*messages]


def _alternating(messages: Sequence[ChatMessage]) -> Iterator[ChatMessage]:
    """Yield a conversation with an answer between results of calls and the user's next message."""
    previous: ChatMessage | None = None
    for message in messages:
        if isinstance(previous, ChatMessageTool) and isinstance(message, ChatMessageUser):
            yield ChatMessageAssistant(content=_BETWEEN)
        yield message
        previous = message
