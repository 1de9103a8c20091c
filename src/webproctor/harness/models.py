"""Models of all of Inspect's providers, with settings, retries and cache."""

import asyncio
import io
import warnings
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Literal

from inspect_ai import model as inspect_model
from inspect_ai._util.registry import registry_find, registry_info
from inspect_ai.model import (
    CachePolicy,
    GenerateConfig,
    ModelOutput,
)
from inspect_ai.util import LimitExceededError
from pydantic import BaseModel, ValidationError

from webproctor.core.errors import CostUnknown, UserError, did_you_mean
from webproctor.core.llm import Call, Message, ModelFailed, Reply, Tool, ToolChoice
from webproctor.core.reasoning import without_reasoning
from webproctor.core.redaction import redact, redact_json
from webproctor.files.reading import describe_errors
from webproctor.harness.accounting import (
    DEFAULT_MAX_TOKENS,
    Budget,
    EpisodeAccount,
    Question,
    RunAccount,
    count_requests,
    current_question,
    estimated_tokens,
)
from webproctor.harness.message_order import learn_order, order_of, ordered
from webproctor.harness.model_answers import clean_answers
from webproctor.harness.model_clients import change_client, without_retries
from webproctor.harness.model_errors import context_length_failure, model_failure, one_line
from webproctor.harness.model_messages import to_inspect, tool_info
from webproctor.harness.native_tools import correct_requests, on_screen
from webproctor.harness.prices import is_local, price_of
from webproctor.harness.rate_limits import wait_as_named
from webproctor.harness.token_limits import learn_limit, refused_limit
from webproctor.harness.tools import limit_reached
from webproctor.run.ledger import Ledger, read_ledger, total

# Providers with these functions in Inspect.
_FALLBACK_PROVIDERS = ("anthropic/",)
_BATCH_PROVIDERS = ("openai/", "anthropic/", "google/", "grok/", "together/")
# Tokens of reasoning by effort, as Inspect limits those of models that need a limit.
_REASONING_TOKENS = {"none": 0, "minimal": 2048, "low": 4096, "medium": 10_000, "high": 16_000}
_REASONING_TOKENS |= {"xhigh": 32_000, "max": 32_000}
_STOP_REASONS: dict[str, Literal["length"]] = {"max_tokens": "length", "model_length": "length"}


class ModelSettings(BaseModel):
    """A model and the settings of its requests.

    Attributes:
        name: Name in Inspect's notation: `openai/gpt-5`, `openai-api/NAME/MODEL`.
        base_url: Address of the server; None for the provider's own.
        arguments: Further arguments of the provider.
        temperature: Sampling temperature; None for the provider's default.
        max_tokens: Maximum tokens of an answer. None: the provider's default, or with a budget
            8,192 tokens, and more for models that reason.
        top_p: Share of probability from which tokens are sampled.
        seed: Seed of the sampling.
        reasoning_effort: `none`, `minimal`, `low`, `medium`, `high`, `xhigh` or `max`.
        reasoning_tokens: Maximum tokens of reasoning.
        generation: Further fields of Inspect's `GenerateConfig`.
        fallback: Models that answer if the model refuses, in order (Anthropic only).
        batch: Whether requests are sent through the provider's batch interface.
        timeout: Timeout of an answer in seconds, including retries; None for no timeout.
        retries: Maximum retries of a failed request.
        cache: Whether cached answers to identical requests are used.
        price: Dollars per million input and output tokens, and optionally per million cached input
            tokens; None for the price in the included table.
        budget: Maximum cost of the run in dollars.
    """

    name: str
    base_url: str | None = None
    arguments: dict[str, Any] = {}
    temperature: float | None = None
    max_tokens: int | None = None
    top_p: float | None = None
    seed: int | None = None
    reasoning_effort: str | None = None
    reasoning_tokens: int | None = None
    generation: dict[str, Any] = {}
    fallback: tuple[str, ...] = ()
    batch: bool = False
    timeout: int | None = 600
    retries: int = 5
    cache: bool = False
    price: tuple[float, float] | tuple[float, float, float] | None = None
    budget: float | None = None


def make_model(settings: ModelSettings) -> inspect_model.Model:
    """Create a model.

    Raises:
        UserError: If the provider or model is unknown, or a key is missing.
    """
    config = _generation(settings)
    if "/" not in settings.name:
        raise UserError(
            f"model {settings.name!r}: the provider is missing. Write PROVIDER/NAME, for example "
            f"openai/{settings.name}."
        )
    try:
        # Inspect prints to standard output, which is reserved for the caller.
        with redirect_stdout(io.StringIO()):
            model = inspect_model.get_model(
                settings.name,
                config=config,
                base_url=settings.base_url,
                memoize=False,
                **settings.arguments,
            )
    except Exception as error:  # Providers raise many kinds of exceptions.
        hint = _similar_providers(settings.name.partition("/")[0])
        raise UserError(f"model {settings.name!r}: {one_line(error)}{hint}") from error
    if "max_retries" not in settings.arguments:
        change_client(model.api, without_retries)
    wait_as_named(model.api)
    if settings.base_url is not None:
        # Inspect logs this value; requests use the address of the client.
        model._explicit_base_url = redact(settings.base_url)
    model.model_args = redact_json(model.model_args)  # Also only logged.
    if settings.budget is not None and model.config.max_tokens is None:
        model.config.max_tokens = _max_tokens(model)
    return model


def _similar_providers(name: str) -> str:
    """Return a question about providers with a similar name; "" for the name of a provider."""
    objects = registry_find(lambda info: info.type == "modelapi")
    providers = {registry_info(one).name.rpartition("/")[2] for one in objects}
    return "" if name in providers else did_you_mean(name, providers)


def _max_tokens(model: inspect_model.Model) -> int:
    """Return the maximum tokens of an answer in a run with a budget.

    The tokens of the reasoning are included: the provider's default for a model that reasons, if
    there is one, else 8,192 for the answer and more for the reasoning.
    """
    config = model.config
    info = inspect_model.get_model_info(model) or inspect_model.ModelInfo()
    effort = config.reasoning_effort or info.reasoning_effort_default
    if effort is None:
        # Anthropic's models without a default effort reason only on request.
        always = info.reasoning and info.organization != "Anthropic"
        effort = "high" if always else "none"
    reasoning = config.reasoning_tokens
    if reasoning is None:
        # The default effort of some models has another name: "adaptive", "fixed".
        reasoning = _REASONING_TOKENS.get(effort, _REASONING_TOKENS["high"])
    maximum = DEFAULT_MAX_TOKENS + reasoning
    if reasoning:
        maximum = model.api.max_tokens_for_config(config) or maximum
    return min(maximum, info.output_tokens or maximum)


def _generation(settings: ModelSettings) -> GenerateConfig:
    """Return the settings of requests in Inspect's form.

    Raises:
        UserError: If a setting does not exist, its value is invalid, or the provider lacks it.
    """
    for flag, value, providers in (
        ("--fallback", settings.fallback, _FALLBACK_PROVIDERS),
        ("--batch", settings.batch, _BATCH_PROVIDERS),
    ):
        if value and not settings.name.startswith(providers):
            raise UserError(
                f"{flag} is not available for {settings.name!r}: only {', '.join(providers)} "
                "models have it."
            )
    fields = {
        "temperature": settings.temperature,
        "max_tokens": settings.max_tokens,
        "top_p": settings.top_p,
        "seed": settings.seed,
        "reasoning_effort": settings.reasoning_effort,
        "reasoning_tokens": settings.reasoning_tokens,
        "fallback_models": list(settings.fallback) or None,
        "timeout": settings.timeout,
        "max_retries": settings.retries,
        "cache": settings.cache or None,
        "batch": settings.batch or None,
    }
    try:
        return GenerateConfig.model_validate(fields | settings.generation)
    except ValidationError as error:
        raise UserError(f"model {settings.name!r}: {describe_errors(error)}") from error


def make_account(settings: ModelSettings, *, used: bool = True) -> RunAccount:
    """Create the account of a run: the price of its model, and its budget.

    Args:
        used: Whether the agent uses the model; if not, its price does not matter.

    Raises:
        UserError: If there is a budget, and the price of the model is unknown.
    """
    price = price_of(settings.name, settings.price, batch=settings.batch)
    account = RunAccount(model=settings.name, price=price)
    advice = f"the price of {settings.name!r} is unknown: add --price IN,OUT"
    if settings.budget is not None:
        if price is None:
            raise UserError(
                f"--budget requires a price, and {advice}, in dollars per million tokens."
            )
        account.budget = Budget(settings.budget, price)
    elif used and price is None and not is_local(settings.name):
        message = f"Costs are not reported: {advice}, in dollars per million tokens."
        warnings.warn(message, CostUnknown, stacklevel=2)
    return account


def model_outside_a_run(
    settings: ModelSettings, folder: Path | None, ledger: str
) -> "InspectModel":
    """Create a model whose requests are written to a separate ledger.

    A budget therefore includes the cost of earlier calls of the same command.

    Args:
        folder: The folder of the ledger; None to write none.
        ledger: The ledger's file name.

    Raises:
        UserError: If a setting is invalid, or the ledger is damaged.
    """
    model, account = make_model(settings), make_account(settings)
    if folder is not None:
        account.ledger = Ledger(folder, ledger)
        account.resume(total(read_ledger(folder, ledger)).get("dollars", 0.0))
    return InspectModel(model, EpisodeAccount(account))


class InspectModel:
    """A model that is called through Inspect.

    Args:
        model: Inspect's model; by default that of the running evaluation.
        account: The account of the episode; its epoch separates cached answers.
    """

    def __init__(
        self, model: inspect_model.Model | None = None, account: EpisodeAccount | None = None
    ) -> None:
        self._model = model
        self._account = account or EpisodeAccount()
        self._cache = CachePolicy(scopes={"epoch": str(self._account.epoch)})

    async def generate(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool] = (),
        *,
        tool_choice: ToolChoice = "auto",
    ) -> Reply:
        model = self._model or inspect_model.get_model()
        clean_answers(model)
        correct_requests(model, tools)
        count_requests(model)
        question = Question(
            self._account,
            self._account.run.price or price_of(str(model)),
            estimated_tokens(messages),
            model.config.max_tokens or DEFAULT_MAX_TOKENS,
        )
        output = await self._output(model, messages, tools, tool_choice, question)
        context_full = not output.empty and output.stop_reason == "model_length"
        if context_full and not output.message.tool_calls:
            raise context_length_failure(output.error or output.completion)
        # A refusal may have an error too: the provider's reason.
        if output.error and output.stop_reason != "content_filter":
            raise ModelFailed("model", f"the model gave no answer: {output.error}")
        if not question.usage:
            question.count(0.0, {"cached_calls": 1})
        return _reply(output, question.usage, tools)

    async def _output(
        self,
        model: inspect_model.Model,
        messages: Sequence[Message],
        tools: Sequence[Tool],
        tool_choice: ToolChoice,
        question: Question,
    ) -> ModelOutput:
        # Inspect checks its timeout only between tries, and the providers' clients check the time
        # between two bytes: a server that sends a byte a second would exceed both.
        timeout = asyncio.timeout(model.config.timeout)
        token = current_question.set(question)
        try:
            async with timeout:
                return await self._accepted_output(model, messages, tools, tool_choice)
        except LimitExceededError as error:
            raise limit_reached(error) from error
        except ModelFailed:
            raise
        except TimeoutError as error:
            reason = one_line(error)
            if timeout.expired():
                reason = f"timeout after {model.config.timeout} s"
                if question.fault:
                    reason += f"; the last request failed: {question.fault}"
            raise ModelFailed("model", f"the model gave no answer: {reason}") from error
        except Exception as error:
            raise model_failure(error) from error
        finally:
            current_question.reset(token)

    async def _accepted_output(
        self,
        model: inspect_model.Model,
        messages: Sequence[Message],
        tools: Sequence[Tool],
        tool_choice: ToolChoice,
    ) -> ModelOutput:
        """Return the output; a request that was refused for the order of its messages, or for the
        field of its maximum tokens, is repeated as the server accepts it.
        """
        emulated = bool(getattr(model.api, "emulate_tools", False))
        while True:
            order, limit = order_of(model.api), refused_limit(model.api)
            try:
                return await model.generate(
                    ordered(to_inspect(messages, emulated=emulated), order),
                    tools=[tool_info(tool) for tool in tools],
                    tool_choice=tool_choice if tools else "none",
                    cache=self._cache if model.config.cache else False,
                )
            except Exception as error:
                if not (
                    learn_order(model.api, order, error) or learn_limit(model.api, limit, error)
                ):
                    raise


def _reply(output: ModelOutput, usage: dict[str, float], tools: Sequence[Tool]) -> Reply:
    if output.empty:
        return Reply(usage=usage)
    message = output.message
    calls = [
        Call(call.id, call.function, on_screen(call, tools), call.parse_error or "")
        for call in message.tool_calls or ()
    ]
    return Reply(
        text=without_reasoning(message.text),
        calls=tuple(calls),
        stop="refused" if _refused(output) else _STOP_REASONS.get(output.stop_reason, "done"),
        usage=usage,
        native=message,
    )


def _refused(output: ModelOutput) -> bool:
    """Whether the model or its provider refused to answer.

    OpenAI's models refuse with a text of a special type, and with the usual stop reason.
    """
    details = output.choices[0].stop_details
    return output.stop_reason == "content_filter" or (
        details is not None and details.type == "refusal"
    )
