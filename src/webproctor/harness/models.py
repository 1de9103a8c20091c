"""Models for agents, by way of Inspect: any provider, counted, retried, cached, within a budget."""

import base64
import io
import re
from collections.abc import Sequence
from contextlib import redirect_stdout
from contextvars import ContextVar
from typing import Any

from inspect_ai import model as inspect_model
from inspect_ai.model import (
    CachePolicy,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageTool,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentText,
    GenerateConfig,
    ModelCost,
    ModelInfo,
    ModelOutput,
)
from inspect_ai.tool import ToolCall, ToolInfo, ToolParams
from inspect_ai.util import LimitExceededError
from pydantic import BaseModel

from webproctor.errors import UserError
from webproctor.models import Call, Message, ModelFailed, Reply, Tool
from webproctor.texts import tokens

PICTURE_TOKENS = 1500
# What an answer may take where nothing else is said, so that a budget knows its most.
MOST_TOKENS = 8192
# Their clients retry by themselves, which would multiply with our own retries.
_OWN_RETRIES = ("openai/", "openai-api/", "anthropic/", "vllm/", "sglang/", "ollama/")
_STOPS = {"content_filter": "refused", "max_tokens": "length", "model_length": "length"}


class ModelSettings(BaseModel):
    """A model and how it is asked.

    Attributes:
        name: As Inspect names it: `openai/gpt-5`, `anthropic/...`, `openai-api/NAME/MODEL`.
        base_url: The address of its server, where it is not the provider's own.
        arguments: The provider's further settings.
        temperature: Its temperature; None leaves it to the provider.
        max_tokens: The most tokens of an answer; None leaves it to the provider.
        timeout: Seconds for an answer, tries included.
        retries: How often a request that failed is sent again.
        cache: Whether answers to the very same request are taken from the store.
        price: Dollars for a million tokens in and out, where Inspect does not know them.
        budget: Dollars that the run may cost.
    """

    name: str
    base_url: str | None = None
    arguments: dict[str, Any] = {}
    temperature: float | None = None
    max_tokens: int | None = None
    timeout: int = 600
    retries: int = 5
    cache: bool = False
    price: tuple[float, float] | None = None
    budget: float | None = None


class Budget:
    """Dollars that may be spent. An answer is only asked for if its most is still there.

    Args:
        dollars: All there is.
        price: Dollars for a million tokens in, and out.
    """

    def __init__(self, dollars: float, price: tuple[float, float]) -> None:
        self.dollars = dollars
        self.spent = 0.0
        self._price = price
        self._reserved = 0.0
        self.closed = False

    def reserve(self, messages: Sequence[Message], most: int) -> float:
        """Set aside what an answer may cost at most.

        Raises:
            ModelFailed: If that is more than what is left; nothing is asked for from then on.
        """
        read = sum(
            tokens(one.text) + tokens(str(one.calls)) + PICTURE_TOKENS * len(one.images)
            for one in messages
        )
        cost = (read * self._price[0] + most * self._price[1]) / 1e6
        if self.closed or self.spent + self._reserved + cost > self.dollars:
            self.closed = True
            raise self.exhausted()
        self._reserved += cost
        return cost

    def settle(self, reserved: float, usage: dict[str, float]) -> None:
        """Count what an answer has cost in place of what was set aside for it."""
        self._reserved -= reserved
        self.spent += usage.get("dollars", 0.0)

    def exhausted(self) -> ModelFailed:
        said = f"${self.spent:.2f} of ${self.dollars:.2f} are spent; the next answer may cost more"
        return ModelFailed("budget", said)


# The budget of the run that goes on.
running_budget: ContextVar[Budget | None] = ContextVar("running_budget", default=None)


def make_model(settings: ModelSettings) -> inspect_model.Model:
    """The model, ready to be asked.

    Raises:
        UserError: If there is no such provider or model, or a key is missing.
    """
    arguments = dict(settings.arguments)
    if settings.name.startswith(_OWN_RETRIES):
        arguments.setdefault("max_retries", 0)
    config = GenerateConfig(
        temperature=settings.temperature,
        max_tokens=settings.max_tokens or (MOST_TOKENS if settings.budget is not None else None),
        timeout=settings.timeout,
        max_retries=settings.retries,
        cache=settings.cache or None,
    )
    try:
        # Inspect greets on standard output, which belongs to our caller.
        with redirect_stdout(io.StringIO()):
            made = inspect_model.get_model(
                settings.name, config=config, base_url=settings.base_url, memoize=False, **arguments
            )
    except Exception as error:  # Providers raise what they like: a key, a package, a name.
        raise UserError(f"model {settings.name!r}: {_plain(error)}") from error
    if settings.price is not None:
        into, out = settings.price
        cost = ModelCost(input=into, output=out, input_cache_write=into, input_cache_read=into)
        inspect_model.set_model_info(settings.name, ModelInfo(cost=cost))
    return made


def make_budget(settings: ModelSettings) -> Budget | None:
    """The budget of a run.

    Raises:
        UserError: If the model's price is not known.
    """
    if settings.budget is None:
        return None
    price = settings.price
    if price is None:
        info = inspect_model.get_model_info(settings.name)
        if info is None or info.cost is None:
            raise UserError(
                f"the price of {settings.name!r} is not known, so a budget cannot be kept: add "
                "--price IN,OUT, in dollars for a million tokens."
            )
        price = info.cost.input, info.cost.output
    return Budget(settings.budget, price)


class InspectModel:
    """A model by way of Inspect.

    Args:
        model: Which; by default that of the running evaluation.
        epoch: Of which epoch its answers are: those of another are not taken from the store.
    """

    def __init__(self, model: inspect_model.Model | None = None, epoch: int = 1) -> None:
        self._model = model
        self._cache = CachePolicy(scopes={"epoch": str(epoch)})

    async def generate(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        model = self._model or inspect_model.get_model()
        budget = running_budget.get()
        most = model.config.max_tokens or MOST_TOKENS
        reserved = budget.reserve(messages, most) if budget else 0.0
        usage: dict[str, float] = {}
        try:
            output = await model.generate(
                [_message(one) for one in messages],
                tools=[_tool(one) for one in tools],
                tool_choice="auto" if tools else "none",
                cache=self._cache if model.config.cache else False,
            )
            usage = _usage(output)
        except LimitExceededError:
            raise
        except Exception as error:
            raise ModelFailed("model", f"the model gave no answer: {_plain(error)}") from error
        finally:
            if budget:
                budget.settle(reserved, usage)
        if output.error:
            raise ModelFailed("model", f"the model gave no answer: {output.error}")
        return _reply(output, usage)


def _plain(error: BaseException) -> str:
    """An error in one line, without the wrapping of those who tried again."""
    inner = getattr(error, "last_attempt", None)
    if inner is not None and (raised := inner.exception()) is not None:
        return _plain(raised)
    # A request that was refused is quoted before the reason for it.
    *_, reason = str(error).rpartition("\n}\n\n")
    said = " ".join(re.sub(r"\[/?[a-z]+\]|ERROR\S*: ", "", reason).split())[:400]
    return said or type(error).__name__


def _content(text: str, images: Sequence[bytes]) -> str | list[Content]:
    if not images:
        return text
    pictures = [
        ContentImage(image=f"data:image/png;base64,{base64.b64encode(image).decode()}")
        for image in images
    ]
    return [*([ContentText(text=text)] if text else []), *pictures]


def _message(message: Message) -> ChatMessage:
    content = _content(message.text, message.images)
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
    if message.native is not None:
        return message.native
    calls = [
        ToolCall(id=call.id, function=call.name, arguments=call.arguments) for call in message.calls
    ]
    return ChatMessageAssistant(content=content, tool_calls=calls or None)


def _tool(tool: Tool) -> ToolInfo:
    schema = {
        key: tool.parameters[key] for key in ("properties", "required") if key in tool.parameters
    }
    return ToolInfo(
        name=tool.name,
        description=tool.description,
        parameters=ToolParams.model_validate(schema),
    )


def _reply(output: ModelOutput, usage: dict[str, float]) -> Reply:
    if output.empty:
        return Reply(usage=usage)
    message = output.message
    calls = [
        Call(call.id, call.function, dict(call.arguments), call.parse_error or "")
        for call in message.tool_calls or ()
    ]
    return Reply(
        text=message.text,
        calls=tuple(calls),
        stop=_STOPS.get(output.stop_reason, "done"),  # type: ignore[arg-type]
        usage=usage,
        native=message,
    )


def _usage(output: ModelOutput) -> dict[str, float]:
    used = output.usage
    if used is None:
        return {"calls": 1}
    usage = {"calls": 1, "input_tokens": used.input_tokens, "output_tokens": used.output_tokens}
    # Providers that keep a prompt's beginning count it apart; it was read all the same.
    usage["input_tokens"] += (used.input_tokens_cache_read or 0) + (
        used.input_tokens_cache_write or 0
    )
    return usage | ({"dollars": used.total_cost} if used.total_cost is not None else {})
