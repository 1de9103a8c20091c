"""Observations of agents. Only the views that an agent reads are computed."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, InstanceOf

from webproctor.core.actions import ActionResult
from webproctor.core.dom import Dom
from webproctor.core.errors import UserError

View = Literal[
    "content",
    "elements",
    "html",
    "pruned_html",
    "relevant_html",
    "text",
    "axtree",
    "dom",
    "screenshot",
    "marked_screenshot",
    "tabs",
]


class Box(BaseModel):
    """A rect in CSS pixels, relative to the top left corner of the page (not of the viewport)."""

    model_config = ConfigDict(frozen=True)

    x: float
    y: float
    width: float
    height: float


class Element(BaseModel):
    """An interactive element of the page.

    Attributes:
        index: The element's number in this observation, from 0.
        tag: Lower-case tag name.
        type: For form controls the control's type (`radio`, `select`, `text`, ...), else "".
        name: The control's name, or "" if it has none or it is hidden from the agent.
        label: The visible text on or next to it.
        value: Its current value: text, the selected option, or checked values joined by `|`.
        options: For choices, the values that can be selected.
        visible: Whether it is visible, possibly after scrolling to it.
        view: Whether a click hits it at the current scroll position.
        box: Its position and size; None if it takes no space.
    """

    model_config = ConfigDict(frozen=True)

    index: int
    tag: str
    type: str = ""
    name: str = ""
    label: str = ""
    value: str = ""
    options: tuple[str, ...] = ()
    visible: bool = True
    view: bool = True
    box: Box | None = None


class Observation(BaseModel):
    """An observation of a session. Views that the agent does not read are None.

    Attributes:
        instruction: The task's instruction; in tasks with several instructions, the latest one.
        key: The identifier of this step in the data of an offline session; empty elsewhere.
        step: The index of the step that this observation begins, from 0.
        url: The address of the page.
        title: The title of the page.
        width, height: The size of the viewport in CSS pixels; points of actions are within it.
        results: The results of the last step's actions, in order.
        content: The page as an agent reads it: text, and elements with their numbers and states, in
            reading order; see `webproctor.core.content`.
        elements: The interactive elements, in document order.
        html: The page's current HTML.
        pruned_html: The HTML with only visible elements and informative attributes.
        relevant_html: The part of `pruned_html` that contains interactive elements and their
            context.
        text: The visible text of the page.
        axtree: The accessibility tree as text.
        dom: The page as a tree, with the candidates for an action.
        screenshot: PNG bytes of the viewport.
        marked_screenshot: PNG bytes of the viewport with the elements' numbers drawn on it.
        tabs: Titles and addresses of the open tabs.
        truncated: Sentences that say which elements of a very large page have no number.
        history: Descriptions of the actions before this step, if the session provides them: an
            offline session continues with the data's actions, regardless of the agent's.
    """

    instruction: str = ""
    key: str = ""
    step: int = 0
    url: str = ""
    title: str = ""
    width: int = 0
    height: int = 0
    results: tuple[ActionResult, ...] = ()
    content: str | None = None
    elements: tuple[Element, ...] | None = None
    html: str | None = None
    pruned_html: str | None = None
    relevant_html: str | None = None
    text: str | None = None
    axtree: str | None = None
    dom: InstanceOf[Dom] | None = None
    screenshot: bytes | None = None
    marked_screenshot: bytes | None = None
    tabs: tuple[str, ...] | None = None
    history: tuple[str, ...] | None = None
    truncated: tuple[str, ...] = ()

    def read(self, view: View) -> Any:
        """Return a view.

        Raises:
            UserError: If the agent did not declare that it reads this view.
        """
        value = getattr(self, view)
        if value is None:
            raise UserError(
                f"the observation has no {view!r}. Add {view!r} to the agent's `reads`. If it is "
                "there, the benchmark does not provide this view: name it in the benchmark's "
                "`lacks`."
            )
        return value
