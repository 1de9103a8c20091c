"""The `form` action set: the eleven actions of TurkingBench (Table 3 of its paper).

Every action names a form control by its `name` attribute, or by `#n`, the number of an element in
the observation. The five `modify_` actions type and click as a person does. The paper's screenshot
actions are one action with a target here.
"""

from typing import ClassVar, Literal

from pydantic import Field

from webproctor.core.actions import Action, ActionSet
from webproctor.core.actions.arguments import Integer, Number

Value = str | Integer | Number | bool | None


class _FieldAction(Action):
    input_name: str = Field(description="The control's name, or #n for element n.")


class ModifyText(_FieldAction):
    """Replace the text of a text box or text area. An empty value changes nothing."""

    name: ClassVar[str] = "modify_text"
    input_value: Value = Field(description="The text to type.")


class ModifyCheckbox(_FieldAction):
    """Click the checkboxes of this name whose values are given, joined by `|`. Clicking toggles."""

    name: ClassVar[str] = "modify_checkbox"
    input_value: Value = Field(description="Values to click, joined by |.")


class ModifyRadio(_FieldAction):
    """Choose the radio button of this name that has the given value."""

    name: ClassVar[str] = "modify_radio"
    input_value: Value = Field(description="The value to choose.")


class ModifySelect(_FieldAction):
    """Choose the option of a drop-down list that has the given value."""

    name: ClassVar[str] = "modify_select"
    input_value: Value = Field(description="The option's value.")


class ModifyRange(_FieldAction):
    """Move a slider to the given number."""

    name: ClassVar[str] = "modify_range"
    input_value: Value = Field(description="The number to set.")


class ScrollToElement(_FieldAction):
    """Scroll the page until the control is in the middle of the viewport."""

    name: ClassVar[str] = "scroll_to_element"


class WaitForElement(_FieldAction):
    """Wait up to ten seconds until the control is on the page."""

    name: ClassVar[str] = "wait_for_element"


class MaximizeWindow(Action):
    """Make the viewport as large as the screen."""

    name: ClassVar[str] = "maximize_window"


class ExecuteJsCommand(Action):
    """Run JavaScript in the page and return its value."""

    name: ClassVar[str] = "execute_js_command"
    command: str = Field(description="The script.")


class GetHtml(Action):
    """Return the page's source as the server sent it, without later changes."""

    name: ClassVar[str] = "get_html"
    url: str = Field(default="", description="Ignored: the current page is returned.")


class TakeScreenshot(Action):
    """Take a screenshot of the viewport, the whole page, or one control."""

    name: ClassVar[str] = "take_screenshot"
    target: Literal["view", "page", "element"] = "view"
    input_name: str = Field(default="", description="The control, when the target is an element.")
    border: bool = Field(default=False, description="Draw a red border around the element.")


form = ActionSet(
    "form",
    (
        ModifyText,
        ModifyCheckbox,
        ModifyRadio,
        ModifySelect,
        ModifyRange,
        ScrollToElement,
        WaitForElement,
        MaximizeWindow,
        ExecuteJsCommand,
        GetHtml,
        TakeScreenshot,
    ),
)
