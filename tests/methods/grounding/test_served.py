"""Grounding models on OpenAI-compatible servers."""

import pytest
from models.server import Fault, ModelServer

from webproctor.core.llm import Message, ModelFailed, Reply
from webproctor.environments.serving import serve
from webproctor.methods.grounding.served import ServedModel


async def test_a_failed_request_to_a_server_is_retried() -> None:
    server = ModelServer(
        lambda messages, acting: Reply("(1, 1)"), faults=[Fault(status=503), Fault(cut=True)]
    )
    async with serve(server.application()) as port:
        model = ServedModel(f"http://127.0.0.1:{port}/v1", "any", pause=0.01)
        assert (await model.generate([Message("user", "where?")])).text == "(1, 1)"
    assert len(server.requests) == 3


@pytest.mark.parametrize("fault", [Fault(status=500), Fault(status=401)])
async def test_a_server_that_keeps_failing_ends_the_episode(fault: Fault) -> None:
    server = ModelServer(lambda messages, acting: Reply(), always=fault)
    async with serve(server.application()) as port:
        model = ServedModel(f"http://127.0.0.1:{port}/v1", "any", pause=0.01)
        with pytest.raises(ModelFailed, match=str(fault.status)):
            await model.generate([Message("user", "where?")])


async def served(*faults: Fault) -> tuple[ModelServer, Reply]:
    """Return a server, and the answer of the model on it to one question."""
    server = ModelServer(lambda messages, acting: Reply("(1, 1)"), faults=list(faults))
    async with serve(server.application()) as port:
        model = ServedModel(f"http://127.0.0.1:{port}/v1", "any", pause=0.01)
        return server, await model.generate([Message("user", "where?")])


async def test_an_error_of_a_server_with_the_status_of_an_answer_is_retried() -> None:
    error = Fault(status=200, body='{"error": {"message": "busy", "code": 503}}')
    server, reply = await served(error)
    assert (reply.text, len(server.requests)) == ("(1, 1)", 2)


async def test_an_argument_that_a_server_rejects_is_not_sent_again() -> None:
    detail = '{"detail": [{"loc": ["body", "skip_special_tokens"], "msg": "not permitted"}]}'
    server, reply = await served(Fault(status=422, body=detail))
    assert reply.text == "(1, 1)"
    assert ["skip_special_tokens" in body for body in server.requests] == [True, False]


@pytest.mark.parametrize("answer", ["maybe (5, 5)</think>(1, 1)", "(1, 1)<think>or (5, 5)"])
async def test_points_in_the_reasoning_of_a_served_model_are_not_its_answer(answer: str) -> None:
    _, reply = await served(Fault(reply=Reply(answer)))
    assert reply.text == "(1, 1)"


@pytest.mark.parametrize("tokens", ["null", '"many"', "NaN"])
async def test_a_request_to_a_server_with_unknown_tokens_is_counted(tokens: str) -> None:
    choice = '{"message": {"content": "(1, 1)"}}'
    body = f'{{"choices": [{choice}], "usage": {{"prompt_tokens": {tokens}}}}}'
    _, reply = await served(Fault(status=200, body=body))
    assert reply.usage == {"calls": 1, "unmetered_calls": 1}


@pytest.mark.parametrize("status", [401, 402, 404])
async def test_a_server_that_refuses_every_request_stops_the_run(status: int) -> None:
    with pytest.raises(ModelFailed) as failed:
        await served(Fault(status=status))
    assert failed.value.cause == "model access"
