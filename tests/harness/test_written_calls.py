"""Tool calls in the text of an answer, in the forms of the families of models."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from in_memory import MEMORY, answers
from inspect_ai.model import ContentReasoning, ContentText, ModelOutput
from inspect_ai.tool import ToolInfo, ToolParams
from models.server import ModelServer

from webproctor.core.llm import Message, Reply
from webproctor.harness.models import ModelSettings
from webproctor.harness.rejected_answers import UNKNOWN_TOOL
from webproctor.harness.runs import run
from webproctor.harness.written_calls import read_written_calls

PARAMETERS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "element": {"type": "integer", "description": "."},
        "text": {"type": "string", "description": "."},
    },
}
TOOL = ToolInfo(name="type", description=".", parameters=ToolParams.model_validate(PARAMETERS))
JSON = '{"element": 3, "text": "7"}'
CALL = f'{{"name": "type", "arguments": {JSON}}}'
QWEN = (
    "<function=type>\n<parameter=element>\n3\n</parameter>\n<parameter=text>\n7\n</parameter>\n"
    "</function>"
)
BAR = "\uff5c"


def calls(text: str) -> list[Any]:
    """Return the calls in an answer: their arguments, or "invalid"."""
    output = ModelOutput.from_content("model", text)
    read_written_calls(output, [TOOL])
    found = output.message.tool_calls or []
    return ["invalid" if call.parse_error else call.arguments for call in found]


@pytest.mark.parametrize(
    "text",
    [
        f"<tool_call>\n{CALL}\n</tool_call>",
        f"<tool_call>{CALL}",
        f"<tool_call>\n{QWEN}\n</tool_call>",
        QWEN,
        f"<function=type>{JSON}</function>",
        "<tool_call>type\n<arg_key>element</arg_key>\n<arg_value>3</arg_value>\n<arg_key>text"
        "</arg_key>\n<arg_value>7</arg_value>\n</tool_call>",
        '<minimax:tool_call><invoke name="type"><parameter name="element">3</parameter>'
        '<parameter name="text">7</parameter></invoke></minimax:tool_call>',
        f"[TOOL_CALLS][{CALL}]",
        f"[TOOL_CALLS]type[ARGS]{JSON}",
        f"<|python_tag|>{CALL.replace('arguments', 'parameters')}",
        CALL,
        f'{{"type": "function", "function": {CALL}}}',
        f"```json\n{CALL}\n```",
        f"[{CALL}]",
        '[type(element=3, text="7")]',
        f"<{BAR}tool▁calls▁begin{BAR}><{BAR}tool▁call▁begin{BAR}>function<{BAR}tool▁sep{BAR}>type\n"
        f"```json\n{JSON}\n```<{BAR}tool▁call▁end{BAR}>",
        f"<{BAR}tool▁call▁begin{BAR}>type<{BAR}tool▁sep{BAR}>{JSON}<{BAR}tool▁call▁end{BAR}>",
        f"<|tool_call_begin|>functions.type:0<|tool_call_argument_begin|>{JSON}<|tool_call_end|>",
        f"<|channel|>commentary to=functions.type <|constrain|>json<|message|>{JSON}<|call|>",
        f"Which one? Maybe <tool_call>{{}}</tool_call>\n</think>\n<tool_call>{CALL}</tool_call>",
    ],
)
def test_a_call_in_the_form_of_a_family_of_models_is_a_call(text: str) -> None:
    assert calls(text) == [{"element": 3, "text": "7"}]


@pytest.mark.parametrize(
    "text",
    [
        "<tool_call>{'name': 'type'}</tool_call>",
        f"<tool_call>{CALL[:-2]}</tool_call>",
        "<tool_call>I type</tool_call>",
        "[TOOL_CALLS]type{element: 3}",
    ],
)
def test_a_call_between_tags_that_cannot_be_parsed_is_invalid(text: str) -> None:
    assert calls(text) == ["invalid"]


@pytest.mark.parametrize(
    "text",
    [
        "I will type(element=3).",
        f"For example {CALL}",
        f"```json\n{CALL}\n```\nThat is an example.",
        '{"name": "type"}',
        '{"name": "other", "arguments": {}}',
        "[type(3)]",
        "[type(element={1, 2})]",
        f"<think><tool_call>{CALL}</tool_call>",
        "42",
    ],
)
def test_a_text_that_may_be_no_call_is_no_call(text: str) -> None:
    assert calls(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "<function=a>" + "<parameter=b>" * 4000,
        "<tool_call>a" + "<arg_key>b</arg_key><arg_value>" * 4000,
        "[TOOL_CALLS]a" + " " * 4000,
        "<tool_call>" + '{"name": "a"}; ' * 4000,
        "<tool_call>[" * 4000,
    ],
)
@pytest.mark.timeout(5)
def test_a_text_of_repeated_tags_is_read_in_linear_time(text: str) -> None:
    calls(text)


def test_several_calls_are_called_in_their_order() -> None:
    assert calls(f"{CALL}; {CALL.replace('3', '4')}") == [
        {"element": 3, "text": "7"},
        {"element": 4, "text": "7"},
    ]


def test_a_call_is_removed_from_the_text_of_the_answer() -> None:
    output = ModelOutput.from_content("model", f"I type.\n<tool_call>{CALL}</tool_call>")
    output.message.content = [ContentReasoning(reasoning="r"), ContentText(text=output.completion)]
    read_written_calls(output, [TOOL])
    assert [part.type for part in output.message.content] == ["reasoning", "text"]
    assert (output.message.text, output.stop_reason) == ("I type.", "tool_calls")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('<tool_call>{"name": "type", "arguments": {</tool_call>', "type"),
        ('<tool_call>{"name": "other", "arguments": 5}</tool_call>', "other"),
        ("<tool_call>type it</tool_call>", UNKNOWN_TOOL),
        ("<tool_call>[5]</tool_call>", UNKNOWN_TOOL),
    ],
)
def test_an_invalid_call_has_the_name_that_the_text_gives(text: str, name: str) -> None:
    output = ModelOutput.from_content("model", text)
    read_written_calls(output, [TOOL])
    [call] = output.message.tool_calls or []
    assert call.function == name
    assert (call.parse_error or "").startswith("the call could not be parsed: ")


def test_a_truncated_answer_calls_nothing() -> None:
    output = ModelOutput.from_content("model", CALL, stop_reason="max_tokens")
    read_written_calls(output, [TOOL])
    assert output.message.tool_calls is None


def test_a_model_whose_server_returns_calls_as_text_completes_a_task(
    tmp_path: Path, start: Callable[[ModelServer], int]
) -> None:
    def as_text(messages: Sequence[Message], acting: bool) -> Reply:
        reply = answers(messages, acting)
        written = (f'{{"name": "{one.name}", "arguments": {one.arguments}}}' for one in reply.calls)
        return Reply(reply.text + "".join(written).replace("'", '"'))

    server = ModelServer(as_text)
    settings = ModelSettings(
        name="openai-api/loopback/scripted",
        base_url=f"http://127.0.0.1:{start(server)}/v1",
        arguments={"api_key": "none"},
    )
    done = run(MEMORY, "web", model=settings, folder=tmp_path / "run", limit=1)
    assert [(one.score.value, one.message) for one in done.results] == [(1, None)]
    assert server.refused == []
