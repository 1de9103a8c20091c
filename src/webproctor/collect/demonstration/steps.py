"""What a demonstration consists of: targets, operations and steps."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from webproctor.core.observations import Box
from webproctor.methods.mindact.reprs import Repr

Operation = Literal["CLICK", "TYPE", "HOVER", "ENTER", "SELECT"]
"""The operations of the Mind2Web paper, as `original_op` names them."""


class Target(BaseModel):
    """The element that an annotator picked.

    Attributes:
        node: Its backend node id in the document in which it was picked; 0 if it was not read.
        index: Its number in the last list of interactive elements.
        tag: Lower-case tag name.
        role: ARIA role, or the tag name of an element without one.
        name: Accessible name, or else the label; may be empty.
        label: The visible text on or next to it, by which it is found again.
        frame: CSS paths of the frames that contain it, outermost first.
        path: CSS path within its document; `>>>` enters a shadow root.
        box: Its box in CSS pixels, relative to the top left corner of the page.
        takes_text: Whether text can be typed into it.
        options: The labels of a list's options.
    """

    model_config = ConfigDict(frozen=True)

    node: int
    index: int
    tag: str
    role: str
    name: str = ""
    label: str = ""
    frame: str = ""
    path: str = ""
    box: Box | None = None
    takes_text: bool = False
    options: tuple[str, ...] = ()

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations that the element accepts, the usual one first."""
        if self.options:
            return "SELECT", "HOVER"
        if self.takes_text:
            return "TYPE", "CLICK", "ENTER", "HOVER"
        return "CLICK", "HOVER", "ENTER"


class Step(BaseModel):
    """One operation of a demonstration.

    Attributes:
        uid: The action's id, a UUID.
        target: The element.
        op: The operation.
        value: The text typed, or the label of the option.
        fake: Whether a click was recorded but not executed, because it would change something
            outside, such as an order.
        url: The address of the page before the step.
        title: The title of the page before the step.
    """

    model_config = ConfigDict(frozen=True)

    uid: str
    target: Target
    op: Operation
    value: str = Field(default="", max_length=20_000)
    fake: bool = False
    url: str = ""
    title: str = ""

    @property
    def repr(self) -> str:
        """The step as text, in the format of `action_reprs`."""
        return str(Repr(self.target.role, self.target.name, self.op, self.value))
