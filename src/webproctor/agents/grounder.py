"""The grounding agents: a model predicts the point to click for what the user said.

`grounder` gives the grounding model the user's own words and the history. `planner` has a second
model rewrite them, given the screenshot and the history, and gives only the result to the grounding
model (the RealWebAssist paper's combination of a planner and a grounding model).
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from webproctor.agents.computer import COMPUTER
from webproctor.benchmarks import Benchmark
from webproctor.core.actions import Action
from webproctor.core.actions.arguments import MAX_COORDINATE
from webproctor.core.actions.web import Click, Wait
from webproctor.core.episodes import Step, added
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Model
from webproctor.core.observations import Observation, View
from webproctor.core.presets import Preset
from webproctor.files.reading import read_json, read_text
from webproctor.methods.grounding.adapters import HistoryPosition, history_text
from webproctor.methods.grounding.answers import Answer
from webproctor.methods.grounding.pointers import Pointer, Source, make_pointer

# Grounders that can use the planner's model.
_GENERAL = ("any", "claude", "openai", "gemini")
# The planner's prompts: ours, and one that prescribes no form of answer, as the public scripts of
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


# Settings that both agents have.
Grounding = Annotated[
    str,
    "set-of-mark, set-of-mark-sam, gui-actor, an adapter such as gta1, or path/file.py:NAME.",
]
Server = Annotated[str, "Address of the grounding model's OpenAI-compatible server, with /v1."]
ServedAs = Annotated[str, "The model's name on that server."]
Weights = Annotated[str, "Folder or hub name of weights to run locally."]
Device = Annotated[str, "Device for the weights, such as cuda; default: the best available."]
Prompt = Annotated[Path | None, "File with the grounding model's prompt; contains {instruction}."]
System = Annotated[Path | None, "File with the grounding model's system message; empty for none."]
Wording = Annotated[
    Source, "Prompts for the model as it was trained, or as in RealWebAssist's public scripts."
]
Rounding = Annotated[
    Source, "Rounding of coordinates by the model's own code, or by RealWebAssist's public scripts."
]
Position = Annotated[HistoryPosition, "Where the history is in the grounding model's prompt."]
Guided = Annotated[
    bool, "Begin the answer for the model, up to the coordinates (qwen2.5-vl, qwen3-vl)."
]
MinPixels = Annotated[int | None, "Minimum area of the sent image; default: the model's."]
MaxPixels = Annotated[
    int | None, "Maximum area of the sent image; default: the model's for the data set."
]


class Grounder:
    """Answers every screenshot with one click, or waits if there is no prediction.

    Args:
        pointer: The grounding model.
        planner: The model that rewrites what the user said; None passes on the user's own words.
        plans: Stored planner texts by the step's key, used instead of a planner.
        past_screenshots: Number of screenshots of the task's earlier steps sent to the planner.
        prompt: The planner's prompt, with `{history}` and `{instruction}`; None for our own.
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
    ) -> None:
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
        plan_usage: dict[str, float] = {}
        plan = ""
        if self._plans is not None:
            plan = self._plans.get(observation.key, "")
        elif self._planner is not None:
            plan, plan_usage = await self._rewritten(instruction, history, screenshot)
        planned = self._plans is not None or self._planner is not None
        if planned and not plan:
            answer = Answer(instruction=instruction, said="(no plan)", unreadable=True)
            return Step(actions=[Wait()], notes=answer.noted(), usage=plan_usage)
        steps = () if plan else history
        prediction = await self._pointer.point(screenshot, plan or instruction, steps)
        point = prediction.point
        if point and not all(abs(side) <= MAX_COORDINATE for side in point):
            point = None  # Outside any image; a click needs finite numbers.
        answer = Answer(
            instruction=instruction,
            plan=plan,
            said=prediction.text,
            point=point,
            unreadable=point is None and not prediction.declined,
        )
        action: Action = Click(x=point[0], y=point[1]) if point else Wait()
        return Step(
            actions=[action],
            plan=plan,
            notes=answer.noted() | prediction.notes,
            usage=added(plan_usage, prediction.usage),
        )

    async def _rewritten(
        self, instruction: str, history: tuple[str, ...], screenshot: bytes
    ) -> tuple[str, dict[str, float]]:
        assert self._planner is not None
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
    grounder: Grounding = "set-of-mark",
    server: Server = "",
    served_as: ServedAs = "",
    weights: Weights = "",
    device: Device = "",
    prompt: Prompt = None,
    system: System = None,
    wording: Wording = "model",
    rounding: Rounding = "model",
    history_position: Position = "before",
    guided: Guided = False,
    min_pixels: MinPixels = None,
    max_pixels: MaxPixels = None,
) -> Grounder:
    """A grounding model that gets the user's own words and the history.

    Raises:
        UserError: If a setting is invalid, or a model is not available.
    """
    pointer = make_pointer(
        grounder,
        model,
        server=server,
        served_as=served_as,
        weights=weights,
        device=device,
        prompt=prompt,
        system=system,
        wording=wording,
        rounding=rounding,
        history_position=history_position,
        guided=guided,
        min_pixels=min_pixels,
        max_pixels=max_pixels,
        dataset=_dataset(benchmark),
        tools=[COMPUTER],
    )
    return Grounder(pointer)


def planner(
    benchmark: Benchmark,
    model: Model | None = None,
    *,
    plans: Annotated[Path | None, "File of stored planner texts, used instead of --model."] = None,
    past_screenshots: Annotated[int, "Earlier screenshots of the task sent to the planner."] = 0,
    planner_prompt: Annotated[
        Path | None, "File with the planner's prompt; contains {instruction} and {history}."
    ] = None,
    grounder: Grounding = "set-of-mark",
    server: Server = "",
    served_as: ServedAs = "",
    weights: Weights = "",
    device: Device = "",
    prompt: Prompt = None,
    system: System = None,
    wording: Wording = "model",
    rounding: Rounding = "model",
    history_position: Position = "before",
    guided: Guided = False,
    min_pixels: MinPixels = None,
    max_pixels: MaxPixels = None,
) -> Grounder:
    """A model rewrites what the user said; a grounding model predicts the point.

    Raises:
        UserError: If a setting is invalid, or a model is not available.
    """
    if plans is None and model is None:
        raise UserError("agent 'planner' needs --model, or stored planner texts with --plans.")
    if past_screenshots < 0:
        raise UserError(f"past_screenshots {past_screenshots}: it must be 0 or more.")
    pointer = make_pointer(
        grounder,
        # With stored plans, the model is available for grounding.
        model if plans is not None or grounder in _GENERAL else None,
        server=server,
        served_as=served_as,
        weights=weights,
        device=device,
        prompt=prompt,
        system=system,
        wording=wording,
        rounding=rounding,
        history_position=history_position,
        guided=guided,
        min_pixels=min_pixels,
        max_pixels=max_pixels,
        dataset=_dataset(benchmark),
        tools=[COMPUTER],
    )
    return Grounder(
        pointer,
        model if plans is None else None,
        plans=None if plans is None else read_plans(plans),
        past_screenshots=past_screenshots,
        prompt=_planner_prompt(planner_prompt or _PROMPTS[wording]),
    )


def _planner_prompt(path: Path) -> str:
    """Read the planner's prompt.

    Raises:
        UserError: If it cannot be read, or does not contain the instruction.
    """
    text = read_text(path)
    if "{instruction}" not in text:
        raise UserError(f"{path}: the planner's prompt must contain {{instruction}}.")
    return text


def _dataset(benchmark: Benchmark) -> str:
    """Return the name of the grounding data set; "" for other benchmarks."""
    return str(benchmark.condition.get("dataset", ""))
