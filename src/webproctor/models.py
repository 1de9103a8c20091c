"""A language model as agents meet it: messages and tools in, a reply out.

Agents know no provider. Whoever runs them hands them a `Model`: the harness one of Inspect's, a
test one of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, runtime_checkable

Role = Literal["system", "user", "assistant", "tool"]


@dataclass(frozen=True)
class Call:
    """A tool call.

    Attributes:
        id: The provider's name of the call; its answer bears it too.
        name: The tool.
        arguments: The tool's arguments, as far as they could be read.
        fault: Why they could not be read, or "".
    """

    id: str
    name: str
    arguments: dict[str, Any]
    fault: str = ""


@dataclass(frozen=True)
class Message:
    """One message of a conversation.

    Attributes:
        role: Who speaks.
        text: What is said.
        images: PNG pictures that go with it.
        calls: Tools that an assistant's message calls.
        call: Of a tool's message: the call that it answers.
        native: Of an assistant's message: the provider's own form, to be given back unchanged.
    """

    role: Role
    text: str = ""
    images: tuple[bytes, ...] = ()
    calls: tuple[Call, ...] = ()
    call: Call | None = None
    native: Any = None


@dataclass(frozen=True)
class Tool:
    """A tool that a model may call; `parameters` is a JSON schema of an object."""

    name: str
    description: str
    parameters: dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """What a model answers.

    Attributes:
        text: What it says.
        calls: The tools it calls, in order.
        stop: `refused` when the provider withheld an answer, `length` when it was cut off, else
            `done`.
        usage: What the answer cost, by name: `input_tokens`, `output_tokens`, `dollars` where the
            price is known.
        native: The provider's own form of the message.
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    stop: Literal["done", "length", "refused"] = "done"
    usage: dict[str, float] = field(default_factory=dict)
    native: Any = None

    def message(self) -> Message:
        """The reply as a message of the conversation."""
        return Message("assistant", self.text, calls=self.calls, native=self.native)


class ModelFailed(Exception):
    """The model gives no answer that an agent can work with; its episode ends here.

    `cause` is a word or two for tables of errors: `model`, `refused`, `no action`, `budget`.
    """

    def __init__(self, cause: str, message: str) -> None:
        super().__init__(message)
        self.cause = cause


@runtime_checkable
class Model(Protocol):
    """Answers conversations."""

    async def generate(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The next message of a conversation.

        Raises:
            ModelFailed: If there is none to be had, however often it is asked for.
        """
        ...
