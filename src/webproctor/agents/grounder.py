"""The grounding agents: a model predicts the point to click for what the user said.

`grounder` gives the grounding model the user's own words and the history. `planner` has a second
model rewrite them, given the screenshot and the history, and gives only the result to the grounding
model (the RealWebAssist paper's combination of a planner and a grounding model).
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from webproctor.agents.computer_tool import COMPUTER
from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action
from webproctor.core.actions.arguments import MAX_COORDINATE
from webproctor.core.actions.web import Click, Wait
from webproctor.core.episodes import Step, added
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf
from webproctor.core.llm import Message, Model
from webproctor.core.observations import Observation, View
from webproctor.core.presets import Preset
from webproctor.files.reading import read_json, read_text
from webproctor.methods.grounding.adapters import ADAPTERS, history_text
from webproctor.methods.grounding.answers import Answer
from webproctor.methods.grounding.pointers import (
    Pointer,
    PointerSettings,
    Source,
    make_pointer,
)

# Grounders that can use the planner's model.
_GENERAL = ("any", "claude", "openai", "gemini")
# The planner's prompts: ours, and one that does not say how to answer, as in the public scripts of
# RealWebAssist.
_PROMPTS: dict[Source, Path] = {
    "model": Path(__file__).with_name("planner.txt"),
    "scripts": Path(__file__).with_name("planner_scripts.txt"),
}

PRESETS = {
    ("paper", "realwebassist"): Preset(
        version=1,
        source="Ye et al. 2026, Table 2, and the public scripts in SCAI-JHU/RealWebAssist",
        agent={"wording": "scripts", "rounding": "scripts", "history_position": "after"},
        benchmark={"past": 10, "metric_variant": "code"},
    ),
    ("paper", "grounding"): Preset(
        version=1,
        source="Li et al. 2025 (ScreenSpot-Pro), and its public evaluation code",
        agent={"guided": True},
        benchmark={"dataset": "screenspot-pro"},
    ),
}


GroundingModel = Annotated[
    str,
    "set-of-mark, set-of-mark-sam, gui-actor, an adapter such as gta1, or path/file.py:NAME.",
]


class Grounder:
    """Answers every screenshot with one click, or waits if there is no prediction.

    Args:
        pointer: The grounding model.
        planner: The model that rewrites what the user said; None passes on the user's own words.
        plans: Stored planner texts by the step's key, used instead of a planner.
        past_screenshots: Number of screenshots of the task's earlier steps sent to the planner.
        prompt: The planner's prompt, with `{history}` and `{instruction}`; None for our own.
        uses_model: Whether the model of the run is used; if not, the run does not name it.
    """

    takes = frozenset({"web"})
    reads: frozenset[View] = frozenset({"screenshot"})

    def __init__(
        self,
        pointer: Pointer,
        planner: Model | None = None,
        *,
        plans: Mapping[str, str] | None = None,
        past_screenshots: int = 0,
        prompt: str | None = None,
        uses_model: bool = True,
    ) -> None:
        self.uses_model = uses_model
        self._pointer = pointer
        self._planner = planner
        self._plans = plans
        self._past_screenshots = past_screenshots
        self._prompt = read_text(_PROMPTS["model"]) if prompt is None else prompt
        self._screenshots: list[bytes] = []

    async def act(self, observation: Observation) -> Step:
        if observation.step == 0:
            self._screenshots = []
        screenshot, instruction = observation.read("screenshot"), observation.instruction
        history = observation.history or ()
        plan, plan_usage = await self._plan(observation.key, instruction, history, screenshot)
        if plan == "":
            answer = Answer(instruction=instruction, said="(no plan)", unreadable=True)
            return Step(actions=[Wait()], notes=answer.noted(), usage=plan_usage)
        steps = () if plan else history
        prediction = await self._pointer.point(screenshot, plan or instruction, steps)
        point = prediction.point
        if point and not all(abs(side) <= MAX_COORDINATE for side in point):
            point = None  # Outside any image; a click needs finite numbers.
        answer = Answer(
            instruction=instruction,
            plan=plan or "",
            said=prediction.text,
            point=point,
            unreadable=point is None and not prediction.declined,
        )
        action: Action = Click(x=point[0], y=point[1]) if point else Wait()
        return Step(
            actions=[action],
            plan=plan or "",
            notes=answer.noted() | prediction.notes,
            usage=added(plan_usage, prediction.usage),
        )

    async def _plan(
        self, key: str, instruction: str, history: tuple[str, ...], screenshot: bytes
    ) -> tuple[str | None, dict[str, float]]:
        """Return the planner's text for a step, and its usage; None without a planner."""
        if self._plans is not None:
            return self._plans.get(key, ""), {}
        if self._planner is None:
            return None, {}
        past_steps = history_text(history) if history else "No action has been taken yet."
        parts = {"{history}": past_steps, "{instruction}": instruction}
        prompt = re.sub("|".join(map(re.escape, parts)), lambda part: parts[part[0]], self._prompt)
        count = self._past_screenshots
        earlier = tuple(self._screenshots[-count:]) if count else ()
        self._screenshots.append(screenshot)
        if earlier:
            prompt += (
                f"\nThe last image is the current screen; the other {len(earlier)} are earlier."
            )
        reply = await self._planner.generate(
            [Message("user", prompt, images=(*earlier, screenshot))]
        )
        return reply.text.strip(), reply.usage


def read_plans(path: Path) -> dict[str, str]:
    """Read stored planner texts: `{participant: {image: text}}` or `{"participant/image": text}`.

    Raises:
        UserError: If the file has neither form.
    """
    data = read_json(path)
    if not isinstance(data, dict):
        raise UserError(f"{path}: must be an object by participant and image number.")
    plans: dict[str, Any] = {}
    for name, value in data.items():
        plans |= (
            {f"{name}/{key}": text for key, text in value.items()}
            if isinstance(value, dict)
            else {name: value}
        )
    if wrong := [key for key, text in plans.items() if not isinstance(text, str)]:
        raise UserError(f"{path}: {wrong[0]!r} has no text.")
    return plans


def grounder(
    benchmark: Benchmark,
    model: Model | None = None,
    *,
    grounder: GroundingModel = "set-of-mark",
    settings: PointerSettings,
) -> Grounder:
    """A grounding model that gets the user's own words and the history.

    Raises:
        UserError: If a setting is invalid, or a model is not available.
    """
    own_model = settings.server or (settings.weights and grounder in ADAPTERS)
    return Grounder(_pointer(benchmark, grounder, model, settings), uses_model=not own_model)


_WITHOUT_PLANS = OnlyIf("with --plans", lambda its: its["plans"] is None)


def planner(
    benchmark: Benchmark,
    model: Model | None = None,
    *,
    plans: Annotated[Path | None, "File of stored planner texts, used instead of --model."] = None,
    past_screenshots: Annotated[
        int, "Earlier screenshots of the task sent to the planner.", _WITHOUT_PLANS
    ] = 0,
    planner_prompt: Annotated[
        Path | None,
        "File with the planner's prompt; contains {instruction} and {history}.",
        _WITHOUT_PLANS,
    ] = None,
    grounder: GroundingModel = "set-of-mark",
    settings: PointerSettings,
) -> Grounder:
    """A model rewrites what the user said; a grounding model predicts the point.

    Raises:
        UserError: If a setting is invalid, or a model is not available.
    """
    if plans is None and model is None:
        raise UserError("agent 'planner' needs --model, or stored planner texts with --plans.")
    if past_screenshots < 0:
        raise UserError(f"past_screenshots {past_screenshots}: it must be 0 or more.")
    # With stored plans, the model is available for grounding.
    grounding_model = model if plans is not None or grounder in _GENERAL else None
    return Grounder(
        _pointer(benchmark, grounder, grounding_model, settings),
        model if plans is None else None,
        plans=None if plans is None else read_plans(plans),
        past_screenshots=past_screenshots,
        prompt=_planner_prompt(planner_prompt or _PROMPTS[settings.wording]),
    )


def _pointer(
    benchmark: Benchmark, grounder: str, model: Model | None, settings: PointerSettings
) -> Pointer:
    # Other benchmarks than `grounding` have no such data set.
    dataset = str(benchmark.condition.get("dataset", ""))
    return make_pointer(grounder, model, settings, dataset=dataset, tools=[COMPUTER])


def _planner_prompt(path: Path) -> str:
    """Read the planner's prompt.

    Raises:
        UserError: If it cannot be read, or does not contain the instruction.
    """
    text = read_text(path)
    if "{instruction}" not in text:
        raise UserError(f"{path}: the planner's prompt must contain {{instruction}}.")
    return text
