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
DEEDS = frozenset({"down", "key", "wheel", "menu", "paste", "drop", "print", "file", "insert"})


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
        detail: The button, the key, or the wheel's deltas.
        target: `data-id` of the target element or of its nearest ancestor that has one.
    """

    kind: str
    at: float
    stamp: float
    x: float
    y: float
    detail: str
    target: str

    @classmethod
    def read(cls, told: list[Any], at: float) -> "Input":
        """Parse a report of `witness.js`.

        Raises:
            ValueError: If it is malformed.
        """
        kind, stamp, x, y, detail, target = told
        return cls(str(kind), at, float(stamp) / 1000, float(x), float(y), str(detail), str(target))


@cache
def source() -> str:
    """Return the script that defines `witness`."""
    return _SOURCE.read_text(encoding="utf-8")


async def watch(
    channel: Channel, world: str, clock: Clock, heard: Callable[[Input], None], binding: str = ""
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
    begun, binding = bool(binding), binding or secret_name()

    def called(event: dict[str, Any]) -> None:
        if event["name"] == binding:
            heard(Input.read(json.loads(event["payload"]), clock.now()))

    channel.on("Runtime.bindingCalled", called)
    if begun:
        return binding
    started = f"{source()}\nwitness((told) => {binding}(JSON.stringify(told)));"
    script = {"source": started, "worldName": world, "runImmediately": True}
    await channel.ask(
        [
            ("Runtime.enable", {}),
            ("Page.enable", {}),
            ("Runtime.addBinding", {"name": binding, "executionContextName": world}),
            ("Page.addScriptToEvaluateOnNewDocument", script),
        ],
        lasting=True,
    )
    return binding
