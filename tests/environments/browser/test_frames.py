"""Elements of frames that are scaled, or belong to another origin."""

from collections.abc import Awaitable, Callable

import pytest

from webproctor.core.actions import web
from webproctor.core.observations import View
from webproctor.environments.browser.session import WebSession

Show = Callable[[str], Awaitable[WebSession]]
SEEN: frozenset[View] = frozenset({"elements", "content"})

_BUTTON = (
    "<button style='position:absolute;left:300px;top:100px;width:40px;height:20px'"
    " onclick='this.textContent = `pressed`'>Press</button>"
)


def frame(style: str, around: str = "") -> str:
    """Return a frame with a button, in a block."""
    size = "width:400px;height:150px;border:4px solid;padding:10px"
    return (
        f'<div style="{around}"><iframe style="{size};{style}" srcdoc="{_BUTTON}"></iframe></div>'
    )


@pytest.mark.parametrize(
    ("style", "around", "scale"),
    [
        ("", "", 1),
        ("transform:scale(.5);transform-origin:0 0", "", 0.5),
        ("zoom:1.5", "", 1.5),
        ("", "zoom:1.5", 1.5),
        ("zoom:.5", "transform:scale(3);transform-origin:0 0", 1.5),
    ],
)
async def test_an_element_of_a_scaled_frame_is_where_it_is_drawn(
    show: Show, style: str, around: str, scale: float
) -> None:
    session = await show(frame(style, around))
    [button] = (await session.observe(SEEN)).read("elements")
    assert button.box is not None
    assert button.box.width == pytest.approx(40 * scale)
    middle = button.box.x + button.box.width / 2, button.box.y + button.box.height / 2
    await session.act(web.Click(x=middle[0], y=middle[1]))
    assert '"pressed"' in (await session.observe(SEEN)).read("content")
    await session.act(web.Click(element=0))
    await session.wait_for_inputs()
    down = [one for one in session.inputs if one.kind == "down"][-1]
    assert (down.x, down.y) == pytest.approx(middle, abs=1)


@pytest.mark.parametrize(
    "source",
    [
        "sandbox='allow-scripts' srcdoc='<button onclick=1>Inner</button>'",
        "src='data:text/html,<button onclick=1>Inner</button>'",
    ],
)
async def test_a_frame_of_another_origin_is_one_element(show: Show, source: str) -> None:
    session = await show(f"<button onclick=1>Outer</button><iframe title=Other {source}></iframe>")
    seen = await session.observe(SEEN)
    assert [one.tag for one in seen.read("elements")] == ["button", "iframe"]
    assert '[1 frame "Other"]' in seen.read("content")
