"""The `computer` action set: mouse and keyboard input in pixels of the screen.

The eleven pixel actions of the WebGames paper (appendix). Points are pixels of the screenshot, from
its top left corner. An action without a point happens at the mouse position.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from webproctor.core.actions import Action, ActionSet
from webproctor.core.actions.arguments import Coordinate, Point, Seconds, check_point

Across = Annotated[Coordinate | None, Field(description="Pixels from the left edge of the screen.")]
Down = Annotated[Coordinate | None, Field(description="Pixels from the top edge of the screen.")]
Keys = Annotated[str, Field(description="Keys joined by +, such as Enter, ctrl+a, shift.")]


class _Targeted(Action):
    x: Across = None
    y: Down = None

    @model_validator(mode="after")
    def _check_point(self) -> "_Targeted":
        check_point(self.x, self.y)
        return self


class Screenshot(Action):
    """Take a screenshot, or an enlarged screenshot of a region."""

    name: ClassVar[str] = "screenshot"
    region: list[Coordinate] | None = Field(
        default=None,
        description="[left, top, right, bottom] in pixels.",
        min_length=4,
        max_length=4,
    )

    @model_validator(mode="after")
    def _check_region(self) -> "Screenshot":
        if self.region and (self.region[2] <= self.region[0] or self.region[3] <= self.region[1]):
            raise ValueError("a region needs left < right and top < bottom")
        return self


class KeyPress(Action):
    """Press a key or a combination."""

    name: ClassVar[str] = "key_press"
    keys: Keys
    times: int = Field(default=1, ge=1, le=100)


class HoldKey(Action):
    """Hold keys down for some seconds."""

    name: ClassVar[str] = "hold_key"
    keys: Keys
    seconds: Seconds = 1


class TypeText(Action):
    """Type text with the keyboard."""

    name: ClassVar[str] = "type_text"
    text: str = Field(max_length=20_000)


class MouseMove(Action):
    """Move the mouse to a point."""

    name: ClassVar[str] = "mouse_move"
    x: Coordinate
    y: Coordinate


class MouseClick(_Targeted):
    """Click with any button, up to three times, optionally with keys held."""

    name: ClassVar[str] = "mouse_click"
    button: Literal["left", "right", "middle"] = "left"
    count: int = Field(default=1, ge=1, le=3)
    keys: str = Field(default="", description="Keys held during the click, joined by +.")


class MouseDrag(_Targeted):
    """Press the left button at a point, move through points, and release it at the last one."""

    name: ClassVar[str] = "mouse_drag"
    path: list[Point] = Field(description="Points [x, y].", min_length=1, max_length=2000)
    seconds: Seconds = 0.3


class MouseButton(Action):
    """Press a mouse button and keep it down, or release it."""

    name: ClassVar[str] = "mouse_button"
    press: Literal["down", "up"]
    button: Literal["left", "right", "middle"] = "left"


class MouseScroll(_Targeted):
    """Scroll the mouse wheel by notches, in one of four directions."""

    name: ClassVar[str] = "mouse_scroll"
    direction: Literal["up", "down", "left", "right"] = "down"
    notches: int = Field(default=3, ge=1, le=100)
    keys: str = Field(default="", description="Keys held while scrolling, joined by +.")


class CursorPosition(Action):
    """Return the mouse position."""

    name: ClassVar[str] = "cursor_position"


class WaitAWhile(Action):
    """Wait."""

    name: ClassVar[str] = "wait"
    seconds: Seconds = 1


computer = ActionSet(
    "computer",
    (
        Screenshot,
        KeyPress,
        HoldKey,
        TypeText,
        MouseMove,
        MouseClick,
        MouseDrag,
        MouseButton,
        MouseScroll,
        CursorPosition,
        WaitAWhile,
    ),
)
