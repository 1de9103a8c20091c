"""Choose the field of a request that limits the tokens of its answer: servers accept only one.

OpenAI's models that reason accept only `max_completion_tokens`, some servers only `max_tokens`.
Inspect decides by the name of the model, which says nothing about Azure's deployments and models
behind gateways.
"""

import re
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from inspect_ai.model import ModelAPI

from webproctor.harness.model_clients import change_client
from webproctor.harness.model_errors import one_line

_OTHER = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_FIELD = r"\b(max_(?:completion_)?tokens)\b"
# OpenAI and Azure ("Unsupported parameter: 'max_tokens'"), vLLM ("extra_forbidden"), LiteLLM ("does
# not support parameters"), Databricks ("max_completion_tokens: Extra inputs are not permitted").
_REFUSED = re.compile(
    r"(?:unsupported parameter|unrecognized request argument|extra_forbidden"
    rf"|does not support parameters)\b.*?{_FIELD}|{_FIELD}\W+extra inputs are not permitted",
    re.I,
)

# The field that a server has refused.
_refused: WeakKeyDictionary[ModelAPI, str] = WeakKeyDictionary()


def refused_limit(api: ModelAPI) -> str | None:
    """Return the field that a server has refused; None if it has refused none."""
    return _refused.get(api)


def learn_limit(api: ModelAPI, refused: str | None, error: BaseException) -> bool:
    """Return whether a server refused the field of a request; later requests use the other field.

    Args:
        refused: The field that was known to be refused when the request was sent.
    """
    match = _REFUSED.search(one_line(error))
    if match is None or refused is not None:
        return False
    if api not in _refused:
        _refused[api] = (match[1] or match[2]).lower()
        change_client(api, lambda client: _rename_in(client, _refused[api]))
    return True


def _rename_in(client: Any, refused: str) -> None:
    completions = client.chat.completions
    create: Callable[..., Any] = completions.create

    def create_renamed(**request: Any) -> Any:
        if refused in request:
            request[_OTHER[refused]] = request.pop(refused)
        return create(**request)

    completions.create = create_renamed
