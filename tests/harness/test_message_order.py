"""Servers that accept messages only in some orders get them in that order."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from harness.conftest import Examine
from in_memory import answers
from models.server import Fault, ModelServer
from per_change import first

Start = Callable[[ModelServer], int]
NO_SYSTEM = (
    "System role not supported",
    # Bedrock
    "This model doesn't support system messages. Try again without a system message",
    # https://github.com/0xPlaygrounds/rig/issues/788
    "Developer instruction is not enabled for models/gemma-3-27b-it",
)
ALTERNATE = (
    "After the optional system message, conversation roles must alternate user/assistant/..."
)
MISTRAL = "Unexpected role 'user' after role 'tool'"


def refused(message: str, status: int = 400) -> Fault:
    return Fault(status=status, body=json.dumps({"object": "error", "message": message}))


def roles(request: dict[str, Any]) -> Sequence[str]:
    return [message["role"] for message in request["messages"]]


@pytest.mark.parametrize("message", first(*NO_SYSTEM))
def test_a_model_without_system_messages_gets_it_in_the_first_message(
    examine: Examine, message: str
) -> None:
    server = ModelServer(answers, [refused(message)])
    assert examine(server, retries=0).results[0].score.value == 1
    assert roles(server.requests[0])[:2] == ["system", "user"]
    system, first = server.requests[0]["messages"][0]["content"], server.requests[1]["messages"][0]
    assert first["role"] == "user"
    assert first["content"].startswith(system)
    assert all("system" not in roles(request) for request in server.requests[1:])


@pytest.mark.parametrize(
    ("message", "status"), first((ALTERNATE, 400), (ALTERNATE, 500), (MISTRAL, 400))
)
def test_a_result_is_followed_by_an_answer_if_roles_must_alternate(
    examine: Examine, message: str, status: int
) -> None:
    server = ModelServer(answers, [Fault(), Fault(), refused(message, status)])
    done = examine(server, retries=0)
    assert done.results[0].score.value == 1
    assert roles(server.requests[2])[-2:] == ["tool", "user"]
    assert roles(server.requests[3])[-3:] == ["tool", "assistant", "user"]
    assert (done.usage()["calls"], done.usage()["failed_calls"]) == (4, 1)


def test_a_server_that_refuses_every_order_ends_the_episode(examine: Examine) -> None:
    server = ModelServer(answers, always=refused(ALTERNATE))
    [result] = examine(server, retries=0).results
    assert (result.cause, len(server.requests)) == ("model", 2)
    assert "roles must alternate" in (result.message or "")
