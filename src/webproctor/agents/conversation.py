"""A conversation with a model about what it sees and does, kept within a budget.

Each turn is an exchange: what the model was shown, what it said, what its calls came to. Pages
change, so an older exchange keeps what was done and loses the sight of the page; when even that is
too much, the oldest exchanges go first, and the model is told so.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from webproctor.actions import Action, ActionResult
from webproctor.episodes import Turn
from webproctor.models import Call, Message, Model, ModelFailed, Reply, Tool
from webproctor.texts import cut, tokens

# About what providers count for a picture of a view.
PICTURE_TOKENS = 1500
DONE = Tool(
    "done",
    "Finish the task. Nothing can be done after this.",
    {
        "type": "object",
        "properties": {
            "answer": {"type": "string", "description": "The answer, if the task asks for one."}
        },
        "required": [],
        "additionalProperties": False,
    },
)
# The most of an answer that is kept: tokens of its words or of one call, and calls.
ANSWER_TOKENS = 8000
MOST_CALLS = 100
# Turns in a row in which a model may do nothing at all.
IDLE_TURNS = 3
_IDLE = "You called no tool, so nothing was done. Call tools to act, or `done` with your answer."


@dataclass
class Exchange:
    """One turn of the conversation.

    Attributes:
        shown: What the model was shown, if not all of it is in the answers before.
        brief: The same in a few words, for later.
        said: The model's message.
        asked: Its calls, each with how many actions it stands for.
        answers: What became of the calls.
    """

    shown: Message | None
    brief: str
    said: Message | None = None
    asked: list[tuple[Call, int]] = field(default_factory=list)
    answers: list[Message] = field(default_factory=list)

    def cost(self) -> int:
        messages = [self.said, *self.answers] if self.said else []
        return tokens(self.brief) + sum(_cost(one) for one in messages)


class Conversation:
    """What a model is told, from the system's message to the present view of the page.

    Args:
        model: Who answers.
        system: The first message.
        history: Tokens that earlier exchanges may take.
        pictures: How many of the newest pictures are kept, the present one included.
        answer_tokens: Tokens that what one call fetched (a file, a page's text) may take.
    """

    def __init__(
        self, model: Model, system: str, *, history: int, pictures: int, answer_tokens: int = 4000
    ) -> None:
        self._model = model
        self._system = Message("system", system)
        self._history = history
        self._pictures = pictures
        self._answer_tokens = answer_tokens
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
        """Begin a turn: what the last one's calls came to, and what is seen now.

        Args:
            into_answer: The pictures belong to the answer of the last call, where there is one.
        """
        pictures = tuple(images)
        if self._exchanges:
            last = self._exchanges[-1]
            last.answers = self._answers(last, results)
            if into_answer and last.answers:
                last.answers[-1] = replace(last.answers[-1], images=pictures)
                pictures = ()
        text = f"{_IDLE}\n\n{text}".strip() if self._idle else text
        shown = Message("user", text, images=pictures) if text or pictures else None
        self._exchanges.append(Exchange(shown, brief))

    def _answers(self, exchange: Exchange, results: Sequence[ActionResult]) -> list[Message]:
        answers, left = [], list(results)
        for call, count in exchange.asked:
            mine, left = left[:count], left[count:]
            text = "\n".join(self._told(one) for one in mine) or "not done"
            images = tuple(one.image for one in mine if one.image)
            answers.append(Message("tool", text, images=images, call=call))
        return answers

    def _told(self, result: ActionResult) -> str:
        if result.data is None:
            return result.message
        return f"{result.message}:\n{cut(result.data, self._answer_tokens)}"

    async def ask(self, question: str) -> Reply:
        """Ask something aside, in words alone: it leaves no trace in the conversation."""
        messages = self.messages()
        asked = replace(messages[-1], text=f"{messages[-1].text}\n\n{question}")
        return await self._model.generate([*messages[:-1], asked])

    def amend(self, text: str) -> None:
        """Add to what is shown now."""
        now = self._exchanges[-1]
        if text and now.shown is not None:
            now.shown = replace(now.shown, text=f"{now.shown.text}\n\n{text}")

    async def answer(self, tools: Sequence[Tool]) -> Reply:
        """The model's reply to what it was shown last.

        Raises:
            ModelFailed: If it gives none, or has done nothing for several turns.
        """
        reply = _within(await self._model.generate(self.messages(), tools))
        self._exchanges[-1].said = reply.message()
        self._idle = 0 if reply.calls else self._idle + 1
        if self._idle == IDLE_TURNS:
            raise _idle(reply)
        return reply

    def asked(self, calls: Sequence[tuple[Call, int]]) -> None:
        """Note how many actions each call of the last reply stands for."""
        self._exchanges[-1].asked = list(calls)

    def messages(self) -> list[Message]:
        """The conversation as it is sent."""
        *earlier, now = self._exchanges
        room, kept = self._history, []
        for exchange in reversed(earlier):
            room -= exchange.cost()
            if room < 0:
                break
            kept.append(exchange)
        kept.reverse()
        pictures = self._pictures - (len(now.shown.images) if now.shown else 0)
        spoken: list[list[Message]] = []
        for exchange in reversed(kept):
            images: tuple[bytes, ...] = ()
            answers = []
            for one in reversed(exchange.answers):
                fits = pictures > 0 and bool(one.images)
                pictures -= fits
                answers.insert(0, one if fits else replace(one, images=()))
            if pictures > 0 and exchange.shown and exchange.shown.images:
                images, pictures = exchange.shown.images[:pictures], pictures - 1
            shown = [Message("user", exchange.brief, images=images)] if exchange.brief else []
            said = [exchange.said] if exchange.said else []
            spoken.insert(0, [*shown, *said, *answers])
        left_out = len(earlier) - len(kept)
        note = [Message("user", f"[{left_out} earlier turns are left out.]")] if left_out else []
        shown = [now.shown] if now.shown else []
        return [self._system, *note, *(one for each in spoken for one in each), *shown]


def turn_of(reply: Reply, actions: Sequence[Action], *, plan: str = "") -> Turn:
    """A reply as a turn; its `done` call, if it has one, ends the episode."""
    done = next((call for call in reply.calls if call.name == DONE.name), None)
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
    """The calls that are to be carried out: those after `done` are not."""
    names = [call.name for call in reply.calls]
    end = names.index(DONE.name) if DONE.name in names else len(names)
    return list(reply.calls[:end])


def _within(reply: Reply) -> Reply:
    """A reply without its excess: nobody reads a book, or a thousand calls."""
    given = [tokens(str(call.arguments)) for call in reply.calls]
    excess = len(reply.calls) > MOST_CALLS or max(given, default=0) > ANSWER_TOKENS
    if tokens(reply.text) <= ANSWER_TOKENS and not excess:
        return reply
    fault = f"arguments of more than {ANSWER_TOKENS:,} tokens are not read"
    calls = tuple(
        call if size <= ANSWER_TOKENS else replace(call, arguments={}, fault=fault)
        for call, size in zip(reply.calls[:MOST_CALLS], given, strict=False)
    )
    # The provider's own form would bring the excess back with the next request.
    return replace(reply, text=cut(reply.text, ANSWER_TOKENS), calls=calls, native=None)


def _idle(reply: Reply) -> ModelFailed:
    if reply.stop == "refused":
        return ModelFailed("refused", "the model's provider withheld its answer again and again")
    said = f"the last was {reply.text[:200]!r}" if reply.text.strip() else "they were empty"
    return ModelFailed("no action", f"{IDLE_TURNS} answers in a row called no tool; {said}")


def _cost(message: Message) -> int:
    called = "".join(f"{call.name}{call.arguments}" for call in message.calls)
    return tokens(message.text) + tokens(called) + PICTURE_TOKENS * len(message.images)
