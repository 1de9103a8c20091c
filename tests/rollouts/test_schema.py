"""The OpenAPI document: a client that knows only it can send every request, and read the answer."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from jsonschema import Draft202012Validator
from rollouts.conftest import Service, serving

from webproctor.benchmarks import load_benchmark


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def offline() -> AsyncIterator[Service]:
    """A service whose episodes need no browser."""
    async with serving(lambda: load_benchmark("mind2web"), limit=1) as service:
        yield service


async def check(service: Service, operation: str, status: int, **sent: Any) -> dict[str, Any]:
    """Send a request, and return its answer, which must be one that the document describes."""
    document = (await service.http.get("/openapi.json")).json()
    method, path = next(
        (method, path)
        for path, methods in document["paths"].items()
        for method, about in methods.items()
        if about["operationId"] == operation
    )
    path = path.format(session=sent.pop("session", ""))
    answer = await service.http.request(method, path, **sent)
    assert answer.status_code == status, answer.text
    [about] = [
        one["responses"][str(status)]
        for one in document["paths"].values()
        for one in one.values()
        if one["operationId"] == operation
    ]
    schema = about["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, "components": document["components"]}).validate(answer.json())
    assert all(header in answer.headers for header in about.get("headers", {}))
    return answer.json()


async def test_answers_and_errors_have_the_described_form(offline: Service) -> None:
    for name in ("tasks", "actions", "health"):
        await check(offline, name, 200)
    session = (await check(offline, "create", 201, json={"seed": 0}))["session"]
    await check(offline, "create", 503, json={"seed": 0})
    action = {"action": {"name": "fly"}}
    await check(offline, "step", 200, session=session, json={**action, "index": 0})
    await check(offline, "step", 409, session=session, json={**action, "index": 5})
    await check(offline, "fork", 503, session=session, json={"step": 0})
    await check(offline, "observe", 200, session=session, json={"reads": ["text"]})
    await check(offline, "score", 200, session=session, json={})
    await check(offline, "step", 409, session=session, json=action)
    await check(offline, "reset", 200, session=session, json={"seed": 1})
    await check(offline, "reset", 400, session=session, json={"seed": "x"})
    await check(offline, "close", 200, session=session, json={})
    await check(offline, "close", 404, session=session, json={})
    await check(offline, "health", 401, headers={"authorization": ""})
    await check(offline, "health", 403, headers={"origin": "http://other.test"})
    await check(offline, "create", 413, content=b" " * 2**21)


async def test_the_document_says_how_requests_are_authorized(offline: Service) -> None:
    document = (await offline.http.get("/openapi.json")).json()
    schemes = document["components"]["securitySchemes"]
    for methods in document["paths"].values():
        for about in methods.values():
            [[name]] = about["security"]
            assert (schemes[name]["type"], schemes[name]["scheme"]) == ("http", "bearer")


async def test_views_that_no_client_can_read_are_not_described(offline: Service) -> None:
    document = (await offline.http.get("/openapi.json")).json()
    [views, _] = document["components"]["schemas"]["Views"]["properties"]["reads"]["anyOf"]
    assert "text" in views["items"]["enum"]
    assert "dom" not in views["items"]["enum"]


@pytest.mark.parametrize("schema", ["HTTPValidationError", "ValidationError"])
async def test_forms_that_no_answer_has_are_not_described(offline: Service, schema: str) -> None:
    document = (await offline.http.get("/openapi.json")).json()
    assert schema not in document["components"]["schemas"]
