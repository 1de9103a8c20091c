"""The message history between an agent and its model, kept within a token budget.

Each step is an exchange: what the model was shown, its reply, and the results of its calls. Pages
change, so older exchanges keep the actions without the view of the page, and only the latest images
are sent. If that is still over the budget, the oldest exchanges are removed and a note says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from webproctor.core.actions import Action, ActionResult
from webproctor.core.episodes import Turn
from webproctor.core.llm import DONE, Call, Message, Model, ModelFailed, Reply, Tool
from webproctor.core.text_views import RESULT_TOKENS, cut, result_text, tokens

# Approximately what providers count for a screenshot.
PICTURE_TOKENS = 1500
# Limits on the part of a reply that is kept: tokens of its text or of one call, and calls.
ANSWER_TOKENS = 8000
MOST_CALLS = 100
# Consecutive replies without any tool call after which the episode ends.
IDLE_TURNS = 3
_IDLE = "You called no tool, so nothing happened. Call tools to act, or `done` with your answer."


@dataclass
class Exchange:
    """One step of the conversation.

    Attributes:
        shown: What the model was shown, apart from the results of the previous step's calls.
        brief: A short form of it, for later requests.
        said: The model's message.
        asked: Its calls, each with its number of actions.
        answers: The results of the calls.
    """

    shown: Message | None
    brief: str
    said: Message | None = None
    asked: list[tuple[Call, int]] = field(default_factory=list)
    answers: list[Message] = field(default_factory=list)

    def later(self) -> list[Message]:
        """Return the messages of this exchange in later requests, with all images."""
        images = self.shown.images if self.shown else ()
        shown = [Message("user", self.brief, images=images)] if self.brief else []
        said = [self.said] if self.said else []
        return [*shown, *said, *self.answers]


class Conversation:
    """The messages sent to a model, from the system message to the current view of the page.

    Args:
        model: The language model.
        system: The system message.
        history: Token limit for earlier exchanges, as they are sent; the last one is always sent.
        pictures: Number of latest images that are kept, including the current one.
        answer_tokens: Token limit for what one call returned (a file, a page's text).

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
        answer_tokens: int = RESULT_TOKENS,
    ) -> None:
        self._model = model
        self._system = Message("system", system)
        self._history = history
        self._pictures = pictures
        self._answer_tokens = answer_tokens
        self.plan = ""
        self._exchanges: list[Exchange] = []
        self._idle = 0

    def show(
        self,
        text: str,
        brief: str,
        images: Sequence[bytes],
        results: Sequence[ActionResult],
        *,
        into_answer: bool = False,
    ) -> None:
        """Begin a step: add the results of the last step's calls and the current view.

        Args:
            into_answer: Add the images to the result of the last call, if there is one.
        """
        pictures = tuple(images)
        if self._exchanges:
            last = self._exchanges[-1]
            last.answers = self._answers(last, results)
            if into_answer and last.answers:
                answer = last.answers[-1]
                last.answers[-1] = replace(answer, images=(*answer.images, *pictures))
                pictures = ()
        if self._idle:
            text, brief = f"{_IDLE}\n\n{text}".strip(), f"{_IDLE}\n\n{brief}".strip()
        shown = Message("user", text, images=pictures) if text or pictures else None
        self._exchanges.append(Exchange(shown, brief))

    def _answers(self, exchange: Exchange, results: Sequence[ActionResult]) -> list[Message]:
        answers, left = [], list(results)
        for call, count in exchange.asked:
            mine, left = left[:count], left[count:]
            text = "\n".join(result_text(one, self._answer_tokens) for one in mine) or "not done"
            images = tuple(one.image for one in mine if one.image)
            answers.append(Message("tool", text, images=images, call=call))
        return answers

    async def ask(self, question: str, tools: Sequence[Tool]) -> Reply:
        """Ask a question that the model answers without calling `tools`.

        Question and answer are not added to the conversation.
        """
        *before, now = self.messages()
        asked = replace(now, text=f"{now.text}\n\n{question}")
        return await self._model.generate([*before, asked], tools, tool_choice="none")

    async def answer(self, tools: Sequence[Tool]) -> Reply:
        """Return the model's reply to the current view.

        Raises:
            ModelFailed: If there is none, or several consecutive replies called no tool.
        """
        reply = _within(await self._model.generate(self.messages(), tools))
        self._exchanges[-1].said = reply.message()
        self._idle = 0 if reply.calls else self._idle + 1
        if self._idle == IDLE_TURNS:
            raise _idle(reply)
        return reply

    def asked(self, calls: Sequence[tuple[Call, int]]) -> None:
        """Record the number of actions of each call of the last reply."""
        self._exchanges[-1].asked = list(calls)

    def messages(self) -> list[Message]:
        """Return the conversation as it is sent to the model."""
        *earlier, now = self._exchanges
        kept = self._kept(earlier, self._pictures - (len(now.shown.images) if now.shown else 0))
        left_out = len(earlier) - len(kept)
        note = [Message("user", f"[{left_out} earlier steps are omitted.]")] if left_out else []
        shown = [self._with_plan(now.shown)] if now.shown else []
        return [self._system, *note, *(one for each in kept for one in each), *shown]

    def _kept(self, earlier: Sequence[Exchange], pictures: int) -> list[list[Message]]:
        """Return the messages of the exchanges that are sent, with the latest images."""
        room, kept = self._history, []
        for exchange in reversed(earlier):
            sent, pictures = _with_latest_images(exchange.later(), pictures)
            room -= sum(_cost(one) for one in sent)
            # The last exchange has the results of the calls that were just executed.
            if room < 0 and kept:
                break
            kept.insert(0, sent)
        return kept

    def _with_plan(self, shown: Message) -> Message:
        plan = f"\n\nYour plan:\n{self.plan}" if self.plan else ""
        return replace(shown, text=f"{shown.text}{plan}")


def _with_latest_images(messages: Sequence[Message], most: int) -> tuple[list[Message], int]:
    """Remove all images but the last `most`; also return how many more could be kept."""
    kept: list[Message] = []
    for message in reversed(messages):
        images = message.images[-most:] if most > 0 else ()
        most -= len(images)
        kept.insert(0, replace(message, images=images))
    return kept, most


def turn_of(reply: Reply, actions: Sequence[Action], *, plan: str = "") -> Turn:
    """Return a reply as a turn; a `done` call that could be parsed ends the episode."""
    done = next((call for call in reply.calls if _ends(call)), None)
    answer = done.arguments.get("answer") if done else None
    return Turn(
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


def _within(reply: Reply) -> Reply:
    """Truncate a reply to the limits on its text, its calls and their arguments."""
    given = [tokens(str(call.arguments)) for call in reply.calls]
    excess = len(reply.calls) > MOST_CALLS or max(given, default=0) > ANSWER_TOKENS
    if tokens(reply.text) <= ANSWER_TOKENS and not excess:
        return reply
    calls = tuple(
        call if size <= ANSWER_TOKENS else _without_arguments(call)
        for call, size in zip(reply.calls[:MOST_CALLS], given, strict=False)
    )
    return replace(reply, text=cut(reply.text, ANSWER_TOKENS), calls=calls, shortened=True)


def _without_arguments(call: Call) -> Call:
    fault = f"arguments of more than {ANSWER_TOKENS:,} tokens are not accepted"
    # A new id, because a client library may resend the call that it recorded under the old one.
    return replace(call, id=f"{call.id}-shortened", arguments={}, fault=fault)


def _idle(reply: Reply) -> ModelFailed:
    if reply.stop == "refused":
        return ModelFailed("refused", "the model's provider repeatedly refused to return an answer")
    said = f"the last was {reply.text[:200]!r}" if reply.text.strip() else "they were empty"
    return ModelFailed("no action", f"{IDLE_TURNS} consecutive replies called no tool; {said}")


def _cost(message: Message) -> int:
    called = "".join(f"{call.name}{call.arguments}" for call in message.calls)
    return tokens(message.text) + tokens(called) + PICTURE_TOKENS * len(message.images)
