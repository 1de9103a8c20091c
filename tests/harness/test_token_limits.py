"""Servers that accept only one field for the maximum tokens of an answer get that one."""

import json
from collections.abc import Callable

import pytest
from harness.conftest import Examine
from in_memory import answers
from models.server import Fault, ModelServer
from per_change import first

Start = Callable[[ModelServer], int]
SETTINGS = {"limit": 2, "retries": 0, "max_tokens": 500, "responses_api": False}
OLD, NEW = "max_tokens", "max_completion_tokens"
OPENAI = f"Unsupported parameter: '{OLD}' is not supported with this model. Use '{NEW}' instead."
VLLM = f"[{{'type': 'extra_forbidden', 'loc': ('body', '{NEW}'), 'msg': 'Extra inputs'}}]"
DATABRICKS = f"{NEW}: Extra inputs are not permitted"


@pytest.mark.parametrize(
    ("name", "message", "accepted"),
    first(
        ("openai-api/loopback/deployed", OPENAI, NEW),
        ("openai-api/loopback/gpt-5-copy", VLLM, OLD),
        ("openai/gpt-4o-copy", OPENAI, NEW),
        ("openai-api/loopback/gpt-5-copy", DATABRICKS, OLD),
        count=2,
    ),
)
def test_a_server_gets_the_field_that_it_accepts_after_one_refusal(
    examine: Examine, name: str, message: str, accepted: str
) -> None:
    refused = Fault(status=400, body=json.dumps({"error": {"message": message}}))
    server = ModelServer(answers, [refused])
    done = examine(server, name, **SETTINGS)
    assert [result.score.value for result in done.results] == [1, 1]
    sent = [(request.get(OLD), request.get(NEW)) for request in server.requests]
    assert sent[0] == ((500, None) if accepted == NEW else (None, 500))
    assert set(sent[1:]) == {(None, 500) if accepted == NEW else (500, None)}
    assert done.usage()["failed_calls"] == 1


def test_a_server_that_refuses_both_fields_ends_the_episode(examine: Examine) -> None:
    refused = Fault(status=400, body=json.dumps({"error": {"message": OPENAI}}))
    server = ModelServer(answers, [refused, refused])
    first, second = examine(server, "openai-api/loopback/deployed", **SETTINGS).results
    assert (first.cause, second.score.value) == ("model", 1)
    assert OLD in (first.message or "")
