"""Rate limits of model providers: how long to wait, and which limits a run cannot wait for."""

import re
from collections.abc import Callable

from inspect_ai._util.http import parse_retry_after
from inspect_ai.model import ModelAPI
from tenacity import RetryCallState, wait_exponential_jitter

# Seconds. If a provider asks for a longer wait, the run cannot continue.
_LONGEST_WAIT = 600.0
# OpenAI and Groq ("try again in 9m38.016s"), Azure ("retry after 20 seconds"), Google
# ("retryDelay").
_NAMED = re.compile(
    r"(?:(?:try again|retry) (?:in|after) |retryDelay\W+)((?:\d+(?:\.\d+)? ?(?:ms|[smhd]))+)", re.I
)
_PART = re.compile(r"(\d+(?:\.\d+)?) ?(ms|[smhd])", re.I)
_SECONDS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400}
# OpenAI and Groq ("requests per day (RPD)"), Google ("GenerateRequestsPerDay"), Bedrock ("tokens
# per day"), OpenRouter ("free-models-per-day"), Anthropic ("daily rate limit"), Cohere ("/ month").
_LONG_PERIOD = re.compile(r"(?:per.?|/ ?)(?:day|week|month)|\b(?:dai|week|month)ly\b", re.I)


def named_wait(error: BaseException) -> float | None:
    """Return how many seconds a provider asks to wait; None if it does not say."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    # Headers with the reset time of each limit are ignored: most limits were not reached.
    if "retry-after" in headers:
        return parse_retry_after({"retry-after": headers["retry-after"]})
    if (match := _NAMED.search(_text(error))) is None:
        return None
    parts = _PART.findall(match[1])
    return sum(float(number) * _SECONDS[unit.lower()] for number, unit in parts)


def is_used_up(error: BaseException) -> bool:
    """Whether a rate limit has been reached that a run cannot wait for, such as one per day."""
    return bool(_LONG_PERIOD.search(_text(error))) or (named_wait(error) or 0.0) > _LONGEST_WAIT


def _text(error: BaseException) -> str:
    """Return an error's text with its body: OpenAI's client leaves Google's details out of it."""
    return f"{error} {getattr(error, 'body', '')}"


def wait_as_named(api: ModelAPI) -> None:
    """Let Inspect, which ignores the wait that a provider asks for, wait at least as long."""
    retry_wait = api.retry_wait

    def retry_wait_as_named() -> Callable[[RetryCallState], float]:
        # The default of Inspect.
        usual = retry_wait() or wait_exponential_jitter(initial=3, max=30 * 60, jitter=3)

        def wait(state: RetryCallState) -> float:
            error = state.outcome.exception() if state.outcome else None
            named = (named_wait(error) if error else None) or 0.0
            return max(usual(state), min(named, _LONGEST_WAIT))

        return wait

    api.retry_wait = retry_wait_as_named
