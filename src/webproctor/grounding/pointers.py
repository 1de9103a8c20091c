"""Who points: a screenshot and an instruction in, a point out."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from webproctor.errors import UserError
from webproctor.grounding import adapters
from webproctor.grounding.coordinates import Point
from webproctor.models import Message, Model, Reply, Tool


@dataclass(frozen=True)
class Pointed:
    """An answer.

    Attributes:
        point: Where, in pixels of the screenshot; None where it names no point.
        said: The model's own words.
        declined: Whether it says that nothing on the screen fits; else, without a point, its answer
            could not be read.
        usage: What the answer cost, by name.
        notes: What else is worth keeping, such as how many marks there were.
    """

    point: Point | None
    said: str = ""
    declined: bool = False
    usage: dict[str, float] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)


class Pointer(Protocol):
    """Points at what an instruction means."""

    async def point(
        self, screenshot: bytes, instruction: str, history: Sequence[str] = ()
    ) -> Pointed:
        """Where on the screenshot, a PNG; `history` tells what was said and done before it."""
        ...


class ModelPointer:
    """A model that is asked as its adapter says.

    Args:
        adapter: How.
        model: Who is asked.
        tools: The computer-use tool, for adapters that ask by it.
    """

    def __init__(self, adapter: adapters.Adapter, model: Model, tools: Sequence[Tool] = ()) -> None:
        self.adapter = adapter
        self._model = model
        self._tools = tools if adapter.computer else ()

    async def point(
        self, screenshot: bytes, instruction: str, history: Sequence[str] = ()
    ) -> Pointed:
        picture = adapters.prepare(self.adapter, screenshot)
        asked = adapters.words(self.adapter, picture, instruction, history)
        messages = [Message("user", asked, images=(picture.png,))]
        if before := adapters.system(self.adapter, picture):
            messages.insert(0, Message("system", before))
        reply = await self._model.generate(messages, self._tools)
        own = _called(reply) if self._tools else None
        own = own or self.adapter.parse(reply.text)
        said = reply.text or "; ".join(f"{call.name} {call.arguments}" for call in reply.calls)
        # Models decline by a point that cannot be (catalogue, section 7).
        if own is not None and own[0] < 0 and own[1] < 0:
            return Pointed(None, said, declined=True, usage=reply.usage)
        point = None if own is None else adapters.pixels(self.adapter, own, picture)
        return Pointed(point, said, usage=reply.usage)


def _called(reply: Reply) -> Point | None:
    """The first place that calls of the computer-use tool name."""
    for call in reply.calls:
        several = call.arguments.get("actions")
        for step in several if isinstance(several, list) else [call.arguments]:
            place = step.get("coordinate") if isinstance(step, dict) else None
            if isinstance(place, list | tuple) and len(place) == 2:
                try:
                    return float(place[0]), float(place[1])
                except (TypeError, ValueError):
                    continue
    return None


def make_pointer(
    name: str,
    model: Model | None,
    *,
    server: str = "",
    served_as: str = "",
    weights: str = "",
    device: str = "",
    prompt: Path | None = None,
    tools: Sequence[Tool] = (),
) -> Pointer:
    """Make who points.

    Args:
        name: An adapter's name; `gui-actor`, which needs weights; or `set-of-mark`, which numbers
            what can be seen on the screenshot and lets the model choose, or without a model the
            words.
        model: Who is asked, where neither a server nor weights are named.
        server: The address of an OpenAI-compatible server, such as http://127.0.0.1:8000/v1.
        served_as: The model's name there; the adapter's checkpoint by default.
        weights: A folder or a hub's name, run here by transformers.
        device: Where it runs, such as `cuda`; by default the best there is.
        prompt: A file whose text replaces the adapter's prompt.
        tools: The computer-use tool.

    Raises:
        UserError: If something is missing or cannot be had.
    """
    if server and weights:
        raise UserError("a grounding model is on a server or runs here from its weights: name one.")
    if name == "gui-actor":
        from webproctor.grounding.gui_actor import load

        return load(weights, device)
    if name == "set-of-mark":
        from webproctor.grounding.marking import MarkPointer

        return MarkPointer(_server(server, served_as, "") or model)
    adapter = adapters.adapter(name)
    if prompt is not None:
        try:
            adapter = replace(adapter, prompt=prompt.read_text(encoding="utf-8"))
        except OSError as error:
            raise UserError(f"{prompt}: no prompt: {error}.") from error
        if "{instruction}" not in adapter.prompt:
            raise UserError(f"{prompt}: {{instruction}} must stand where the instruction goes.")
    asked = _server(server, served_as, adapter.checkpoint, adapter.tokens) or model
    if weights:
        from webproctor.grounding.local import load_model

        asked = load_model(weights, device, adapter.tokens, keep_special=adapter.special_tokens)
    if asked is None:
        raise UserError(
            f"grounding model {name!r} must run somewhere: name its --server, its --weights, or "
            "a --model."
        )
    return ModelPointer(adapter, asked, tools)


def _server(address: str, named: str, default: str, tokens: int = 128) -> Model | None:
    if not address:
        return None
    from webproctor.grounding.served import ServedModel

    return ServedModel(address, named or default, tokens)
