"""Correct Inspect's requests with tools, and calls of the providers' computer-use tools.

Inspect's computer-use tool is written for its own container. It declares that container's screen to
Anthropic, converts Google's points to it, and drops the parts of OpenAI's actions that the
container cannot execute. These corrections replace methods of Inspect's providers, so tests compare
the providers' requests and answers with the page.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeGuard
from weakref import WeakSet

from inspect_ai.model import (
    ChatMessageAssistant,
    Content,
    ContentReasoning,
    Model,
    ModelAPI,
    ModelCall,
    ModelName,
    ModelOutput,
)
from inspect_ai.tool import ToolCall

from webproctor.core.llm import Tool
from webproctor.core.server_answers import MALFORMED_CALLS
from webproctor.environments.browser.pixels import NOTCH
from webproctor.harness.google_calls import restore_calls

# The option of Inspect's tools that has the size of the screen.
SCREEN = "webproctor_screen"
_WITHOUT_TEXT = "webproctor_calls_without_text"
# The key of a call's id in Inspect's record of Google's thoughts.
_GOOGLE_CALL = "gemini_function_call_id"
# Providers that accept declared tools in a request that forbids their use. Anthropic, Bedrock and
# some servers behind `openai-api` require the declaration if the conversation has calls.
_DECLARE = frozenset({"anthropic", "azureai", "bedrock", "google", "mistral", "openai"})
# Actions that need a browser's own buttons, which the screen does not show.
_EXCLUDED = ["open_web_browser", "navigate", "search"]
_GOOGLE = frozenset({"click_at", "hover_at", "type_text_at", "scroll_at", "drag_and_drop"})

_declaring_apis: WeakSet[ModelAPI] = WeakSet()
_screen_apis: WeakSet[ModelAPI] = WeakSet()


def correct_requests(model: Model, tools: Sequence[Tool]) -> None:
    """Correct the requests that Inspect makes for a model."""
    api, provider = model.api, ModelName(model).api
    if api not in _declaring_apis:
        _declaring_apis.add(api)
        if provider in _DECLARE or provider.startswith("openai-api"):
            # Inspect otherwise removes the tools from requests that forbid their use.
            api.tools_required = lambda: True
    if api not in _screen_apis and any(tool.screen for tool in tools):
        _screen_apis.add(api)
        if provider == "anthropic":
            _declare_screen(api)
        elif provider == "google":
            _exclude_actions(api)


def _declare_screen(api: Any) -> None:
    """Declare the size of the screenshots to Anthropic."""
    declared: Callable[..., Any] = api.computer_use_tool_param

    def with_screen(tool: Any) -> Any:
        param, screen = declared(tool), (tool.options or {}).get(SCREEN)
        # The toolset of the newest models has no size: its points are those of the screenshots.
        if param is None or screen is None or "display_width_px" not in param:
            return param
        return param | {"display_width_px": screen[0], "display_height_px": screen[1]}

    api.computer_use_tool_param = with_screen


def _exclude_actions(api: Any) -> None:
    """Exclude Google's actions that the screen does not have."""
    declared: Callable[..., Any] = api.chat_tools

    def without_excluded(tools: Any) -> Any:
        native, params = declared(tools)
        for param in params:
            if computer_use := getattr(param, "computer_use", None):
                computer_use.excluded_predefined_functions = _EXCLUDED
        return native, params

    api.chat_tools = without_excluded


def on_screen(call: ToolCall, tools: Sequence[Tool]) -> dict[str, Any]:
    """Return a call's arguments with points in pixels of the screenshot."""
    screen = next((tool.screen for tool in tools if tool.name == call.function), None)
    arguments = dict(call.arguments)
    # Inspect puts the name of Google's action in front of the id.
    if screen is None or call.id.rpartition("_")[0] not in _GOOGLE:
        return arguments
    from inspect_ai.model._providers import _google_computer_use as google

    for name in ("coordinate", "start_coordinate"):
        if name in arguments:
            x, y = arguments[name]
            width, height = screen
            arguments[name] = [x * width / google.DISPLAY_WIDTH, y * height / google.DISPLAY_HEIGHT]
    return arguments


def restore_signatures(output: ModelOutput) -> None:
    """Assign the signatures of Google's thoughts to the calls of its computer-use tool.

    Inspect records the calls under new ids, so with several calls the signature would be lost,
    without which Google refuses the next request.
    """
    if output.empty or not isinstance(output.message.content, list):
        return
    calls = output.message.tool_calls or []
    thoughts = [part.internal for part in output.message.content if _belongs_to_call(part)]
    if len(thoughts) == len(calls):
        for thought, call in zip(thoughts, calls, strict=True):
            thought[_GOOGLE_CALL] = call.id  # type: ignore[index]


def _belongs_to_call(part: Content) -> TypeGuard[ContentReasoning]:
    internal = part.internal if isinstance(part, ContentReasoning) else None
    return isinstance(internal, dict) and _GOOGLE_CALL in internal


def reasoning_of(message: ChatMessageAssistant) -> list[ContentReasoning]:
    """Return the reasoning of a message, without Google's records of calls without a signature."""
    parts = message.content if isinstance(message.content, list) else []
    return [
        part
        for part in parts
        if isinstance(part, ContentReasoning) and (part.reasoning or not _belongs_to_call(part))
    ]


def restore_actions(output: ModelOutput, model_call: ModelCall) -> None:
    """Restore what Inspect leaves out of the calls of a provider's computer-use tool."""
    response = model_call.response or {}
    if not output.empty:
        _restore_openai(output, response.get("output"))
        faults: Any = response.get(MALFORMED_CALLS) or {}
        for call in output.message.tool_calls or ():
            call.parse_error = call.parse_error or faults.get(call.id)
        restore_calls(output.message.tool_calls or [], response.get("candidates"))


# ---- OpenAI's actions


def _restore_openai(output: ModelOutput, items: Any) -> None:
    """Replace the actions of OpenAI's computer-use tool by those that the model sent."""
    if not isinstance(items, list):
        return
    sent_actions: dict[Any, Any] = {
        item["call_id"]: item["actions"]
        for item in items
        if isinstance(item, dict) and item.get("type") == "computer_call" and item.get("actions")
    }
    message = output.message
    for call in message.tool_calls or ():
        if call.id in sent_actions:
            call.arguments = {
                "actions": [step for action in sent_actions[call.id] for step in steps(action)]
            }
    if sent_actions:
        message.metadata = (message.metadata or {}) | {_WITHOUT_TEXT: list(sent_actions)}


def calls_without_text(message: ChatMessageAssistant) -> set[str]:
    """Return the ids of calls whose results are only a screenshot: OpenAI accepts no text."""
    return set((message.metadata or {}).get(_WITHOUT_TEXT, ()))


_CLICKS = {
    "left": "left_click",
    "right": "right_click",
    "wheel": "middle_click",
    "back": "back_click",
    "forward": "forward_click",
}


def steps(action: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return one of OpenAI's actions as steps of the tool `computer`."""
    keys = {"text": combination(action["keys"])} if action.get("keys") else {}
    coordinate = {"coordinate": [action["x"], action["y"]]} if "x" in action else {}
    match action["type"]:
        case "click":
            return [{"action": _CLICKS[action["button"]], **coordinate, **keys}]
        case "double_click":
            return [{"action": "double_click", **coordinate, **keys}]
        case "move":
            return [{"action": "mouse_move", **coordinate}]
        case "drag":
            return [_drag(action["path"]) | keys]
        case "scroll":
            return _scrolls(action, coordinate | keys) or [{"action": "mouse_move", **coordinate}]
        case "keypress":
            return [{"action": "key", **keys}]
        case "type":
            return [{"action": "type", "text": action["text"]}]
    return [{"action": action["type"]}]


def _drag(path: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    start, *waypoints = [[point["x"], point["y"]] for point in path]
    points = {
        "start_coordinate": start,
        "coordinate": (waypoints or [start])[-1],
        "path": waypoints or [start],
    }
    return {"action": "left_click_drag", **points}


def _scrolls(action: Mapping[str, Any], shared: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the steps of a scroll, which OpenAI gives in pixels of both directions."""
    directions = [
        (action["scroll_x"], ("right", "left")),
        (action["scroll_y"], ("down", "up")),
    ]
    return [
        {
            "action": "scroll",
            "scroll_direction": names[pixels < 0],
            "scroll_amount": max(1, round(abs(pixels) / NOTCH)),
            **shared,
        }
        for pixels, names in directions
        if pixels
    ]


def combination(keys: Sequence[str]) -> str:
    """Return keys that are pressed together, joined by +.

    Letters of a combination are lower case, because an upper-case letter includes Shift.
    """
    names = [key.lower() if len(keys) > 1 and len(key) == 1 else key for key in keys]
    return "+".join(names)
