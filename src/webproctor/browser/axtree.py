"""The accessibility tree of a page as indented text: what a screen reader is told."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from webproctor.browser.page import Page

# Roles that say nothing by themselves: what they hold is shown in their place.
_SILENT = frozenset({"generic", "none", "InlineTextBox", "LineBreak", "ignored"})
_STATES = ("checked", "selected", "expanded", "pressed", "disabled", "required", "invalid")


async def axtree(page: "Page") -> str:
    """One line a node: role, name, value and states; children are indented below.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    nodes = (await page.send("Accessibility.getFullAXTree"))["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    held = {child for node in nodes for child in node.get("childIds", ())}
    lines: list[str] = []
    # A stack of its own: pages nest deeper than Python does.
    stack = [(node, 0) for node in reversed(nodes) if node["nodeId"] not in held]
    while stack:
        node, depth = stack.pop()
        line = _line(node)
        # A button says its text by its name; it is not said twice.
        if line and not (lines and lines[-1].endswith(f" {line!r}")):
            lines.append("  " * depth + line)
            depth += 1
        children = (by_id.get(child) for child in reversed(node.get("childIds", ())))
        stack += [(child, depth) for child in children if child is not None]
    return "\n".join(lines)


def _line(node: dict[str, Any]) -> str:
    role = node.get("role", {}).get("value", "")
    name = " ".join(str(node.get("name", {}).get("value", "")).split())
    if node.get("ignored") or role in _SILENT or (role == "StaticText" and not name):
        return ""
    if role == "StaticText":
        return name
    parts = [role, repr(name) if name else ""]
    value = node.get("value", {}).get("value")
    parts.append(f"value={value!r}" if value not in (None, "") else "")
    for state in node.get("properties", ()):
        told = state.get("value", {}).get("value")
        if state["name"] in _STATES and told not in (False, "false", None):
            parts.append(state["name"] if told in (True, "true") else f"{state['name']}={told}")
    return " ".join(part for part in parts if part)
