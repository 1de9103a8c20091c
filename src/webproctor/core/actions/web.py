"""The `web` action set: mouse, keyboard, files and tabs of web pages.

A target is an element's number in the observation, or a point of the viewport in CSS pixels.
Several actions can be called in one step; they are executed in order.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from webproctor.core.actions import Action, ActionSet
from webproctor.core.actions.arguments import Coordinate, Index, Number, Point, Seconds, check_point

ElementNumber = Annotated[Index | None, Field(description="The element's number.")]
Across = Annotated[Coordinate | None, Field(description="Pixels from the viewport's left edge.")]
Down = Annotated[Coordinate | None, Field(description="Pixels from the viewport's top edge.")]


class _Targeted(Action):
    """An action with an optional target: an element, or a point of the viewport."""

    element: ElementNumber = None
    x: Across = None
    y: Down = None

    @model_validator(mode="after")
    def _check_target(self) -> "_Targeted":
        check_point(self.x, self.y)
        if self.element is not None and self.x is not None:
            raise ValueError("give an element or a point, not both")
        return self

    @property
    def has_target(self) -> bool:
        return self.element is not None or self.x is not None


class _NeedsTarget(_Targeted):
    @model_validator(mode="after")
    def _check_has_target(self) -> "_NeedsTarget":
        if not self.has_target:
            raise ValueError("no target: give an element, or x and y")
        return self


class Click(_NeedsTarget):
    """Click an element or a point, optionally with keys held or the button held for a time."""

    name: ClassVar[str] = "click"
    button: Literal["left", "right", "middle"] = "left"
    count: int = Field(default=1, ge=1, le=3, description="2 is a double click.")
    hold: Seconds = Field(default=0, description="Seconds to keep the button down.")
    keys: str = Field(default="", description="Modifier keys held, such as Control+Shift.")


class Hover(_NeedsTarget):
    """Move the mouse to an element or a point."""

    name: ClassVar[str] = "hover"


class MoveMouse(Action):
    """Move the mouse through points of the viewport in order, at even speed over some seconds."""

    name: ClassVar[str] = "move_mouse"
    path: list[Point] = Field(description="Points [x, y].", min_length=1, max_length=2000)
    seconds: Seconds = 0.2


class Drag(_NeedsTarget):
    """Press the left button at a start, move to an end, and release it there.

    The mouse can pass through other points on the way.
    """

    name: ClassVar[str] = "drag"
    to_element: ElementNumber = None
    to_x: Across = None
    to_y: Down = None
    via: list[Point] = Field(default=[], description="Points [x, y] on the way.", max_length=2000)
    seconds: Seconds = Field(default=0.2, description="How long the movement takes.")

    @model_validator(mode="after")
    def _check_end(self) -> "Drag":
        check_point(self.to_x, self.to_y, "to_x and to_y")
        if (self.to_element is None) == (self.to_x is None):
            raise ValueError("no end: give to_element, or to_x and to_y")
        return self


class Type(_Targeted):
    """Type text with the keyboard into an element or at a point, or into the focused element.

    Inputs with a picker are set to the text instead, in HTML's notation: date 2024-05-31, time
    23:59, datetime-local 2024-05-31T23:59, month 2024-05, week 2024-W09, color #ff8800.
    """

    name: ClassVar[str] = "type"
    text: str = Field(max_length=20_000)
    clear: bool = Field(default=False, description="First delete the existing text.")


class Press(Action):
    """Press a key or a key combination, such as Enter, ArrowUp, Control+A."""

    name: ClassVar[str] = "press"
    keys: str
    times: int = Field(default=1, ge=1, le=200)
    hold: Seconds = Field(default=0, description="Seconds to keep the keys down.")


class Scroll(_Targeted):
    """Scroll the mouse wheel over a target (default: the middle of the viewport).

    In pixels, down and to the right; negative numbers scroll up and to the left.
    """

    name: ClassVar[str] = "scroll"
    down: Coordinate = 0
    right: Coordinate = 0


class FindText(Action):
    """Find a text on the page: scroll to a match, and return the lines with matches.

    Upper and lower case do not matter. It also finds names, values and options of elements.
    """

    name: ClassVar[str] = "find_text"
    text: str = Field(min_length=1, max_length=1000)
    match: int = Field(default=1, ge=1, le=100_000, description="Scroll to this match, from 1.")


class ReadMore(Action):
    """Read the page's text from a line on, if the view of the page was truncated."""

    name: ClassVar[str] = "read_more"
    line: int = Field(ge=1, le=10_000_000, description="The first line to read, from 1.")


class SelectOption(Action):
    """Choose an option of a list; of a list that allows several, exactly the given options."""

    name: ClassVar[str] = "select_option"
    element: Index
    option: str = Field(description="The option's text or value.")
    also: list[str] = Field(
        default=[], description="Further options, if the list allows several.", max_length=1000
    )


class SetRange(Action):
    """Move a slider to a number, or to the nearest step."""

    name: ClassVar[str] = "set_range"
    element: Index
    value: Number


class Upload(_Targeted):
    """Choose files for a file input, or for the file dialog that a click opened."""

    name: ClassVar[str] = "upload"
    files: list[str] = Field(min_length=1, description="Names of files in the task's folder.")


class ListFiles(Action):
    """List the files in the task's folder: files to upload, and downloads."""

    name: ClassVar[str] = "list_files"


class ReadFile(Action):
    """Read a file of the task's folder: text, the text of a PDF, or an image."""

    name: ClassVar[str] = "read_file"
    file: str


class PrintPage(Action):
    """Print the page to a PDF in the task's folder, and return the PDF's text."""

    name: ClassVar[str] = "print_page"


class Navigate(Action):
    """Open an address."""

    name: ClassVar[str] = "navigate"
    url: str


class Search(Action):
    """Search the web with a search engine, if one can be reached."""

    name: ClassVar[str] = "search"
    query: str


class Back(Action):
    """Go back to the previous page, as with the browser's back button."""

    name: ClassVar[str] = "back"


class Forward(Action):
    """Go forward, as with the browser's forward button."""

    name: ClassVar[str] = "forward"


class Reload(Action):
    """Reload the page."""

    name: ClassVar[str] = "reload"


class SwitchTab(Action):
    """Switch to another tab."""

    name: ClassVar[str] = "switch_tab"
    tab: Index = Field(description="The tab's number in the list of tabs.")


class CloseTab(Action):
    """Close the active tab."""

    name: ClassVar[str] = "close_tab"


class Wait(Action):
    """Wait."""

    name: ClassVar[str] = "wait"
    seconds: Seconds = 1


class NewTab(Action):
    """Open a new tab and switch to it, optionally with an address."""

    name: ClassVar[str] = "new_tab"
    url: str = Field(default="", description="The address; an empty tab if it is not given.")


class HandleDialog(Action):
    """State how the next dialog (alert, confirm, prompt, or leaving a page) is handled.

    Call it before the action that opens the dialog; otherwise dialogs are accepted. Further calls
    are for the dialogs after it.
    """

    name: ClassVar[str] = "handle_dialog"
    accept: bool = Field(description="Whether to accept the dialog or to dismiss it.")
    text: str | None = Field(
        default=None,
        description="The answer to a prompt; its default text if not given.",
        max_length=20_000,
    )


class MouseDown(_Targeted):
    """Press a mouse button and keep it down, at a target or at the mouse position."""

    name: ClassVar[str] = "mouse_down"
    button: Literal["left", "right", "middle"] = "left"


class MouseUp(_Targeted):
    """Release a mouse button, at a target or at the mouse position."""

    name: ClassVar[str] = "mouse_up"
    button: Literal["left", "right", "middle"] = "left"


class KeyDown(Action):
    """Press a key or a key combination and keep it down, until key_up releases it."""

    name: ClassVar[str] = "key_down"
    keys: str


class KeyUp(Action):
    """Release a key or a key combination."""

    name: ClassVar[str] = "key_up"
    keys: str


class Focus(Action):
    """Give the keyboard focus to an element without clicking it."""

    name: ClassVar[str] = "focus"
    element: Index


class InsertText(_Targeted):
    """Insert text at once, without key strokes, at a target or where the focus is."""

    name: ClassVar[str] = "insert_text"
    text: str = Field(max_length=20_000)


class Position(Action):
    """Drag an element until its middle is at a point."""

    name: ClassVar[str] = "position"
    element: Index
    x: Coordinate = Field(description="Pixels from the viewport's left edge.")
    y: Coordinate = Field(description="Pixels from the viewport's top edge.")


class ExtractPageContent(Action):
    """Return the page's title, address and text, including the text outside the viewport."""

    name: ClassVar[str] = "extract_page_content"


class ReportInfeasible(Action):
    """State that the task cannot be done, and why. It ends the task with this as the answer."""

    name: ClassVar[str] = "report_infeasible"
    reason: str = Field(min_length=1, max_length=20_000)


web = ActionSet(
    "web",
    (
        Click,
        Hover,
        MoveMouse,
        Drag,
        Type,
        Press,
        Scroll,
        FindText,
        ReadMore,
        SelectOption,
        SetRange,
        Upload,
        ListFiles,
        ReadFile,
        PrintPage,
        Navigate,
        Search,
        Back,
        Forward,
        Reload,
        SwitchTab,
        CloseTab,
        Wait,
        NewTab,
        HandleDialog,
        MouseDown,
        MouseUp,
        KeyDown,
        KeyUp,
        Focus,
        InsertText,
        Position,
        ExtractPageContent,
        ReportInfeasible,
    ),
)
