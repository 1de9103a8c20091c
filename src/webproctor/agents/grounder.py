"""The grounding agent: a model points at what the user said; a planner may say it better first.

Two agents share it. `grounder` gives the grounding model the user's own words and the history.
`planner` has a second model rewrite them from the screenshot and the history, and gives the
grounding model that alone (catalogue of RealWebAssist, section 3.4).
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from webproctor.actions import Action
from webproctor.actions.web import Click, Wait
from webproctor.agents.computer import COMPUTER
from webproctor.benchmarks import Benchmark
from webproctor.episodes import Turn, added
from webproctor.errors import UserError
from webproctor.grounding.adapters import numbered
from webproctor.grounding.answers import Answer
from webproctor.grounding.pointers import Pointer, make_pointer
from webproctor.models import Message, Model
from webproctor.observations import Observation, View

# Grounders that a planner's own model can be.
_GENERAL = ("any", "claude", "openai", "gemini")
_PROMPT = Path(__file__).with_name("planner.txt")


# Settings that both agents have.
Grounding = Annotated[str, "set-of-mark, gui-actor, or an adapter, such as gta1."]
Server = Annotated[str, "OpenAI-compatible server of the grounding model, with /v1."]
ServedAs = Annotated[str, "The model's name on that server."]
Weights = Annotated[str, "Folder or hub name of weights to run here."]
Device = Annotated[str, "Where weights run, such as cuda; default: the best."]
Prompt = Annotated[Path | None, "File with the grounding model's prompt, around {instruction}."]


class Grounder:
    """Answers every screenshot by one click, or by waiting where it has no point.

    Args:
        pointer: Who points.
        planner: Who rewrites what the user said; None gives the pointer the user's own words.
        plans: What a planner once made of each step, by the step's key, instead of asking one.
        past_screenshots: How many screenshots of the task's earlier steps the planner is shown.
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
    ) -> None:
        self._pointer = pointer
        self._planner = planner
        self._plans = plans
        self._kept = past_screenshots
        self._seen: list[bytes] = []

    async def act(self, observation: Observation) -> Turn:
        if observation.turn == 0:
            self._seen = []
        screenshot, said = observation.read("screenshot"), observation.instruction
        history = observation.history or ()
        spent: dict[str, float] = {}
        plan = ""
        if self._plans is not None:
            plan = self._plans.get(observation.key, "")
        elif self._planner is not None:
            plan, spent = await self._rewritten(said, history, screenshot)
        planned = self._plans is not None or self._planner is not None
        if planned and not plan:
            answer = Answer(instruction=said, said="(no plan)", unreadable=True)
            return Turn(actions=[Wait()], notes=answer.noted(), usage=spent)
        pointed = await self._pointer.point(screenshot, plan or said, () if plan else history)
        answer = Answer(
            instruction=said,
            plan=plan,
            said=pointed.said,
            point=pointed.point,
            unreadable=pointed.point is None and not pointed.declined,
        )
        point = pointed.point
        action: Action = Click(x=point[0], y=point[1]) if point else Wait()
        return Turn(
            actions=[action],
            plan=plan,
            notes=answer.noted() | pointed.notes,
            usage=added(spent, pointed.usage),
        )

    async def _rewritten(
        self, said: str, history: tuple[str, ...], screenshot: bytes
    ) -> tuple[str, dict[str, float]]:
        assert self._planner is not None
        told = numbered(history) if history else "Nothing has been done yet."
        asked = _PROMPT.read_text(encoding="utf-8").format(history=told, instruction=said)
        earlier = tuple(self._seen[-self._kept :]) if self._kept else ()
        self._seen.append(screenshot)
        if earlier:
            asked += (
                f"\nThe last picture is the screen now; the {len(earlier)} before it are earlier."
            )
        reply = await self._planner.generate(
            [Message("user", asked, images=(*earlier, screenshot))]
        )
        return reply.text.strip(), reply.usage


def read_plans(path: Path) -> dict[str, str]:
    """Stored planner texts: `{participant: {image: text}}` or `{"participant/image": text}`.

    Raises:
        UserError: If the file is neither.
    """
    try:
        told: Any = json.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UserError(f"{path}: no JSON file of planner texts: {error}.") from error
    if not isinstance(told, dict):
        raise UserError(f"{path}: planner texts are an object by participant and image number.")
    plans: dict[str, Any] = {}
    for name, of in told.items():
        plans |= (
            {f"{name}/{key}": text for key, text in of.items()}
            if isinstance(of, dict)
            else {name: of}
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
) -> Grounder:
    """A grounding model that is given the user's own words and the history.

    Raises:
        UserError: If a setting is wrong, or a model cannot be had.
    """
    pointer = make_pointer(
        grounder,
        model,
        server=server,
        served_as=served_as,
        weights=weights,
        device=device,
        prompt=prompt,
        tools=[COMPUTER],
    )
    return Grounder(pointer)


def planner(
    benchmark: Benchmark,
    model: Model | None = None,
    *,
    plans: Annotated[Path | None, "Stored planner texts, instead of asking --model."] = None,
    past_screenshots: Annotated[int, "Earlier screenshots of the task that it is shown."] = 0,
    grounder: Grounding = "set-of-mark",
    server: Server = "",
    served_as: ServedAs = "",
    weights: Weights = "",
    device: Device = "",
    prompt: Prompt = None,
) -> Grounder:
    """A model rewrites what the user said, from screenshot and history; a grounding model points.

    Raises:
        UserError: If a setting is wrong, or a model cannot be had.
    """
    if plans is None and model is None:
        raise UserError("a planner is a --model, or its stored texts are given by --plans.")
    if past_screenshots < 0:
        raise UserError(f"past_screenshots {past_screenshots}: it must be 0 or more.")
    pointer = make_pointer(
        grounder,
        # Where the plans are there already, the model is free to point.
        model if plans is not None or grounder in _GENERAL else None,
        server=server,
        served_as=served_as,
        weights=weights,
        device=device,
        prompt=prompt,
        tools=[COMPUTER],
    )
    return Grounder(
        pointer,
        model if plans is None else None,
        plans=None if plans is None else read_plans(plans),
        past_screenshots=past_screenshots,
    )
