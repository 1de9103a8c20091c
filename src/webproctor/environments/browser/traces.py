"""Traces of steps: the input events and the passed time of a step, to repeat it in another session.

A session of the same task that gets the same events at the same virtual times reaches the same
state. Repeating a trace reads nothing from the page, so it takes a fraction of the time of the
step. Steps that do more than that, such as those that open tabs or choose files, have no trace.
"""

import contextlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from webproctor.core.actions import Action, web
from webproctor.core.sessions import Session
from webproctor.environments.browser.clipboard import uses_clipboard
from webproctor.environments.browser.clock import VirtualClock
from webproctor.environments.browser.page import Page
from webproctor.environments.browser.session import WebSession

# Actions whose only effects are input events and time.
_PLAIN = (
    *(web.Click, web.Hover, web.MoveMouse, web.Drag, web.MouseDown, web.MouseUp, web.Scroll),
    *(web.Press, web.KeyDown, web.KeyUp, web.Type, web.InsertText, web.Wait),
)
_KEY = "Input.dispatchKeyEvent"
_EVENTS = ("Input.dispatchMouseEvent", _KEY, "Input.insertText")
# Calls of library functions that are repeated, and scripts without effects on the page.
_SHOW = "elements.show"
_CALLS = re.compile(r"Promise\.resolve\((webproctor\.scrolled|elements\.show)\((\d*)\)\)")
_READS = re.compile(
    r"0$|globalThis\.webproctorClock(\?\.| \?)|Promise\.resolve\("
    r"(elements\.(reach|describe|scale)\(|controls\.(held|ticked|list|isFocused)\(|"
    r"controls\.begin\(null\)|webproctor\.(asked|look)\()"
)
# The clock of a page, if it has one; see `WebSession.rest`.
_CLOCK = "globalThis.webproctorClock?."
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
class LibraryCall:
    """A call of a library function that waits for the page, or scrolls an element into view.

    Attributes:
        function: Its name.
        elements: The number of the element, if it has one.
    """

    function: str
    elements: tuple[int, ...]


@dataclass(frozen=True)
class Trace:
    """What a step did to the page.

    Attributes:
        parts: DevTools commands that are input events, seconds that passed on the virtual clock,
            and calls of library functions, in order.
        hands: Mouse and keyboard after the step.
        loads: Whether the page or a frame loaded a document.
        saves: Whether a file was downloaded.
    """

    parts: tuple[Command | float | LibraryCall, ...]
    hands: Hands
    loads: bool
    saves: bool


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
    loads, files = _loads(page), len(page.downloads)
    tap: list[Command | float] = []
    page.channel.tap = session.clock.tap = tap
    try:
        yield tracer
    finally:
        page.channel.tap = session.clock.tap = None
    plain = tracer.action is None or isinstance(tracer.action, _PLAIN)
    if plain and len(session.tabs) == 1 and _surroundings(session) == before:
        parts = [_part(one) for one in tap if not _reads(one)]
        if None not in parts:
            kept = tuple(part for part in parts if part is not None)
            tracer.trace = Trace(
                kept,
                Hands.of(session),
                loads=_loads(page) != loads,
                saves=len(page.downloads) != files,
            )


def _surroundings(session: WebSession) -> tuple[Any, ...]:
    """Return what a step with a trace leaves as it is."""
    page = session.page
    return (
        *(len(session.tabs), len(page.dialogs), page.chooser_open),
        *(len(session.visited), session.scripts, session.statement),
    )


def _loads(page: Page) -> tuple[int, int]:
    return page.navigation.loads, page.navigation.documents


def _script(one: Command | float) -> str:
    """Return the script of a command; "" for anything else."""
    if not isinstance(one, tuple) or one[0] != "Runtime.evaluate":
        return ""
    return one[1].get("expression", "")


def _reads(one: Command | float) -> bool:
    return _READS.match(_script(one)) is not None


def _part(one: Command | float) -> Command | float | LibraryCall | None:
    """Return a part of a trace; None for a command that no trace repeats."""
    if not isinstance(one, tuple):
        return one
    if one[0] in _EVENTS:
        # The clipboard must have what the episode has copied.
        return None if one[0] == _KEY and uses_clipboard(one[1]) else one
    if called := _CALLS.match(_script(one)):
        return LibraryCall(called[1], tuple(map(int, called[2].split())))
    return None


async def repeat(session: WebSession, trace: Trace) -> None:
    """Repeat a step, and wait until the page is idle.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    page = session.page
    if any(isinstance(part, LibraryCall) and part.function == _SHOW for part in trace.parts):
        await page.marks.find()  # Numbers the elements.
    times: list[float] = []  # that are still to pass
    for kind, group in groupby(trace.parts, type):
        parts: list[Any] = list(group)
        if kind is float:
            times = parts
            continue
        await _let_pass(session, times, trace)
        times = []
        if kind is tuple:
            await page.ask(parts)
        else:
            for call in parts:
                await page.call(call.function, *call.elements)
    await _let_pass(session, times, trace, last=True)
    trace.hands.set(session)


async def _let_pass(
    session: WebSession, times: Sequence[float], trace: Trace, *, last: bool = False
) -> None:
    """Let times pass one after another; at the end of the step, wait until the page is idle."""
    clock = session.clock
    assert isinstance(clock, VirtualClock)
    if trace.loads or trace.saves:
        for seconds in times:
            await clock.let_pass(seconds)
        if last:
            await session.rest()
        if last and trace.saves:
            await session.page.saved()
        return
    # No document replaces the one that is shown, so all is done by one command.
    waits = [f"advance({1000 * seconds})" for seconds in times] + ["idle()"] * last
    if waits:
        with clock.passing(*times):
            then = [f".then(() => webproctorClock.{wait})" for wait in waits[1:]]
            await session.page.told("".join([_CLOCK, waits[0], *then]))


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
