"""Load the public pickles of ranker scores without executing them.

This module interprets the opcodes that create dictionaries, tuples, strings and numbers, including
numpy scalars. All other opcodes are refused. Time and memory are bounded by the size of the file.
"""

import io
import pickletools
import struct
from collections.abc import Callable
from typing import Any

MAX_BYTES = 2**31
"""Maximum size of a file."""
# The format characters of `struct` by numpy's type names.
_NUMBERS = {"f2": "e", "f4": "f", "f8": "d", "i1": "b", "i2": "h", "i4": "i", "i8": "q"}
_NUMBERS |= {"u1": "B", "u2": "H", "u4": "I", "u8": "Q", "b1": "?"}
_SCALARS = {
    ("numpy.core.multiarray", "scalar"): "scalar",
    ("numpy._core.multiarray", "scalar"): "scalar",
    ("numpy", "dtype"): "dtype",
}
_CONSTANTS = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
_PUSH_OPCODES = frozenset(
    (
        *("UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8", "STRING", "BINSTRING"),
        *("SHORT_BINSTRING", "INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1", "LONG4"),
        *("FLOAT", "BINFLOAT", "SHORT_BINBYTES", "BINBYTES"),
    )
)
_TUPLES = {"EMPTY_TUPLE": 0, "TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}


class BadPickle(Exception):
    """A pickle is not a scores file; the message says why."""


class _Function:
    """Placeholder for one of the two numpy functions that create scalars."""

    def __init__(self, name: str) -> None:
        self.name = name


class _Type:
    """Placeholder for a numeric numpy type."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.order = "<"


def load(data: bytes) -> Any:
    """Return the dictionaries, tuples, strings and numbers in a pickle.

    Raises:
        BadPickle: If it is damaged, or contains anything else.
    """
    if len(data) > MAX_BYTES:
        raise BadPickle(f"it has {len(data):,} bytes; at most {MAX_BYTES:,} are read")
    try:
        return _interpret(data)
    except BadPickle:
        raise
    except Exception as error:  # Any opcode can fail on damaged data.
        raise BadPickle(f"it is damaged: {type(error).__name__} {error}") from error


def _interpret(data: bytes) -> Any:
    stack: list[Any] = []
    marks: list[int] = []
    memo: dict[int, Any] = {}

    def pop_to_mark() -> list[Any]:
        first = marks.pop()
        values = stack[first:]
        del stack[first:]
        return values

    def pop(count: int) -> list[Any]:
        if len(stack) < count:
            raise BadPickle("it is damaged: an opcode takes more values than the stack has")
        values = stack[len(stack) - count :]
        del stack[len(stack) - count :]
        return values

    argument: Any
    for instruction, argument, _ in pickletools.genops(io.BytesIO(data)):
        name = instruction.name
        if name in _PUSH_OPCODES:
            stack.append(argument)
        elif name in ("BINGET", "LONG_BINGET", "GET"):
            stack.append(memo[argument])
        elif name in ("BINPUT", "LONG_BINPUT", "PUT"):
            memo[argument] = stack[-1]
        elif name == "MEMOIZE":
            memo[len(memo)] = stack[-1]
        elif name == "MARK":
            marks.append(len(stack))
        elif name in ("SETITEM", "SETITEMS"):
            _set_items(pop_to_mark() if name == "SETITEMS" else pop(2), stack[-1])
        elif name == "EMPTY_DICT":
            stack.append({})
        elif name == "DICT":
            pairs = pop_to_mark()
            stack.append({})
            _set_items(pairs, stack[-1])
        elif name == "TUPLE":
            stack.append(tuple(pop_to_mark()))
        elif name in _TUPLES:
            stack.append(tuple(pop(_TUPLES[name])))
        elif name in _CONSTANTS:
            stack.append(_CONSTANTS[name])
        elif name == "GLOBAL":
            stack.append(_function(*str(argument).split(" ", 1)))
        elif name == "STACK_GLOBAL":
            stack.append(_function(*map(str, pop(2))))
        elif name == "REDUCE":
            stack.append(_call(*pop(2)))
        elif name == "BUILD":
            _set_byte_order(pop(1)[0], stack[-1])
        elif name == "STOP":
            return stack[-1]
        elif name not in ("PROTO", "FRAME"):
            raise BadPickle(f"it contains {name}, which a scores file does not need: not loaded")
    raise BadPickle("it is damaged: it has no end")


def _set_items(pairs: list[Any], dictionary: Any) -> None:
    if not isinstance(dictionary, dict) or len(pairs) % 2:
        raise BadPickle("it is damaged: it adds entries to a value that is not a dictionary")
    for key, value in zip(pairs[::2], pairs[1::2], strict=True):
        if not isinstance(key, str | int):
            raise BadPickle(f"it has a {type(key).__name__} as a key")
        dictionary[key] = value


def _function(module: str, name: str) -> _Function:
    if (module, name) not in _SCALARS:
        raise BadPickle(
            f"it refers to {module}.{name}, which a scores file does not need: not loaded"
        )
    return _Function(_SCALARS[module, name])


def _call(function: Any, arguments: Any) -> Any:
    """Return the result of one of the two numpy functions."""
    if not isinstance(function, _Function) or not isinstance(arguments, tuple) or not arguments:
        raise BadPickle("it calls a value that is not a function: not loaded")
    if function.name == "dtype":
        if arguments[0] not in _NUMBERS:
            raise BadPickle(f"it contains numbers of the type {arguments[0]!r:.40}: not loaded")
        return _Type(arguments[0])
    kind, content = arguments
    if not isinstance(kind, _Type) or not isinstance(content, bytes):
        raise BadPickle("it is damaged: a number has no type or no bytes")
    unpack: Callable[[str, bytes], tuple[Any, ...]] = struct.unpack
    return unpack(f"{kind.order}{_NUMBERS[kind.name]}", content)[0]


def _set_byte_order(state: Any, kind: Any) -> None:
    """Set the byte order of a numpy type; nothing else has a state."""
    if not isinstance(kind, _Type) or not isinstance(state, tuple) or len(state) < 2:
        raise BadPickle("it sets the state of a value without one: not loaded")
    kind.order = ">" if state[1] == ">" else "<"
