"""The witness: which input events really happened on a context's pages.

Scripts can call a page's interfaces and dispatch events of their own; they cannot make a trusted
event. The witness listens in an isolated world of every frame and is told by a binding that exists
in that world alone, so no script of a page can speak in its name.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from webproctor.browser.clock import Clock
from webproctor.browser.devtools import Channel

WORLD = "webproctor"
_BINDING = "webproctorWitness"
_SOURCE = Path(__file__).with_name("witness.js")

# Kinds that are deeds of a hand; moving the mouse and letting go do not count.
DEEDS = frozenset({"down", "key", "wheel", "menu", "paste", "drop", "print", "file", "insert"})


@dataclass(frozen=True, slots=True)
class Input:
    """One trusted input event.

    Attributes:
        kind: `down`, `up`, `move`, `wheel`, `menu` (context menu), `key`, `keyup`, `paste`, `drop`,
            `file` (files chosen), `print`, or `insert` (text without key strokes).
        at: Seconds since the episode began.
        stamp: Seconds on the time line of its document, by the browser.
        x, y: Where, in CSS pixels of the view; 0 for keys.
        detail: The button, the key, or the wheel's way.
        target: `data-id` of the element it hit, or of the nearest one around that.
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
        """From what witness.js tells.

        Raises:
            ValueError: If that is not of its form.
        """
        kind, stamp, x, y, detail, target = told
        return cls(str(kind), at, float(stamp) / 1000, float(x), float(y), str(detail), str(target))


@cache
def source() -> str:
    """The script that defines `witness`."""
    return _SOURCE.read_text(encoding="utf-8")


async def watch(channel: Channel, clock: Clock, heard: Callable[[Input], None]) -> None:
    """Have a function told of every input on a page, in its frames and later documents too.

    Raises:
        DevToolsError: If the page is gone.
    """

    def called(event: dict[str, Any]) -> None:
        if event["name"] == _BINDING:
            heard(Input.read(json.loads(event["payload"]), clock.now()))

    channel.on("Runtime.bindingCalled", called)
    await channel.send("Runtime.enable")
    await channel.send("Page.enable")
    await channel.send("Runtime.addBinding", {"name": _BINDING, "executionContextName": WORLD})
    started = f"{source()}\nwitness((told) => {_BINDING}(JSON.stringify(told)));"
    await channel.send(
        "Page.addScriptToEvaluateOnNewDocument",
        {"source": started, "worldName": WORLD, "runImmediately": True},
    )
