"""The accessibility tree of a page as indented text, as exposed to screen readers."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from webproctor.core.content import escaped
from webproctor.environments.browser import frame_tree

if TYPE_CHECKING:
    from webproctor.environments.browser.document import Document

# Roles without meaning of their own: their children are shown instead.
_SILENT = frozenset({"generic", "none", "InlineTextBox", "LineBreak", "ignored"})
# Roles of elements that show another document.
_FRAMES = frozenset({"Iframe", "IframePresentational", "PluginObject", "EmbeddedObject"})
# The browser's messages for an element or a frame that no longer exists.
_NODE_GONE, _FRAME_GONE = "No node found for given", "Frame with the given"
# Maximum number of elements of a page: the browser needs at least a millisecond for each.
_MAX_ELEMENTS = 20_000
_STATES = (
    *("checked", "selected", "expanded", "pressed", "disabled", "required", "invalid", "readonly"),
    *("focused", "multiselectable", "level", "valuemin", "valuemax"),
)
# States that are also shown if they are false, because the element can change to true.
_BOTH = frozenset({"expanded", "pressed"})


async def axtree(page: "Document", count: int) -> str:
    """Return the accessibility tree, one line per node: number, role, name, value, states.

    Children are indented below their parent, and the content of a frame below the frame. The
    numbers are those of the marks that were found last. A bracket of the page's own text is written
    with a backslash.

    Args:
        count: Number of elements of the page, with those of its frames.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    if count > _MAX_ELEMENTS:
        return (
            f"[left out: the page has {count:,} elements, more than the limit of {_MAX_ELEMENTS:,}]"
        )
    nodes, numbers = await asyncio.gather(_nodes(page), frame_tree.nodes(page))
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


async def _nodes(page: "Document") -> list[dict[str, Any]]:
    """Return the nodes of the page's tree; the tree of a frame is the child of its element."""
    nodes: list[dict[str, Any]] = (await page.send("Accessibility.getFullAXTree"))["nodes"]
    hosts = _frame_hosts(nodes)
    while hosts:
        described = await page.send_commands(
            [("DOM.describeNode", {"backendNodeId": one["backendDOMNodeId"]}) for one in hosts],
            ignored_error=_NODE_GONE,
        )
        frames = [one.get("node", {}).get("frameId") for one in described]
        # An object that shows an image or a plug-in has no frame.
        shown = [(host, frame) for host, frame in zip(hosts, frames, strict=True) if frame]
        if not shown:
            break
        trees = await page.send_commands(
            [("Accessibility.getFullAXTree", {"frameId": frame}) for _, frame in shown],
            ignored_error=_FRAME_GONE,
        )
        hosts = []
        for (host, _), tree in zip(shown, trees, strict=True):
            inner = tree.get("nodes", [])
            host["childIds"] = [*host.get("childIds", ()), *(one["nodeId"] for one in inner[:1])]
            nodes += inner
            hosts += _frame_hosts(inner)
    return nodes


def _frame_hosts(nodes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in nodes if one.get("role", {}).get("value") in _FRAMES]


def _name(node: dict[str, Any]) -> str:
    return " ".join(str(node.get("name", {}).get("value", "")).split())


def _line(node: dict[str, Any], role: str, name: str, number: int | None) -> str:
    silent = node.get("ignored") or role in _SILENT or (role == "StaticText" and not name)
    if silent and number is None:
        return ""
    if role == "StaticText":
        return escaped(name)
    words = ["element" if silent else escaped(role), repr(name) if name else ""]
    value = node.get("value", {}).get("value")
    words.append(f"value={value!r}" if value not in (None, "") else "")
    line = " ".join(word for word in (*words, *_states(node)) if word)
    mark = "" if number is None else f"[{number}] "
    return f"{mark}{escaped(line)}"


def _states(node: dict[str, Any]) -> Iterator[str]:
    for state in node.get("properties", ()):
        name, value = state["name"], state.get("value", {}).get("value")
        text = str(value).lower()  # Booleans as text: 0 and 1 are levels and ranges.
        if name not in _STATES or (text in ("false", "none") and name not in _BOTH):
            continue
        yield name if text == "true" else f"{name}={text}"
