"""Action handlers of the `form` action set, which send real mouse and key events to a page.

They follow the original harness: which values mean "no change", which fallbacks are tried for a
missing value, and what remains unchanged. Typed text is also written to the page's markup, because
scoring reads the markup.

Each handler then reads the control again. If the control does not contain the value, for example
because the page changed it, the action fails and the message says what the control contains.
"""

import json
import math
from collections.abc import Awaitable, Callable
from typing import Any

from webproctor.core.actions import Action, ActionResult, form
from webproctor.environments.browser import Page, ScriptError, keyboard

# Width and height of a maximised window, in CSS pixels.
SCREEN = (1920, 1080)
WAIT_MS = 10_000
_BLANK = ("nan", "None")
# Width of a slider's thumb in Chromium, in CSS pixels.
_THUMB_WIDTH = 16


def _succeeded(message: str, **fields: Any) -> ActionResult:
    return ActionResult(ok=True, message=message, **fields)


def _failed(message: str) -> ActionResult:
    return ActionResult(ok=False, message=message)


def _missing(name: str) -> ActionResult:
    return _failed(f"no form control named {name!r}")


def _is_nan(value: object) -> bool:
    return value == "nan" or (isinstance(value, float) and math.isnan(value))


def _as_integer(value: object) -> str | None:
    """Return `"4"` for `4.0` or `"4.0"`; answer tables often have whole numbers as floats."""
    try:
        return str(int(float(str(value))))
    except (ValueError, OverflowError):
        return None


async def _click_target(page: Page, target: dict[str, Any]) -> bool:
    if target["point"] is None:
        return False
    await page.click(target["point"]["x"], target["point"]["y"])
    return True


async def _click_choice(
    page: Page, name: str, index: int, target: dict[str, Any], *, wanted: bool
) -> bool:
    """Click a radio button or checkbox, or press Space on it if it is covered.

    Returns:
        Whether it then has the wanted state, or the page has removed it.
    """
    if not await _click_target(page, target):
        await page.call("fields.focusChoice", name, index)
        await page.press(" ")
    if await page.call("fields.checked", name, index) in (wanted, None):
        return True
    # Bootstrap's buttons, for example, undo a click on the choice itself.
    if (point := await page.call("fields.beside", name, index)) is None:
        return False
    await page.click(point["x"], point["y"])
    return await page.call("fields.checked", name, index) in (wanted, None)


async def modify_text(page: Page, action: form.ModifyText) -> ActionResult:
    name, value = action.input_name, action.input_value
    if not value or _is_nan(value):
        return _succeeded("no value: unchanged")
    text = str(value)
    target = await page.call("fields.target", name)
    if target is None:
        return _missing(name)
    if not target["shown"]:
        return _failed(f"{name!r} is not displayed")
    if target["type"] == "select":
        # A closed list selects the first option that starts with the typed text.
        await page.call("fields.focus", name)
        await page.type(text)
        control = await page.call("fields.held", name)
        if control and not str(control["label"]).lower().startswith(text.strip().lower()):
            return _failed(
                f"no option of {name!r} starts with {text!r}: {control['label']!r} is chosen"
            )
        return _succeeded(f"typed {text!r} on the list {name!r}")
    if target["type"] == "range":
        return _failed(f"{name!r} is a slider, not a text box: use modify_range")
    if not await _click_target(page, target):
        await page.call("fields.focus", name)
    if target["type"] in ("radio", "checkbox"):
        # Like the original: the choice is clicked, and its value becomes the text.
        if await page.call("fields.checked", name, 0) == (
            target["type"] == "checkbox" and target["checked"]
        ):
            return _failed(f"{name!r} was clicked but did not change")
        await page.call("fields.mirror", name, text)
        return _succeeded(f"clicked {name!r} and set its value to {text!r}")
    # All at once: the page handles one key after the other in any case.
    select, delete = keyboard.press("a", keyboard.CONTROL), keyboard.press("Backspace")
    await page.keys([*select, *delete, *keyboard.strokes(text)])
    control = await page.call("fields.held", name)
    if control and "".join(control["value"].split()) != "".join(text.split()):
        return _failed(f"typed {text!r} into {name!r}, which now contains {control['value']!r}")
    await page.call("fields.mirror", name, text)
    return _succeeded(f"typed {text!r} into {name!r}")


async def modify_checkbox(page: Page, action: form.ModifyCheckbox) -> ActionResult:
    name = action.input_name
    values = [part for part in str(action.input_value).split("|") if part != "nan"]
    if not values:
        return _succeeded("no value: unchanged")
    boxes = await page.call("fields.boxes", name)
    if not boxes:
        return _missing(name)
    matches = [box for box in boxes if box["value"] in values]
    if not matches:
        integers = [_as_integer(part) for part in values]
        matches = [box for box in boxes if box["value"] in integers]
    if not matches:
        available = ", ".join(box["value"] for box in boxes)
        return _failed(f"{name!r} has no checkbox {'|'.join(values)!r}: its values are {available}")
    for box in matches:
        index = box["index"]
        target = await page.call("fields.choice", name, index)
        if not target["shown"] and target["point"] is None:
            return _failed(f"the checkbox {box['value']!r} of {name!r} is not displayed")
        if not await _click_choice(page, name, index, target, wanted=not box["checked"]):
            state = "checked" if box["checked"] else "unchecked"
            return _failed(
                f"clicked the checkbox {box['value']!r} of {name!r}: it is still {state}"
            )
    return _succeeded(f"clicked {'|'.join(box['value'] for box in matches)!r} of {name!r}")


async def modify_radio(page: Page, action: form.ModifyRadio) -> ActionResult:
    name, value = action.input_name, action.input_value
    if value is None or _is_nan(value) or value in _BLANK:
        return _succeeded("no value: unchanged")
    text = (_as_integer(value) if isinstance(value, float) else None) or str(value)
    target = await page.call("fields.radio", name, [text, _as_integer(text)])
    if target is None:
        return _missing(name)
    if "values" in target:
        if text == "":
            return _succeeded("no value: unchanged")
        available = ", ".join(target["values"])
        return _failed(f"{name!r} has no radio button {text!r}: its values are {available}")
    index = target["index"]
    if not target["shown"] and target["point"] is None:
        await page.call("fields.tick", name, index)
        is_selected = await page.call("fields.checked", name, index)
    else:
        is_selected = await _click_choice(page, name, index, target, wanted=True)
    if not is_selected:
        return _failed(f"clicked {target['value']!r} of {name!r}, but it is not selected")
    return _succeeded(f"selected {target['value']!r} in {name!r}")


async def modify_select(page: Page, action: form.ModifySelect) -> ActionResult:
    name, text = action.input_name, str(action.input_value)
    target = await page.call("fields.option", name, text)
    if target is None:
        return _missing(name)
    if "options" in target and (integer := _as_integer(text)) is not None:
        text = integer
        target = await page.call("fields.option", name, text)
    if "options" in target:
        return _failed(f"{name!r} has no option {text!r}: its options are {target['options']}")
    if not target["shown"]:
        return _failed(f"{name!r} is not displayed")
    if not target["free"]:
        return _failed(f"the option {text!r} of {name!r} cannot be selected")
    if target["chosen"]:
        return _succeeded(f"{text!r} is already selected in {name!r}")
    if target["open"]:
        if target["itself"] is None:
            return _failed(f"the option {text!r} of {name!r} cannot be clicked")
        await page.click(target["itself"]["x"], target["itself"]["y"])
    elif target["key"] is not None:
        # Only this option starts with this key.
        await page.press(target["key"])
    else:
        # Open the list, move to the option and confirm, so that the value changes only once.
        if not await _click_target(page, target):
            await page.call("fields.focus", name)
            await page.press(" ")
        key = "ArrowDown" if target["steps"] > 0 else "ArrowUp"
        await page.press(*[key] * abs(target["steps"]), "Enter")
    if await page.call("fields.selected", name, text) is False:
        return _failed(f"chose {text!r} in {name!r}, but it is not selected")
    return _succeeded(f"selected {text!r} in {name!r}")


async def modify_range(page: Page, action: form.ModifyRange) -> ActionResult:
    name, value = action.input_name, action.input_value
    if value is None or _is_nan(value) or value in _BLANK:
        return _succeeded("no value: unchanged")
    try:
        number = float(value)
    except (ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        return _failed(f"{value!r} is not a number: {name!r} is a slider")
    slider = await page.call("fields.slider", name)
    if slider is None:
        return _missing(name)
    if slider["type"] != "range":
        return _failed(f"{name!r} is a {slider['type']} control, not a slider")
    if not slider["shown"]:
        return _failed(f"{name!r} is not displayed")
    low, high, step = slider["min"], slider["max"], slider["step"]
    if not low <= number <= high:
        return _failed(f"{name!r} goes from {low:g} to {high:g}: {value} is outside")
    if slider["point"] is not None:
        # The middle of the thumb does not reach the ends of the slider.
        travel = max(slider["width"] - _THUMB_WIDTH, 0)
        offset = (slider["width"] - travel) / 2 + (number - low) / ((high - low) or 1) * travel
        await page.click(slider["x"] + offset, slider["y"])
    await page.call("fields.focusChoice", name, 0)
    if step is not None and (control := await page.call("fields.held", name)):
        steps = round((number - float(control["value"])) / step)
        # These keys have the same effect in sliders of every direction.
        await page.press(*["ArrowUp" if steps > 0 else "ArrowDown"] * abs(steps))
    control = await page.call("fields.held", name)
    if control is None:
        return _succeeded(f"moved {name!r}, which the page then removed")
    position = float(control["value"])
    if abs(position - number) > (step or (high - low) * _THUMB_WIDTH / slider["width"]):
        return _failed(f"{name!r} is at {control['value']}, not at {value}")
    if not math.isclose(position, number):
        await page.call("fields.mirror", name, control["value"])
        return _succeeded(f"set {name!r} to {control['value']}, its step next to {value}")
    await page.call("fields.mirror", name, str(value))
    return _succeeded(f"set {name!r} to {value}")


async def scroll_to_element(page: Page, action: form.ScrollToElement) -> ActionResult:
    box = await page.call("fields.box", action.input_name)
    if box is None:
        return _missing(action.input_name)
    if not box["width"] or not box["height"]:
        return _succeeded(f"{action.input_name!r} is not displayed: the page was not scrolled")
    return _succeeded(f"scrolled to {action.input_name!r}")


async def wait_for_element(page: Page, action: form.WaitForElement) -> ActionResult:
    name = action.input_name
    # Ten short waits, because a page that does not answer for long counts as hung.
    for _ in range(10):
        if await page.call("fields.appears", name, WAIT_MS / 10):
            return _succeeded(f"found {name!r}")
    return _missing(name)


async def maximize_window(page: Page, action: form.MaximizeWindow) -> ActionResult:
    await page.resize(*SCREEN)
    return _succeeded(f"resized the window to {SCREEN[0]} x {SCREEN[1]} pixels")


async def execute_js_command(page: Page, action: form.ExecuteJsCommand) -> ActionResult:
    try:
        value = await page.run(action.command)
    except ScriptError as error:
        return _failed(f"the script failed: {error}")
    return _succeeded("the script ran", data=json.dumps(value))


async def take_screenshot(page: Page, action: form.TakeScreenshot) -> ActionResult:
    name, clip = action.input_name, None
    if action.target == "element":
        clip = await page.call("fields.box", name)
        if clip is None:
            return _missing(name)
        if not clip["width"] or not clip["height"]:
            return _failed(f"{name!r} is not displayed")
    if name and action.border:
        await page.call("fields.border", name, True)
    image = await page.screenshot(full_page=action.target == "page", clip=clip)
    if name and action.border:
        await page.call("fields.border", name, False)
    return _succeeded(f"took a screenshot of the {action.target}", image=image)


HANDLERS: dict[type[Action], Callable[[Page, Any], Awaitable[ActionResult]]] = {
    form.ModifyText: modify_text,
    form.ModifyCheckbox: modify_checkbox,
    form.ModifyRadio: modify_radio,
    form.ModifySelect: modify_select,
    form.ModifyRange: modify_range,
    form.ScrollToElement: scroll_to_element,
    form.WaitForElement: wait_for_element,
    form.MaximizeWindow: maximize_window,
    form.ExecuteJsCommand: execute_js_command,
    form.TakeScreenshot: take_screenshot,
}
