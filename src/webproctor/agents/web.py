"""The web agent: a model that sees elements, text and a marked picture, and plans as it goes.

The protocol is that of WebGames' paper (section 4): at most 20 turns, a planning turn every 4, at
most 15 actions a turn, Set-of-Marks pictures and the elements as text.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from webproctor.actions import Action, ActionSet
from webproctor.actions.web import web as web_actions
from webproctor.agents.conversation import (
    DONE,
    Conversation,
    calls_before_done,
    turn_of,
)
from webproctor.benchmarks import Benchmark
from webproctor.episodes import Turn, added
from webproctor.models import Call, Model, Tool
from webproctor.observations import Observation, View
from webproctor.texts import TextView, view_text

_PROMPT = Path(__file__).with_name("web.txt")
_PLAN = Path(__file__).with_name("plan.txt")
_PICTURE = (
    "- Picture: the view, with a frame round every element in sight and its number beside it.\n"
)


class WebAgent:
    """See the module; the factory `web` explains the settings."""

    takes = frozenset({"web"})

    def __init__(
        self,
        model: Model,
        *,
        vision: bool,
        turns: int,
        actions_per_turn: int,
        plan_every: int,
        views: Sequence[TextView],
        view_tokens: int,
        history_tokens: int,
        pictures: int,
    ) -> None:
        self._model = model
        self._vision = vision
        self._turns = turns
        self._allowed = actions_per_turn
        self._plan_every = plan_every
        self._views = views
        self._view_tokens = view_tokens
        self._history_tokens = history_tokens
        self._pictures = pictures
        self._plan = ""
        self._talk: Conversation | None = None
        self._actions: ActionSet = web_actions
        self._tools = tools(self._actions)
        seen: set[View] = {*views, "tabs"}
        if vision:
            seen.add("marked_screenshot")
        self.reads: frozenset[View] = frozenset(seen)

    async def act(self, observation: Observation) -> Turn:
        if observation.turn == 0 or self._talk is None:
            self._plan, self._talk = "", self._begin(observation)
        talk, number = self._talk, observation.turn
        images = [observation.read("marked_screenshot")] if self._vision else []
        talk.show(self._told(observation), _brief(observation), images, observation.results)
        spent = []
        plan = ""
        if self._plan_every and number % self._plan_every == 0:
            planned = await talk.ask(_PLAN.read_text(encoding="utf-8").strip())
            self._plan = plan = planned.text.strip()
            spent.append(planned.usage)
            talk.amend(f"Your plan:\n{plan}" if plan else "")
        reply = await talk.answer([*self._tools, DONE])
        calls = calls_before_done(reply)
        turn = turn_of(reply, self._read(calls), plan=plan)
        talk.asked([(call, 1) for call in reply.calls])
        turn.usage = added(*spent, reply.usage)
        turn.done = turn.done or number + 1 >= self._turns
        return turn

    def _read(self, calls: Sequence[Call]) -> list[Action]:
        note = f"refused: a turn holds at most {self._allowed} calls"
        return [
            self._actions.read(
                call.name, call.arguments, call.fault if place < self._allowed else note
            )
            for place, call in enumerate(calls)
        ]

    def _begin(self, observation: Observation) -> Conversation:
        prompt = _PROMPT.read_text(encoding="utf-8").format(
            picture=_PICTURE if self._vision else "",
            turns=self._turns,
            actions=self._allowed,
            task=observation.instruction,
            width=observation.width,
            height=observation.height,
        )
        return Conversation(
            self._model, prompt, history=self._history_tokens, pictures=self._pictures
        )

    def _told(self, observation: Observation) -> str:
        """The present view in words."""
        left = self._turns - observation.turn
        last = " This is the last: call done with your answer." if left == 1 else ""
        parts = [f"Turn {observation.turn + 1} of {self._turns}.{last}", page_line(observation)]
        tabs = observation.read("tabs")
        if len(tabs) > 1:
            listed = (f"{number}: {tab}" for number, tab in enumerate(tabs))
            parts.append("Tabs\n" + "\n".join(listed))
        parts += [view_text(observation, view, self._view_tokens) for view in self._views]
        return "\n\n".join(parts)


def tools(actions: ActionSet) -> list[Tool]:
    """An action set as tools."""
    return [Tool(**one) for one in actions.schema()]


def page_line(observation: Observation) -> str:
    return f"Page: {observation.title or '(no title)'} at {observation.url}"


def _brief(observation: Observation) -> str:
    return f"Turn {observation.turn + 1}. {page_line(observation)} (the view is left out)"


def web(
    benchmark: Benchmark,
    model: Model,
    *,
    vision: Annotated[bool, "Show pictures beside the text.", "text-only"] = True,
    turns: Annotated[int, "Turns before it must have finished."] = 20,
    actions_per_turn: Annotated[int, "Actions that the model is told it may do in a turn."] = 15,
    plan_every: Annotated[int, "Turns from one planning to the next; 0 for none."] = 4,
    views: Annotated[tuple[TextView, ...], "What it reads of a page."] = ("elements", "text"),
    view_tokens: Annotated[int, "Tokens that each view may take, about."] = 4000,
    history_tokens: Annotated[int, "Tokens that earlier turns may take, about."] = 12000,
    pictures: Annotated[int, "How many of the newest pictures the model is sent."] = 1,
) -> WebAgent:
    """A model on web pages: marked elements, text and pictures in, actions out."""
    return WebAgent(
        model,
        vision=vision,
        turns=turns,
        actions_per_turn=actions_per_turn,
        plan_every=plan_every,
        views=views,
        view_tokens=view_tokens,
        history_tokens=history_tokens,
        pictures=pictures,
    )
