"""Classify the errors of model providers, and describe them in one line."""

import re

from webproctor.core.llm import ModelFailed
from webproctor.core.redaction import redact
from webproctor.harness.rate_limits import is_used_up
from webproctor.run.episode_results import ACCESS

CONTEXT_LENGTH = "context length"
"""Cause of an episode whose conversation is longer than the model's context window."""
_NO_QUOTA = re.compile(
    r"insufficient_quota|credit balance is too low|insufficient (?:balance|credits?|funds)"
    r"|billing_hard_limit|spending limit|reached your specified API usage limits"
    r"|exceeded_current_quota|Arrearage|budget_exceeded|budget has been exceeded|crossed budget",
    re.I,
)
_TOO_LONG = re.compile(
    r"context_length_exceeded|context (?:length|window|size|limit)|maximum context"
    r"|maximum (?:prompt|model) length|model token limit"
    r"|(?:prompt|input)(?: \(\d+ tokens\))?(?: is)? too long"
    r"|body too large for \S+ model|max_tokens must be at least 1, got -"
    r"|prompt exceeds max length|prompt token count of \d+ exceeds"
    r"|exceeds? the (?:maximum|available) (?:number of )?(?:input )?tokens|`inputs` (?:tokens|must)"
    r"|too many (?:input )?tokens|reduce the length of the (?:messages|prompt|input)",
    re.I,
)
_REJECTED_KEY = re.compile(r"API key (?:not valid|expired)|incorrect API key", re.I)
_NO_MODEL = re.compile(
    r"not a valid model|invalid model\b|model (?:name )?(?:does )?not (?:exist|found)"
    r"|model identifier is invalid|with on-demand throughput isn.t supported",
    re.I,
)
_NO_TOOLS = re.compile(
    r"enable-auto-tool-choice|does(?: not|n't) support (?:tools|function calling|tool use)"
    r"|endpoints found that support tool use|tools param requires"
    r"|(?:tool use|tool calling|function calling)`? is not (?:supported|enabled)",
    re.I,
)
# OpenAI, Alibaba, and a stream in answer to a request that asked for none (`server_answers`).
_ONLY_STREAMS = re.compile(
    r"stream must be (?:set to )?true|only supports? (?:the )?stream|for non-?streaming calls"
    r"|the answer is a stream",
    re.I,
)
# OpenAI and Groq. Other limits of tokens per minute end after a wait.
_TOO_LARGE = re.compile(
    r"request too large for .*tokens per min|input or output tokens must be reduced",
    re.I | re.DOTALL,
)
_NO_IMAGES = re.compile(
    r"does(?: not|n't) support (?:(?:the )?images?|vision)"
    r"|images? (?:inputs? )?(?:is|are) not (?:supported|enabled)|endpoints found that support image"
    r"|not a multimodal model|at most 0 image"
    r"|image_url is only supported|unknown variant `image_url`|required for image input"
    r"|does not support multimodal|for 'role:user' .*value must be a string",
    re.I,
)
_FEWER_IMAGES = re.compile(r"at most \d+ image|too many images|supports up to \d+ images", re.I)
_SETTING = (
    r"\b(?:temperature|top_?[pk]|seed|reasoning_?effort|reasoning|thinking|verbosity"
    r"|(?:frequency|presence)_?penalty)\b"
)
# OpenAI ("Unsupported value: 'temperature'"), xAI ("does not support parameter"), vLLM
# ("extra_forbidden"), Anthropic ("`temperature` may only be set to 1", "max_tokens: 9 > 8"), Groq
# and DeepSeek (the range of `max_tokens`).
_REFUSED_SETTING = re.compile(
    r"(?:unsupported (?:parameter|value)|unrecognized request argument|argument not supported"
    rf"|does(?: not|n't) support (?:the )?parameters?|extra_forbidden)\b.{{0,40}}?{_SETTING}"
    rf"|{_SETTING}\W+(?:may only be|and `?top_p`? cannot|is deprecated|extra inputs are not)"
    r"|max_(?:completion_)?tokens\b.{0,20}(?:is too large|> \d|must be less than|valid range)",
    re.I,
)
_REDUCE = (
    "reduce what the agent sends, such as --history-tokens, --view-tokens and --screenshots, or "
    "--max-tokens"
)
# Statuses of requests that the model or server cannot process; some servers answer with 500.
_UNSUPPORTED = frozenset({400, 404, 422, 500, 501})
# Environment variables of keys whose names do not follow from the provider's.
_KEYS = {"grok": "XAI_API_KEY", "hf": "HF_TOKEN"}


def one_line(error: BaseException) -> str:
    """Return an error in one line, without the exceptions that retries wrapped around it."""
    last_attempt = getattr(error, "last_attempt", None)
    if last_attempt is not None and (raised := last_attempt.exception()) is not None:
        return one_line(raised)
    # Inspect's message also quotes the rejected request.
    text = getattr(error, "provider_message", "") or str(error)
    message = redact(" ".join(re.sub(r"\[/?[a-z]+\]|ERROR\S*: ", "", text).split()))[:400]
    return message or type(error).__name__


def status_of(error: BaseException) -> int | None:
    """Return the HTTP status of a provider's error; None if the server did not answer.

    Inspect wraps errors: those of the last retry, and those that a provider returns.
    """
    last_attempt = getattr(error, "last_attempt", None)
    wrapped = last_attempt.exception() if last_attempt is not None else error.__cause__
    status = _own_status(error)
    return status_of(wrapped) if status is None and wrapped is not None else status


def _own_status(error: BaseException) -> int | None:
    response = getattr(error, "response", None)
    # The errors of Bedrock's client.
    metadata = response.get("ResponseMetadata") if isinstance(response, dict) else None
    for value in (
        getattr(error, "status_code", None),
        getattr(error, "code", None),
        getattr(response, "status_code", None),
        metadata.get("HTTPStatusCode") if isinstance(metadata, dict) else None,
    ):
        if isinstance(value, int) and 400 <= value < 600:
            return value
    return None


def was_sent(error: BaseException | None) -> bool:
    """Whether a request may have reached the server: not if there was no connection."""
    while error is not None:
        if type(error).__name__ in ("ConnectError", "ConnectTimeout", "ConnectionRefusedError"):
            return False
        error = error.__cause__ or error.__context__
    return True


def access_error(error: BaseException, model: str, *, answered: bool) -> ModelFailed | None:
    """Return why no request to a model can succeed; None if another request may.

    Args:
        model: The model in Inspect's notation.
        answered: Whether the model has answered an earlier request. If so, the statuses 403 and 404
            are taken to be about the single request: gateways use them for refused content. An
            error that the model has no tools or images can follow answers to requests without them.
    """
    status, message = status_of(error), one_line(error)
    if status == 402 or (status in (400, 403, 412, 429) and _NO_QUOTA.search(error_text(error))):
        reason = "no quota is left: add credit to the account of the key"
    elif (status == 429 or "rate_limit" in error_text(error)) and is_used_up(error):
        reason = "a limit of the account is used up: resume the run later, or raise the limit"
    elif status == 401 or (status == 400 and _REJECTED_KEY.search(message)):
        reason = f"the provider rejected the API key: check {_key_variable(model)}"
    elif status in _UNSUPPORTED and _NO_TOOLS.search(message):
        reason = (
            "the model or its server does not support tools, which the agent needs: start vLLM "
            "with --enable-auto-tool-choice and --tool-call-parser, or add -M emulate_tools=true, "
            "which describes the tools in the prompt"
        )
    elif status in _UNSUPPORTED and _ONLY_STREAMS.search(message):
        reason = "the model or its server answers only with streams: add -M stream=true"
    elif status in _UNSUPPORTED and _NO_IMAGES.search(message):
        reason = (
            "the model or its server does not support images: choose another model, or add "
            "--text-only if the agent has this setting"
        )
    elif status in _UNSUPPORTED and _FEWER_IMAGES.search(message):
        reason = (
            "the model or its server accepts fewer images in a request: set --screenshots, or "
            "raise the limit of the server"
        )
    elif status == 403 and not answered:
        reason = "the provider denied access: check that the key may use the model"
    elif not answered and (status == 404 or (status in (400, 422) and _NO_MODEL.search(message))):
        reason = "the server has no such model or address: check --model and --base-url"
    elif not answered and status in (400, 422) and _REFUSED_SETTING.search(message):
        reason = (
            "the model or its server refuses a setting of the run: change or remove it, such as "
            "--temperature, --max-tokens or --reasoning-effort"
        )
    else:
        return None
    return ModelFailed(ACCESS, f"{model}: {reason}; the provider said: {message}")


def too_large(error: BaseException) -> ModelFailed | None:
    """Return the error of an episode whose request is larger than the account's limit of tokens per
    minute, so that no wait helps; None if it is another error.
    """
    message = one_line(error)
    if status_of(error) not in (413, 429) or not _TOO_LARGE.search(message):
        return None
    return ModelFailed(
        CONTEXT_LENGTH,
        "the request is larger than the account's limit of tokens per minute; raise the limit, or "
        f"{_REDUCE} ({message[:300]})",
    )


def model_failure(error: BaseException) -> ModelFailed:
    """Return the error of an episode whose request failed after all retries."""
    message = one_line(error)
    # llama.cpp answers with 500 if the context is full while the model writes.
    if status_of(error) in (400, 413, 422, 500) and _TOO_LONG.search(message):
        return context_length_failure(message)
    if ".tiktoken" in message:  # Inspect counts the tokens of some models itself.
        return ModelFailed(
            "model",
            "the tokenizer of the model could not be downloaded; allow the connection, or set "
            f"TIKTOKEN_CACHE_DIR to a folder with the downloaded file ({message[:300]})",
        )
    return ModelFailed("model", f"the model gave no answer: {message}")


def context_length_failure(message: str) -> ModelFailed:
    return ModelFailed(
        CONTEXT_LENGTH,
        f"the conversation is longer than the model's context window; {_REDUCE} ({message[:300]})",
    )


def error_text(error: BaseException) -> str:
    """Return an error's text with its code and type, which some clients leave out of the text."""
    return f"{error} {getattr(error, 'code', '')} {getattr(error, 'type', '')}"


def _key_variable(model: str) -> str:
    """Return the name of the environment variable with the key of a model's provider."""
    provider, *rest = model.split("/")
    if provider == "openai-api" and rest:
        provider = rest[0]
    return _KEYS.get(provider, f"{provider.upper().replace('-', '_')}_API_KEY")
