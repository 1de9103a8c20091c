"""Elements that a click can reach: after scrolling, and around other targets inside them."""

from collections.abc import Awaitable, Callable

import pytest

from webproctor.core.actions import web
from webproctor.core.observations import Element, View
from webproctor.environments.browser.session import WebSession

Show = Callable[[str], Awaitable[WebSession]]
ELEMENTS: frozenset[View] = frozenset({"elements"})


async def marked(session: WebSession) -> tuple[Element, ...]:
    return (await session.observe(ELEMENTS)).read("elements")


async def clicked(session: WebSession, element: int) -> str:
    """Click an element, and return the id of the element that gets the event."""
    await session.page.run("void (onclick = (event) => { document.title = event.target.id; })")
    assert (await session.act(web.Click(element=element))).ok
    return await session.page.run("document.title")


# Other targets inside


async def test_a_card_is_clicked_beside_the_button_in_its_middle(show: Show) -> None:
    button = "<button id=inner style='margin: 40px 100px'>Buy</button>"
    session = await show(f"<div id=card onclick='1' style='width: 250px'>{button}</div>")
    assert await clicked(session, 0) == "card"
    assert await clicked(session, 1) == "inner"


def tree(items: int) -> str:
    """Return a tree whose first item is covered by its items, except for its name."""
    item = "<div role=treeitem style='height: 20px'>File</div>"
    name = "<div id=name style='height: 20px'>Folder</div>"
    return (
        f"<div role=tree><div role=treeitem>{name}<div role=group>{item * items}</div></div></div>"
    )


@pytest.mark.parametrize("scrolled", [0, 400])
async def test_an_item_of_a_tree_is_clicked_at_its_name(show: Show, scrolled: int) -> None:
    session = await show(tree(80))
    await session.page.run(f"scrollTo(0, {scrolled})")
    folder, *files = await marked(session)
    assert (folder.view, len(files)) == (not scrolled, 80)
    assert await clicked(session, 0) == "name"


# Scrolling

SPACE = "<div style='height: 900px'></div>"


@pytest.mark.parametrize(
    "page",
    [
        # The element is below the clipped box, but inside a box in it that scrolls.
        "<div style='height: 300px; overflow: hidden'><div style='height: 200px; overflow: auto'>"
        f"{SPACE}<button id=far>Far</button></div></div>",
        # Only the border of the box is above the element.
        "<div style='height: 90px; overflow: auto; border: 4px solid'><div style='height: 90px'>"
        "</div><button id=far>Far</button></div>",
        # An element without a box of its own clips nothing.
        f"{SPACE}<p style='display: contents; overflow: hidden'><button id=far>Far</button></p>",
        "<div style='position: fixed; inset: 0; overflow: auto'>"
        f"{SPACE}<button id=far>Far</button></div>",
    ],
    ids=["in a clipped box", "below a border", "without a box", "fixed"],
)
async def test_an_element_that_can_be_scrolled_to_is_clicked(show: Show, page: str) -> None:
    session = await show(page)
    [element] = [one for one in await marked(session) if one.tag == "button"]
    assert not element.view
    assert await clicked(session, element.index) == "far"


async def test_an_element_that_was_scrolled_past_in_a_box_around_its_shadow_root_has_a_mark(
    show: Show,
) -> None:
    session = await show(f"<div style='height: 200px; overflow: auto'><p></p>{SPACE}</div>")
    await session.page.run(
        "document.querySelector('p').attachShadow({ mode: 'open' }).innerHTML = '<button>A'"
    )
    await session.page.run("document.querySelector('div').scrollTop = 500")
    assert [one.view for one in await marked(session) if one.tag == "button"] == [False]


@pytest.mark.parametrize(
    "style",
    [
        "position: absolute; left: -9999px",
        "position: absolute; top: -100px",
        "position: fixed; left: 0; transform: translateX(-100%)",
        "position: fixed; right: 0; transform: translateX(100%)",
    ],
    ids=["left of the page", "above the page", "left of the view", "right of the view"],
)
async def test_an_element_that_cannot_be_scrolled_to_has_no_mark(show: Show, style: str) -> None:
    session = await show(f"<a href=#content style='{style}'>Skip to the content</a>{SPACE}")
    assert await marked(session) == ()


async def test_an_element_left_of_a_right_to_left_page_has_a_mark(show: Show) -> None:
    session = await show("<a href=#a style='position: absolute; left: -900px'>Left</a>")
    await session.page.run("document.body.dir = 'rtl'")
    assert [one.label for one in await marked(session)] == ["Left"]
    await session.page.run("document.body.dir = ''")


async def test_a_menu_that_is_moved_into_the_page_by_the_mouse_has_a_mark(show: Show) -> None:
    rules = "ul { position: absolute; left: -999em } .menu:hover > ul { left: 0 }"
    menu = "<div class=menu>Menu<ul><li><a href=#a>Item</a></ul></div>"
    session = await show(f"<style>{rules}</style>{menu}")
    [element] = await marked(session)
    assert element.tag == "div"
    await session.act(web.Hover(element=0))
    assert "Item" in [one.label for one in await marked(session)]


# Elements outside the ancestors that clip other content

BUTTON = "<button>Yes</button>"


@pytest.mark.parametrize(
    ("inside", "script"),
    [
        (f"<div style='position: fixed; top: 200px'>{BUTTON}</div>", ""),
        (f"<div style='position: absolute; top: 200px'>{BUTTON}</div>", ""),
        (f"<div popover=manual>{BUTTON}</div>", "showPopover()"),
        (f"<dialog>{BUTTON}</dialog>", "showModal()"),
    ],
)
async def test_an_element_that_its_ancestors_do_not_clip_is_reached(
    show: Show, inside: str, script: str
) -> None:
    session = await show(f"<div style='overflow: hidden; height: 20px'>{inside}</div>")
    await session.page.run(f"void document.querySelector('div > *').{script or 'id'}")
    [button] = await marked(session)
    assert button.view
    assert (await session.act(web.Click(element=0))).message == "clicked button 'Yes'"


@pytest.mark.parametrize("style", ["", "transform: translate(0)"])
async def test_an_element_that_its_ancestors_clip_has_no_mark(show: Show, style: str) -> None:
    place = "fixed" if style else "relative"
    inside = f"<div style='position: {place}; top: 200px'>{BUTTON}</div>"
    session = await show(f"<div style='overflow: hidden; height: 20px; {style}'>{inside}</div>")
    assert await marked(session) == ()
