"""Malformed calls of Google's models."""

from types import SimpleNamespace
from typing import Any

import pytest
from inspect_ai.tool import ToolCall

from webproctor.harness.google_calls import correct_calls, restore_calls


async def corrected(name: str | None, arguments: Any) -> Any:
    """Return a call as Inspect gets it from the client."""
    part = SimpleNamespace(function_call=SimpleNamespace(name=name, args=arguments))
    content = SimpleNamespace(parts=[SimpleNamespace(function_call=None), part])
    candidates = [SimpleNamespace(content=None), SimpleNamespace(content=content)]

    async def generate_content() -> Any:
        return SimpleNamespace(candidates=candidates)

    models = SimpleNamespace(generate_content=generate_content)
    client = SimpleNamespace(aio=SimpleNamespace(models=models))
    api: Any = SimpleNamespace(model_client=lambda: client)
    correct_calls(api)
    await api.model_client().aio.models.generate_content()
    return part.function_call


@pytest.mark.parametrize("name", ["back", None])
async def test_a_call_without_arguments_has_none(name: str | None) -> None:
    call = await corrected(name, None)
    assert (call.name, call.args) == (name or "", {})


@pytest.mark.parametrize(
    ("name", "given", "read"),
    [
        ("click_at", {"x": 1.6, "y": "3"}, {"x": 2, "y": 3}),
        ("click_at", {"x": None, "y": [3]}, {}),
        ("scroll_at", {"x": float("nan"), "magnitude": "much"}, {}),
        ("key_combination", {"keys": ["control", "a"]}, {"keys": "control+a"}),
        ("key_combination", {}, {"keys": ""}),
        ("mine", {"x": "1", "y": None}, {"x": "1", "y": None}),
    ],
)
async def test_values_that_inspect_cannot_convert_are_corrected(
    name: str, given: dict[str, Any], read: dict[str, Any]
) -> None:
    assert (await corrected(name, given)).args == read


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"x": 0, "y": 0}, None),
        ({"x": 5}, "click_at: y must be a number from 0 to 999"),
        ({}, "click_at: x, y must be a number from 0 to 999"),
    ],
)
def test_a_click_without_a_coordinate_is_invalid(given: dict[str, Any], fault: str | None) -> None:
    call = ToolCall(id="click_at_1", function="computer", arguments={"action": "left_click"})
    part = {"functionCall": {"name": "click_at", "args": given}}
    restore_calls([call], [{"content": {"parts": [part]}}])
    assert call.parse_error == fault
