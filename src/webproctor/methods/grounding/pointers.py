"""Grounding models: a screenshot and an instruction in, a point out."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Protocol

from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Model, Reply, Tool
from webproctor.methods.grounding import adapters
from webproctor.methods.grounding.coordinates import Point


@dataclass(frozen=True)
class Pointed:
    """A grounding result.

    Attributes:
        point: The predicted point in pixels of the screenshot; None if there is none.
        said: The text of the model.
        declined: Whether the model answered that no element matches; if False and there is no
            point, its answer could not be parsed.
        usage: Tokens and cost of the answer, by name.
        notes: Further data to record, such as the number of marks.
    """

    point: Point | None
    said: str = ""
    declined: bool = False
    usage: dict[str, float] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)


class Pointer(Protocol):
    """Predicts the point that an instruction refers to."""

    async def point(
        self, screenshot: bytes, instruction: str, history: Sequence[str] = ()
    ) -> Pointed:
        """Predict a point on the screenshot, a PNG; `history` describes the earlier steps."""
        ...


class ModelPointer:
    """A grounding model with its adapter.

    Args:
        adapter: The adapter.
        model: The model.
        tools: The computer-use tool, for adapters that use it.
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
        # Models decline with negative coordinates.
        if own is not None and own[0] < 0 and own[1] < 0:
            return Pointed(None, said, declined=True, usage=reply.usage)
        point = None if own is None else adapters.pixels(self.adapter, own, picture)
        return Pointed(point, said, usage=reply.usage)


def _called(reply: Reply) -> Point | None:
    """Return the first point in calls of the computer-use tool."""
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


# Grounding models without an adapter.
_POINTERS = {
    name: EntryPoint(name, f"{__package__}.{place}", "")
    for name, place in {"gui-actor": "gui_actor:load", "set-of-mark": "marking:MarkPointer"}.items()
}


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
    """Create a grounding model.

    Args:
        name: An adapter's name; `gui-actor`, which needs weights; or `set-of-mark`, which numbers
            the parts of the screenshot and lets the model choose, or without a model chooses by the
            words. Or one of your own: an entry point `webproctor.grounding_models`, or
            `path/file.py:NAME`, which is an `Adapter`, or a function or class that makes a
            `Pointer` from those of the parameters `model`, `weights` and `device` that it has.
        model: The model to use if neither a server nor weights are named.
        server: The address of an OpenAI-compatible server, such as http://127.0.0.1:8000/v1.
        served_as: The model's name on the server; the adapter's checkpoint by default.
        weights: A folder or a hub name, run locally with transformers.
        device: The device for the weights, such as `cuda`; by default the best available.
        prompt: A file whose text replaces the adapter's prompt.
        tools: The computer-use tool.

    Raises:
        UserError: If a setting is missing or invalid, or a model is not available.
    """
    if server and weights:
        raise UserError("--server and --weights exclude each other: give one of them.")
    adapter = registry.find("grounding_models", name, {**_POINTERS, **adapters.ADAPTERS})
    if not isinstance(adapter, adapters.Adapter):
        given = {"model": _server(server, served_as, "") or model}
        given |= {"weights": weights, "device": device}
        return registry.create("grounding_models", name, _POINTERS, ("point",), **given)
    if prompt is not None:
        try:
            adapter = replace(adapter, prompt=prompt.read_text(encoding="utf-8"))
        except OSError as error:
            raise UserError(f"{prompt}: cannot read the prompt: {error}.") from error
        if "{instruction}" not in adapter.prompt:
            raise UserError(f"{prompt}: the prompt must contain {{instruction}}.")
    asked = _server(server, served_as, adapter.checkpoint, adapter.tokens) or model
    if weights:
        from webproctor.methods.grounding.local import load_model

        asked = load_model(weights, device, adapter.tokens, keep_special=adapter.special_tokens)
    if asked is None:
        raise UserError(
            f"grounding model {name!r} needs a server, weights or a model: add --server, --weights "
            "or --model."
        )
    return ModelPointer(adapter, asked, tools)


def _server(address: str, named: str, default: str, tokens: int = 128) -> Model | None:
    if not address:
        return None
    from webproctor.methods.grounding.served import ServedModel

    return ServedModel(address, named or default, tokens)
