"""The accessibility tree of a page as indented text, as exposed to screen readers."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from webproctor.core.content import escaped

if TYPE_CHECKING:
    from webproctor.environments.browser.document import Document

# Roles without meaning of their own: their children are shown instead.
_SILENT = frozenset({"generic", "none", "InlineTextBox", "LineBreak", "ignored"})
# Maximum number of elements of a page: the browser needs at least a millisecond for each.
_MAX_ELEMENTS = 20_000
_STATES = (
    *("checked", "selected", "expanded", "pressed", "disabled", "required", "invalid", "readonly"),
    *("focused", "multiselectable", "level", "valuemin", "valuemax"),
)
# States whose value `false` says something: the element can have the other one.
_BOTH = frozenset({"expanded", "pressed"})


async def axtree(page: "Document", count: int) -> str:
    """Return the accessibility tree, one line per node: number, role, name, value, states.

    Children are indented below their parent. The numbers are those of the marks that were found
    last. A bracket of the page's own text is written with a backslash.

    Args:
        count: Number of elements of the page.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    if count > _MAX_ELEMENTS:
        return (
            f"[left out: the page has {count:,} elements, more than the limit of {_MAX_ELEMENTS:,}]"
        )
    tree, numbers = await asyncio.gather(
        page.send("Accessibility.getFullAXTree"), page.marks.nodes()
    )
    nodes = tree["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    child_ids = {child for node in nodes for child in node.get("childIds", ())}
    lines: list[str] = []
    shown = ""  # The name on the last line.
    # An explicit stack: pages can be nested deeper than Python's recursion limit.
    stack = [(node, 0) for node in reversed(nodes) if node["nodeId"] not in child_ids]
    while stack:
        node, depth = stack.pop()
        role, name = node.get("role", {}).get("value", ""), _name(node)
        line = _line(node, role, name, numbers.get(node.get("backendDOMNodeId", 0)))
        # Skip text that repeats the name of the element on the previous line.
        if line and not (role == "StaticText" and name == shown):
            lines.append("  " * depth + line)
            depth += 1
            shown = "" if role == "StaticText" else name
        children = (by_id.get(child) for child in reversed(node.get("childIds", ())))
        stack += [(child, depth) for child in children if child is not None]
    return "\n".join(lines)


def _name(node: dict[str, Any]) -> str:
    return " ".join(str(node.get("name", {}).get("value", "")).split())


def _line(node: dict[str, Any], role: str, name: str, number: int | None) -> str:
    silent = node.get("ignored") or role in _SILENT or (role == "StaticText" and not name)
    if silent and number is None:
        return ""
    if role == "StaticText":
        return escaped(name)
    parts = ["element" if silent else escaped(role), repr(name) if name else ""]
    value = node.get("value", {}).get("value")
    parts.append(f"value={value!r}" if value not in (None, "") else "")
    line = " ".join(part for part in (*parts, *_states(node)) if part)
    mark = "" if number is None else f"[{number}] "
    return f"{mark}{escaped(line)}"


def _states(node: dict[str, Any]) -> Iterator[str]:
    for state in node.get("properties", ()):
        name, value = state["name"], state.get("value", {}).get("value")
        if name not in _STATES or (value in (False, "false", None) and name not in _BOTH):
            continue
        yield name if value in (True, "true") else f"{name}={str(value).lower()}"
