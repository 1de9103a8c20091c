"""Tool calls that a server leaves in the text of an answer.

Every family of models writes calls in its own form. Servers return them as calls only if they were
started with the model's parser (https://docs.vllm.ai/en/latest/features/tool_calling.html).
"""

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
from uuid import uuid4

from inspect_ai.model import Content, ContentText, ModelOutput
from inspect_ai.tool import ToolCall, ToolInfo

from webproctor.core.reasoning import without_reasoning
from webproctor.harness.rejected_answers import MAX_WRITTEN, UNKNOWN_TOOL

# What precedes calls and is not text: special tokens, and tags around several calls.
_BAR = "\uff5c"
_MARKER = re.compile(rf"<[|{_BAR}]|<(?:\w+:)?(?:function|tool)_calls?>")
# Hermes, Qwen, GLM.
_TAGGED = re.compile(r"<tool_call>(.*?)(?:</tool_call>|\Z)", re.DOTALL)
# Qwen3-Coder, Qwen3.5, MiniMax-M2 and DeepSeek-V3.2 write parameters, Llama 3.1 writes JSON.
_DSML = rf"(?:{_BAR}DSML{_BAR})?"
_FUNCTION = re.compile(
    rf'<(?:function=|{_DSML}invoke name=")([\w-]+)"?>(.*?)(?:</{_DSML}(?:function|invoke)>|\Z)',
    re.DOTALL,
)
_PARAMETER = re.compile(rf'<(?:parameter=|{_DSML}parameter name=")([\w-]+)"?[^<>]*>')
_PARAMETER_END = re.compile(rf"\n?</{_DSML}parameter>")
# GLM-4.5 and later.
_GLM_NAME = re.compile(r"\s*([\w-]+)\s*(?=<arg_key>|\Z)")
_GLM_ARGUMENT = re.compile(r"<arg_key>([^<]*)</arg_key>\s{0,9}<arg_value>")
_GLM_ARGUMENT_END = re.compile("</arg_value>")
# A list of calls as JSON: Mistral, Llama 3.
_LIST = re.compile(r"(?:\[TOOL_CALLS\]|<\|python_tag\|>)\s*(?=[\[{])")
# A name, then JSON: DeepSeek, Kimi-K2, gpt-oss, Mistral.
_NAMED = re.compile(
    rf"(?:<{_BAR}tool▁call▁begin{_BAR}>(?:function<{_BAR}tool▁sep{_BAR}>)?|<\|tool_call_begin\|>"
    r"|\bto=(?=functions\.)|\[TOOL_CALLS\])\s?(?:functions\.)?([\w-]{1,64})(?::\d{1,9})?\s?"
    rf"(?:<{_BAR}tool▁sep{_BAR}>|<\|tool_call_argument_begin\|>|```json|\[ARGS\]"
    r"|(?:<\|channel\|>commentary)?\s?(?:<\|constrain\|>)?(?:json)?<\|message\|>)?\s?(?=\{)"
)
_SEPARATORS = re.compile(r"[;\s]*")
# Calls that are read of one answer; agents execute fewer.
_MAX_CALLS = 200
_FENCE = re.compile(r"```\w*\n(.*)\n```", re.DOTALL)
_MAX_PYTHON = 10_000
_TRUNCATED = frozenset({"max_tokens", "model_length"})


@dataclass(frozen=True)
class _Written:
    """A call in a text: where it begins, its name, and its arguments or why they are invalid."""

    start: int
    name: str
    arguments: dict[str, Any]
    fault: str = ""


def read_written_calls(output: ModelOutput, tools: Sequence[ToolInfo]) -> None:
    """Turn the calls in the text of an answer without calls into calls.

    A call between the tags of its form that cannot be parsed is an invalid call.
    """
    if output.empty or output.message.tool_calls or output.stop_reason in _TRUNCATED:
        return
    message = output.message
    text = without_reasoning(message.text)
    if not (found := _written(text, tools)):
        return
    message.tool_calls = [
        ToolCall(
            id=uuid4().hex[:9],  # Mistral accepts only ids of this length.
            function=call.name,
            arguments=call.arguments,
            parse_error=call.fault or None,
        )
        for call in found
    ]
    before = _MARKER.split(text[: found[0].start])[0].strip()
    if isinstance(message.content, str):
        message.content = before
    else:
        parts: list[Content] = [one for one in message.content if not isinstance(one, ContentText)]
        message.content = [*parts, *([ContentText(text=before)] if before else [])]
    output.choices[0].stop_reason = "tool_calls"


def _written(text: str, tools: Sequence[ToolInfo]) -> list[_Written]:
    forms: tuple[Callable[[str], Iterator[_Written]], ...] = (_tagged, _functions, _listed, _named)
    found = next(filter(None, ([*islice(form(text), _MAX_CALLS)] for form in forms)), [])
    if not found:
        names = {tool.name for tool in tools}
        # Without tags, a text is a call only if it is nothing else.
        calls = [*islice(_whole(text), _MAX_CALLS)]
        found = calls if all(call.name in names and not call.fault for call in calls) else []
    types = {tool.name: tool.parameters.properties for tool in tools}
    return [_typed(call, types.get(call.name, {})) for call in found]


def _tagged(text: str) -> Iterator[_Written]:
    for match in _TAGGED.finditer(text):
        body = match[1].strip()
        if body.startswith(("{", "[")):
            yield from _objects(body, match.start())
        elif "<function=" in body:
            yield from _functions(body, match.start())
        elif name := _GLM_NAME.match(body):
            yield _Written(match.start(), name[1], _texts(body, _GLM_ARGUMENT, _GLM_ARGUMENT_END))
        else:
            yield _invalid(body, match.start())


def _functions(text: str, start: int | None = None) -> Iterator[_Written]:
    for match in _FUNCTION.finditer(text):
        position = match.start() if start is None else start
        body = match[2].strip()
        if body.startswith("{"):
            yield from _arguments(match[1], body, position)
        else:
            yield _Written(position, match[1], _texts(body, _PARAMETER, _PARAMETER_END))


def _listed(text: str) -> Iterator[_Written]:
    for match in _LIST.finditer(text):
        yield from _objects(text, match.start(), match.end())


def _named(text: str) -> Iterator[_Written]:
    for match in _NAMED.finditer(text):
        yield from _arguments(match[1], text, match.start(), match.end())


def _whole(text: str) -> Iterator[_Written]:
    """Yield the calls of a text that is JSON or Python and nothing else."""
    content = text.strip()
    if fenced := _FENCE.fullmatch(content):
        content = fenced[1].strip()
    if content.startswith(("{", "[{")) and re.search(r'"(?:arguments|parameters)"', content):
        yield from _objects(content, 0)
    elif len(content) <= _MAX_PYTHON:
        yield from _python(content)


def _python(text: str) -> Iterator[_Written]:
    """Yield the calls of Python: `name(key=value)`, or a list of such calls (Llama 4)."""
    try:
        body = ast.parse(text, mode="eval").body
        for node in body.elts if isinstance(body, ast.List) else [body]:
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.args:
                raise ValueError("not a call")
            values = {one.arg or "": ast.literal_eval(one.value) for one in node.keywords}
            # Python has values that JSON does not have.
            yield _Written(0, node.func.id, json.loads(json.dumps(values)))
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        yield _invalid(text, 0)


def _texts(body: str, begin: re.Pattern[str], end: re.Pattern[str]) -> dict[str, Any]:
    """Return the arguments of a call in XML: the texts between two tags, by the name in the first.

    A text ends at the first end tag, or is left out if another begins before it.
    """
    begins = [*begin.finditer(body)]
    limits = [*(match.start() for match in begins[1:]), len(body)]
    found = {
        match[1]: (match.end(), last)
        for match, limit in zip(begins, limits, strict=False)
        if (last := end.search(body, match.end(), limit))
    }
    return {
        name: body[first : last.start()].removeprefix("\n") for name, (first, last) in found.items()
    }


def _objects(text: str, start: int, position: int = 0) -> Iterator[_Written]:
    """Yield the calls of JSON objects, alone, in a list, or one after the other."""
    decoder = json.JSONDecoder()
    while position < len(text) and text[position] in "{[":
        try:
            value, position = decoder.raw_decode(text, position)
        except (ValueError, RecursionError):
            yield _invalid(text[position:], start)
            return
        for one in value if isinstance(value, list) else [value]:
            yield _object(one, start)
        if separators := _SEPARATORS.match(text, position):
            position = separators.end()


def _object(value: Any, start: int) -> _Written:
    fields = value if isinstance(value, Mapping) else {}
    function = fields.get("function")
    fields = function if isinstance(function, Mapping) else fields
    name = fields.get("name")
    arguments = fields.get("arguments", fields.get("parameters", {}))
    if isinstance(arguments, str):
        arguments = _json(arguments)
    if not isinstance(name, str) or not isinstance(arguments, dict):
        return _invalid(json.dumps(value), start, name if isinstance(name, str) else "")
    return _Written(start, name, arguments)


def _arguments(name: str, text: str, start: int, position: int = 0) -> Iterator[_Written]:
    try:
        arguments, _ = json.JSONDecoder().raw_decode(text, position)
    except (ValueError, RecursionError):
        yield _invalid(text[position:], start, name)
    else:
        yield _Written(start, name, arguments)


def _invalid(text: str, start: int, name: str = "") -> _Written:
    fault = f"the call could not be parsed: {text[:MAX_WRITTEN]}"
    written = re.search(r'"name"\s?:\s?"([\w-]+)"', text[:MAX_WRITTEN])
    return _Written(start, name or (written[1] if written else UNKNOWN_TOOL), {}, fault)


def _typed(call: _Written, properties: Mapping[str, Any]) -> _Written:
    """Return a call whose arguments have the types of its tool; XML has only texts."""
    arguments = {
        name: value
        if _takes_text(properties.get(name)) or not isinstance(value, str)
        else _json(value)
        for name, value in call.arguments.items()
    }
    return _Written(call.start, call.name, arguments, call.fault)


def _takes_text(schema: Any) -> bool:
    options = [schema, *(getattr(schema, "anyOf", None) or ())]
    return any(getattr(option, "type", None) == "string" for option in options)


def _json(text: str) -> Any:
    """Return the value of JSON; the text itself if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
