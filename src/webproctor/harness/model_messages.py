"""Conversion of messages and tools to Inspect's types."""

import base64
import io
from collections.abc import Iterator, Sequence
from dataclasses import replace

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
)
from inspect_ai.tool import ToolCall, ToolInfo, ToolParams
from PIL import Image

from webproctor.core.llm import Call, Message, Tool
from webproctor.core.pictures import longest_side, within
from webproctor.harness.native_tools import SCREEN, calls_without_text, reasoning_of

# Anthropic accepts at most 5 MiB of base64 for an image.
_MAX_IMAGE_BYTES = 5 * 2**20 * 3 // 4
_JPEG_QUALITIES = (90, 75, 50)


def to_inspect(messages: Sequence[Message], *, emulated: bool = False) -> list[ChatMessage]:
    """Return a conversation in Inspect's types; images that providers refuse are reduced.

    Results of calls are followed by a message with what they cannot contain: their texts if the
    provider accepts only a screenshot, or their images if Inspect writes the calls as text.

    Args:
        emulated: Whether it does.
    """
    longest = longest_side(sum(len(message.images) for message in messages))
    return list(_converted(messages, longest, emulated=emulated))


def _converted(
    messages: Sequence[Message], longest: int, *, emulated: bool
) -> Iterator[ChatMessage]:
    call_ids: set[str] = set()
    texts: list[str] = []
    images: list[bytes] = []
    for message in [*messages, None]:
        if (texts or images) and (message is None or message.role != "tool"):
            yield _message(Message("user", "\n".join(texts), images=tuple(images)), longest)
            texts, images = [], []
        if message is None:
            return
        if message.native is not None:
            call_ids |= calls_without_text(message.native)
        if message.call is not None and message.call.id in call_ids:
            texts.append(message.text)
        if emulated and message.role == "tool":
            images += message.images
            message = replace(message, images=())
        yield _message(message, longest)


def _message(message: Message, longest: int) -> ChatMessage:
    content = _content(message.text, [within(image, longest) for image in message.images])
    match message.role:
        case "system":
            return ChatMessageSystem(content=content)
        case "user":
            return ChatMessageUser(content=content)
        case "tool":
            assert message.call is not None
            return ChatMessageTool(
                content=content, tool_call_id=message.call.id, function=message.call.name
            )
    if message.native is None:
        return ChatMessageAssistant(
            content=content, tool_calls=[_call(call) for call in message.calls] or None
        )
    return _shortened(message) if message.shortened else message.native


def _shortened(message: Message) -> ChatMessageAssistant:
    """Return the provider's message with a part of its text and calls, and all its reasoning.

    Providers refuse calls without the reasoning that preceded them.
    """
    native: ChatMessageAssistant = message.native
    native_calls = {call.id: call for call in native.tool_calls or ()}
    calls = [native_calls.get(call.id) or _call(call) for call in message.calls]
    text_parts = [ContentText(text=message.text)] if message.text else []
    return native.model_copy(
        update={"content": [*reasoning_of(native), *text_parts], "tool_calls": calls or None}
    )


def _call(call: Call) -> ToolCall:
    return ToolCall(id=call.id, function=call.name, arguments=call.arguments)


def _content(text: str, images: Sequence[bytes]) -> str | list[Content]:
    if not images:
        return text
    pictures = [ContentImage(image=_data_uri(image)) for image in images]
    return [*([ContentText(text=text)] if text else []), *pictures]


def _data_uri(png: bytes) -> str:
    """Return an image as a data URI; a PNG that is too large for some providers as a JPEG of the
    same size in pixels.
    """
    kind, data = ("png", png) if len(png) <= _MAX_IMAGE_BYTES else ("jpeg", _jpeg(png))
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def _jpeg(png: bytes) -> bytes:
    with Image.open(io.BytesIO(png)) as image:
        picture = image.convert("RGB")
    data = b""
    for quality in _JPEG_QUALITIES:
        buffer = io.BytesIO()
        picture.save(buffer, "JPEG", quality=quality)
        data = buffer.getvalue()
        if len(data) <= _MAX_IMAGE_BYTES:
            break
    return data


def tool_info(tool: Tool) -> ToolInfo:
    """Return a tool in Inspect's type."""
    schema = {
        key: tool.parameters[key] for key in ("properties", "required") if key in tool.parameters
    }
    return ToolInfo(
        name=tool.name,
        description=tool.description,
        parameters=ToolParams.model_validate(schema),
        options={SCREEN: tool.screen} if tool.screen else None,
    )
