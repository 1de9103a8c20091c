"""Handlers of the `web` actions on form controls. They read the control again after every change.

Text is typed with key strokes. Only the inputs whose values come from a picker (dates, times,
colours) are set by a script, because keys reach only the part of them that has the focus.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from webproctor.core.actions import ActionResult, web
from webproctor.environments.browser import frame_actions, keyboard
from webproctor.environments.browser.dispatch import ActionFailed, done, handler
from webproctor.environments.browser.frame_tree import FrameGone
from webproctor.environments.browser.handlers import (
    PRESS,
    STROKE,
    TargetPoint,
    aim,
    call_at,
    element_at,
    frame_required,
    pause,
    target_point,
)
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.slider_handlers import set_slider

# Maximum number of characters of a value in a result message.
_MAX_VALUE_LENGTH = 200
# The parts in which text is typed on a virtual clock: lines in text fields, else characters.
_LINES = re.compile(r".*?(?:\r\n|\r|\n|\Z)", re.DOTALL)
_CHARACTERS = re.compile(r"\r\n|.", re.DOTALL)
# A comma between groups of three digits.
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
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
        hidden: Whether it is not drawn, because the page draws something else in its place.
    """

    kind: str
    type: str
    value: str
    locked: str
    fault: str
    here: bool
    hidden: bool

    @property
    def displayed_value(self) -> str:
        whole = self.value
        return repr(whole if len(whole) <= _MAX_VALUE_LENGTH else f"{whole[:_MAX_VALUE_LENGTH]}...")


async def _edited_control(session: WebSession) -> tuple[_Control | None, _Control | None]:
    """Return the state of the control that text goes into, before and now; None if it is gone."""
    try:
        before, now = await session.page.edited.call("controls.held")
    except FrameGone:
        return None, None
    return _Control(**before) if before else None, _Control(**now) if now else None


@handler(web.Type)
async def type_text(session: WebSession, action: web.Type) -> ActionResult:
    target = await _target(session, action)
    if target is not None and target.kind == "range" and action.element is not None:
        return await set_slider(session, action.element, action.text)
    destination, kind, picker = await _focus_target(session, action, target)
    if picker is not None:
        return await _set_picker(session, picker, action.text, destination)
    if action.clear:
        await session.page.press("a", modifiers=keyboard.CONTROL)
        await session.page.press("Delete")
    await _type(session, action.text, _LINES if kind in _FIELDS else _CHARACTERS)
    await pause(session, PRESS + STROKE * len(action.text))
    message = f"typed {len(action.text)} characters{destination}"
    return await _typing_result(session, action.text, message, cleared=action.clear)


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
    destination, _, picker = await _focus_target(session, action, await _target(session, action))
    if picker is not None:
        return await _set_picker(session, picker, action.text, destination)
    await session.page.insert(action.text)
    await pause(session, PRESS)
    message = f"inserted {len(action.text)} characters{destination}"
    return await _typing_result(session, action.text, message, cleared=False)


async def _target(session: WebSession, action: web.Type | web.InsertText) -> TargetPoint | None:
    return (
        await target_point(session, action.element, action.x, action.y)
        if action.has_target
        else None
    )


async def _focus_target(
    session: WebSession, action: web.Type | web.InsertText, at: TargetPoint | None
) -> tuple[str, str, _Control | None]:
    """Give the target the focus.

    Returns:
        The target as part of the result's message, such as ` into "Name" (element 3)`; its kind;
        and its state if it is a picker.
    """
    into, index = "", None
    if at is not None:
        into = f" into {at.what}" if action.element is not None else f" {at.what}"
        if at.kind == "picker":  # A click would open it.
            index = action.element
        else:
            at = await aim(session, action.element, at)
            await _click(session, at.point)
            if at.kind in _FIELDS:
                return into, at.kind, None
    found = await frame_actions.begin_edit(session.page, index)
    control = _Control(**found) if found else None
    if control is None:
        return into, "", None
    return into, control.kind, control if control.kind == "picker" else None


async def _set_picker(
    session: WebSession, before: _Control, text: str, destination: str
) -> ActionResult:
    """Set an input with a picker."""
    if before.locked:
        return _failed(f"the input is {before.locked}; it holds {before.displayed_value}")
    valid = await session.page.edited.call("controls.enter", text)
    await pause(session, PRESS)
    _, now = await _edited_control(session)
    if not valid:
        example = _NOTATION.get(before.type, "")
        reason = f"{text[:50]!r} is not a {before.type} such as {example}"
        return _failed(f"{reason}; the input holds {(now or before).displayed_value}")
    if now is None:
        return done(f"set {text!r}{destination}")
    note = f"; the page does not accept it: {now.fault}" if now.fault else ""
    message = f"set {now.displayed_value}{destination}{note}"
    return ActionResult(ok=bool(now.value) == bool(text), message=message)


async def _typing_result(
    session: WebSession, text: str, message: str, *, cleared: bool
) -> ActionResult:
    """Return the result of typing: whether the control holds the text, and what it holds if not."""
    before, now = await _edited_control(session)
    if before and now and before.kind == "range":
        return _failed(f"{message}, but a slider takes no text; it is at {now.displayed_value}")
    if before is None or before.kind not in _FIELDS:
        return done(message)
    if now is None:
        return done(f"{message}; the field is no longer on the page")
    if before.locked:
        return _failed(
            f"{message}, but the field is {before.locked} and holds {now.displayed_value}"
        )
    if before.hidden and now.value in ("", before.value):  # Of a terminal that draws the text.
        return done(message)
    replaced = cleared or not before.value.strip()
    if (
        _without_spaces(now.value) == _without_spaces(text)
        if replaced
        else _without_spaces(text) in _without_spaces(now.value)
    ):
        return done(message)
    # Some fields add to the text (a country code, a completion), and some move the focus to the
    # next field, such as those for one character each.
    essence = _number if before.type == "number" else _letters_and_digits
    typed, held = essence(text), essence(now.value)
    kept = replaced and before.value.strip() and _is_added(typed, before.value, held)
    holds = typed in held and not kept
    sent = text.endswith(("\n", "\r")) and not now.value.strip()  # As a message, or a new item.
    if holds or sent or not now.here:
        return done(f"{message}; the field now holds {now.displayed_value}")
    return _failed(f"{message}, but the field now holds {now.displayed_value}")


def _without_spaces(text: str) -> str:
    """Return a text without white space, which fields normalise."""
    return "".join(text.split())


def _number(text: str) -> str:
    """Return a number in one notation, without a sign or digits that do not change it."""
    try:
        return repr(float(_THOUSANDS.sub("", text)))
    except ValueError:
        return text


def _letters_and_digits(text: str) -> str:
    """Return what an input mask keeps of a text: letters and digits."""
    return "".join(one for one in text.casefold() if one.isalnum()) or _without_spaces(text)


def _is_added(text: str, before: str, now: str) -> bool:
    """Return whether a field holds all that it held before, and the text somewhere in it."""
    rests = (now[:n] + now[n + len(text) :] for n in range(len(now)) if now.startswith(text, n))
    return _letters_and_digits(before) in rests


def _failed(message: str) -> ActionResult:
    return ActionResult(ok=False, message=message)


@handler(web.Focus)
async def focus(session: WebSession, action: web.Focus) -> ActionResult:
    target = await target_point(session, action.element, None, None)
    await call_at(session, "elements.focus", action.element)
    await pause(session, PRESS)
    if await call_at(session, "controls.isFocused", action.element):
        return done(f"{target.what} has the focus")
    return _failed(f"{target.what} does not take the focus")


@dataclass(frozen=True)
class _Option:
    """An option of a list; `locked` is `disabled` or `hidden` if it cannot be chosen."""

    label: str
    value: str
    locked: str
    chosen: bool


@handler(web.SelectOption)
async def select_option(session: WebSession, action: web.SelectOption) -> ActionResult:
    element = await element_at(session, action.element)
    state = await call_at(session, "controls.list", action.element)
    if state is None:
        raise ActionFailed(f"element {action.element} is a {element.tag}, not a drop-down list")
    if state["disabled"]:
        raise ActionFailed(f"the list (element {action.element}) is disabled")
    options, _ = _options(state)
    option_texts = [action.option, *action.also]
    if action.also and not state["several"]:
        raise ActionFailed("the list does not allow several options: choose one")
    indexes = list(dict.fromkeys(_index(options, one) for one in option_texts))
    if state["several"]:
        await _choose_several(session, action.element, options, indexes)
    elif not state["drawn"]:
        await _step_to(session, action.element, state, indexes[0])
    elif not options[indexes[0]].chosen:
        await _click_option(session, action.element, indexes[0], is_open=state["open"])
    now = await call_at(session, "controls.list", action.element)
    if now is None:
        return done("selected; the list is no longer on the page")
    chosen = [n for n, one in enumerate(now["options"]) if one["chosen"]]
    labels = ", ".join(repr(now["options"][n]["label"]) for n in chosen) or "nothing"
    ok = chosen == sorted(indexes)
    if ok or not now["hidden"]:
        return ActionResult(ok=ok, message=f"selected: {labels}")
    return _failed(f"selected: {labels}; the list is hidden: use what the page shows in its place")


def _index(options: list[_Option], text: str) -> int:
    """Return the index of the option with a text, else with a value.

    Raises:
        ActionFailed: If there is none, or it cannot be chosen.
    """
    for key in (
        lambda one: one.label == text,
        lambda one: one.value == text,
        lambda one: one.label.split() == text.split(),
    ):
        matching = [n for n, one in enumerate(options) if key(one)]
        if available := [n for n in matching if not options[n].locked]:
            return available[0]
        if matching:
            raise ActionFailed(f"the option {text!r} is {options[matching[0]].locked}")
    if not options:
        raise ActionFailed(f"there is no option {text!r}: the list has no options")
    shown = ", ".join(repr(one.label) for one in options[:20])
    raise ActionFailed(f"there is no option {text!r}: the options are {shown}")


def _steps(options: list[_Option], now: int, index: int) -> list[str]:
    """Return the arrow keys from an option to another; they skip options that are disabled."""
    between = options[now + 1 : index + 1] if now < index else options[index:now]
    return ["ArrowDown" if now < index else "ArrowUp"] * sum(not one.locked for one in between)


async def _step_to(session: WebSession, element: int, state: dict[str, Any], index: int) -> None:
    """Choose the option of a list for one option, with arrow keys.

    If the page replaces the list at each key, the keys are sent again as long as they lead nearer.
    """
    options, now = _options(state)
    while True:
        keys = _steps(options, now, index)
        await call_at(session, "elements.focus", element)
        if state["open"]:  # The keys would move in the open list, which begins at any option.
            await session.page.press("Escape")
        await session.page.press(*keys)
        await pause(session, PRESS + STROKE * len(keys))
        state = await call_at(session, "controls.list", element)
        if state is None:
            return
        distance = abs(now - index)
        options, now = _options(state)
        if not 0 < abs(now - index) < distance:
            return


def _options(state: dict[str, Any]) -> tuple[list[_Option], int]:
    """Return the options of a list, and the index of the first that is chosen, or -1."""
    options = [_Option(**one) for one in state["options"]]
    return options, next((n for n, one in enumerate(options) if one.chosen), -1)


async def _click_option(session: WebSession, element: int, index: int, *, is_open: bool) -> None:
    """Click an option, after the list if that is closed."""
    if not is_open:
        await _click(session, (await target_point(session, element, None, None)).point)
    with frame_required(element):
        point = await frame_actions.option(session.page, element, index)
    if point is None:
        raise ActionFailed("the option cannot be clicked: it is covered or not displayed")
    await _click(session, (point["x"], point["y"]))


async def _click(session: WebSession, point: tuple[float, float]) -> None:
    await session.page.click(*point)
    session.pointer = point
    await pause(session, 0)


async def _choose_several(
    session: WebSession, element: int, options: list[_Option], indexes: list[int]
) -> None:
    """Click the first option, which deselects all others, and add the others with keys.

    With Control held, arrow keys move without selecting, and the space key selects.
    """
    await target_point(session, element, None, None)
    await _click_option(session, element, indexes[0], is_open=True)
    keys = [key for now, index in pairwise(indexes) for key in (*_steps(options, now, index), " ")]
    await session.page.press(*keys, modifiers=keyboard.CONTROL)
    await pause(session, PRESS + STROKE * len(keys))
