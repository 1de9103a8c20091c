"""The web agent: a model that reads elements, text and a marked screenshot, and plans.

The protocol is that of the WebGames paper (section 4): at most 20 steps, a plan every 4 steps, at
most 15 actions per step, Set-of-Marks screenshots and the elements as text.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import NonNegativeInt, PositiveInt

from webproctor.agents.conversation import Conversation, calls_before_done, step_of
from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action, ActionSet
from webproctor.core.actions.web import web as web_actions
from webproctor.core.episodes import Step, added
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf
from webproctor.core.llm import DONE, Call, Model, Tool
from webproctor.core.observations import Observation, View
from webproctor.core.presets import Preset
from webproctor.core.text_views import (
    TextView,
    default_picture,
    default_views,
    page_line,
    page_text,
    shown_views,
)

_PROMPT = Path(__file__).with_name("web.txt")
_PLAN = Path(__file__).with_name("plan.txt")
_PICTURES: dict[View, str] = {
    "marked_screenshot": "- Screenshot: the viewport, with a box and a number at every visible "
    "element.\n",
    "screenshot": "- Screenshot: the viewport. Refer to what it shows by points.\n",
}

_OUTSIDE = "Elements outside the viewport are scrolled into view when you act on them."
_VIEWS: dict[TextView, str] = {
    "content": (
        "- Content: the page in reading order. Elements are in brackets: number, kind, name "
        'in quotes, value and states, for example [3 button "Delete"]. An element without '
        'a number cannot be acted on now, for example because it is disabled. "# " begins '
        'a heading, "- " a list item, "| " a table row; " | " separates what is side '
        "by side. Elements outside the viewport are scrolled into view when you act on them.\n"
        "- Brackets in the page's own text are written \\[ and \\]; do not copy these "
        "backslashes. Notes in brackets say where the viewport is and what was left out; "
        "find_text and read_more show the rest."
    ),
    "elements": (
        "- Elements: what can be acted on, one per line: number in brackets, kind, name and value, "
        f"for example [3] button 'Delete'. {_OUTSIDE}"
    ),
    "text": "- Text: the text of the page, without the numbers of elements.",
    "axtree": (
        "- Accessibility tree: the page, one node per line. What can be acted on has a number in "
        f"brackets. {_OUTSIDE}"
    ),
    "html": "- HTML: the source of the page, without the numbers of elements.",
    "pruned_html": (
        "- HTML, pruned: the page without what is invisible. What can be acted on has its number "
        f"as the attribute mark, and its current value as now. {_OUTSIDE}"
    ),
    "relevant_html": (
        "- HTML around elements that can be acted on: these have their number as the attribute "
        f"mark, and their current value as now. {_OUTSIDE}"
    ),
}

PRESETS = {
    ("paper", "webgames"): Preset(
        version=1,
        source="WebGames paper, section 4 and Table 1",
        agent={"max_steps": 20, "plan_every": 4, "actions_per_step": 15},
        benchmark={"challenges": "published", "clock": "real", "rule": "published"},
    )
}


class WebAgent:
    """The agent of this module; the factory `web` describes the settings."""

    takes = frozenset({"web"})

    def __init__(
        self,
        model: Model,
        *,
        picture: View | None,
        max_steps: int,
        actions_per_step: int,
        plan_every: int,
        views: Sequence[TextView],
        tabs: bool,
        view_tokens: int,
        history_tokens: int,
        screenshots: int,
    ) -> None:
        self._model = model
        self._picture: View | None = picture
        self._max_steps = max_steps
        self._actions_per_step = actions_per_step
        self._plan_every = plan_every
        self._views = views
        self._view_tokens = view_tokens
        self._history_tokens = history_tokens
        self._screenshots = screenshots
        self._conversation: Conversation | None = None
        self._actions: ActionSet = web_actions
        self._tools = [*tools(self._actions), DONE]
        views_read: set[View | None] = {*views, "tabs" if tabs else None, picture}
        self.reads: frozenset[View] = frozenset(view for view in views_read if view)

    async def act(self, observation: Observation) -> Step:
        if observation.step == 0 or self._conversation is None:
            self._conversation = self._begin(observation)
        conversation, step_index = self._conversation, observation.step
        images = [observation.read(self._picture)] if self._picture else []
        conversation.show(
            self._view_text(observation), _brief(observation), images, observation.results
        )
        usages = []
        plan = ""
        if self._plan_every and step_index % self._plan_every == 0:
            plan_reply = await conversation.ask(
                _PLAN.read_text(encoding="utf-8").strip(), self._tools
            )
            plan = plan_reply.text.strip()
            usages.append(plan_reply.usage)
            conversation.plan = plan or conversation.plan
        reply = await conversation.answer(self._tools)
        calls = calls_before_done(reply)
        step = step_of(reply, self._read(calls), plan=plan)
        conversation.record_calls([(call, 1) for call in reply.calls])
        step.usage = added(*usages, reply.usage)
        step.done = step.done or step_index + 1 >= self._max_steps
        return step

    def _read(self, calls: Sequence[Call]) -> list[Action]:
        note = f"refused: a step can have at most {self._actions_per_step} calls"
        return [
            self._actions.read(
                call.name, call.arguments, call.fault if index < self._actions_per_step else note
            )
            for index, call in enumerate(calls)
        ]

    def _begin(self, observation: Observation) -> Conversation:
        prompt = _PROMPT.read_text(encoding="utf-8").format(
            views="\n".join(_VIEWS[one] for one in shown_views(observation, self._views)),
            picture=_PICTURES[self._picture] if self._picture else "",
            steps=self._max_steps,
            actions=self._actions_per_step,
            task=observation.instruction,
            width=observation.width,
            height=observation.height,
        )
        return Conversation(
            self._model, prompt, history=self._history_tokens, pictures=self._screenshots
        )

    def _view_text(self, observation: Observation) -> str:
        """Return the current view as text."""
        remaining = self._max_steps - observation.step
        last = " This is the last step: call done with your answer." if remaining == 1 else ""
        heading = f"Step {observation.step + 1} of {self._max_steps}.{last}"
        return f"{heading}\n\n{page_text(observation, self._views, self._view_tokens)}"


def tools(actions: ActionSet) -> list[Tool]:
    """Return an action set as tools."""
    return [Tool(**schema) for schema in actions.schema()]


def _brief(observation: Observation) -> str:
    return f"Step {observation.step + 1}. {page_line(observation)} (the view is omitted)"


def web(
    benchmark: Benchmark,
    model: Model,
    *,
    vision: Annotated[bool, "Send screenshots in addition to text.", "text-only"] = True,
    max_steps: Annotated[PositiveInt, "Maximum number of steps."] = 20,
    actions_per_step: Annotated[PositiveInt, "Maximum number of actions per step."] = 15,
    plan_every: Annotated[NonNegativeInt, "Steps between plans; 0 for no plans."] = 4,
    views: Annotated[
        tuple[TextView, ...], "Text views of a page to send; by default its content."
    ] = (),
    view_tokens: Annotated[
        NonNegativeInt, "Approximate token limit for all views together."
    ] = 8000,
    history_tokens: Annotated[NonNegativeInt, "Approximate token limit for earlier steps."] = 12000,
    screenshots: Annotated[
        NonNegativeInt,
        "Number of latest screenshots sent to the model.",
        OnlyIf("with --text-only", lambda its: its["vision"]),
    ] = 1,
) -> WebAgent:
    """A model that reads marked elements, text and screenshots of web pages, and calls actions.

    Of data that lacks some of its views, it reads the others: of stored screenshots only these.

    Raises:
        UserError: If it would see nothing.
    """
    lacks = benchmark.lacks
    picture = default_picture(lacks) if vision else None
    texts = views or default_views(lacks)
    if not picture and not texts:
        raise UserError(f"{benchmark.name} has only screenshots: remove --text-only.")
    return WebAgent(
        model,
        picture=picture,
        tabs="tabs" not in lacks,
        max_steps=max_steps,
        actions_per_step=actions_per_step,
        plan_every=plan_every,
        views=texts,
        view_tokens=view_tokens,
        history_tokens=history_tokens,
        screenshots=screenshots,
    )
