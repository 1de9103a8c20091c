"""Web components: their content is in shadow roots, and their own content is assigned to slots."""

from collections.abc import Awaitable, Callable

import pytest

from webproctor.core.actions import web
from webproctor.core.observations import View
from webproctor.environments.browser.session import WebSession

Show = Callable[[str], Awaitable[WebSession]]
SEEN: frozenset[View] = frozenset({"elements", "content", "text"})


def component(shadow: str, inside: str = "", mode: str = "open") -> str:
    """Return an element with a shadow root."""
    return f"<x-part><template shadowrootmode={mode}>{shadow}</template>{inside}</x-part>"


async def seen(show: Show, html: str) -> WebSession:
    """Show a page whose shadow roots are those of its templates."""
    session = await show("")
    await session.page.run(f"void document.body.setHTMLUnsafe({html!r})")
    return session


@pytest.mark.parametrize(
    ("page", "line"),
    [
        (component("<button><slot></slot></button>", "Save"), '[0 button "Save"]'),
        (component("<button><b><slot></slot></b></button>", "<i>Save</i>"), '[0 button "Save"]'),
        (component("<a href=#x><slot></slot></a>", "Next"), '[0 link "Next"]'),
        (component("<label><input type=checkbox><slot></slot></label>", "Agree"), '"Agree"'),
        (f"<a href=#x>{component('<span>Cart</span>')}</a>", '[0 link "Cart"]'),
        (f"<button>{component('<span>Cart</span>', mode='closed')}</button>", '[0 button "Cart"]'),
    ],
)
async def test_a_control_is_named_after_what_it_shows(show: Show, page: str, line: str) -> None:
    session = await seen(show, page)
    assert line in (await session.observe(SEEN)).read("content")


async def test_ids_in_a_shadow_root_name_its_controls(show: Show) -> None:
    session = await seen(show, component("<b id=food>Food</b><input aria-labelledby=food>"))
    observed = await session.observe(SEEN)
    assert '[0 text input "Food"]' in observed.read("content")
    assert observed.read("elements")[0].label == "Food"


async def test_marks_in_a_slot_are_written_where_the_slot_is(show: Show) -> None:
    tabs = component(
        "<div onclick='1'><slot></slot></div>", "<a href=#a>One</a> <a href=#b>Two</a>"
    )
    session = await seen(show, f"{tabs}<p>End</p>")
    lines = (await session.observe(SEEN)).read("content").splitlines()
    assert lines == ["[0 div]", ' [1 link "One"] [2 link "Two"]', "End", "[end of the page]"]


async def test_the_text_of_the_label_of_a_custom_element_is_kept(show: Show) -> None:
    await show("")
    session = await seen(show, "<label for=stars>Stars</label> <x-stars id=stars>3 of 5</x-stars>")
    await session.page.run(
        "void customElements.define('x-stars', class extends HTMLElement {"
        "static formAssociated = true; constructor() { super(); this.onclick = () => 1; } })"
    )
    assert 'Stars [0 x-stars "3 of 5"]' in (await session.observe(SEEN)).read("content")


async def test_a_link_is_clicked_at_the_text_that_is_assigned_to_it(show: Show) -> None:
    session = await seen(show, component("<a href=#next><slot></slot></a>", "Next"))
    await session.observe(SEEN)
    assert (await session.act(web.Click(element=0))).message.startswith("clicked link 'Next'")
    assert (await session.observe()).url.endswith("#next")


async def test_the_text_contains_shadow_roots_in_the_order_on_the_screen(show: Show) -> None:
    inner = component("<i>Inner</i>")
    frame = "<iframe srcdoc='Framed'></iframe>"
    shadow = f"<h2><slot name=title></slot></h2><p>Before</p><slot></slot>{inner}{frame}"
    session = await seen(show, component(shadow, "<p>Words</p><b slot=title>Title</b>") + "<p>End")
    text = (await session.observe(SEEN)).read("text")
    assert text.split() == ["Title", "Before", "Words", "Inner", "End", "Framed"]


@pytest.mark.parametrize("view", ["pruned_html", "relevant_html"])
async def test_html_views_contain_shadow_roots_and_slots(show: Show, view: View) -> None:
    session = await seen(show, component("<button><slot></slot></button>", "Save"))
    html = (await session.observe(frozenset({view}))).read(view)
    assert '<button mark="0">' in html
    assert "Save" in html
