"""Elements that a page removes and renders again between the observation and the action."""

from collections.abc import Awaitable, Callable

import pytest

from webproctor.core.actions import web
from webproctor.environments.browser.session import WebSession

Show = Callable[[str], Awaitable[WebSession]]

_RENDER = "document.body.innerHTML = {}"


def row(name: str, label: str = "Delete") -> str:
    return f"<li>{name} <button onclick='document.title = `{name}`'>{label}</button></li>"


async def clicked(session: WebSession, rendered: str, element: int) -> str:
    """Render the page again, click an element of the last observation, and return the result."""
    await session.page.run(f"document.title = ''; {_RENDER.format(repr(rendered))}")
    return (await session.act(web.Click(element=element))).message


async def title(session: WebSession) -> str:
    return await session.page.run("document.title")


@pytest.mark.parametrize(
    "rendered",
    [row("Ada") + row("Alan"), row("Alan") + row("Ada"), row("Bob") + row("Ada") + row("Alan")],
    ids=["the same", "in another order", "with another before it"],
)
async def test_the_element_in_the_place_of_a_removed_one_is_clicked(
    show: Show, rendered: str
) -> None:
    session = await show(row("Ada") + row("Alan"))
    assert await clicked(session, rendered, 0) == "clicked button 'Delete'"
    assert await title(session) == "Ada"


@pytest.mark.parametrize(
    ("before", "rendered"),
    [
        (row("Ada") + row("Alan"), row("Alan") + row("Bob")),
        (row("Ada"), row("Ada", "Remove")),
        (row("Ada"), row("Ada") + row("Ada")),
        (row("Ada") + row("Ada"), row("Ada")),
    ],
    ids=["of another row", "with another text", "now two", "formerly two"],
)
async def test_an_element_that_may_be_another_one_is_not_clicked(
    show: Show, before: str, rendered: str
) -> None:
    session = await show(before)
    message = await clicked(session, rendered, 0)
    assert message == "element 0 is no longer on the page; observe the page again"
    assert await title(session) == ""


async def test_the_state_of_an_element_in_the_place_of_a_removed_one_is_read(show: Show) -> None:
    box = "<input type=checkbox id=box>"
    session = await show(box)
    assert (await clicked(session, box, 0)).endswith("; it is checked")
