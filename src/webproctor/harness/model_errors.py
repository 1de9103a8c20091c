"""Classify the errors of model providers, and describe them in one line."""

import re

from webproctor.core.llm import ModelFailed
from webproctor.core.redaction import redact
from webproctor.run.episode_results import ACCESS

CONTEXT_LENGTH = "context length"
"""Cause of an episode whose conversation is longer than the model's context window."""
_NO_QUOTA = re.compile(
    r"insufficient_quota|credit balance is too low|insufficient (?:balance|credits?|funds)"
    r"|billing_hard_limit|spending limit",
    re.I,
)
_TOO_LONG = re.compile(
    r"context_length_exceeded|context (?:length|window|size)|maximum context|prompt is too long"
    r"|input is too long|exceeds? the (?:maximum|available) (?:number of )?(?:input )?tokens"
    r"|too many (?:input )?tokens|reduce the length of the (?:messages|prompt|input)",
    re.I,
)
# Environment variables of keys whose names do not follow from the provider's.
_KEYS = {"grok": "XAI_API_KEY", "hf": "HF_TOKEN"}


def plain(error: BaseException) -> str:
    """Return an error in one line, without the exceptions that retries wrapped around it."""
    inner = getattr(error, "last_attempt", None)
    if inner is not None and (raised := inner.exception()) is not None:
        return plain(raised)
    # The message quotes the rejected request before the reason.
    *_, reason = str(error).rpartition("\n}\n\n")
    said = redact(" ".join(re.sub(r"\[/?[a-z]+\]|ERROR\S*: ", "", reason).split()))[:400]
    return said or type(error).__name__


def status_of(error: BaseException) -> int | None:
    """Return the HTTP status of a provider's error; None if the server did not answer."""
    response = getattr(error, "response", None)
    for value in (
        getattr(error, "status_code", None),
        getattr(error, "code", None),
        getattr(response, "status_code", None),
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
            are taken to be about the single request: gateways use them for refused content.
    """
    status, said = status_of(error), plain(error)
    if status == 402 or (status in (400, 403, 429) and _NO_QUOTA.search(_codes(error))):
        why = "no quota is left: add credit to the account of the key"
    elif status == 401 or (status == 400 and "API key not valid" in said):
        why = f"the provider rejected the API key: check {_key(model)}"
    elif status == 403 and not answered:
        why = "the provider denied access: check that the key may use the model"
    elif status == 404 and not answered:
        why = "the server has no such model or address: check --model and --base-url"
    else:
        return None
    return ModelFailed(ACCESS, f"{model}: {why}; the provider said: {said}")


def failure(error: BaseException) -> ModelFailed:
    """Return the error of an episode whose request failed after all retries."""
    said = plain(error)
    if status_of(error) in (400, 413, 422) and _TOO_LONG.search(said):
        return too_long(said)
    return ModelFailed("model", f"the model gave no answer: {said}")


def too_long(said: str) -> ModelFailed:
    return ModelFailed(
        CONTEXT_LENGTH,
        "the conversation is longer than the model's context window; reduce what the agent sends, "
        f"such as --history-tokens, --view-tokens and --screenshots ({said[:300]})",
    )


def _codes(error: BaseException) -> str:
    """Return an error's text with its code and type, which some clients leave out of the text."""
    return f"{error} {getattr(error, 'code', '')} {getattr(error, 'type', '')}"


def _key(model: str) -> str:
    """Return the name of the environment variable with the key of a model's provider."""
    provider, *rest = model.split("/")
    if provider == "openai-api" and rest:
        provider = rest[0]
    return _KEYS.get(provider, f"{provider.upper().replace('-', '_')}_API_KEY")
