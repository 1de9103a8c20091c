"""What an agent sees: only the views that it says it reads are ever computed."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, InstanceOf

from webproctor.actions import ActionResult
from webproctor.dom import Dom
from webproctor.errors import UserError

View = Literal[
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
    """A rectangle in CSS pixels, from the top left corner of the page (not of the view)."""

    model_config = ConfigDict(frozen=True)

    x: float
    y: float
    width: float
    height: float


class Element(BaseModel):
    """Something on the page that can be acted on.

    Attributes:
        index: The element's number in this observation, from 0.
        tag: Lower-case tag name.
        type: For form controls the control's type (`radio`, `select`, `text`, ...), else "".
        name: The control's name, or "" where it has none or the agent is not to be told.
        label: What a person reads beside or on it.
        value: Its present value: text, the chosen option, or ticked values joined by `|`.
        options: For choices, the values that can be chosen.
        visible: Whether a person could see it after scrolling to it.
        view: Whether a click reaches it where the page is scrolled to now.
        box: Where it is; None when it takes no space.
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
    """One look at the session. Views that the agent did not ask for are None.

    Attributes:
        instruction: The task's instruction; of a user who goes on speaking, what was said last.
        key: What a recorded session's data calls this step; empty elsewhere.
        turn: Which turn this observation opens, from 0.
        url: The address of the page.
        title: The title of the page.
        width, height: The size of the view in CSS pixels; points of actions lie in it.
        results: What came of the last turn's actions, in order.
        elements: What can be acted on, in the order in which a person would meet it.
        html: The page's source as it stands now.
        pruned_html: The same with only what can be seen, and attributes that say something.
        relevant_html: Of that, only what can be acted on and what stands around it.
        text: What a person can read on the page.
        axtree: The accessibility tree as text.
        dom: The page as a tree, with the candidates for an action.
        screenshot: PNG bytes of the view.
        marked_screenshot: PNG bytes of the view with the elements' numbers drawn on it.
        tabs: Titles of the open tabs.
        history: The actions before this one in words, where the session tells them: a recorded
            session goes on with the recorded actions, whatever the agent did.
    """

    instruction: str = ""
    key: str = ""
    turn: int = 0
    url: str = ""
    title: str = ""
    width: int = 0
    height: int = 0
    results: tuple[ActionResult, ...] = ()
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

    def read(self, view: View) -> Any:
        """Return a view.

        Raises:
            UserError: If the agent did not declare that it reads this view.
        """
        value = getattr(self, view)
        if value is None:
            raise UserError(
                f"the observation has no {view!r}: this agent did not ask for it. "
                f"Add {view!r} to the agent's `reads`."
            )
        return value
