"""Elements of frames that are scaled, and of other embedded pages."""

from collections.abc import Awaitable, Callable

import pytest
from conftest import Site

from webproctor.core.actions import web
from webproctor.core.dom import lines
from webproctor.core.observations import View
from webproctor.environments.browser import Browser
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


@pytest.mark.parametrize("change", ["frame.remove()", "frame.srcdoc = '<p>Other'"])
async def test_an_element_of_a_frame_that_is_gone_is_no_longer_on_the_page(
    show: Show, change: str
) -> None:
    session = await show("<iframe id=frame srcdoc='<button>Inner</button>'></iframe>")
    await session.page.run(f"void ({change})")
    await session.wait_until_idle()
    result = await session.act(web.Click(element=0))
    assert result.message == "element 0 is no longer on the page; observe the page again"


async def test_a_field_that_is_removed_with_its_frame_is_no_longer_on_the_page(show: Show) -> None:
    field = "<input onkeydown='frameElement.remove()'>"
    session = await show(f'<iframe srcdoc="{field}"></iframe>')
    result = await session.act(web.Type(element=0, text="a"))
    assert result.message.endswith("; the field is no longer on the page")


# The frame `0` shows the page of the fixture.
INNER = "<p>Words</p><button onclick='this.textContent = `pressed`'>Press</button>"
FRAMED = {
    "object": "<object data={0} type=text/html width=400 height=200></object>",
    "embed": "<embed src={0} type=text/html width=400 height=200>",
    "frameset": "<frameset cols='50%,50%'><frame src={0}><frame src=about:blank></frameset>",
    "object in a frame": "<iframe srcdoc='<object data={0}></object>' width=500></iframe>",
}


@pytest.mark.parametrize("html", FRAMED.values(), ids=FRAMED)
async def test_the_content_of_elements_that_show_a_document_is_in_every_view(
    browser: Browser, site: Site, html: str
) -> None:
    views: frozenset[View] = frozenset(
        {"elements", "content", "text", "axtree", "pruned_html", "relevant_html", "dom"}
    )
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(html.format(site.add(INNER))))
        seen = await session.observe(views)
        assert [one.label for one in seen.read("elements")] == ["Press"]
        assert '[0 button "Press"]' in seen.read("content")
        assert "Words" in seen.read("text")
        assert "[0] button 'Press'" in seen.read("axtree")
        assert "Words" in seen.read("pruned_html")
        assert '<button mark="0">Press</button>' in seen.read("relevant_html")
        assert "Words" in lines(seen.read("dom").tree)
        assert (await session.act(web.Click(element=0))).ok
        assert '"pressed"' in (await session.observe(SEEN)).read("content")


async def test_the_replacement_of_an_object_that_cannot_be_shown_is_read(
    browser: Browser, site: Site
) -> None:
    html = "<object data=/none><a href=#>Download</a> the file</object>"
    async with browser.page() as page:
        # A page is loaded when the request of its object has failed.
        session = await WebSession.open(page, site.add(html))
        assert '[0 link "Download"] the file' in (await session.observe(SEEN)).read("content")


@pytest.mark.parametrize(
    ("inner", "labels"),
    [
        ("<a href=#><x-icon></x-icon></a>", ["Icon"]),
        (
            "<div style='overflow:hidden;height:20px;position:relative'>"
            "<button style='position:absolute;top:300px'>Clipped</button></div>",
            [],
        ),
        (
            "<dialog><button>Inside</button></dialog><p style='height:999px'></p>"
            "<button>Behind</button><script>document.querySelector('dialog').showModal()</script>",
            ["Inside"],
        ),
        ("<p>Text</p><script>document.designMode = 'on'</script>", ["Text"]),
    ],
    ids=["link around a component", "clipped", "behind a modal dialog", "editable document"],
)
async def test_a_frame_has_the_marks_that_its_page_would_have(
    show: Show, inner: str, labels: list[str]
) -> None:
    component = """<script>customElements.define('x-icon', class extends HTMLElement {
        connectedCallback() {
            this.attachShadow({ mode: 'open' }).innerHTML = '<span>Icon</span>';
        }
    })</script>"""
    source = (component + inner).replace('"', "&quot;")
    session = await show(f'<iframe width=500 height=300 srcdoc="{source}"></iframe>')
    elements = (await session.observe(SEEN)).read("elements")
    assert [one.label.strip() for one in elements] == labels
