"""Record the trusted input events of a page.

Scripts can call a page's functions and dispatch events, but they cannot create trusted events. The
recorder listens in the isolated world of every frame and reports through a binding that exists only
in that world, so scripts of the page cannot forge reports. The names of world and binding are
random for each page, so other DevTools clients cannot use them.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from webproctor.environments.browser.clock import Clock
from webproctor.environments.browser.devtools import Channel, secret_name

_SOURCE = Path(__file__).with_name("witness.js")

# Kinds that count as inputs; moving the mouse and releasing keys or buttons do not.
COUNTED_INPUTS = frozenset(
    {"down", "key", "wheel", "menu", "paste", "drop", "print", "file", "insert"}
)

SCROLL_BAR = "scroll bar"
"""The target of a press on a scroll bar."""


@dataclass(frozen=True, slots=True)
class Input:
    """One trusted input event.

    Attributes:
        kind: `down`, `up`, `move`, `wheel`, `menu` (context menu), `key`, `keyup`, `paste`, `drop`,
            `file` (files chosen), `print`, `insert` (text without key strokes), or `copy` (text was
            copied or cut, perhaps by a script).
        at: Seconds since the episode began.
        stamp: The browser's timestamp, in seconds on the document's time line.
        x, y: Position in the viewport, in CSS pixels; 0 for keys.
        detail: The button, the key, or how far the wheel scrolls, to the right and down.
        target: `data-id` of the target element or of its nearest ancestor that has one; without
            one, `SCROLL_BAR` for a press on a scroll bar.
    """

    kind: str
    at: float
    stamp: float
    x: float
    y: float
    detail: str
    target: str

    @classmethod
    def read(cls, report: list[Any], at: float) -> "Input":
        """Parse a report of `witness.js`.

        Raises:
            ValueError: If it is malformed.
        """
        kind, stamp, x, y, detail, target = report
        return cls(str(kind), at, float(stamp) / 1000, float(x), float(y), str(detail), str(target))


@cache
def source() -> str:
    """Return the script that defines `witness`."""
    return _SOURCE.read_text(encoding="utf-8")


async def watch(
    channel: Channel, world: str, clock: Clock, on_input: Callable[[Input], None], binding: str = ""
) -> str:
    """Call a function with every input event on a page, its frames, and later documents.

    Args:
        world: The name of the page's isolated world. A second one would take processor time in
            every document.
        binding: What an earlier episode of the same channel got.

    Returns:
        The name by which the page's documents report events; pages cannot guess it.

    Raises:
        DevToolsError: If the page is gone.
    """
    already_watching, binding = bool(binding), binding or secret_name()

    def on_binding_called(event: dict[str, Any]) -> None:
        if event["name"] == binding:
            on_input(Input.read(json.loads(event["payload"]), clock.now()))

    channel.on("Runtime.bindingCalled", on_binding_called)
    if already_watching:
        return binding
    watching_source = f"{source()}\nwitness((told) => {binding}(JSON.stringify(told)));"
    script = {"source": watching_source, "worldName": world, "runImmediately": True}
    await channel.send_commands(
        [
            ("Runtime.enable", {}),
            ("Page.enable", {}),
            ("Runtime.addBinding", {"name": binding, "executionContextName": world}),
            ("Page.addScriptToEvaluateOnNewDocument", script),
        ],
        persistent=True,
    )
    return binding
