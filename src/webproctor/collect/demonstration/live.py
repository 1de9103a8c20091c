"""A demonstration on a live page: pick an element at a point, and perform an operation on it.

Operations are actions of the `web` set, with real input events. While nothing is performed, the
page gets no event, so picking does not click.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from webproctor.collect.demonstration.capture import PageState, capture
from webproctor.collect.demonstration.steps import Operation, Step, Target
from webproctor.core.actions import Action, ActionResult, web
from webproctor.core.errors import UserError
from webproctor.core.observations import Box
from webproctor.environments.browser import frame_actions, frame_tree
from webproctor.environments.browser.session import WebSession

# Date and colour inputs have the role textbox here: they are set to a text in HTML's notation.
_TEXT_ROLES = frozenset({"textbox", "searchbox", "spinbutton"})

# Roles that say nothing; the tag is shown instead, as in the data set.
_NO_ROLES = frozenset({"", "none", "generic", "GenericContainer"})


@dataclass(frozen=True)
class Performed:
    """A step that was performed.

    Attributes:
        step: The step.
        result: What the page did.
        before, after: The states of the page.
    """

    step: Step
    result: ActionResult
    before: PageState
    after: PageState


async def pick(session: WebSession, x: float, y: float) -> Target | None:
    """Return the interactive element at a point of the viewport, in CSS pixels.

    Of elements inside each other, it is the smallest.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    targets = await targets_of(session)
    viewport = (await session.page.send("Page.getLayoutMetrics"))["cssVisualViewport"]
    page_x, page_y = x + viewport["pageX"], y + viewport["pageY"]
    under_point = [
        one for one in targets if one.box is not None and _contains(one.box, page_x, page_y)
    ]
    return await describe(session, min(under_point, key=_area)) if under_point else None


async def targets_of(session: WebSession) -> list[Target]:
    """Return all interactive elements that are in view or can be scrolled to, in document order.

    They have labels; `pick` and `perform` also read the name of the element they return.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    page = session.page
    observation = await session.peek(frozenset({"elements"}))
    details = await frame_tree.details(page)
    return [
        Target(
            node=0,
            index=element.index,
            tag=element.tag,
            role=detail["role"] or element.tag,
            label=" ".join((element.label or element.name).split()),
            frame=detail["frame"],
            path=detail["path"],
            box=element.box,
            takes_text=detail["role"] in _TEXT_ROLES,
            options=element.options if element.tag == "select" else (),
        )
        for element, detail in zip(observation.read("elements"), details, strict=True)
        if element.visible
    ]


async def perform(
    session: WebSession,
    target: Target,
    op: Operation,
    value: str = "",
    *,
    fake: bool = False,
    on_start: Callable[[Step, PageState], object] | None = None,
) -> Performed:
    """Perform an operation on a target of the current document, and store the page around it.

    Args:
        value: The text to type, or the label of the option.
        fake: Record a click that is not executed.
        on_start: Called before the operation, with the step and the state of the page. The
            operation can have effects, such as requests, even if it then fails.

    Raises:
        UserError: If the element does not accept the operation, or is no longer there.
        SessionLost: If the page does not answer in time, or the browser died.
    """
    if op not in target.operations:
        accepted = ", ".join(target.operations)
        raise UserError(f"{target.role} {target.label!r} accepts {accepted}, not {op}.")
    if fake and op != "CLICK":
        raise UserError(f"only a click can be fake, not {op}.")
    if op == "SELECT" and value not in target.options:
        raise UserError(f"{value!r} is not an option: they are {', '.join(target.options)}.")
    page = session.page
    current = await describe(session, target)
    if current is None:
        raise UserError(f"{target.role} {target.label!r} is no longer on the page: pick it again.")
    page_info = await page.call("webproctor.pageInfo")
    step = Step(
        uid=str(uuid.uuid4()),
        target=current,
        op=op,
        value=value if op in ("TYPE", "SELECT") else "",
        fake=fake,
        url=page_info["url"],
        title=page_info["title"],
    )
    before = await capture(page)
    if on_start is not None:
        on_start(step, before)
    result = ActionResult(ok=True, message="recorded, not executed")
    if not fake:
        for action in _actions(step):
            result = await session.act(action)
            if not result.ok:
                raise UserError(f"{op} was not possible: {result.message}.")
    return Performed(step, result, before, await capture(session.page))


async def describe(session: WebSession, target: Target) -> Target | None:
    """Return a target with its node, accessible role and name; None if it is gone.

    Raises:
        SessionLost: If the page does not answer in time, or the browser died.
    """
    page = session.page
    node = await frame_actions.node(page, "elements.at", target.index)
    if node is None:
        return None
    params = {"backendNodeId": node, "fetchRelatives": False}
    (ax_node, *_) = (await page.send("Accessibility.getPartialAXTree", params))["nodes"]
    role, name = (str(ax_node.get(key, {}).get("value", "")) for key in ("role", "name"))
    return target.model_copy(
        update={
            "node": node,
            "role": target.role if role in _NO_ROLES else role,
            "name": " ".join(name.split()) or target.label,
        }
    )


def _actions(step: Step) -> list[Action]:
    element = step.target.index
    match step.op:
        case "CLICK":
            return [web.Click(element=element)]
        case "HOVER":
            return [web.Hover(element=element)]
        case "TYPE":
            return [web.Type(element=element, text=step.value, clear=True)]
        case "SELECT":
            return [web.SelectOption(element=element, option=step.value)]
        case "ENTER":
            return [web.Focus(element=element), web.Press(keys="Enter")]


def _contains(box: Box, x: float, y: float) -> bool:
    return box.x <= x < box.x + box.width and box.y <= y < box.y + box.height


def _area(target: Target) -> float:
    return target.box.width * target.box.height if target.box else 0.0
