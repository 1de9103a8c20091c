"""The `web` action set: what a person does to web pages with mouse, keyboard, files and tabs.

A place is an element's number in the observation, or a point of the view in CSS pixels. Several
actions can be given in one turn; they are done in order.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from webproctor.actions import Action, ActionSet

ElementNumber = Annotated[int | None, Field(description="The element's number.", ge=0)]
Across = Annotated[float | None, Field(description="Pixels from the left edge of the view.")]
Down = Annotated[float | None, Field(description="Pixels from the top edge of the view.")]
Seconds = Annotated[float, Field(ge=0, le=60)]


class _Placed(Action):
    """An action at a place: an element, or a point of the view."""

    element: ElementNumber = None
    x: Across = None
    y: Down = None

    @model_validator(mode="after")
    def _one_place(self) -> "_Placed":
        if (self.x is None) != (self.y is None):
            raise ValueError("a point needs both x and y")
        if self.element is not None and self.x is not None:
            raise ValueError("give an element or a point, not both")
        return self

    @property
    def placed(self) -> bool:
        return self.element is not None or self.x is not None


class _AtPlace(_Placed):
    @model_validator(mode="after")
    def _some_place(self) -> "_AtPlace":
        if not self.placed:
            raise ValueError("where? Give an element, or x and y")
        return self


class Click(_AtPlace):
    """Click an element or a point. Can hold the button for a time, and keys during the click."""

    name: ClassVar[str] = "click"
    button: Literal["left", "right", "middle"] = "left"
    count: int = Field(default=1, ge=1, le=3, description="2 is a double click.")
    hold: Seconds = Field(default=0, description="Seconds to keep the button down.")
    keys: str = Field(default="", description="Modifier keys held, such as Control+Shift.")


class Hover(_AtPlace):
    """Move the mouse to an element or a point."""

    name: ClassVar[str] = "hover"


class MoveMouse(Action):
    """Move the mouse through points of the view, one after another, evenly over some seconds."""

    name: ClassVar[str] = "move_mouse"
    path: list[list[float]] = Field(description="Points [x, y].", min_length=1, max_length=2000)
    seconds: Seconds = 0.2

    @model_validator(mode="after")
    def _points(self) -> "MoveMouse":
        if any(len(point) != 2 for point in self.path):
            raise ValueError("every point of the path is [x, y]")
        return self


class Drag(_AtPlace):
    """Press the left button at a place, move to another one, and release it there.

    On the way it can pass through other points.
    """

    name: ClassVar[str] = "drag"
    to_element: ElementNumber = None
    to_x: Across = None
    to_y: Down = None
    via: list[list[float]] = Field(default=[], description="Points [x, y] on the way.")
    seconds: Seconds = Field(default=0.2, description="How long the movement takes.")

    @model_validator(mode="after")
    def _goal(self) -> "Drag":
        if (self.to_x is None) != (self.to_y is None):
            raise ValueError("a point needs both to_x and to_y")
        if (self.to_element is None) == (self.to_x is None):
            raise ValueError("where to? Give to_element, or to_x and to_y")
        if any(len(point) != 2 for point in self.via):
            raise ValueError("every point on the way is [x, y]")
        return self


class Type(_Placed):
    """Type a text by key strokes, into an element or a point if one is given, else at the focus."""

    name: ClassVar[str] = "type"
    text: str = Field(max_length=20_000)
    clear: bool = Field(default=False, description="First delete what is there.")


class Press(Action):
    """Press a key or a combination such as Enter, ArrowUp, Control+A."""

    name: ClassVar[str] = "press"
    keys: str
    times: int = Field(default=1, ge=1, le=200)
    hold: Seconds = Field(default=0, description="Seconds to keep the keys down.")


class Scroll(_Placed):
    """Turn the mouse wheel over a place (default: the middle of the view), down and to the right.

    Pixels; negative numbers scroll up and to the left.
    """

    name: ClassVar[str] = "scroll"
    down: float = 0
    right: float = 0


class SelectOption(Action):
    """Choose an option of a drop-down list."""

    name: ClassVar[str] = "select_option"
    element: int = Field(ge=0)
    option: str = Field(description="The option's text or value.")


class SetRange(Action):
    """Move a slider to a number, or as near to it as its steps allow."""

    name: ClassVar[str] = "set_range"
    element: int = Field(ge=0)
    value: float


class Upload(_Placed):
    """Choose files for a file input, or for the file dialog that a click has just opened."""

    name: ClassVar[str] = "upload"
    files: list[str] = Field(min_length=1, description="Names of files in the task's folder.")


class ListFiles(Action):
    """List the task's folder: files that can be uploaded, and what was downloaded."""

    name: ClassVar[str] = "list_files"


class ReadFile(Action):
    """Read a file of the task's folder: text, the text of a PDF, or a picture."""

    name: ClassVar[str] = "read_file"
    file: str


class PrintPage(Action):
    """Print the page to a PDF in the task's folder; returns the text of the print."""

    name: ClassVar[str] = "print_page"


class Navigate(Action):
    """Open an address."""

    name: ClassVar[str] = "navigate"
    url: str


class Search(Action):
    """Search the web with a search engine, where one can be reached."""

    name: ClassVar[str] = "search"
    query: str


class Back(Action):
    """Go back to the page before, as by the browser's back button."""

    name: ClassVar[str] = "back"


class Forward(Action):
    """Go forward again after having gone back."""

    name: ClassVar[str] = "forward"


class Reload(Action):
    """Reload the page."""

    name: ClassVar[str] = "reload"


class SwitchTab(Action):
    """Bring another tab to the front."""

    name: ClassVar[str] = "switch_tab"
    tab: int = Field(ge=0, description="The tab's number in the list of tabs.")


class CloseTab(Action):
    """Close the tab that is in front."""

    name: ClassVar[str] = "close_tab"


class Wait(Action):
    """Wait."""

    name: ClassVar[str] = "wait"
    seconds: Seconds = 1


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
    ),
)
