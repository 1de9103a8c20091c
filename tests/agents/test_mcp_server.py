"""Messages that the transport of standard streams cannot read."""

from typing import Any

import anyio
import pytest
from mcp import types
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from webproctor.agents.mcp_server import pass_on


async def passed(line: str) -> tuple[list[Any], list[Any]]:
    """Send a line that the transport cannot read.

    Returns:
        What the server gets, and what the client gets.
    """
    with pytest.raises(ValidationError) as error:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    incoming, received = anyio.create_memory_object_stream[Any](1)
    sender, to_server = anyio.create_memory_object_stream[SessionMessage](1)
    outgoing, to_client = anyio.create_memory_object_stream[SessionMessage](1)
    await incoming.send(error.value)
    incoming.close()
    await pass_on(received, sender, outgoing)
    outgoing.close()
    return [one.message async for one in to_server], [one.message async for one in to_client]


async def test_a_lone_surrogate_in_a_call_is_replaced() -> None:
    [call], answers = await passed(
        r'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"x": "a\ud83d"}}'
    )
    assert (call.id, call.params, answers) == (1, {"x": "a\ufffd"}, [])


@pytest.mark.parametrize(
    ("line", "id", "fault"),
    [
        ("hello", None, "not JSON: Expecting value"),
        ("[" * 100_000, None, "not JSON: maximum recursion depth"),
        ("[]", None, "not a message of JSON-RPC 2.0; batches are not supported"),
        ('{"id": 7}', 7, "not a message of JSON-RPC 2.0"),
    ],
)
async def test_an_invalid_line_is_answered_with_an_error(
    line: str, id: int | None, fault: str
) -> None:
    messages, [answer] = await passed(line)
    assert (messages, answer.id) == ([], id)
    assert fault in answer.error.message


async def test_an_empty_line_is_ignored() -> None:
    assert await passed("\n") == ([], [])
