"""How elements and their states are described to agents."""

import pytest
from starlette.responses import Response

from webproctor.core.actions import web
from webproctor.core.observations import View
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession

CONTENT: frozenset[View] = frozenset({"content"})
BOTH: frozenset[View] = frozenset({"content", "elements"})

_SHADOW = "<x-field><template shadowrootmode={}><input aria-label=Inner></template></x-field>"


async def content(browser: Browser, url: str) -> str:
    async with browser.page() as page:
        session = await WebSession.open(page, url)
        return (await session.observe(CONTENT)).read("content")


@pytest.mark.parametrize("mode", ["open", "closed"])
async def test_the_focus_in_a_shadow_root_is_described(browser: Browser, site, mode: str) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(_SHADOW.format(mode)))
        await session.observe(CONTENT)
        await session.act(web.Type(element=0, text="a"))
        seen = await session.observe(CONTENT)
    assert '[0 text input "Inner" value "a" focused]' in seen.read("content")


async def test_suggestions_are_listed_by_the_value_that_they_enter(browser: Browser, site) -> None:
    page = "<input list=l><datalist id=l><option value=Apple><option value=Pear>A pear</datalist>"
    assert 'options "Apple", "Pear"]' in await content(browser, site.add(page))


async def test_hidden_options_are_listed_as_such(browser: Browser, site) -> None:
    page = "<select><option hidden>Choose<option>A<option style='display: none'>B</select>"
    assert '"Choose" (hidden), "A", "B" (hidden)]' in await content(browser, site.add(page))


async def test_a_link_in_a_drawing_has_its_text_as_its_name(browser: Browser, site) -> None:
    page = "<svg><style>text { fill: red }</style><a href=#x><text y=20>Chapter</text></a></svg>"
    assert '[0 link "Chapter"]' in await content(browser, site.add(page))


async def test_a_button_with_an_image_is_named_after_it(browser: Browser, site) -> None:
    page = "<button><svg width=9 height=9><title>Close</title></svg></button>"
    async with browser.page() as opened:
        session = await WebSession.open(opened, site.add(page))
        [button] = (await session.observe(BOTH)).read("elements")
        clicked = await session.act(web.Click(element=0))
    assert (button.label, clicked.message) == ("Close", "clicked button 'Close'")


@pytest.mark.parametrize(
    ("inserted", "line"),
    [
        ("'Save'", '[0 button "Save"]'),
        ("'\\f007' / 'Account'", '[0 button "Account"]'),
        ("'\\f007'", "[0 button]"),
    ],
)
async def test_a_button_is_named_after_the_text_of_its_style(
    browser: Browser, site, inserted: str, line: str
) -> None:
    page = f"<style>i::before {{ content: {inserted} }}</style><button><i></i></button>"
    assert line in await content(browser, site.add(page))


async def test_a_link_without_a_name_has_its_address(browser: Browser, site) -> None:
    icon = "<i style='display: inline-block; width: 9px; height: 9px'></i>"
    text = await content(browser, site.add(f"<a href=/cart>{icon}</a> <a href=#>{icon}</a>"))
    assert '[0 link address "/cart"] [1 link]' in text


async def test_labels_that_are_not_rendered_yet_are_read(browser: Browser, site) -> None:
    row = "<p style='content-visibility: auto; height: 500px'><label>Row {0} <input></label></p>"
    text = await content(browser, site.add("".join(row.format(n) for n in range(40))))
    assert '[39 text input "Row 39"]' in text


_XHTML = """<html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body>
<input value="a"/><select><option>One</option><option>Two</option></select></body></html>"""
_SVG = """<svg xmlns="http://www.w3.org/2000/svg"><a href="#x"><text y="20">Go</text></a></svg>"""


@pytest.mark.parametrize(
    ("source", "type", "shown"),
    [
        (_XHTML, "application/xhtml+xml", '[0 text input value "a"] [1 drop-down list value "One"'),
        (_SVG, "image/svg+xml", '[0 link "Go"]'),
    ],
)
async def test_documents_of_other_types_than_html_are_described(
    browser: Browser, site, source: str, type: str, shown: str
) -> None:
    assert shown in await content(browser, site.add(Response(source, media_type=type)))


async def test_the_active_option_of_the_focused_element_is_described(
    browser: Browser, site
) -> None:
    page = """<input role=combobox aria-activedescendant=second autofocus>
    <ul role=listbox><li role=option>One<li role=option id=second>Two</ul>"""
    seen = await content(browser, site.add(page))
    assert '[0 text input focused active "Two"]' in seen


@pytest.mark.parametrize(
    ("page", "line"),
    [
        # A checkbox that the page draws is often a button with a label.
        (
            "<button role=checkbox id=a></button><label for=a>Accept</label>",
            '[0 checkbox "Accept"]',
        ),
        ("<label>Food <button>Choose</button></label>", '[0 button "Choose" label "Food"]'),
        (
            "<label><span><input type=radio checked style='opacity: 0'></span> Small</label>",
            '[0 radio "Small" checked]',
        ),
        ("<button aria-label=Age>\u200b</button>", '[0 button "Age"]'),
        (
            "<input type=range max=9 value=3 aria-valuemax=9 aria-valuenow=3>",
            '[0 slider value "3" maximum 9]',
        ),
        ("<details><summary aria-expanded=false>More</summary></details>", '"More" collapsed]'),
        (
            "<style>p:first-child::before { content: 'Compose' }</style>"
            "<div contenteditable style='height: 20px'><p><br></div>",
            '[0 text area value "" placeholder "Compose"]',
        ),
        (
            "<div contenteditable style='height: 20px; overflow: auto'><p>a<p>b<p>c</div>",
            '[0 text area value "a b c" ',
        ),
    ],
)
async def test_a_control_is_described_once_and_whole(
    browser: Browser, site, page: str, line: str
) -> None:
    assert line in await content(browser, site.add(page))


async def test_controls_that_the_page_draws_itself_are_not_written(browser: Browser, site) -> None:
    hidden = "style='position: absolute; width: 1px; height: 1px; border: 0; clip: rect(0 0 0 0)'"
    page = f"<select {hidden}><option>Red</select><button>Red</button>"
    assert (await content(browser, site.add(page))).startswith('[0 button "Red"]\n')
