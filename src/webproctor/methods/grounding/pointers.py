"""Grounding models: a screenshot and an instruction in, a point out."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol

from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf, SettingsGroup
from webproctor.core.llm import Message, Model, Reply, Tool
from webproctor.files.reading import read_text
from webproctor.methods.grounding import adapters
from webproctor.methods.grounding.adapters import HistoryPosition
from webproctor.methods.grounding.coordinates import Point, Resizing
from webproctor.methods.grounding.parsers import Coordinates, coordinates_in

Source = Literal["model", "scripts"]
"""Whether a setting is that of the model's adapter or of RealWebAssist's public scripts."""


@dataclass(frozen=True)
class Prediction:
    """A grounding result.

    Attributes:
        point: The predicted point in pixels of the screenshot; None if there is none.
        text: The text of the model.
        declined: Whether the model answered that no element matches; if False and there is no
            point, its answer could not be parsed.
        usage: Tokens and cost of the answer, by name.
        notes: Further data to record, such as the number of marks.
    """

    point: Point | None
    text: str = ""
    declined: bool = False
    usage: dict[str, float] = field(default_factory=dict)
    notes: dict[str, Any] = field(default_factory=dict)


class Pointer(Protocol):
    """Predicts the point that an instruction refers to."""

    async def point(
        self, screenshot: bytes, instruction: str, history: Sequence[str] = ()
    ) -> Prediction:
        """Predict a point on the screenshot, a PNG; `history` describes the earlier steps."""
        ...


class ModelPointer:
    """A grounding model with its adapter.

    Args:
        adapter: The adapter.
        model: The model.
        tools: The computer-use tool, for adapters that use it.
        guided: Whether the answer begins with the adapter's prefix.
    """

    def __init__(
        self,
        adapter: adapters.Adapter,
        model: Model,
        tools: Sequence[Tool] = (),
        *,
        guided: bool = False,
    ) -> None:
        self.adapter = adapter
        self._model = model
        self._tools = tools if adapter.computer else ()
        self._prefix = adapter.prefix if guided else ""

    async def point(
        self, screenshot: bytes, instruction: str, history: Sequence[str] = ()
    ) -> Prediction:
        image = adapters.prepare(self.adapter, screenshot)
        prompt = adapters.prompt_text(self.adapter, image, instruction, history)
        messages = [Message("user", prompt, images=(image.png,))]
        if system := adapters.system_message(self.adapter, image):
            messages.insert(0, Message("system", system))
        if self._prefix:
            messages.append(Message("assistant", self._prefix))
        reply = await self._model.generate(messages, self._tools)
        coordinates = _called_coordinates(reply) if self._tools else None
        # Some servers return the prefix, or ignore it and begin a new answer.
        texts = [self._prefix + reply.text, reply.text] if self._prefix else [reply.text]
        parsed = (self.adapter.parse(candidate) for candidate in texts)
        coordinates = coordinates or next(filter(None, parsed), None)
        text = reply.text or "; ".join(f"{call.name} {call.arguments}" for call in reply.calls)
        # Models decline with negative coordinates.
        if coordinates is not None and coordinates[0] < 0 and coordinates[1] < 0:
            return Prediction(None, text, declined=True, usage=reply.usage)
        if coordinates is None:
            return Prediction(None, text, usage=reply.usage)
        point = adapters.to_screenshot(self.adapter, coordinates, image)
        return Prediction(point, text, usage=reply.usage)


def _called_coordinates(reply: Reply) -> Coordinates | None:
    """Return the first point or box in calls of the computer-use tool that could be parsed."""
    for call in reply.calls:
        if call.fault:
            continue
        actions = call.arguments.get("actions")
        for arguments in actions if isinstance(actions, list) else [call.arguments]:
            value = arguments.get("coordinate") if isinstance(arguments, dict) else None
            if found := coordinates_in(value):
                return found
    return None


# Grounding models without an adapter.
_POINTERS = {
    name: EntryPoint(name, f"{__package__}.{target}", "")
    for name, target in {
        "gui-actor": "gui_actor:load",
        "set-of-mark": "marking:MarkPointer",
        "set-of-mark-sam": "segments:load",
    }.items()
}


def _if_found(holds: Callable[[Any, str], bool]) -> OnlyIf:
    """Return the condition of a setting by the grounding model and its name; an unknown one is
    another error."""

    def has_effect(its: Mapping[str, Any]) -> bool:
        try:
            return holds(_find(its["grounder"]), its["grounder"])
        except UserError:
            return True

    return OnlyIf("with --grounder {grounder}", has_effect)


def _if_adapter(holds: Callable[[adapters.Adapter, str], bool]) -> OnlyIf:
    """Return the condition of a setting that only adapters have."""
    return _if_found(lambda found, name: isinstance(found, adapters.Adapter) and holds(found, name))


def _if_parameter(parameter: str) -> OnlyIf:
    """Return the condition of a setting that grounding models without an adapter may have."""
    return _if_found(
        lambda found, _: (
            isinstance(found, adapters.Adapter)
            or parameter in (inspect.signature(found).parameters if callable(found) else ())
        )
    )


def _uses_wording(its: Mapping[str, Any]) -> bool:
    of_planner = "plans" in its and its["plans"] is None and its["planner_prompt"] is None
    of_adapter = "prompt" in adapters.SCRIPTS.get(its["grounder"], {}) and its["prompt"] is None
    return of_planner or of_adapter


def _find(name: str) -> Any:
    return registry.find("grounding_models", name, {**_POINTERS, **adapters.ADAPTERS})


@dataclass(frozen=True, kw_only=True)
class PointerSettings(SettingsGroup):
    """The settings of a grounding model."""

    server: Annotated[
        str,
        "Address of the grounding model's OpenAI-compatible server, with /v1.",
        _if_parameter("model"),
    ] = ""
    served_as: Annotated[
        str,
        "The model's name on that server.",
        OnlyIf("without --server", lambda its: its["server"]),
    ] = ""
    weights: Annotated[str, "Folder or hub name of weights to run locally."] = ""
    device: Annotated[
        str,
        "Device for the weights, such as cuda; default: the best available.",
        OnlyIf(
            "without --weights",
            lambda its: its["weights"] or its["grounder"] not in adapters.ADAPTERS,
        ),
    ] = ""
    prompt: Annotated[
        Path | None, "File with the grounding model's prompt; contains {instruction}."
    ] = None
    system: Annotated[
        Path | None, "File with the grounding model's system message; empty for none."
    ] = None
    wording: Annotated[
        Source,
        "Prompts for the model as it was trained, or as in RealWebAssist's public scripts.",
        OnlyIf("with --grounder {grounder} and its prompt", _uses_wording),
    ] = "model"
    rounding: Annotated[
        Source,
        "Rounding of coordinates by the model's own code, or by RealWebAssist's public scripts.",
        _if_adapter(lambda _, name: "whole" in adapters.SCRIPTS.get(name, {})),
    ] = "model"
    history_position: Annotated[
        HistoryPosition,
        "Where the history is in the grounding model's prompt.",
        _if_parameter("history_position"),
    ] = "before"
    guided: Annotated[
        bool,
        "Begin the answer for the model, up to the coordinates (qwen2.5-vl, qwen3-vl).",
        _if_adapter(lambda adapter, _: bool(adapter.prefix)),
    ] = False
    min_pixels: Annotated[int | None, "Minimum area of the sent image; default: the model's."] = (
        None
    )
    max_pixels: Annotated[
        int | None, "Maximum area of the sent image; default: the model's for the data set."
    ] = None


_DEFAULTS = PointerSettings()


def make_pointer(
    name: str,
    model: Model | None,
    settings: PointerSettings = _DEFAULTS,
    *,
    dataset: str = "",
    tools: Sequence[Tool] = (),
) -> Pointer:
    """Create a grounding model.

    Args:
        name: An adapter's name; `gui-actor`, which needs weights; `set-of-mark`, which numbers the
            parts of the screenshot and lets the model choose, or without a model chooses by the
            words; or `set-of-mark-sam`, which numbers the segments of SAM. Or one of your own: an
            entry point `webproctor.grounding_models`, or `path/file.py:NAME`, which is an
            `Adapter`, or a function or class that makes a `Pointer` from those of the parameters
            `model`, `weights`, `device`, `prompt`, `system` and `history_position` that it has.
            It gets `prompt` and `system` only if they are set.
        model: The model to use if the settings name neither a server nor weights.
        settings: The settings.
        dataset: The grounding data set, which can have other limits of the image's area.
        tools: The computer-use tool.

    Raises:
        UserError: If a setting is missing or invalid, or a model is not available.
    """
    if settings.server and settings.weights:
        raise UserError("--server and --weights cannot be combined: give one of them.")
    texts = _texts(settings.prompt, settings.system)
    found = _find(name)
    if not isinstance(found, adapters.Adapter):
        return _created_pointer(name, found, model, settings, texts)
    adapter = replace(_set_up(name, found, settings, dataset), **texts)
    chosen_model = _chosen_model(adapter, settings) or model
    if chosen_model is None:
        raise UserError(
            f"grounding model {name!r} needs a server, weights or a model: add --server, --weights "
            "or --model."
        )
    return ModelPointer(adapter, chosen_model, tools, guided=settings.guided)


def _created_pointer(
    name: str,
    make: Any,
    model: Model | None,
    settings: PointerSettings,
    texts: Mapping[str, str],
) -> Pointer:
    """Create a grounding model without an adapter.

    Raises:
        UserError: If it does not have one of the settings.
    """
    if settings.min_pixels is not None or settings.max_pixels is not None:
        raise _not_resized(name)
    known = inspect.signature(make).parameters if callable(make) else {}
    if unknown := [text_name for text_name in texts if text_name not in known]:
        raise UserError(f"grounding model {name!r} has no {unknown[0]} to replace.")
    local = {"weights": settings.weights, "device": settings.device}
    if unused := [setting for setting, value in local.items() if value and setting not in known]:
        raise UserError(f"grounding model {name!r} does not use --{unused[0]}: remove it.")
    values = {
        "model": _server(settings, "") or model,
        **local,
        "history_position": settings.history_position,
        **texts,
    }
    return registry.create("grounding_models", name, _POINTERS, ("point",), **values)


def _set_up(
    name: str, adapter: adapters.Adapter, settings: PointerSettings, dataset: str
) -> adapters.Adapter:
    """Return an adapter with the settings of its prompt and its images."""
    script = adapters.SCRIPTS.get(name, {})
    max_pixels = settings.max_pixels
    if max_pixels is None:
        max_pixels = adapter.areas.get(dataset)
    return replace(
        adapter,
        history=settings.history_position,
        whole=script.get("whole", adapter.whole)
        if settings.rounding == "scripts"
        else adapter.whole,
        prompt=script.get("prompt", adapter.prompt)
        if settings.wording == "scripts"
        else adapter.prompt,
        sizing=_sizing(name, adapter, settings.min_pixels, max_pixels),
    )


def _chosen_model(adapter: adapters.Adapter, settings: PointerSettings) -> Model | None:
    """Return the model that the settings name, by its weights or its server; None if neither."""
    if not settings.weights:
        return _server(settings, adapter.checkpoint, adapter.tokens)
    from webproctor.methods.grounding.local import load_model

    return load_model(
        settings.weights, settings.device, adapter.tokens, keep_special=adapter.special_tokens
    )


def _texts(prompt: Path | None, system: Path | None) -> dict[str, str]:
    """Return the texts that replace the prompt and the system message, by name."""
    paths = {"prompt": prompt, "system": system}
    texts = {name: read_text(path) for name, path in paths.items() if path is not None}
    if "{instruction}" not in texts.get("prompt", "{instruction}"):
        raise UserError(f"{prompt}: the prompt must contain {{instruction}}.")
    return texts


def _sizing(
    name: str, adapter: adapters.Adapter, min_area: int | None, max_area: int | None
) -> Resizing | None:
    """Return how images are resized, with other limits of their area.

    Raises:
        UserError: If the adapter does not resize images by their area, or a limit is invalid.
    """
    if min_area is None and max_area is None:
        return adapter.sizing
    if adapter.sizing is None:
        raise _not_resized(name)
    sizing = adapter.sizing
    changed = replace(
        sizing,
        min_area=sizing.min_area if min_area is None else min_area,
        max_area=sizing.max_area if max_area is None else max_area,
    )
    if not sizing.factor**2 <= changed.min_area <= changed.max_area:
        raise UserError(
            f"--min-pixels {changed.min_area} and --max-pixels {changed.max_area}: must be at "
            f"least {sizing.factor**2}, and the first at most the second."
        )
    return changed


def _not_resized(name: str) -> UserError:
    resized = [
        adapter_name
        for adapter_name, adapter in adapters.ADAPTERS.items()
        if adapter.sizing is not None
    ]
    return UserError(
        f"grounding model {name!r} does not limit the area of images; --min-pixels and "
        f"--max-pixels are settings of {', '.join(resized)}."
    )


def _server(settings: PointerSettings, default: str, tokens: int = 128) -> Model | None:
    if not settings.server:
        return None
    from webproctor.methods.grounding.served import ServedModel

    return ServedModel(settings.server, settings.served_as or default, tokens)
