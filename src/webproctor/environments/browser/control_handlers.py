"""Handlers of the `web` actions on form controls. They read the control again after every change.

Text is typed with key strokes. Only the inputs whose values come from a picker (dates, times,
colours) are set by a script, because keys reach only the part of them that has the focus.
"""

import re
from dataclasses import dataclass
from itertools import pairwise

from webproctor.core.actions import ActionResult, web
from webproctor.environments.browser import keyboard
from webproctor.environments.browser.dispatch import CannotReach, done, handler
from webproctor.environments.browser.handlers import (
    PRESS,
    STROKE,
    Place,
    element_at,
    pause,
    place,
)
from webproctor.environments.browser.session import WebSession

# Number of key strokes that are sent before the page's clock advances.
_STROKES = 100
# Maximum number of key strokes that move a slider: a page can make its steps arbitrarily small.
MOST_STROKES = 5_000
# Maximum number of characters of a value in a result message.
_LONGEST_VALUE = 200
# What text fields get at once, and what other elements do: a line, and a character.
_LINES = re.compile(r".*?(?:\r\n|\r|\n|\Z)", re.DOTALL)
_CHARACTERS = re.compile(r"\r\n|.", re.DOTALL)
# Kinds of controls that hold text.
_FIELDS = ("text", "rich")
_NOTATION = {
    "date": "2024-05-31",
    "time": "23:59",
    "datetime-local": "2024-05-31T23:59",
    "month": "2024-05",
    "week": "2024-W09",
    "color": "#ff8800",
}


@dataclass(frozen=True)
class _Control:
    """A control that gets text.

    Attributes:
        kind: `text`, `rich` (editable content), `picker`, another type of input, or empty.
        type: The type of an input, such as `date`.
        value: Its current value.
        locked: `disabled`, `read-only`, or an empty string.
        fault: Why the page does not accept its value, in the browser's words.
        here: Whether it has the focus.
    """

    kind: str
    type: str
    value: str
    locked: str
    fault: str
    here: bool

    @property
    def shown(self) -> str:
        whole = self.value
        return repr(whole if len(whole) <= _LONGEST_VALUE else f"{whole[:_LONGEST_VALUE]}...")


async def _held(session: WebSession) -> tuple[_Control | None, _Control | None]:
    """Return the state of the control that text goes into, before and now; None if it is gone."""
    before, now = await session.page.call("controls.held")
    return _Control(**before) if before else None, _Control(**now) if now else None


@handler(web.Type)
async def type_text(session: WebSession, action: web.Type) -> ActionResult:
    at = await _target(session, action)
    if at is not None and at.kind == "range" and action.element is not None:
        return await _move_to(session, action.element, action.text)
    into, kind, picker = await _ready(session, action, at)
    if picker is not None:
        return await _enter(session, picker, action.text, into)
    if action.clear:
        await session.page.press("a", modifiers=keyboard.CONTROL)
        await session.page.press("Delete")
    await _type(session, action.text, _LINES if kind in _FIELDS else _CHARACTERS)
    await pause(session, PRESS + STROKE * len(action.text))
    said = f"typed {len(action.text)} characters{into}"
    return await _filled(session, action.text, said, cleared=action.clear)


async def _type(session: WebSession, text: str, parts: re.Pattern[str]) -> None:
    """Type a text; on a virtual clock in parts, so that the page handles each before the next."""
    if not session.clock.virtual:
        await session.page.type(text)
        return
    for part in filter(None, parts.findall(text)):
        await session.page.type(part)
        await pause(session, 0)


@handler(web.InsertText)
async def insert_text(session: WebSession, action: web.InsertText) -> ActionResult:
    into, _, picker = await _ready(session, action, await _target(session, action))
    if picker is not None:
        return await _enter(session, picker, action.text, into)
    await session.page.insert(action.text)
    await pause(session, PRESS)
    said = f"inserted {len(action.text)} characters{into}"
    return await _filled(session, action.text, said, cleared=False)


async def _target(session: WebSession, action: web.Type | web.InsertText) -> Place | None:
    return await place(session, action.element, action.x, action.y) if action.placed else None


async def _ready(
    session: WebSession, action: web.Type | web.InsertText, at: Place | None
) -> tuple[str, str, _Control | None]:
    """Give the target the focus; return its name in the result and its kind; a picker's state."""
    into, index = "", None
    if at is not None:
        into = f" into {at.what}" if action.element is not None else f" {at.what}"
        if at.kind == "picker":  # A click would open it.
            index = action.element
        else:
            await session.page.click(*at.point)
            session.pointer = at.point
            await pause(session, 0)
            if at.kind in _FIELDS:
                return into, at.kind, None
    found = await session.page.call("controls.begin", index)
    control = _Control(**found) if found else None
    if control is None:
        return into, "", None
    return into, control.kind, control if control.kind == "picker" else None


async def _enter(session: WebSession, before: _Control, text: str, into: str) -> ActionResult:
    """Set an input with a picker."""
    if before.locked:
        return _failed(f"the input is {before.locked}; it holds {before.shown}")
    valid = await session.page.call("controls.enter", text)
    await pause(session, PRESS)
    _, now = await _held(session)
    if not valid:
        example = _NOTATION.get(before.type, "")
        why = f"{text[:50]!r} is not a {before.type} such as {example}"
        return _failed(f"{why}; the input holds {(now or before).shown}")
    if now is None:
        return done(f"set {text!r}{into}")
    limits = f"; the page does not accept it: {now.fault}" if now.fault else ""
    said = f"set {now.shown}{into}{limits}"
    return ActionResult(ok=bool(now.value) == bool(text), message=said)


async def _filled(session: WebSession, text: str, said: str, *, cleared: bool) -> ActionResult:
    """Return the result of typing: whether the control holds the text, and what it holds if not."""
    before, now = await _held(session)
    if before is None or before.kind not in _FIELDS:
        return done(said)
    if now is None:
        return done(f"{said}; the field is no longer on the page")
    if before.locked:
        return _failed(f"{said}, but the field is {before.locked} and holds {now.shown}")
    fresh = cleared or not before.value.strip()
    if _plain(now.value) == _plain(text) if fresh else _plain(text) in _plain(now.value):
        return done(said)
    # Some fields pass the focus on, as those with one character each do.
    holds = (
        _essence(text) == _essence(now.value) if fresh else _essence(text) in _essence(now.value)
    )
    if holds or not now.here:
        return done(f"{said}; the field now holds {now.shown}")
    return _failed(f"{said}, but the field now holds {now.shown}")


def _plain(text: str) -> str:
    """Return a text without white space, which fields normalise."""
    return "".join(text.split())


def _essence(text: str) -> str:
    """Return what an input mask keeps of a text: letters and digits."""
    return "".join(one for one in text.casefold() if one.isalnum()) or _plain(text)


def _failed(message: str) -> ActionResult:
    return ActionResult(ok=False, message=message)


@handler(web.Focus)
async def focus(session: WebSession, action: web.Focus) -> ActionResult:
    at = await place(session, action.element, None, None)
    await session.page.call("elements.focus", action.element)
    await pause(session, PRESS)
    if await session.page.call("controls.isFocused", action.element):
        return done(f"{at.what} has the focus")
    return _failed(f"{at.what} does not take the focus")


@dataclass(frozen=True)
class _Option:
    """An option of a list; `free` if it can be chosen."""

    label: str
    value: str
    free: bool
    chosen: bool


@handler(web.SelectOption)
async def select_option(session: WebSession, action: web.SelectOption) -> ActionResult:
    element = await element_at(session, action.element)
    found = await session.page.call("controls.list", action.element)
    if found is None:
        raise CannotReach(f"element {action.element} is a {element.tag}, not a drop-down list")
    if found["disabled"]:
        raise CannotReach(f"the list (element {action.element}) is disabled")
    options = [_Option(**one) for one in found["options"]]
    asked = [action.option, *action.also]
    if action.also and not found["several"]:
        raise CannotReach("the list does not allow several options: choose one")
    wanted = list(dict.fromkeys(_index(options, one) for one in asked))
    if found["several"]:
        await _choose_several(session, action.element, options, wanted)
    else:
        await _step_to(session, action.element, options, wanted[0])
    now = await session.page.call("controls.list", action.element)
    if now is None:
        return done("selected; the list is no longer on the page")
    chosen = [n for n, one in enumerate(now["options"]) if one["chosen"]]
    labels = ", ".join(repr(now["options"][n]["label"]) for n in chosen) or "nothing"
    return ActionResult(ok=chosen == sorted(wanted), message=f"selected: {labels}")


def _index(options: list[_Option], asked: str) -> int:
    """Return the index of the option with a text, else with a value.

    Raises:
        CannotReach: If there is none, or it cannot be chosen.
    """
    for key in (
        lambda one: one.label == asked,
        lambda one: one.value == asked,
        lambda one: one.label.split() == asked.split(),
    ):
        same = [n for n, one in enumerate(options) if key(one)]
        if free := [n for n in same if options[n].free]:
            return free[0]
        if same:
            raise CannotReach(f"the option {asked!r} is disabled")
    shown = ", ".join(repr(one.label) for one in options[:20])
    raise CannotReach(f"there is no option {asked!r}: the options are {shown}")


def _steps(options: list[_Option], now: int, index: int) -> list[str]:
    """Return the arrow keys from an option to another; they skip options that are disabled."""
    between = options[now + 1 : index + 1] if now < index else options[index:now]
    return ["ArrowDown" if now < index else "ArrowUp"] * sum(one.free for one in between)


async def _step_to(session: WebSession, element: int, options: list[_Option], index: int) -> None:
    """Choose the option of a list for one option, with arrow keys."""
    now = next((n for n, one in enumerate(options) if one.chosen), -1)
    keys = _steps(options, now, index)
    await session.page.call("elements.focus", element)
    await session.page.press(*keys)
    await pause(session, PRESS + STROKE * len(keys))


async def _choose_several(
    session: WebSession, element: int, options: list[_Option], wanted: list[int]
) -> None:
    """Click the first option, which deselects all others, and add the others with keys.

    With Control held, arrow keys move without selecting, and the space key selects.
    """
    await place(session, element, None, None)
    point = await session.page.call("controls.option", element, wanted[0])
    if point is None:
        raise CannotReach("the option cannot be clicked: it is covered or not displayed")
    await session.page.click(point["x"], point["y"])
    session.pointer = (point["x"], point["y"])
    await pause(session, 0)
    keys = [key for now, index in pairwise(wanted) for key in (*_steps(options, now, index), " ")]
    await session.page.press(*keys, modifiers=keyboard.CONTROL)
    await pause(session, PRESS + STROKE * len(keys))


@handler(web.SetRange)
async def set_range(session: WebSession, action: web.SetRange) -> ActionResult:
    await element_at(session, action.element)
    scale = await session.page.call("elements.scale", action.element)
    if scale is None:
        raise CannotReach(f"element {action.element} is not a slider; drag its handle")
    wanted = min(max(action.value, scale["least"]), scale["most"])
    away = (wanted - scale["value"]) / scale["step"]
    if abs(away) > MOST_STROKES:
        raise CannotReach(
            f"the slider's steps are too small: {wanted:g} is {abs(away):.3g} steps away, and one "
            f"action moves it by at most {MOST_STROKES} steps; drag its handle"
        )
    steps = round(away)
    await session.page.call("elements.focus", action.element)
    key = "ArrowRight" if steps > 0 else "ArrowLeft"
    for begun in range(0, abs(steps), _STROKES):
        strokes = min(_STROKES, abs(steps) - begun)
        await session.page.press(*[key] * strokes)
        await pause(session, STROKE * strokes)
    now = await session.page.call("elements.scale", action.element)
    if now is None:
        return done("moved the slider; it is no longer on the page")
    reached = now["value"]
    near = abs(reached - action.value) <= scale["step"] / 2
    return ActionResult(ok=near, message=f"the slider is at {reached:g}")


async def _move_to(session: WebSession, element: int, text: str) -> ActionResult:
    """Move a slider to the number that a text states."""
    try:
        action = web.SetRange(element=element, value=float(text))
    except ValueError as error:
        raise CannotReach(f"{text[:50]!r} is not a number: the element is a slider") from error
    return await set_range(session, action)
