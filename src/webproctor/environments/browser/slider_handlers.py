"""Handlers of the `web` actions on sliders: inputs, and those that a page draws.

They are moved by arrow keys and read again.
"""

from dataclasses import dataclass

from webproctor.core.actions import ActionResult, web
from webproctor.environments.browser.dispatch import ActionFailed, done, handler
from webproctor.environments.browser.handlers import STROKE, call_at, element_at, pause
from webproctor.environments.browser.session import WebSession

# Number of key strokes that are sent before the page's clock advances.
_STROKES = 100
# Maximum number of key strokes that move a slider: a page can make its steps arbitrarily small.
MAX_STROKES = 5_000
# Maximum number of times that the keys are sent again while they move the slider nearer.
_MAX_REPEATS = 20


@dataclass(frozen=True)
class _Scale:
    """The state of a slider.

    Attributes:
        least, most, value: Its minimum, maximum and value.
        step: By how much a key moves it; 0 if that is not known.
        rising: Whether it rises to the right.
    """

    least: float
    most: float
    value: float
    step: float
    rising: bool


async def _scale(session: WebSession, element: int) -> _Scale | None:
    scale = await call_at(session, "elements.scale", element)
    return _Scale(**scale) if scale else None


@handler(web.SetRange)
async def set_range(session: WebSession, action: web.SetRange) -> ActionResult:
    await element_at(session, action.element)
    scale = await _scale(session, action.element)
    if scale is None:
        raise ActionFailed(f"element {action.element} is not a slider; drag its handle")
    value, step = min(max(action.value, scale.least), scale.most), scale.step
    await call_at(session, "elements.focusSlider", action.element)
    if not step and value != scale.value:
        scale, step = await _first_step(session, action.element, scale, value)
    await _move_slider(session, scale, value, step)
    now = await _scale(session, action.element)
    for _ in range(_MAX_REPEATS):  # The page may have replaced the slider at the first key.
        if now is None or not step / 2 < abs(now.value - value) < abs(scale.value - value):
            break
        scale = now
        await call_at(session, "elements.focusSlider", action.element)
        await _move_slider(session, scale, value, step)
        now = await _scale(session, action.element)
    if now is None:
        return done("moved the slider; it is no longer on the page")
    near = abs(now.value - action.value) <= step / 2
    return ActionResult(ok=near, message=f"the slider is at {now.value:g}")


async def _first_step(
    session: WebSession, element: int, scale: _Scale, value: float
) -> tuple[_Scale, float]:
    """Move a slider whose step is not known by one key; return its state and its step.

    Raises:
        ActionFailed: If the key does not move it.
    """
    await _move_slider(session, scale, value, abs(value - scale.value))
    now = await _scale(session, element)
    if now is None or now.value == scale.value:
        raise ActionFailed("arrow keys do not move the slider; drag its handle")
    return now, abs(now.value - scale.value)


async def _move_slider(session: WebSession, scale: _Scale, value: float, step: float) -> None:
    """Move a slider to a value with arrow keys.

    Raises:
        ActionFailed: If it needs too many.
    """
    distance = (value - scale.value) / step if step else 0
    if abs(distance) > MAX_STROKES:
        raise ActionFailed(
            f"the slider's steps are too small: {value:g} is {abs(distance):.3g} steps away, and "
            f"one action moves it by at most {MAX_STROKES} steps; drag its handle"
        )
    steps = round(distance)
    key = "ArrowRight" if (steps > 0) == scale.rising else "ArrowLeft"
    for sent in range(0, abs(steps), _STROKES):
        strokes = min(_STROKES, abs(steps) - sent)
        await session.page.press(*[key] * strokes)
        await pause(session, STROKE * strokes)
    if session.settles and not scale.step:  # The page draws it, after it has handled the keys.
        await session.page.call("webproctor.twoFrames")
        await session.page.settle()


async def set_slider(session: WebSession, element: int, text: str) -> ActionResult:
    """Move a slider to the number that a text states."""
    try:
        action = web.SetRange(element=element, value=float(text))
    except ValueError as error:
        raise ActionFailed(f"{text[:50]!r} is not a number: the element is a slider") from error
    return await set_range(session, action)
