"""Traces of steps: the input events and the passed time of a step, to repeat it in another session.

A session of the same task that gets the same events at the same virtual times reaches the same
state. Repeating a trace reads nothing from the page, so it takes a fraction of the time of the
step. Steps that do more than that, such as those that open pages or choose files, have no trace.
"""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from webproctor.core.actions import Action, web
from webproctor.core.sessions import Session
from webproctor.environments.browser.clipboard import uses_clipboard
from webproctor.environments.browser.clock import VirtualClock
from webproctor.environments.browser.session import WebSession

# Actions whose only effects are input events and time.
_PLAIN = (
    *(web.Click, web.Hover, web.MoveMouse, web.Drag, web.MouseDown, web.MouseUp, web.Scroll),
    *(web.Press, web.KeyDown, web.KeyUp, web.Type, web.InsertText, web.Wait),
)
_KEY = "Input.dispatchKeyEvent"
_EVENTS = ("Input.dispatchMouseEvent", _KEY, "Input.insertText")
# A wait that is part of an action, and scripts without effects on the page.
_SCROLLED = "webproctor.scrolled"
_WAITS = re.compile(rf"Promise\.resolve\({re.escape(_SCROLLED)}\(\)\)")
_READS = re.compile(
    r"0$|globalThis\.webproctorClock(\?\.| \?)|Promise\.resolve\("
    r"(elements\.(reach|describe|scale)\(|controls\.(held|ticked|list|isFocused)\(|"
    r"controls\.begin\(null\)|webproctor\.(asked|look)\()"
)
# Kinds of input events with the position of the mouse.
_AT_POINTER = ("move", "down", "up", "wheel", "menu")
Command = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Hands:
    """The state of mouse and keyboard: see `WebSession`."""

    pointer: tuple[float, float]
    held: str
    keys: frozenset[str]
    modifiers: int

    @classmethod
    def of(cls, session: WebSession) -> "Hands":
        keys = frozenset(session.keys_held)
        return cls(session.pointer, session.held, keys, session.page.modifiers)

    def set(self, session: WebSession) -> None:
        session.pointer, session.held = self.pointer, self.held
        session.keys_held = set(self.keys)
        session.page.modifiers = self.modifiers


@dataclass(frozen=True)
class Trace:
    """What a step did to the page.

    Attributes:
        parts: DevTools commands that are input events, seconds that passed on the virtual clock,
            and names of library functions that wait for the page, in order.
        hands: Mouse and keyboard after the step.
    """

    parts: tuple[Command | float | str, ...]
    hands: Hands


class Tracer:
    """Traces one step; made by `traced`.

    Attributes:
        action: The step's action, to be set by the caller; None if no action was executed.
        trace: The trace, after the block; None if the step cannot be repeated by one.
    """

    action: Action | None = None
    trace: Trace | None = None


@contextlib.contextmanager
def traced(session: Session) -> Iterator[Tracer]:
    """Trace what happens in the block, which is one step of a session with a virtual clock."""
    tracer = Tracer()
    if not isinstance(session, WebSession) or not isinstance(session.clock, VirtualClock):
        yield tracer
        return
    page, before = session.page, _surroundings(session)
    tap: list[Command | float] = []
    page.channel.tap = session.clock.tap = tap
    try:
        yield tracer
    finally:
        page.channel.tap = session.clock.tap = None
    plain = tracer.action is None or isinstance(tracer.action, _PLAIN)
    if plain and len(session.tabs) == 1 and _surroundings(session) == before:
        parts = [_part(one) for one in tap]
        if None not in parts:
            kept = tuple(one for one in parts if one is not None and one != "")
            tracer.trace = Trace(kept, Hands.of(session))


def _surroundings(session: WebSession) -> tuple[Any, ...]:
    """Return what a step with a trace leaves as it is."""
    page = session.page
    return (
        *(len(session.tabs), page.navigation.documents, len(page.dialogs), len(page.downloads)),
        *(page.chooser_open, len(session.visited), session.scripts, session.statement),
    )


def _part(one: Command | float) -> Command | float | str | None:
    """Return a part of a trace; "" for a command without effects, None for any other."""
    if not isinstance(one, tuple):
        return one
    if one[0] in _EVENTS:
        # The clipboard must have what the episode has copied.
        return None if one[0] == _KEY and uses_clipboard(one[1]) else one
    script = one[1].get("expression", "") if one[0] == "Runtime.evaluate" else ""
    if _WAITS.match(script):
        return _SCROLLED
    return "" if _READS.match(script) else None


async def repeat(session: WebSession, trace: Trace) -> None:
    """Repeat a step, and wait until the page is idle.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    for sent, parts in groupby(trace.parts, lambda part: isinstance(part, tuple)):
        if sent:
            await session.page.ask([part for part in parts if isinstance(part, tuple)])
            continue
        for part in parts:
            if isinstance(part, str):
                await session.page.call(part)
            elif isinstance(part, float):
                await session.clock.let_pass(part)
    trace.hands.set(session)
    await session.idle()


def history(session: Session, most: int | None = None) -> list[tuple[Any, ...]]:
    """Return what is equal in the input events of equal sessions: all but real times.

    The browser repeats mouse moves to the same point when the page changes; they are left out.

    Args:
        most: Only so many of the first events, counted with those that are left out.
    """
    if not isinstance(session, WebSession):
        return []
    at, kept = (0.0, 0.0), list[tuple[Any, ...]]()
    for one in session.inputs[:most]:
        if one.kind == "move" and (one.x, one.y) == at:
            continue
        if one.kind in _AT_POINTER:
            at = (one.x, one.y)
        when = one.at if session.clock.virtual else 0
        kept.append((one.kind, when, one.x, one.y, one.detail, one.target))
    return kept
