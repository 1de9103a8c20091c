"""The message history between an agent and its model, kept within a token budget.

Each step is an exchange: what the model was shown, its reply, and the results of its calls. Pages
change, so older exchanges keep the actions without the view of the page, and only the latest images
are sent. If that is still over the budget, the oldest exchanges are removed and a note says so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from webproctor.core.actions import Action, ActionResult
from webproctor.core.episodes import Step
from webproctor.core.llm import DONE, Call, Message, Model, ModelFailed, Reply, Tool, done_fault
from webproctor.core.text_views import RESULT_TOKENS, result_text
from webproctor.core.tokens import tokens, truncate

# Approximately what providers count for a screenshot.
PICTURE_TOKENS = 1500
# Limits on the part of a reply that is kept: tokens of its text or of one call, and calls.
REPLY_TOKENS = 8000
MAX_CALLS = 100
# Consecutive replies without any tool call after which the episode ends.
MAX_IDLE_REPLIES = 3
_IDLE_NOTE = (
    "You called no tool, so nothing happened. Call tools to act, or `done` with your answer."
)
_TRUNCATED_NOTE = (
    "Your reply was truncated before it called a tool, so nothing happened. Write less before you "
    "call tools, or `done` with your answer."
)


@dataclass
class Exchange:
    """One step of the conversation.

    Attributes:
        view: What the model was shown, apart from the results of the previous step's calls.
        brief: A short form of it, for later requests.
        reply: The model's message.
        calls: Its calls, each with its number of actions.
        results: The results of the calls.
    """

    view: Message | None
    brief: str
    reply: Message | None = None
    calls: list[tuple[Call, int]] = field(default_factory=list)
    results: list[Message] = field(default_factory=list)

    def as_history(self) -> list[Message]:
        """Return the messages of this exchange in later requests, with all images."""
        images = self.view.images if self.view else ()
        view = [Message("user", self.brief, images=images)] if self.brief else []
        reply = [self.reply] if self.reply else []
        return [*view, *reply, *self.results]


class Conversation:
    """The messages sent to a model, from the system message to the current view of the page.

    Args:
        model: The language model.
        system: The system message.
        history: Token limit for earlier exchanges, as they are sent; the last one is always sent.
        pictures: Number of latest images that are kept, including the current one.
        result_tokens: Token limit for what one call returned (a file, a page's text).

    Attributes:
        plan: The model's plan, shown with every view until it is replaced.
    """

    def __init__(
        self,
        model: Model,
        system: str,
        *,
        history: int,
        pictures: int,
        result_tokens: int = RESULT_TOKENS,
    ) -> None:
        self._model = model
        self._system = Message("system", system)
        self._history = history
        self._pictures = pictures
        self._result_tokens = result_tokens
        self.plan = ""
        self._exchanges: list[Exchange] = []
        self._idle_replies = 0
        self._idle_note = ""

    def show(
        self,
        text: str,
        brief: str,
        images: Sequence[bytes],
        results: Sequence[ActionResult],
        *,
        into_result: bool = False,
    ) -> None:
        """Begin a step: add the results of the last step's calls and the current view.

        Args:
            into_result: Add the images to the result of the last call, if there is one.
        """
        pictures = tuple(images)
        if self._exchanges:
            previous = self._exchanges[-1]
            previous.results = self._result_messages(previous, results)
            if into_result and previous.results:
                result = previous.results[-1]
                previous.results[-1] = replace(result, images=(*result.images, *pictures))
                pictures = ()
        if note := self._idle_note:
            text, brief = f"{note}\n\n{text}".strip(), f"{note}\n\n{brief}".strip()
        view = Message("user", text, images=pictures) if text or pictures else None
        self._exchanges.append(Exchange(view, brief))

    def _result_messages(
        self, exchange: Exchange, results: Sequence[ActionResult]
    ) -> list[Message]:
        messages, remaining = [], list(results)
        for call, count in exchange.calls:
            call_results, remaining = remaining[:count], remaining[count:]
            text = (
                "\n".join(result_text(one, self._result_tokens) for one in call_results)
                or "not done"
            )
            images = tuple(one.image for one in call_results if one.image)
            messages.append(Message("tool", text, images=images, call=call))
        return messages

    async def ask(self, question: str, tools: Sequence[Tool]) -> Reply:
        """Ask a question that the model answers without calling `tools`.

        Question and answer are not added to the conversation.
        """
        *earlier, current = self.messages()
        message = replace(current, text=f"{current.text}\n\n{question}")
        return await self._model.generate([*earlier, message], tools, tool_choice="none")

    async def answer(self, tools: Sequence[Tool]) -> Reply:
        """Return the model's reply to the current view.

        Raises:
            ModelFailed: If there is none, or several consecutive replies called no tool.
        """
        reply = _checked(_truncated(await self._model.generate(self.messages(), tools)))
        self._exchanges[-1].reply = reply.message()
        self._idle_replies = 0 if reply.calls else self._idle_replies + 1
        note = _TRUNCATED_NOTE if reply.stop == "length" else _IDLE_NOTE
        self._idle_note = "" if reply.calls else note
        if self._idle_replies == MAX_IDLE_REPLIES:
            raise _idle_error(reply)
        return reply

    def record_calls(self, calls: Sequence[tuple[Call, int]]) -> None:
        """Record the number of actions of each call of the last reply."""
        self._exchanges[-1].calls = list(calls)

    def messages(self) -> list[Message]:
        """Return the conversation as it is sent to the model."""
        *earlier, current = self._exchanges
        kept = self._history_messages(
            earlier, self._pictures - (len(current.view.images) if current.view else 0)
        )
        messages = [message for exchange_messages in kept for message in exchange_messages]
        if left_out := len(earlier) - len(kept):
            note = f"[{left_out} earlier steps are omitted.]"
            # Some models accept no two messages of the user in succession.
            if messages[0].role == "user":
                messages[0] = replace(messages[0], text=f"{note}\n\n{messages[0].text}")
            else:
                messages.insert(0, Message("user", note))
        view = [self._with_plan(current.view)] if current.view else []
        return [self._system, *messages, *view]

    def _history_messages(self, earlier: Sequence[Exchange], pictures: int) -> list[list[Message]]:
        """Return the messages of the exchanges that are sent, with the latest images."""
        remaining, kept = self._history, []
        for exchange in reversed(earlier):
            messages, pictures = _with_latest_images(exchange.as_history(), pictures)
            remaining -= sum(_token_count(message) for message in messages)
            # The last exchange has the results of the calls that were just executed.
            if remaining < 0 and kept:
                break
            kept.insert(0, messages)
        return kept

    def _with_plan(self, view: Message) -> Message:
        plan = f"\n\nYour plan:\n{self.plan}" if self.plan else ""
        return replace(view, text=f"{view.text}{plan}")


def _with_latest_images(messages: Sequence[Message], limit: int) -> tuple[list[Message], int]:
    """Remove all images but the last `limit`; also return how many more could be kept."""
    kept: list[Message] = []
    for message in reversed(messages):
        images = message.images[-limit:] if limit > 0 else ()
        limit -= len(images)
        kept.insert(0, replace(message, images=images))
    return kept, limit


def step_of(reply: Reply, actions: Sequence[Action], *, plan: str = "") -> Step:
    """Return a reply as a step; a `done` call that could be parsed ends the episode."""
    done = next((call for call in reply.calls if _ends(call)), None)
    answer = done.arguments.get("answer") if done else None
    return Step(
        actions=list(actions),
        done=done is not None,
        answer=None if answer is None else str(answer),
        thought=reply.text,
        plan=plan,
        usage=reply.usage,
    )


def calls_before_done(reply: Reply) -> list[Call]:
    """Return the calls to execute: those before a `done` that could be parsed."""
    return list(takewhile(lambda call: not _ends(call), reply.calls))


def _ends(call: Call) -> bool:
    return call.name == DONE.name and not call.fault


def _checked(reply: Reply) -> Reply:
    """Return a reply in which a `done` call whose answer has another name is invalid."""
    calls = tuple(
        replace(call, fault=done_fault(call.arguments)) if _ends(call) else call
        for call in reply.calls
    )
    return replace(reply, calls=calls)


def _truncated(reply: Reply) -> Reply:
    """Truncate a reply to the limits on its text, its calls and their arguments."""
    faults = [size_fault(call.arguments) for call in reply.calls]
    excess = len(faults) > MAX_CALLS or any(faults)
    if tokens(reply.text) <= REPLY_TOKENS and not excess:
        return reply
    calls = tuple(
        # A new id, because a client library may resend the call that it recorded under the old one.
        replace(call, id=f"{call.id}-shortened", arguments={}, fault=fault) if fault else call
        for call, fault in zip(reply.calls[:MAX_CALLS], faults, strict=False)
    )
    return replace(reply, text=truncate(reply.text, REPLY_TOKENS), calls=calls, shortened=True)


def size_fault(arguments: Mapping[str, Any]) -> str:
    """Return why the arguments of a call are not accepted; "" if they are small enough."""
    if tokens(str(arguments)) <= REPLY_TOKENS:
        return ""
    return f"arguments of more than {REPLY_TOKENS:,} tokens are not accepted"


def _idle_error(reply: Reply) -> ModelFailed:
    if reply.stop == "refused":
        message = "the model or its provider repeatedly refused to return an answer"
        return ModelFailed("refused", f"{message}: {reply.text[:200]}".rstrip(": "))
    detail = f"the last was {reply.text[:200]!r}" if reply.text.strip() else "they were empty"
    if reply.stop == "length":
        detail = "the last was truncated at the maximum number of tokens: raise --max-tokens"
    return ModelFailed(
        "no action", f"{MAX_IDLE_REPLIES} consecutive replies called no tool; {detail}"
    )


def _token_count(message: Message) -> int:
    calls_text = "".join(f"{call.name}{call.arguments}" for call in message.calls)
    return tokens(message.text) + tokens(calls_text) + PICTURE_TOKENS * len(message.images)
