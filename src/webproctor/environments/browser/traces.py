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
from webproctor.environments.browser.frame_tree import read
from webproctor.environments.browser.page import Page
from webproctor.environments.browser.session import WebSession

# Actions whose only effects are input events and time.
_TRACEABLE = (
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
    r"controls\.begin\(null\)|frameTree\.(geometry|put|outer|hasFocus)\(|"
    r"webproctor\.(asked|pageInfo)\()"
)
# The clock of a page, if it has one; see `WebSession.wait_until_idle`.
_CLOCK = "globalThis.webproctorClock?."
# Kinds of input events with the position of the mouse.
_AT_POINTER = ("move", "down", "up", "wheel", "menu")
Command = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class InputState:
    """The state of mouse and keyboard: see `WebSession`."""

    pointer: tuple[float, float]
    held: str
    keys: frozenset[str]
    modifiers: int

    @classmethod
    def capture(cls, session: WebSession) -> "InputState":
        keys = frozenset(session.held_keys)
        return cls(session.pointer, session.held_button, keys, session.page.modifiers)

    def restore(self, session: WebSession) -> None:
        session.pointer, session.held_button = self.pointer, self.held
        session.held_keys = set(self.keys)
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
        input_state: Mouse and keyboard after the step.
        loads: Whether the page or a frame loaded a document.
        saves: Whether a file was downloaded.
    """

    parts: tuple[Command | float | LibraryCall, ...]
    input_state: InputState
    loads: bool
    saves: bool


class Tracer:
    """Traces one step; created by `traced`.

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
    page, before = session.page, _unchanged_state(session)
    loads, files = _loads(page), len(page.downloads)
    tap: list[Command | float] = []
    page.channel.tap = session.clock.tap = tap
    try:
        yield tracer
    finally:
        page.channel.tap = session.clock.tap = None
    traceable = tracer.action is None or isinstance(tracer.action, _TRACEABLE)
    if traceable and len(session.tabs) == 1 and _unchanged_state(session) == before:
        parts = [_part(entry) for entry in tap if not _reads(entry)]
        if None not in parts:
            repeatable = tuple(part for part in parts if part is not None)
            tracer.trace = Trace(
                repeatable,
                InputState.capture(session),
                loads=_loads(page) != loads,
                saves=len(page.downloads) != files,
            )


def _unchanged_state(session: WebSession) -> tuple[Any, ...]:
    """Return the state that a step with a trace does not change."""
    page = session.page
    return (
        *(len(session.tabs), len(page.dialogs), page.chooser_open),
        *(len(session.visited), session.scripts, session.statement),
    )


def _loads(page: Page) -> tuple[int, int]:
    return page.navigation.loads, page.navigation.documents


def _script(entry: Command | float) -> str:
    """Return the script of a command; "" for anything else."""
    if not isinstance(entry, tuple) or entry[0] != "Runtime.evaluate":
        return ""
    return entry[1].get("expression", "")


def _reads(entry: Command | float) -> bool:
    return _READS.match(_script(entry)) is not None


def _part(entry: Command | float) -> Command | float | LibraryCall | None:
    """Return a part of a trace; None for a command that no trace repeats."""
    if not isinstance(entry, tuple):
        return entry
    if entry[0] in _EVENTS:
        # The clipboard must have what the episode has copied.
        return None if entry[0] == _KEY and uses_clipboard(entry[1]) else entry
    if match := _CALLS.match(_script(entry)):
        return LibraryCall(match[1], tuple(map(int, match[2].split())))
    return None


async def repeat(session: WebSession, trace: Trace) -> None:
    """Repeat a step, and wait until the page is idle.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    page = session.page
    if any(isinstance(part, LibraryCall) and part.function == _SHOW for part in trace.parts):
        await read(page, ())  # Numbers the elements.
    times: list[float] = []  # Those that have not passed yet.
    for kind, group in groupby(trace.parts, type):
        parts: list[Any] = list(group)
        if kind is float:
            times = parts
            continue
        await _let_pass(session, times, trace)
        times = []
        if kind is tuple:
            await page.send_commands(parts)
        else:
            for call in parts:
                await page.call(call.function, *call.elements)
    await _let_pass(session, times, trace, last=True)
    trace.input_state.restore(session)


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
            await session.wait_until_idle()
        if last and trace.saves:
            await session.page.wait_for_downloads()
        return
    # No document replaces the one that is shown, so all is done by one command.
    waits = [f"advance({1000 * seconds})" for seconds in times] + ["idle()"] * last
    if waits:
        with clock.passing(*times):
            chained = [f".then(() => webproctorClock.{wait})" for wait in waits[1:]]
            await session.page.try_evaluate("".join([_CLOCK, waits[0], *chained]))


def history(session: Session, limit: int | None = None) -> list[tuple[Any, ...]]:
    """Return the part of the input events that is equal in equal sessions: all but real times.

    The browser repeats mouse moves to the same point when the page changes; they are left out.

    Args:
        limit: Maximum number of events to read, including those that are left out.
    """
    if not isinstance(session, WebSession):
        return []
    pointer, entries = (0.0, 0.0), list[tuple[Any, ...]]()
    for event in session.inputs[:limit]:
        if event.kind == "move" and (event.x, event.y) == pointer:
            continue
        if event.kind in _AT_POINTER:
            pointer = (event.x, event.y)
        when = event.at if session.clock.virtual else 0
        entries.append((event.kind, when, event.x, event.y, event.detail, event.target))
    return entries
