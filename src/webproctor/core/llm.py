"""The interface of language models: messages and tools in, a reply out.

Agents are independent of providers. The harness passes them a `Model` that wraps one of Inspect's;
tests pass their own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

Role = Literal["system", "user", "assistant", "tool"]
# Whether a model may call tools; with "none" they are declared but must not be used. Providers
# require the declaration if the conversation contains tool calls.
ToolChoice = Literal["auto", "none"]


@dataclass(frozen=True)
class Call:
    """A tool call.

    Attributes:
        id: The provider's id of the call; the tool's message has the same id.
        name: The tool.
        arguments: The tool's arguments, as far as they could be parsed.
        fault: Why they could not be parsed, or "".
    """

    id: str
    name: str
    arguments: dict[str, Any]
    fault: str = ""


@dataclass(frozen=True)
class Message:
    """One message of a conversation.

    Attributes:
        role: The role of the sender.
        text: The text.
        images: PNG images after the text.
        calls: The tool calls of an assistant's message.
        call: The call that a tool's message answers.
        native: The provider's form of an assistant's message, sent back unchanged.
        shortened: Whether `text` and `calls` are only a part of those in `native`. They are then
            sent back in their place, together with the reasoning in `native`.
    """

    role: Role
    text: str = ""
    images: tuple[bytes, ...] = ()
    calls: tuple[Call, ...] = ()
    call: Call | None = None
    native: Any = None
    shortened: bool = False


@dataclass(frozen=True)
class Tool:
    """A tool that a model may call.

    Attributes:
        name: The name.
        description: The description for the model.
        parameters: A JSON schema of an object.
        screen: Width and height in pixels of the images that the tool's points refer to, for tools
            that use a screen.
    """

    name: str
    description: str
    parameters: dict[str, Any]
    screen: tuple[int, int] | None = None


DONE = Tool(
    "done",
    "Finish the task. No action is possible after this.",
    {
        "type": "object",
        "properties": {
            "answer": {"type": "string", "description": "The answer, if the task asks for one."}
        },
        "required": [],
        "additionalProperties": False,
    },
)


def done_fault(arguments: Mapping[str, Any]) -> str:
    """Return why a call of `done` is invalid; "" if it is valid.

    A call that gives its answer under another name than `answer` is invalid: the answer would be
    lost.
    """
    if arguments.get("answer") is not None:
        return ""
    unknown = [name for name, value in arguments.items() if name != "answer" and value is not None]
    return f"there is no argument {unknown[0]!r}: give the answer as `answer`" if unknown else ""


@dataclass(frozen=True)
class Reply:
    """The reply of a model.

    Attributes:
        text: The text.
        calls: The tool calls, in order.
        stop: `refused` if the provider refused to answer, `length` if the answer was truncated,
            else `done`.
        usage: `calls`, `input_tokens`, `output_tokens`, and `dollars` if the price is known.
        native: The provider's form of the message.
        shortened: Whether `text` and `calls` are only a part of `native`.
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    stop: Literal["done", "length", "refused"] = "done"
    usage: dict[str, float] = field(default_factory=dict)
    native: Any = None
    shortened: bool = False

    def message(self) -> Message:
        """Return the reply as a message of the conversation."""
        return Message(
            "assistant",
            self.text,
            calls=self.calls,
            native=self.native,
            shortened=self.shortened,
        )


class ModelFailed(Exception):
    """The model gave no usable answer; the episode ends as errored.

    `cause` is a short label for tables of errors: `model`, `refused`, `no action`,
    `context length`, `model access`, `budget`.
    """

    def __init__(self, cause: str, message: str) -> None:
        super().__init__(message)
        self.cause = cause


@runtime_checkable
class Model(Protocol):
    """Answers conversations."""

    async def generate(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool] = (),
        *,
        tool_choice: ToolChoice = "auto",
    ) -> Reply:
        """Return the model's reply to a conversation.

        Args:
            messages: The conversation.
            tools: The tools that it uses.
            tool_choice: "none" forbids the model to call tools. A provider may not enforce it.

        Raises:
            ModelFailed: If there is no reply after all retries.
        """
        ...
