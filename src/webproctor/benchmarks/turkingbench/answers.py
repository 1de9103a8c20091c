"""Parser for the actions in an answer.

An answer is a model's text for one field, such as
`self.actions.modify_text(input_name="q1", input_value="yes")`. The original executes this text as
Python; here it is only parsed.
"""

import ast
import json
import warnings
from dataclasses import dataclass
from typing import Any

_CALL = "self.actions."
_PARAMETERS = ("input_name", "input_value")
_OTHER_PARAMETERS = {"execute_js_command": ("command",), "get_html": ("url",)}


@dataclass(frozen=True)
class PredictedCall:
    """An action's name, and its arguments (JSON values) by parameter name."""

    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Parsed:
    """The actions of an answer up to its first error, and the error (None if there is none).

    If the text as a whole is not valid Python, there are no actions.
    """

    calls: tuple[PredictedCall, ...]
    error: str | None = None


def parse_action(text: str) -> Parsed:
    """Parse the actions of an answer.

    Text before the first `self.actions.` and triple backticks are ignored. The rest must be Python
    statements, each a call `self.actions.<name>(...)` with literal arguments.
    """
    start = text.find(_CALL)
    source = text[max(start, 0) :].replace("```", "")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Invalid escape sequences in the model's text.
            module = ast.parse(source)
            compile(module, "<answer>", "exec", dont_inherit=True)  # Finds more syntax errors.
    except SyntaxError as error:
        return Parsed((), f"not Python: {error.msg} (line {error.lineno})")
    except (ValueError, RecursionError, MemoryError) as error:
        return Parsed((), f"not Python: {error or type(error).__name__}")
    calls = []
    for statement in module.body:
        try:
            calls.append(_call(statement))
        except ValueError as error:
            return Parsed(tuple(calls), f"line {statement.lineno}: {error}")
    return Parsed(tuple(calls))


def _call(statement: ast.stmt) -> PredictedCall:
    """Return a statement's call.

    Raises:
        ValueError: If it is not a call of an action with literal arguments.
    """
    match statement:
        case ast.Expr(
            ast.Call(
                func=ast.Attribute(ast.Attribute(ast.Name("self"), "actions"), name),
                args=positional,
                keywords=keywords,
            )
        ):
            pass
        case _:
            raise ValueError("not a call of self.actions.<name>(...)")
    parameters = _OTHER_PARAMETERS.get(name, _PARAMETERS)
    if len(positional) > len(parameters):
        raise ValueError(f"{name} takes {len(parameters)} arguments, not {len(positional)}")
    arguments = dict(zip(parameters, map(_literal, positional), strict=False))
    for keyword in keywords:
        if keyword.arg is None:
            raise ValueError("** is not a literal argument")
        if keyword.arg in arguments:
            raise ValueError(f"{name} has two values for {keyword.arg}")
        arguments[keyword.arg] = _literal(keyword.value)
    return PredictedCall(name, arguments)


def _literal(node: ast.expr) -> Any:
    try:
        value = ast.literal_eval(node)
        json.dumps(value)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:
        raise ValueError(f"not a literal argument: {ast.unparse(node)[:80]}") from error
    return value
